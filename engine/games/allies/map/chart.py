"""The map of Europe of 1914 as a picture shows it.

Squares are the dark cells of a checkerboard, so the four cells beside a square are light and free.
The names of fortresses and countries are written in light cells, one to a cell, and never overlap
anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.games.allies.map.europe import (
    ARMIES,
    COLUMNS,
    COUNTRIES,
    EAST,
    FORTRESSES,
    GRID,
    KINDS,
    ROWS,
    WEST,
)
from engine.games.allies.map.outlines import OUTLINES
from engine.map import Cell, Edge, LandColour, Legend, LegendEntry, Map, Name, Outline, Place
from engine.text import Text, in_context

COLOURS: Final[Mapping[str, LandColour]] = {
    "F": "blue",
    "E": "rose",
    "B": "yellow",
    "I": "green",
    "S": "white",
    "G": "grey",
    "D": "lavender",
    "A": "orange",
    "H": "brown",
    "U": "mauve",
    "T": "red",
    "R": "teal",
    "M": "lime",
    "Y": "violet",
    "~": "water",
}
"""The colours of countries, by their letters."""

LETTERS: Final[Mapping[str, str]] = {
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
"""By the name of an outline, the letters of its countries, one for each zone. Outlines that are not
listed take no part.
"""

CLOSED: Final = "Holland"
"""The hatched country: it lies among the squares but has none."""

_ENGLAND: Final = in_context("map", "ENG-|LAND")
_FRANCE: Final = in_context("map", "FRANCE")
_GERMANY_WEST: Final = in_context("map", "GERMANY|WEST")
_GERMANY_EAST: Final = in_context("map", "GERMANY|EAST")
_AUSTRIA_WEST: Final = in_context("map", "AUSTRIA|WEST")
_AUSTRIA_HUNGARY: Final = in_context("map", "AUSTRIA-|HUNGARY")
_ITALY: Final = in_context("map", "ITALY")
_RUSSIA: Final = in_context("map", "RUSSIA")

COUNTRY_NAMES: Final[Mapping[Cell, Text]] = {
    (3, 4): _ENGLAND,
    (2, 1): _ENGLAND,
    (4, 13): _FRANCE,
    (3, 18): _FRANCE,
    (6, 9): in_context("map", "BEL-|GIUM"),
    (7, 6): in_context("map", "HOL-|LAND"),
    (12, 5): _GERMANY_WEST,
    (12, 9): _GERMANY_WEST,
    (17, 6): _GERMANY_EAST,
    (19, 4): _GERMANY_EAST,
    (9, 16): in_context("map", "SWITZER-|LAND"),
    (17, 12): _AUSTRIA_WEST,
    (16, 17): _AUSTRIA_WEST,
    (11, 18): _ITALY,
    (17, 22): _ITALY,
    (25, 12): _AUSTRIA_HUNGARY,
    (24, 15): _AUSTRIA_HUNGARY,
    (27, 6): _RUSSIA,
    (28, 9): _RUSSIA,
    (26, 3): _RUSSIA,
    (27, 18): in_context("map", "ROMANIA"),
    (23, 20): in_context("map", "SERBIA"),
    (27, 20): in_context("map", "BUL-|GARIA"),
    (31, 20): in_context("map", "TURKEY"),
}
"""The names written in light cells; a bar separates two lines."""

BROKEN_NAMES: Final[Mapping[str, Text]] = {
    "T12": in_context("map", "La|Spezia"),
    "M11": in_context("map", "Stras-|bourg"),
    "P14": in_context("map", "Franzens-|feste"),
    "C23": in_context("map", "Königs-|berg"),
    "U29": in_context("map", "Philippo-|polis"),
    "V30": in_context("map", "Adria-|nople"),
    "G23": in_context("map", "Novogeor-|gievsk"),
    "R30": in_context("map", "Bucha-|rest"),
}
"""The names of fortresses that need two lines, by square."""

TITLE: Final = "LES ALLIÉS · 1914"


def map_of(squares: Sequence[str]) -> Map:
    """Return the map under the board whose points have these names."""
    point = {name: number for number, name in enumerate(squares)}
    cells = [cell_of(name) for name in squares]
    return Map(
        lands=tuple(COLOURS[GRID[y][x]] for x, y in cells),
        outlines=tuple(_outlines()),
        border=tuple(_border()),
        east=tuple(_first_eastern_column(row) for row in GRID),
        fortresses=frozenset(point[square] for square in FORTRESSES),
        names=tuple(_names(point)),
        legends=tuple(_legends()),
    )


def cell_of(square: str) -> Cell:
    """Return the cell of a square by its name."""
    return (int(square[1:]) - 1, ROWS.index(square[0]))


def _outlines() -> Iterator[Outline]:
    for country, outlines in OUTLINES.items():
        colours = tuple(COLOURS[letter] for letter in LETTERS.get(country, ""))
        for walk in outlines.split(";"):
            yield Outline(tuple(_corners(walk)), colours, hatched=country == CLOSED)


def _corners(walk: str) -> Iterator[Place]:
    x = y = 0
    for step in walk.split():
        dx, _, dy = step.partition(",")
        x, y = x + int(dx), y + int(dy)
        yield (x / 100, y / 100)


def _zone(x: int, y: int) -> int | None:
    """Return the zone of a cell; None outside both."""
    if y >= len(GRID) or x >= COLUMNS or GRID[y][x] not in COUNTRIES:
        return None
    return COUNTRIES[GRID[y][x]].zone


def _first_eastern_column(row: str) -> int:
    eastern = (x for x, letter in enumerate(row) if letter in COUNTRIES)
    return next((x for x in eastern if COUNTRIES[row[x]].zone == EAST), COLUMNS)


def _border() -> Iterator[Edge]:
    """Yield the sides of cells on which the zones meet."""
    for y in range(len(GRID)):
        for x in range(COLUMNS):
            for other, start in (((x + 1, y), (x + 1, y)), ((x, y + 1), (x, y + 1))):
                if {_zone(x, y), _zone(*other)} == {WEST, EAST}:
                    yield Edge(start, (x + 1, y + 1))


def _names(point: Mapping[str, int]) -> Iterator[Name]:
    """Yield the names: of fortresses in free cells beside their squares, then of countries."""
    taken: set[Cell] = set(COUNTRY_NAMES)
    for square, name in FORTRESSES.items():
        x, y = cell_of(square)
        beside = ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))
        free = next(cell for cell in beside if cell not in taken)
        taken.add(free)
        yield Name(free, BROKEN_NAMES.get(square, name), point[square])
    for cell, name in COUNTRY_NAMES.items():
        yield Name(cell, name)


def _legends() -> Iterator[Legend]:
    """Yield the legend of each zone, in a part of the map without squares."""
    soldiers = {
        army.code: LegendEntry(
            army.alliance,
            KINDS[f"{army.code} soldier"],
            Text("{code}  {nation}", code=army.code, nation=army.nation),
        )
        for army in ARMIES
    }
    general = LegendEntry(0, KINDS["FR general"], in_context("map", "General"))
    western = tuple(
        tuple(soldiers[code] for code in codes) for codes in (("FR", "IT"), ("DW", "AW"))
    )
    eastern = ((*(soldiers[code] for code in ("RU", "DE", "AE")), general),)
    yield Legend(0.4, 21.3, 9.4, 24.6, TITLE, western)
    yield Legend(28.06, 0.3, 31.8, 4.7, "", eastern)
