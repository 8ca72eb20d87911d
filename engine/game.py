"""The contract that every game keeps.

A ``Game`` starts and reads positions; a ``Position`` is an immutable value that knows the
moves, plays them and says when the game is over; a ``Move`` is what a seat does in one turn.
Nothing outside ``engine/games`` asks which game it is holding.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Self

from engine import notation
from engine.board import Board
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition
from engine.pieces import MAN_AND_KING, ColourSet, PieceKind
from engine.text import Text, either

OptionValue = int | bool | str
Options = Mapping[str, OptionValue]


class Option(NamedTuple):
    """A choice in a game's rules."""

    choices: tuple[OptionValue, ...]
    default: OptionValue
    help: Text


class Seat(NamedTuple):
    """A side of the table. Seats of one ``team`` win together; an inactive one is out."""

    name: Text
    team: int
    active: bool = True


class Piece(NamedTuple):
    """A piece for the painter: whose it is and what it is (``"man"``, ``"king"``...)."""

    seat: int
    kind: str


class Outcome(NamedTuple):
    """How a game ended: the ranks of the seats, 1 the best, equal ranks a draw."""

    ranks: tuple[int, ...]
    reason: Text


class Agreement(NamedTuple):
    """Something the seats may agree on: ``name`` for programs, ``text`` for people.

    ``seats`` are those whose agreement it needs, none for all that are active.
    """

    name: str
    text: Text
    seats: tuple[int, ...] = ()


class Claim(NamedTuple):
    """Something a player may claim besides moving: ``text`` is typed, ``label`` on its button."""

    text: str
    label: Text


class Page(NamedTuple):
    """A page of a game's rules: some sentences, and a position to look at with a move in it.

    ``position`` is in the game's own position text, ``""`` for no picture; ``move`` is played
    in it, so that the picture shows its way; ``options`` are those of the position's game.
    """

    title: Text
    text: Text
    position: str = ""
    move: str = ""
    seats: int | None = None
    options: Options = MappingProxyType({})


AMBIGUITIES_LISTED = 4
"""How many of the moves that fit an ambiguous text are named to the player."""

DRAW = Agreement("draw", Text("a draw"))


class Move(NamedTuple):
    """What a seat does in one turn. Points are indices of the board.

    ``kind`` is ``"move"``, or what else a game knows (``"place"``, ``"huff"``...); ``path`` the
    points from first to last; ``captured`` the points of the jumped pieces, in the order of
    the path; ``removed`` the points of pieces lifted in another way; ``suffix`` what is chosen
    besides (written after ``=``).
    """

    kind: str
    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    suffix: str = ""


Draft = Mapping[int, str]
"""A set-up that its player prepares in secret: what stands on a point, in the words of a move's
``suffix``."""


class Position(ABC):
    """One state of a game: an immutable value, equal and hashable.

    Counters and claims that a rule needs are part of it and of its text; history is not.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game this is a position of."""

    @property
    @abstractmethod
    def options(self) -> Options:
        """Every option of the game with the value in force."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board it stands on."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """Index of the seat to move."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """What counts as "the same position" for the rule of the third time."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """What the rules of movement allow now: distinct in effect, in a stable order.

        Whether the game is over is for ``outcome`` to say.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move; this one is unchanged.

        A move that is not legal here gives an undefined position: moves come from
        ``legal_moves`` or ``parse``.
        """

    @abstractmethod
    def resign(self, seat: int) -> Self:
        """The position after that seat gave up, or ran out of time."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def pieces(self) -> Iterable[tuple[int, Piece]]:
        """The pieces on the board with their points."""

    @abstractmethod
    def fen(self) -> str:
        """The position as one line of text, which the game's ``read`` reads back losslessly."""

    @abstractmethod
    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The distinct legal moves that typed points describe, found one at a time.

        ``points`` has two or more. Where they are the whole path of a move, or another path
        with the same effect, only such moves fit. Otherwise those fit whose path has the same
        first and last point and passes the points between in that order.
        """

    @abstractmethod
    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal move fits these points, and what would be right."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """The points that are marked as a seat's own on the board, such as its camp."""
        return ()

    def view(self) -> frozenset[int] | None:
        """The points that a picture of the turn shows, where the board is a map; None for all.

        It is one object for every position that shows the same part: pictures are kept by it.
        """
        return None

    def reads(self, text: str) -> bool:
        """Whether the whole of ``text`` is notation of this game, legal or not.

        Text that is not may be chat, which is left alone.
        """
        return notation.is_move(self.board, text)

    def news(self) -> tuple[Text, ...]:
        """What everybody should know besides whose turn it is: fights, claims, borders."""
        return ()

    def warning(self, move: Move) -> Text | None:
        """What a player should know before a legal move counts, None for nothing."""
        return None

    def claims(self) -> tuple[Claim, ...]:
        """What the seat to move may claim: offered on every turn, whether or not it is due."""
        return ()

    def agreements(self) -> tuple[Agreement, ...]:
        """What the seats may agree on now."""
        return (DRAW,)

    @abstractmethod
    def agree(self, agreement: Agreement) -> Self:
        """The position after all agreed on one of ``agreements()``."""

    def repeated(self) -> Self:
        """The position once the rule for its third occurrence is applied."""
        return self

    def seen_by(self, seat: int | None) -> Self:
        """What that seat may see; None is the public."""
        return self

    def drafting(self) -> tuple[int, ...]:
        """The seats whose set-up is still to be placed, each prepared unseen by the others."""
        return ()

    def placeable(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """The points where that seat's set-up may place, with what can be chosen on each."""
        return {}

    def draft(self, seat: int, text: str, draft: Draft, chance: random.Random) -> Draft:
        """A seat's draft after one message of its player. Raises MoveError.

        ``engine.drafts`` reads such messages, and makes moves of a draft that is complete.
        """
        raise InvalidMove(Text("There is nothing to set up in this position."))

    def completion(self) -> str:
        """The message that completes any draft by itself, for a player who does not."""
        return ""

    def undrafted(self, seat: int, draft: Draft) -> Text | None:
        """What a draft lacks, in one sentence; None where it is complete."""
        return None

    def drafted(self, seat: int, draft: Draft) -> Self:
        """What that seat sees, with its draft on the board. It is to look at, not to play in."""
        return self.seen_by(seat)

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means.

        Raises InvalidMove (not readable as a move), IllegalMove (readable and refused) or
        AmbiguousMove (fits several).
        """
        points, suffix = notation.read(self.board, text, self.game.example)
        moves = tuple(islice(self.fitting(points, suffix), AMBIGUITIES_LISTED))
        if not moves:
            raise IllegalMove(self.refusal(points, suffix))
        if len(moves) > 1:
            choices = either([f"`{self.write(move)}`" for move in moves])
            typed = notation.write(self.board, points, "x" if moves[0].captured else "-", suffix)
            raise AmbiguousMove(
                Text("`{move}` could be {choices}.", move=typed, choices=choices), moves
            )
        return moves[0]

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """The moves of one message, to be played one after the other: all or none.

        Raises what ``parse`` raises.
        """
        return (self.parse(text),)

    def write(self, move: Move) -> str:
        """The canonical text of a legal move: the points between only where they are needed."""
        between = "x" if move.captured else "-"
        ends = (move.path[0], move.path[-1])
        short = len(tuple(islice(self.fitting(ends, move.suffix), 2))) == 1
        return notation.write(self.board, ends if short else move.path, between, move.suffix)


class Game(ABC):
    """The rules of one game, under the key it has in ``engine.games``."""

    name: str
    """The key in ``engine.games``."""
    title: Text
    """Its name for people."""
    seats: tuple[int, ...]
    """The numbers of seats it can be played with, the usual one first."""
    options: Mapping[str, Option]
    """Its options by name."""
    example: str
    """A move in its notation, for who does not know it."""
    summary: Text
    """Its rules in short."""
    shared: bool = False
    """Whether one person may hold all seats of a team."""
    pages: tuple[Page, ...] = ()
    """Its rules for who has never seen it: aim, moves, captures, end, notation, options."""
    kinds: Mapping[str, PieceKind] = MAN_AND_KING
    """Its kinds of pieces by ``Piece.kind``, in the order in which they are named."""
    colours: ColourSet = "draughts"
    """Which of a theme's sets of colours its board and pieces have."""

    @abstractmethod
    def start(self, seats: int | None = None, **options: OptionValue) -> Position:
        """The starting position.

        ``seats`` and the options default to the game's own. Raises ValueError for a
        combination that does not exist.
        """

    def kind(self, name: str) -> PieceKind:
        """Return the kind of piece of that name. Raises KeyError for one it does not declare."""
        if name not in self.kinds:
            raise KeyError(f"{self.name} has no piece {name!r}; it has {', '.join(self.kinds)}.")
        return self.kinds[name]

    def remark(self, position: Position) -> Text | None:
        """What somebody should know before he accepts a game that starts so: how long it takes."""
        return None

    def settle(self, seats: int | None, options: Options) -> tuple[int, dict[str, OptionValue]]:
        """The number of seats and the value of every option, given or default.

        Raises InvalidPosition for what the game does not have; combinations are for the game.
        """
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise InvalidPosition(
                Text(
                    "{game} is played by {seats}, not by {given}.",
                    game=self.title,
                    seats=either([str(number) for number in self.seats]),
                    given=seats,
                )
            )
        for name, value in options.items():
            if name not in self.options:
                raise InvalidPosition(
                    Text("{game} has no option `{name}`.", game=self.title, name=name)
                )
            choices = self.options[name].choices
            # 1 and True are equal, and not the same choice.
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                raise InvalidPosition(
                    Text(
                        "The option `{name}` can be {choices}, not `{value}`.",
                        name=name,
                        choices=either([f"`{choice}`" for choice in choices]),
                        value=str(value),
                    )
                )
        return seats, {name: o.default for name, o in self.options.items()} | dict(options)

    @abstractmethod
    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> Position:
        """The position that ``Position.fen`` wrote.

        Raises ValueError, with one sentence that says what is wrong and where.
        """
