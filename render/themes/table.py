"""Reading a theme from its table.

A table has a row for every material, board and land: its name, and its colours in the order of
``Material``, ``BoardColours`` and ``LandColours``. In a material with four colours, all symbols
have the last one. A dot in the row of a board repeats the colour of the row ``draughts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast, get_args

from engine.map import LandColour
from engine.pieces import ColourSet
from engine.text import Text
from render.drawing.colour import Colour
from render.themes.theme import (
    BoardColours,
    LandColours,
    MapColours,
    Material,
    Pattern,
    Theme,
)

MATERIALS: Final[Mapping[ColourSet, tuple[str, ...]]] = {
    "draughts": ("white", "black"),
    "black-first": ("black", "white"),
    "fortress": ("besieger", "guard"),
    "camps": ("red", "blue", "yellow", "green", "violet", "ivory"),
    "map": ("pale", "deep", "pale", "deep"),
}
"""The materials of every set of colours, seat by seat."""

Rows = Mapping[str, Sequence[str]]
"""The cells of the rows of a table, by the name at the beginning of the row."""


def read_theme(
    title: Text,
    *,
    pieces: str,
    boards: str,
    lands: str,
    places: str,
    grain: float = 0.0,
    rim: float = 0.0,
    bold: float = 1.0,
    square_line: float = 0.3,
) -> Theme:
    """Return the theme of a table. Raises KeyError, TypeError or ValueError for missing entries.

    ``places`` are the colours that occur once: stone, well, and those of a map except its lands.
    """
    materials = {name: _material(row) for name, row in _rows(pieces).items()}
    board_rows = _rows(boards)
    place = {name: _colour(row[0]) for name, row in _rows(places).items()}
    stone, well = place.pop("stone"), place.pop("well")
    land_rows = _rows(lands)
    return Theme(
        title,
        MappingProxyType(
            {
                name: BoardColours(
                    **_board(board_rows[name], board_rows["draughts"]),
                    materials=tuple(materials[material] for material in names),
                    stone=stone,
                    well=well,
                    grain=grain,
                    rim=rim,
                    bold=bold,
                )
                for name, names in MATERIALS.items()
            }
        ),
        MapColours(
            MappingProxyType(
                {name: LandColours(*map(_colour, land_rows[name])) for name in _land_colours()}
            ),
            **place,
            square_line=square_line,
        ),
    )


def _rows(table: str) -> Rows:
    """Return the rows of a table."""
    return {name: cells for name, *cells in map(str.split, table.strip().splitlines())}


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return (red, green, blue)


def _material(row: Sequence[str]) -> Material:
    *texts, pattern = row
    face, highlight, side, groove, *symbols = map(_colour, texts)
    symbol, second = symbols or (groove, groove)
    return Material(face, highlight, side, groove, symbol, second, cast("Pattern", pattern))


def _board(row: Sequence[str], draughts: Sequence[str]) -> dict[str, Colour]:
    """Return the colours of a board by field; they are the first fields of ``BoardColours``."""
    colours = (usual if own == "." else own for own, usual in zip(row, draughts, strict=True))
    return dict(zip(BoardColours._fields, map(_colour, colours), strict=False))


def _land_colours() -> tuple[LandColour, ...]:
    return get_args(LandColour)
