"""Secret set-ups: pieces that each player arranges unseen by the others before the first move.

An arrangement assigns pieces to points. The table keeps one for each seat and replaces it as its
player changes it. The position knows what may be placed, reads the players' messages and describes
gaps. Once all arrangements are complete they become moves of the kind ``"place"``, seat after seat.
Arranging messages are ``@a1=x c1=+ e1``, ``auto`` and ``clear``.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from engine.board import Board
from engine.errors import IllegalMove, InvalidMove, MoveError, PartlyPlaced
from engine.text import Text, either, quoted
from engine.values import Move

P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""

S = TypeVar("S")
"""The class of states."""


class Stateful(Protocol[S]):
    """A position that can be restored from its state, including secrets and set-ups."""

    @property
    def state(self) -> S:
        """The state of the position."""
        ...

    def with_state(self, state: S) -> Self:
        """Return the position with another state."""
        ...


Arrangement = Mapping[int, str]
"""The pieces by their points; each piece is given as in the ``suffix`` of a move."""


class Filling(NamedTuple):
    """A message that fills in the rest of an arrangement, and the label of its button."""

    label: Text
    text: str


class SetUp(ABC, Generic[P_co]):
    """The set-up in progress in a position."""

    completion: ClassVar[str]
    """The message that completes any arrangement, used for a player who does not complete it."""

    fillings: ClassVar[tuple[Filling, ...]] = ()
    """The messages from which a player can choose instead of naming every point."""

    @abstractmethod
    def seats(self) -> tuple[int, ...]:
        """Return the seats that still have to set up, at least one."""

    @abstractmethod
    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the points where a seat may place pieces, with the choices on each."""

    @abstractmethod
    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Return a seat's arrangement after one message of its player. Raises MoveError."""

    @abstractmethod
    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return a sentence about the pieces that an arrangement lacks, None if it is complete."""

    @abstractmethod
    def shown(self, seat: int, arrangement: Arrangement) -> P_co:
        """Return the position as a seat sees it with its arrangement, to show and not to play."""


PLACING_SIGN: Final = "@"
"""The sign that begins a message that places pieces."""

CLEAR: Final = "clear"
"""The word that empties an arrangement."""

FILL: Final = "auto"
"""The word that fills in the rest of an arrangement, in games that can do so."""

LONGEST_PLACING: Final = 1_000
"""Characters of the longest message that is read; one that places a whole army is shorter."""

_FILLS = re.compile(rf"\s*{FILL}(\s+[a-z]+){{0,3}}\s*", re.IGNORECASE)

_DIGIT = re.compile(r"[0-9]")


def is_placing(text: str) -> bool:
    """Return whether a text belongs to a set-up, and so must be kept secret."""
    return text.lstrip().startswith(PLACING_SIGN) or _FILLS.fullmatch(text) is not None


def read_arrangement(
    board: Board,
    text: str,
    places: Mapping[int, Sequence[str]],
    arrangement: Arrangement,
    aliases: Mapping[str, str],
    *,
    why: Callable[[str], Text | None] | None = None,
) -> dict[int, str]:
    """Return the arrangement after a message such as ``@a1=x c1=+ e1=x``, ``@x`` or ``clear``.

    The opening sign may be left out: it is only needed in messages that other people can read.
    ``places`` are the points that the seat may fill, each with its choices, and ``aliases`` maps
    typed words to these choices. A point may be named again: the last word counts. A choice alone
    is for all remaining points. ``why`` may return a better reason for refusing a name that is none
    of ``places``. Raises InvalidMove or IllegalMove if no word of the message counts, or if half of
    them are unreadable, and PartlyPlaced if only some words count.
    """
    words = text[:LONGEST_PLACING].replace(",", " ").replace(PLACING_SIGN, " ").split()
    if [word.lower() for word in words] == [CLEAR]:
        return {}
    if not words or len(text) > LONGEST_PLACING:
        raise _unreadable(board, places)
    placed = dict(arrangement)
    refused: dict[str, MoveError] = {}
    for word in words:
        try:
            placed |= _placed(board, word.lower(), places, aliases, why, placed=placed)
        except MoveError as error:
            refused.setdefault(word, error)
    if not refused:
        return placed
    first = next(iter(refused.values()))
    if len(refused) == len(set(words)):
        raise first
    said = [word for word in refused if not _DIGIT.search(word)]
    unreadable = [word for word in said if isinstance(refused[word], InvalidMove)]
    if 2 * len(unreadable) >= len(set(words)):
        # This may be a sentence that names squares and is not meant to place anything.
        raise refused[unreadable[0]]
    raise PartlyPlaced(
        Text("Not placed: `{squares}`. {why}", squares=quoted(" ".join(refused)), why=first.text),
        placed,
        " ".join(refused),
    )


def _placed(
    board: Board,
    word: str,
    places: Mapping[int, Sequence[str]],
    aliases: Mapping[str, str],
    why: Callable[[str], Text | None] | None,
    *,
    placed: Arrangement,
) -> dict[int, str]:
    """Return the pieces that one word of a message places, besides those already ``placed``.

    Raises InvalidMove or IllegalMove.
    """
    name, equals, typed = word.partition("=")
    if not equals and any(aliases.get(name) in choices for choices in places.values()):
        choice = aliases[name]
        return {
            point: choice
            for point, choices in places.items()
            if point not in placed and choice in choices
        }
    if why is not None and board.point.get(name) not in places:
        reason = why(name)
        if reason is not None:
            raise IllegalMove(reason)
    if name not in board.point:
        raise _unreadable(board, places)
    point = board.point[name]
    if point not in places:
        raise IllegalMove(
            Text(
                "{point} is not yours to set: `{example}` is.",
                point=name,
                example=typed_example(board, places),
            )
            if places
            else Text("There is nothing left for you to set.")
        )
    chosen = aliases.get(typed) if equals else ""
    if chosen is None or chosen not in places[point]:
        named = [f"`{name}={choice}`" for choice in places[point] if choice]
        raise InvalidMove(
            Text("On {point} you can set {choices}.", point=name, choices=either(named))
            if named
            else Text("Nothing is chosen on {point}: `{point}`.", point=name)
        )
    return {point: chosen}


def placing_example(board: Board, places: Mapping[int, Sequence[str]]) -> str:
    """Return an example message, which fills the first of ``places``.

    Raises StopIteration if there is no place.
    """
    point, choices = next(iter(places.items()))
    return write_placing(board, Move("place", (point,), suffix=choices[0]))


def typed_example(board: Board, places: Mapping[int, Sequence[str]]) -> str:
    """Return an example message without its opening sign, for messages that nobody else reads.

    Raises StopIteration if there is no place.
    """
    return placing_example(board, places).removeprefix(PLACING_SIGN)


def _unreadable(board: Board, places: Mapping[int, Sequence[str]]) -> InvalidMove:
    if not places:
        return InvalidMove(Text("There is nothing left for you to set."))
    return InvalidMove(
        Text(
            "I cannot read that: type it like `{example}`.",
            example=typed_example(board, places),
        )
    )


def placing_moves(arrangement: Arrangement) -> tuple[Move, ...]:
    """Return a complete arrangement as moves, to be played one after the other."""
    return tuple(
        Move("place", (point,), suffix=arrangement[point]) for point in sorted(arrangement)
    )


def write_placing(board: Board, move: Move) -> str:
    """Return the text of a move of the kind ``"place"``: ``@a1=x``, ``@K11``."""
    chosen = f"={move.suffix}" if move.suffix else ""
    return f"{PLACING_SIGN}{board.names[move.path[0]]}{chosen}"
