"""The squares as the light state numbers them, so that a step is a shift.

A row of the map has 16 dark cells, and every second row begins half a cell further to the right.
With one number left out after every pair of rows, 33 in all, each step down goes 16 or 17
numbers on, and each step up as many back, from every square. What a shift carries over an edge
lands on a number that is no square.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.games.allies.map.ground import BOARD, ZONES, bits

LEFT: Final = 16
RIGHT: Final = 17
"""The distances of a step down to the left and down to the right; up it is the same back."""

_ROWS: Final = LEFT + RIGHT
"""The distance of two rows."""


def _number(x: float, y: float) -> int:
    column, row = int(x), int(y)
    return _ROWS * (row // 2) + RIGHT * (row % 2) + column // 2


NUMBER: Final[list[int]] = [_number(x, y) for x, y in BOARD.xy]
"""The number of the square at each point of the board."""

POINT: Final[list[int]] = [-1] * (max(NUMBER) + 1)
"""The point of the board of each number; -1 where there is no square."""
for _point, _square in enumerate(NUMBER):
    POINT[_square] = _point


def squares_at(points: int) -> int:
    """Return a set of points of the board as a set of squares."""
    squares = 0
    for point in bits(points):
        squares |= 1 << NUMBER[point]
    return squares


def points_at(squares: int) -> int:
    """Return a set of squares as a set of points of the board."""
    points = 0
    for square in bits(squares):
        points |= 1 << POINT[square]
    return points


def set_of(squares: Iterable[int]) -> int:
    """Return the set of those squares."""
    found = 0
    for square in squares:
        found |= 1 << square
    return found


ALL: Final[int] = set_of(NUMBER)
"""All squares of the map."""

ZONE: Final[list[int]] = [squares_at(zone) for zone in ZONES]
"""The squares of the western and of the eastern zone."""


def around(squares: int) -> int:
    """Return the squares that are a step away from some of a set."""
    return (squares << LEFT | squares << RIGHT | squares >> LEFT | squares >> RIGHT) & ALL


def _ray(square: int, step: int) -> int:
    """Return the squares beyond one along a line, up to where the map ends."""
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
