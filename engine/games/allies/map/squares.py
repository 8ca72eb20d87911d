"""The squares of Les Alliés: the board, and the numbers of squares in sets.

A *point* is the place of a square on the ``Board``. Points are in the order of their names, so that
paths compare as their names do. Everything else uses *squares*, numbered so that a step is a shift:
a row of the map has 16 dark cells, and every second row begins half a cell further to the right.
With one number left out after every pair of rows, 33 in all, each step down adds 16 or 17, and each
step up subtracts as much, from every square. A shift over an edge ends on a number that is no
square. A set of squares is an integer with bit ``square`` set.
"""

from __future__ import annotations

import re
from typing import Final

from engine import position_text
from engine.board import NOWHERE, Board, PointSets
from engine.games.allies.map.chart import map_of
from engine.games.allies.map.europe import (
    COLUMNS,
    COUNTRIES,
    FORTRESSES,
    GRID,
    HOLLAND,
    ROWS,
    SEA,
)
from engine.text import Text

DIAGONALS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The directions of a step, as columns and rows: a line is a diagonal run of squares."""


def is_dark(row: int, column: int) -> bool:
    """Return whether a cell is dark: row and column add up to an even number."""
    return (row + column) % 2 == 0


def _board() -> Board:
    cells = {
        f"{ROWS[y]}{x + 1}": (x, y)
        for y in range(len(GRID))
        for x in range(COLUMNS)
        if is_dark(y, x) and GRID[y][x] in COUNTRIES
    }
    names = tuple(sorted(cells))
    point = {cells[name]: number for number, name in enumerate(names)}
    return Board(
        names=names,
        xy=tuple((x + 0.5, y + 0.5) for x, y in point),
        size=(COLUMNS, len(GRID)),
        steps=tuple(
            tuple(point.get((x + dx, y + dy), NOWHERE) for x, y in point) for dx, dy in DIAGONALS
        ),
        style="map",
        map=map_of(names),
    )


BOARD: Final = _board()
COUNTRY: Final = tuple(GRID[int(y)][int(x)] for x, y in BOARD.xy)
"""The letter of the country of each point."""
TEXT_ROWS: Final = position_text.rows(BOARD)

# Numbers

LEFT: Final = 16
RIGHT: Final = 17
"""The shifts of a step down to the left and down to the right; up they are negative."""

_ROWS: Final = LEFT + RIGHT
"""The difference in number between a square and the square two rows below it."""


def _number(x: float, y: float) -> int:
    column, row = int(x), int(y)
    return _ROWS * (row // 2) + RIGHT * (row % 2) + column // 2


SQUARE: Final[list[int]] = [_number(x, y) for x, y in BOARD.xy]
"""The number of the square at each point."""

POINT: Final[list[int]] = [-1] * (max(SQUARE) + 1)
"""The point of each square, -1 for a number without a square."""
for _point, _square in enumerate(SQUARE):
    POINT[_square] = _point

# Sets

SETS: Final = PointSets(BOARD, SQUARE)
"""The sets of squares, by the points of the board."""


def squares_of(countries: str) -> int:
    """Return the squares of the countries with these letters."""
    return SETS.of([point for point, country in enumerate(COUNTRY) if country in countries])


ALL: Final[int] = SETS.all
"""All squares of the map."""

ZONES: Final[list[int]] = [
    squares_of("".join([letter for letter, c in COUNTRIES.items() if c.zone == zone]))
    for zone in (0, 1)
]
"""The squares of the western and of the eastern zone."""

FORTRESS_AT: Final = {BOARD.point[square.lower()]: name for square, name in FORTRESSES.items()}
"""The names of the fortresses by point."""


def around(squares: int) -> int:
    """Return the squares one step away from any square of a set."""
    return (squares << LEFT | squares << RIGHT | squares >> LEFT | squares >> RIGHT) & ALL


# Lines


def _ray(square: int, step: int) -> int:
    """Return the squares along a line beyond a square, up to the edge of the map."""
    found = 0
    square += step
    while 0 <= square < len(POINT) and POINT[square] >= 0:
        found |= 1 << square
        square += step
    return found


RAYS_DOWN: Final[list[tuple[int, int]]] = [
    (_ray(square, LEFT), _ray(square, RIGHT)) for square in range(len(POINT))
]
RAYS_UP: Final[list[tuple[int, int]]] = [
    (_ray(square, -LEFT), _ray(square, -RIGHT)) for square in range(len(POINT))
]
"""The squares of the lines from each square downwards and upwards, in the order of the steps."""


def _jumps(square: int) -> list[tuple[int, int]]:
    """Return a soldier's jumps, each as the bits of its landing and of the square passed.

    They are in the order of the points of their landings.
    """
    ends = [
        (POINT[square + 2 * step], 1 << square + 2 * step, 1 << square + step)
        for step in (LEFT, RIGHT, -LEFT, -RIGHT)
        if 0 <= square + 2 * step < len(POINT)
        and POINT[square + step] >= 0
        and POINT[square + 2 * step] >= 0
    ]
    return [(landing, over) for _, landing, over in sorted(ends)]


JUMPS: Final[list[list[tuple[int, int]]]] = [_jumps(square) for square in range(len(POINT))]
"""By square, the jumps of a soldier, ignoring other pieces: the bits of the landing square and of
the square passed, in the order of points.
"""


def lines_from(point: int) -> list[list[int]]:
    """Return the points of the lines from a point, nearest first, across all borders."""
    lines = []
    for steps in BOARD.steps:
        line = []
        here = steps[point]
        while here != NOWHERE:
            line.append(here)
            here = steps[here]
        lines.append(line)
    return lines


def crosses(one: int, other: int) -> bool:
    """Return whether the border of the zones lies between two points."""
    return SETS.has(ZONES[0], one) != SETS.has(ZONES[0], other)


# Names of cells

NAME: Final = re.compile(r"[a-z][0-9]+")
CELL: Final = re.compile(r"([a-y])([1-9][0-9]?)")

_LONGEST_NAME: Final = 4
"""Characters of the longest name that is worth repeating."""


def no_square(name: str) -> Text | None:
    """Return the reason why no square has a name, None if one has or if it is not a name."""
    if name.lower() in BOARD.point or not NAME.fullmatch(name.lower()) or len(name) > _LONGEST_NAME:
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
