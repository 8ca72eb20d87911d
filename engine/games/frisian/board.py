"""The board of Frisian draughts, and its lines as bit sets and tables.

A set of squares is an integer with one bit a square, and one unused bit behind every second row.
So a step in any of the eight directions is the same shift from every square, and a diagonal step
off the board ends on an unused bit. A step along a row can end in the next row: so only pieces in
``INNER`` are jumped along a row. A set fits into 54 bits::

      0   1   2   3   4              squares 1-5
    5   6   7   8   9 | 10           squares 6-10
     11  12  13  14  15              squares 11-15
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from mypy_extensions import i64

from engine.board import NOWHERE, Board, PointSets

ROWS: Final = 10
SQUARES_A_ROW: Final = 5

WHITE: Final = 0
BLACK: Final = 1

EAST: Final = 1
SOUTH_WEST: Final = 5
SOUTH_EAST: Final = 6
SOUTH: Final = 11
"""Steps as shifts to the left; shifts to the right are the other four directions."""

_COMPASS: Final = ((0, -2), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1))
"""Steps in board squares, clockwise from north. Along a row or file the next dark square is two
board squares away."""

DIAGONALS: Final = (1, 3, 5, 7)
"""The directions in which pieces move; in all eight they capture."""

AXES: Final = range(4)
DIAGONAL_AXES: Final = (1, 3)
"""An axis is a direction below four together with its opposite."""


def _xy(point: int) -> tuple[int, int]:
    """Return column and row of a square on the 10x10 board."""
    row, column = divmod(point, SQUARES_A_ROW)
    return 2 * column + 1 - row % 2, row


def _board() -> Board:
    places = [_xy(point) for point in range(ROWS * SQUARES_A_ROW)]
    point_at = {place: point for point, place in enumerate(places)}
    return Board(
        names=tuple(str(point + 1) for point in range(len(places))),
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(ROWS, ROWS),
        steps=tuple(
            tuple(point_at.get((x + dx, y + dy), NOWHERE) for x, y in places) for dx, dy in _COMPASS
        ),
    )


def _place(point: int) -> int:
    row, column = divmod(point, SQUARES_A_ROW)
    return row // 2 * 11 + row % 2 * 5 + column


BOARD: Final = _board()
SETS: Final = PointSets(BOARD, [_place(point) for point in range(len(BOARD))])
BITS: Final = SETS.bits
POINTS: Final = {bit: point for point, bit in enumerate(BITS)}
PLACES: Final = {bit: bit.bit_length() - 1 for bit in BITS}
"""The place of each bit: the number of the bits below it."""

SQUARES: Final = SETS.all

SLOTS: Final = 67
"""The powers of two below 2**66 all leave different remainders when divided by this prime. So a
table by square can be a list: compiled, a remainder and an index take a tenth of the time of a
dictionary.
"""

T = TypeVar("T")


def by_slot(table: Mapping[int, T], nothing: T) -> list[T]:
    """Return a table by square as a list, in which a square has the index ``square % SLOTS``."""
    slots = [nothing] * SLOTS
    for square, entry in table.items():
        slots[square % SLOTS] = entry
    return slots


DIVISORS: Final = (31, 1443, 31, 1219)
"""By axis, a divisor by which all sets of a line's other squares leave different remainders. So a
table by the empty squares of a line can be a list.
"""

PLACE_AT: Final = by_slot(PLACES, 0)
"""The place of each bit, by its slot."""

INNER: Final = sum(bit for point, bit in enumerate(BITS) if 0 < point % SQUARES_A_ROW < 4)
"""The squares with another square on both sides in their row."""

KING_ROWS: Final = (sum(BITS[:SQUARES_A_ROW]), sum(BITS[-SQUARES_A_ROW:]))
"""By seat, the row on which a man becomes a king."""

ALPHABETICAL: Final = {
    point: rank
    for rank, point in enumerate(sorted(range(len(BOARD)), key=lambda p: f"{BOARD.names[p]}x"))
}
"""The rank of a square in the text of a capture: 50 comes before 5, because in ``50x`` and ``5x`` a
digit comes before the x.
"""


def count(squares: i64) -> i64:
    """Return the size of a small set of squares; compiled, the count is in machine words."""
    number: i64 = 0
    while squares:
        squares &= squares - 1
        number += 1
    return number


def line_mask(point: int, axis: int) -> int:
    """Return the squares of a line through a square along an axis, without that square."""
    return sum(BITS[end] for d in (axis, axis + 4) for end in BOARD.ray(point, d))
