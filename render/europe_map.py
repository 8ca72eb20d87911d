"""Where things lie on the map of 1914: countries, fortresses, borders, and room for names.

Squares are the dark cells of a checkerboard, so that the four cells beside a square are light
and bear no name of a square: the names of fortresses and countries stand in those, one to a
cell, and never run into anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.board import Board
from render.canvas import Place

DATA: Final = Path(__file__).parent / "europe.json"

Cell = tuple[int, int]
"""Column and row, counted from 0."""

WEST: Final = frozenset("FBEIS~GA")
EAST: Final = frozenset("RMYDHUT")
"""The letters of the countries of the two zones."""
HOLLAND: Final = "Holland"

COUNTRIES: Final[Mapping[str, str]] = {
    "France": "F",
    "Belgium": "B",
    "England": "E",
    "Italy": "I",
    "Switzerland": "S",
    "Germany": "GD",
    "Austria-Hungary": "AH",
    "Bulgaria": "U",
    "Turkey": "T",
    "Russia": "R",
    "Romania": "M",
    "Serbia": "Y",
    "Montenegro": "Y",
}
"""By the name of an outline: its letter, or one for each zone. Others take no part."""

NAMES: Final[Mapping[Cell, str]] = {
    (3, 4): "ENG-|LAND",
    (2, 1): "ENG-|LAND",
    (4, 13): "FRANCE",
    (3, 18): "FRANCE",
    (6, 9): "BEL-|GIUM",
    (7, 6): "HOL-|LAND",
    (12, 5): "GERMANY|WEST",
    (12, 9): "GERMANY|WEST",
    (17, 6): "GERMANY|EAST",
    (19, 4): "GERMANY|EAST",
    (9, 16): "SWITZER-|LAND",
    (17, 12): "AUSTRIA|WEST",
    (16, 17): "AUSTRIA|WEST",
    (11, 18): "ITALY",
    (17, 22): "ITALY",
    (25, 12): "AUSTRIA-|HUNGARY",
    (24, 15): "AUSTRIA-|HUNGARY",
    (27, 6): "RUSSIA",
    (28, 9): "RUSSIA",
    (26, 3): "RUSSIA",
    (27, 18): "ROMANIA",
    (23, 20): "SERBIA",
    (27, 20): "BUL-|GARIA",
    (31, 20): "TURKEY",
}
"""What is written in which light cell; ``|`` parts lines."""


class Ring(NamedTuple):
    """One outline of a country, in squares."""

    country: str
    places: tuple[Place, ...]


class Edge(NamedTuple):
    """A side of a cell, from one corner to another."""

    start: Cell
    end: Cell


class Map(NamedTuple):
    """The data of the map."""

    cells: tuple[str, ...]
    """Row by row a letter a cell."""
    fortresses: Mapping[str, str]
    """By square: the name as it is written, ``|`` between lines."""
    rings: tuple[Ring, ...]

    def letter(self, cell: Cell) -> str:
        """The letter of a cell, ``"."`` beyond the board."""
        x, y = cell
        inside = 0 <= y < len(self.cells) and 0 <= x < len(self.cells[0])
        return self.cells[y][x] if inside else "."


@lru_cache(maxsize=1)
def map_of_1914() -> Map:
    """The map of 1914."""
    data = json.loads(DATA.read_text("utf-8"))
    rings = (
        Ring(country, tuple(_walk(steps)))
        for country, outlines in data["rings"].items()
        for steps in outlines
    )
    return Map(tuple(data["cells"]), data["fortresses"], tuple(rings))


@lru_cache(maxsize=16)
def is_europe(board: Board) -> bool:
    """Whether a board is this map: another one has no lands to draw."""
    return board.style == "map" and all(
        name[:1].isalpha()
        and name[1:].isdigit()
        and map_of_1914().letter(cell_of(name)) in WEST | EAST
        for name in board.names
    )


def _walk(steps: list[int]) -> Iterator[Place]:
    """The corners of an outline, of steps in hundredths of a square."""
    x = y = 0
    for i in range(0, len(steps), 2):
        x, y = x + steps[i], y + steps[i + 1]
        yield (x / 100, y / 100)


@lru_cache(maxsize=1)
def zone_border() -> tuple[Edge, ...]:
    """The sides of cells on which the zones meet."""
    land = map_of_1914()
    edges = []
    for y, row in enumerate(land.cells):
        for x, letter in enumerate(row):
            for other, edge in (
                ((x + 1, y), Edge((x + 1, y), (x + 1, y + 1))),
                ((x, y + 1), Edge((x, y + 1), (x + 1, y + 1))),
            ):
                if {letter in WEST, land.letter(other) in WEST} == {True, False} and {
                    letter in EAST,
                    land.letter(other) in EAST,
                } == {True, False}:
                    edges.append(edge)
    return tuple(edges)


@lru_cache(maxsize=1)
def labels() -> Mapping[Cell, tuple[str, str]]:
    """What is written in which light cell: a text, and the square of the fortress it names."""
    land = map_of_1914()
    taken: dict[Cell, tuple[str, str]] = {}
    for square, name in land.fortresses.items():
        x, y = cell_of(square)
        beside = ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))
        free = next(cell for cell in beside if cell not in taken and cell not in NAMES)
        taken[free] = (name, square)
    return taken | {cell: (name, "") for cell, name in NAMES.items()}


def cell_of(square: str) -> Cell:
    """The cell of a square by its name."""
    return (int(square[1:]) - 1, ord(square[0].upper()) - ord("A"))
