"""The names of cells on the map, and why a cell is no square."""

from __future__ import annotations

import re
from typing import Final

from engine.games.allies.map.europe import COLUMNS, COUNTRIES, GRID, HOLLAND, ROWS, SEA
from engine.games.allies.map.ground import BOARD, is_dark
from engine.text import Text

NAME: Final = re.compile(r"[a-z][0-9]+")
CELL: Final = re.compile(r"([a-y])([1-9][0-9]?)")

_LONGEST: Final = 4
"""Characters of a name that is worth repeating."""


def no_square(name: str) -> Text | None:
    """Return why there is no square of that name; None where there is one, or it is no name."""
    if name.lower() in BOARD.point or not NAME.fullmatch(name.lower()) or len(name) > _LONGEST:
        return None
    shown = name.upper()
    match = CELL.fullmatch(name.lower())
    if match is None or int(match[2]) > COLUMNS:
        return Text(
            "There is no {square} on the map: rows go from A to Y and columns from 1 to 32.",
            square=shown,
        )
    row, column = ROWS.index(match[1].upper()), int(match[2]) - 1
    cell = GRID[row][column]
    if cell == HOLLAND:
        return Text(
            "{square} is in Holland, which is closed: nothing stands on it, crosses it or jumps "
            "over it.",
            square=shown,
        )
    if cell == SEA:
        return Text("{square} is sea, and armies stay on land.", square=shown)
    if cell not in COUNTRIES:
        return Text("{square} lies outside the countries that take part.", square=shown)
    if not is_dark(row, column):
        return Text(
            "{square} is a light square: armies stand and move on the dark ones only.",
            square=shown,
        )
    return None
