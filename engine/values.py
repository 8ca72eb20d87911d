"""The values exchanged by games and the table: moves, pieces, seats, results, options, pages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.text import Text

OptionValue = int | bool | str
Options = Mapping[str, OptionValue]

NO_OPTIONS: Final[Options] = MappingProxyType({})


class Option(NamedTuple):
    """A choice in a game's rules: ``help`` describes it, ``says`` the meaning of each value.

    ``says`` has a sentence without a full stop for each value, in the order of the ``choices``.
    """

    choices: tuple[OptionValue, ...]
    default: OptionValue
    help: Text
    says: tuple[Text, ...]

    def said(self, value: OptionValue) -> Text:
        """Return the meaning of a choice. Raises KeyError for another value."""
        # 1 and True are equal, but different choices.
        said = {(type(c), c): text for c, text in zip(self.choices, self.says, strict=True)}
        return said[type(value), value]


class Seat(NamedTuple):
    """A side of the table. Seats of one ``team`` win together; an inactive one is out."""

    name: Text
    team: int
    active: bool = True


class Piece(NamedTuple):
    """A piece for the painter: its owner and its kind (``"man"``, ``"king"``...)."""

    seat: int
    kind: str


class Outcome(NamedTuple):
    """The end of a game: the ranks of the seats, 1 the best, equal ranks a draw."""

    ranks: tuple[int, ...]
    reason: Text


class Agreement(NamedTuple):
    """Something the seats may agree on: ``name`` for programs, ``text`` for people.

    ``seats`` are those that have to agree; empty means all active ones. An ``even`` agreement ends
    a game or fight without a winner. ``label`` is the agreement's name on a button, if that is
    shorter than ``text``.
    """

    name: str
    text: Text
    seats: tuple[int, ...] = ()
    even: bool = False
    label: Text | None = None


DRAW: Final = Agreement("draw", Text("a draw"), even=True)


POINT: Final = "point"
"""The kind of a mark on a picture that is no move: a point under discussion."""


class Move(NamedTuple):
    """A seat's action in one turn. Points are indices of the board.

    ``kind`` is ``"move"``, or another kind known to the game (``"place"``, ``"huff"``...); ``path``
    the points from first to last; ``captured`` the points of the jumped pieces, in the order of the
    path; ``removed`` the points of pieces lifted in another way; ``suffix`` a further choice
    (written after ``=``).
    """

    kind: str
    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    suffix: str = ""


class Page(NamedTuple):
    """A page of a game's rules: some sentences, and a position to look at with a move in it.

    ``position`` is the game's text of a position, ``""`` for no picture; ``move`` is played in that
    position, so that the picture shows its path; ``seats`` and ``options`` are the position's.
    """

    title: Text
    text: Text
    position: str = ""
    move: str = ""
    seats: int | None = None
    options: Options = NO_OPTIONS


ONE_POINT: Final = ("1-0", "1/2-1/2", "0-1")
TWO_POINTS: Final = ("2-0", "1-1", "0-2")
"""Results in notation, for games worth one point or two: White won, a draw, Black won."""


class PdnType(NamedTuple):
    """The type of a game in Portable Draughts Notation, and how the game is written there.

    Source: PDN 3.0, *GameType tag*.
    """

    number: int
    details: str
    """The rest of the tag ``GameType``: ``"W,10,10,N2,0"``.

    The parts are: the colour that begins; the board's width; its height; letters or numbers, with
    the corner of the first square as that colour sees it; whether the bottom left is not played on.
    """
    results: tuple[str, str, str] = ONE_POINT
    capture: str = "x"
    """The text between the squares of a capture."""
    usual: bool = True
    """Whether other programs mean this game by the number alone."""
    others: tuple[int, ...] = ()
    """Other numbers that some programs write for it."""
