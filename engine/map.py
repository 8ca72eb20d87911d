"""The parts of a board that is a map, besides its points: lands, borders, fortresses and names.

The board is a grid of cells, one square each. Places are measured in squares from its top left
corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from engine.pieces import PieceKind
from engine.text import Text

LandColour = Literal[
    "blue", "rose", "yellow", "green", "white", "grey", "lavender", "orange", "brown", "mauve",
    "red", "teal", "lime", "violet", "water",
]  # fmt: skip
"""The colours that every theme has twice: for a land, and for its squares."""

Place = tuple[float, float]
Cell = tuple[int, int]
"""Column and row, counted from 0."""


class Outline(NamedTuple):
    """An outline of a country: its corners, its colours, and whether it is hatched.

    A country without colours takes no part. If there are two colours, the first is for the part
    west of the border.
    """

    corners: tuple[Place, ...]
    colours: tuple[LandColour, ...] = ()
    hatched: bool = False


class Edge(NamedTuple):
    """A side of a cell, from one corner to another."""

    start: Cell
    end: Cell


class Name(NamedTuple):
    """A name, written in one cell, and the point of the fortress it names, None for no fortress.

    A bar (``|``) in ``text`` separates lines.
    """

    cell: Cell
    text: Text
    fortress: int | None = None


class LegendEntry(NamedTuple):
    """A piece in the legend: the seat it belongs to, its kind, and the words beside it."""

    seat: int
    kind: PieceKind
    words: Text


class Legend(NamedTuple):
    """A panel that explains pieces: its place, its title, and its columns."""

    left: float
    top: float
    right: float
    bottom: float
    title: str
    columns: tuple[tuple[LegendEntry, ...], ...]


@dataclass(frozen=True, eq=False)
class Map:
    """A drawing under and between the points of a board. Maps are compared by identity.

    ``lands[point]``
        the colour of the land around the point.
    ``outlines``
        the outlines of all countries, including neighbours that take no part; a later outline
        covers an earlier one.
    ``border``
        the sides of cells along which the two zones of the map meet.
    ``east[row]``
        the first column of the eastern zone, which divides countries of two colours.
    ``fortresses``
        the points with a fortress, which stands if its point is in a zone of the position.
    """

    lands: tuple[LandColour, ...]
    outlines: tuple[Outline, ...]
    border: tuple[Edge, ...]
    east: tuple[int, ...]
    fortresses: frozenset[int]
    names: tuple[Name, ...]
    legends: tuple[Legend, ...]

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """The texts on the map: its names, and the words of its legends."""
        entries = (entry for panel in self.legends for column in panel.columns for entry in column)
        found = [*(name.text for name in self.names), *(entry.words for entry in entries)]
        return tuple(dict.fromkeys(found))
