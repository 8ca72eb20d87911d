"""The board of Frisian draughts, and its lines as bit sets and tables.

A set of squares is an integer with one bit a square, and one unused bit behind every second row.
So a step in any of the eight directions is the same shift from every square, and a diagonal step
off the board ends on an unused bit. A step along a row can end in the next one: what is jumped
over along a row stands in ``INNER``. All fits into 54 bits::

      0   1   2   3   4              squares 1-5
    5   6   7   8   9 | 10           squares 6-10
     11  12  13  14  15              squares 11-15
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.board import NOWHERE, Board
from engine.captures import Jump
from engine.values import Move

ROWS: Final = 10
SQUARES_A_ROW: Final = 5

WHITE: Final = 0
BLACK: Final = 1

EAST: Final = 1
SOUTH_WEST: Final = 5
SOUTH_EAST: Final = 6
SOUTH: Final = 11
"""Steps as shifts to the left; to the right they are the steps of the other four directions."""

_COMPASS: Final = ((0, -2), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1))
"""Steps in board squares, clockwise from north. Along a row or file the next dark square is two
board squares away."""

DIAGONALS: Final = (1, 3, 5, 7)
"""The directions in which pieces move; in all eight they capture."""

_AXES: Final = range(4)
_DIAGONAL_AXES: Final = (1, 3)
"""An axis is a direction below four together with its opposite."""


def _place(point: int) -> tuple[int, int]:
    """Return column and row of a square on the 10x10 board."""
    row, column = divmod(point, SQUARES_A_ROW)
    return 2 * column + 1 - row % 2, row


def _board() -> Board:
    places = [_place(point) for point in range(ROWS * SQUARES_A_ROW)]
    point_at = {place: point for point, place in enumerate(places)}
    return Board(
        names=tuple(str(point + 1) for point in range(len(places))),
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(ROWS, ROWS),
        steps=tuple(
            tuple(point_at.get((x + dx, y + dy), NOWHERE) for x, y in places) for dx, dy in _COMPASS
        ),
    )


def _bit(point: int) -> int:
    row, column = divmod(point, SQUARES_A_ROW)
    return 1 << row // 2 * 11 + row % 2 * 5 + column


BOARD: Final = _board()
BITS: Final = tuple(_bit(point) for point in range(len(BOARD)))
POINTS: Final = {bit: point for point, bit in enumerate(BITS)}
SQUARES: Final = sum(BITS)

INNER: Final = sum(bit for point, bit in enumerate(BITS) if 0 < point % SQUARES_A_ROW < 4)
"""The squares that have another on both sides in their row."""

KING_ROWS: Final = (sum(BITS[:SQUARES_A_ROW]), sum(BITS[-SQUARES_A_ROW:]))
"""The row on which a man of White, of Black, becomes a king."""

ALPHABETICAL: Final = {
    point: rank
    for rank, point in enumerate(sorted(range(len(BOARD)), key=lambda p: f"{BOARD.names[p]}x"))
}
"""The place of a square among the others in the text of a capture: 50 comes before 5, because
in ``50x`` and ``5x`` a digit comes before the x."""


def bits(squares: int) -> Iterator[int]:
    """Return the squares of a set one by one, in the order of their numbers."""
    while squares:
        bit = squares & -squares
        squares ^= bit
        yield bit


def _subsets(squares: int) -> Iterator[int]:
    subset = squares
    while subset:
        yield subset
        subset = (subset - 1) & squares
    yield 0


def quiet(start: int, end: int) -> Move:
    """Return a move without capture, between two points."""
    return Move("move", (start, end))


def _man_moves(seat: int) -> dict[int, tuple[int, dict[int, tuple[Move, ...]]]]:
    """Return for every square of a man the squares before it, and its moves by which are empty.

    A man moves one square diagonally forward to an empty square.
    """
    table = {}
    for point, bit in enumerate(BITS):
        forward = [BOARD.steps[d][point] for d in ((7, 1) if seat == WHITE else (5, 3))]
        ends = [end for end in forward if end != NOWHERE]
        before = sum(BITS[end] for end in ends)
        moves = {
            empty: tuple(quiet(point, end) for end in ends if BITS[end] & empty)
            for empty in _subsets(before)
        }
        table[bit] = (before, moves)
    return table


class _Diagonal(dict[int, tuple[Move, ...]]):
    """A king's moves along one diagonal by which squares of it are empty, filled when asked.

    A king moves any distance over empty squares.
    """

    def __init__(self, point: int, axis: int) -> None:
        super().__init__()
        self._point = point
        self._rays = (BOARD.ray(point, axis + 4), BOARD.ray(point, axis))

    def __missing__(self, empty: int) -> tuple[Move, ...]:
        moves = []
        for ray in self._rays:
            for end in ray:
                if not BITS[end] & empty:
                    break
                moves.append(quiet(self._point, end))
        self[empty] = tuple(moves)
        return self[empty]


class _Line(dict[int, tuple[int, tuple[Jump, ...]]]):
    """A king's jumps along one line by which squares of it are empty, filled when asked.

    A king jumps over one piece with only empty squares before it and lands on any of the
    empty squares behind it. The entry is the pieces it may jump and the jumps, whosever the
    pieces are.
    """

    def __init__(self, point: int, axis: int) -> None:
        super().__init__()
        self._start = BITS[point]
        self._rays = (BOARD.ray(point, axis), BOARD.ray(point, axis + 4))

    def __missing__(self, empty: int) -> tuple[int, tuple[Jump, ...]]:
        jumped = 0
        jumps: list[Jump] = []
        for ray in self._rays:
            over = 0
            for point in ray:
                bit = BITS[point]
                if bit & empty:
                    if over:
                        jumped |= over
                        jumps.append((ALPHABETICAL[point], over, self._start | over | bit))
                elif over:
                    break
                else:
                    over = bit
        self[empty] = (jumped, tuple(jumps))
        return self[empty]


def _man_jumps() -> dict[int, tuple[Jump, ...]]:
    """Return for every square of a man its jumps, were all pieces beside it enemies.

    A man captures in all eight directions, over the next square onto the one behind it.
    """
    return {
        BITS[point]: tuple(
            sorted(
                (ALPHABETICAL[ray[1]], BITS[ray[0]], BITS[point] | BITS[ray[0]] | BITS[ray[1]])
                for ray in (BOARD.ray(point, direction) for direction in range(len(_COMPASS)))
                if len(ray) > 1
            )
        )
        for point in range(len(BOARD))
    }


def _mask(point: int, axis: int) -> int:
    return sum(BITS[end] for d in (axis, axis + 4) for end in BOARD.ray(point, d))


MAN_MOVES: Final = (_man_moves(WHITE), _man_moves(BLACK))
MAN_JUMPS: Final = _man_jumps()
KING_MOVES: Final = {
    BITS[point]: tuple((_mask(point, axis), _Diagonal(point, axis)) for axis in _DIAGONAL_AXES)
    for point in range(len(BOARD))
}
KING_JUMPS: Final = {
    BITS[point]: tuple((_mask(point, axis), _Line(point, axis)) for axis in _AXES)
    for point in range(len(BOARD))
}
