"""The map of Europe of 1914 as a picture shows it.

Squares are the dark cells of a checkerboard, so that the four cells beside a square are light
and bear no name of a square: the names of fortresses and countries stand in those, one to a
cell, and never run into anything.
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
    ROWS,
    WEST,
)
from engine.games.allies.map.kinds import KINDS
from engine.games.allies.map.outlines import OUTLINES
from engine.map import Cell, Edge, LandColour, Legend, LegendEntry, Map, Name, Outline, Place

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
"""By the letter of a country."""

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
"""By the name of an outline: its country, or one for each zone. Others take no part."""

CLOSED: Final = "Holland"
"""The country that is hatched: it lies among the squares and is no part of them."""

COUNTRY_NAMES: Final[Mapping[Cell, tuple[str, ...]]] = {
    (3, 4): ("ENG-", "LAND"),
    (2, 1): ("ENG-", "LAND"),
    (4, 13): ("FRANCE",),
    (3, 18): ("FRANCE",),
    (6, 9): ("BEL-", "GIUM"),
    (7, 6): ("HOL-", "LAND"),
    (12, 5): ("GERMANY", "WEST"),
    (12, 9): ("GERMANY", "WEST"),
    (17, 6): ("GERMANY", "EAST"),
    (19, 4): ("GERMANY", "EAST"),
    (9, 16): ("SWITZER-", "LAND"),
    (17, 12): ("AUSTRIA", "WEST"),
    (16, 17): ("AUSTRIA", "WEST"),
    (11, 18): ("ITALY",),
    (17, 22): ("ITALY",),
    (25, 12): ("AUSTRIA-", "HUNGARY"),
    (24, 15): ("AUSTRIA-", "HUNGARY"),
    (27, 6): ("RUSSIA",),
    (28, 9): ("RUSSIA",),
    (26, 3): ("RUSSIA",),
    (27, 18): ("ROMANIA",),
    (23, 20): ("SERBIA",),
    (27, 20): ("BUL-", "GARIA"),
    (31, 20): ("TURKEY",),
}
"""What is written in which light cell, line by line."""

BROKEN_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "La Spezia": ("La", "Spezia"),
    "Strasbourg": ("Stras-", "bourg"),
    "Franzensfeste": ("Franzens-", "feste"),
    "Königsberg": ("Königs-", "berg"),
    "Philippopolis": ("Philippo-", "polis"),
    "Adrianople": ("Adria-", "nople"),
    "Novogeorgievsk": ("Novogeor-", "gievsk"),
    "Bucharest": ("Bucha-", "rest"),
}
"""The names of fortresses that need two lines."""

TITLE: Final = "LES ALLIÉS · 1914"
NATIONS: Final[Mapping[str, str]] = {
    "FR": "French",
    "IT": "Italian",
    "RU": "Russian",
    "DW": "German",
    "AW": "Austrian",
    "DE": "German",
    "AE": "Austrian",
}


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
    """Yield the names: of fortresses each beside its own, as far as cells are free."""
    taken: set[Cell] = set(COUNTRY_NAMES)
    for square, name in FORTRESSES.items():
        x, y = cell_of(square)
        beside = ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))
        free = next(cell for cell in beside if cell not in taken)
        taken.add(free)
        yield Name(free, BROKEN_NAMES.get(name, (name,)), point[square])
    for cell, lines in COUNTRY_NAMES.items():
        yield Name(cell, lines)


def _legends() -> Iterator[Legend]:
    """Yield a panel for each zone, where no squares are."""
    soldiers = {
        army.code: LegendEntry(
            army.alliance, KINDS[f"{army.code} soldier"], f"{army.code}  {NATIONS[army.code]}"
        )
        for army in ARMIES
    }
    general = LegendEntry(0, KINDS["FR general"], "General")
    western = tuple(
        tuple(soldiers[code] for code in codes) for codes in (("FR", "IT"), ("DW", "AW"))
    )
    eastern = ((*(soldiers[code] for code in ("RU", "DE", "AE")), general),)
    yield Legend(0.4, 21.3, 9.4, 24.6, TITLE, western)
    yield Legend(28.06, 0.3, 31.8, 4.7, "", eastern)
