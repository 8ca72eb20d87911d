"""The board of Dames-Alliance, and its steps and jumps as bit sets and tables.

A set of squares is an integer with one bit a square. Each rank has one unused bit behind it, so
that a step in any of the eight directions is the same shift from every square, and a step off
the board ends on an unused bit::

    0   1   2   3   4   5   6   7  |  8          rank 8, from a to h
    9  10  11  12  13  14  15  16  | 17          rank 7
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.board import NOWHERE, square_board
from engine.captures import Jump
from engine.values import Move

RANKS: Final = 8

WHITE: Final = 0
BLACK: Final = 1

BOARD: Final = square_board(RANKS, RANKS)
BITS: Final = tuple(1 << (point // RANKS * 9 + point % RANKS) for point in range(len(BOARD)))
POINTS: Final = {bit: point for point, bit in enumerate(BITS)}
SQUARES: Final = sum(BITS)

LAST_RANKS: Final = (sum(BITS[:RANKS]), sum(BITS[-RANKS:]))
"""The rank on which a man of White, of Black, becomes a king."""

ORTHOGONAL: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
"""Directions of the board, clockwise from north."""

CROSSES: Final = ("x", "+")
TURNED: Final = {"x": "+", "+": "x"}
CAPTURES_ALONG: Final = {"x": DIAGONAL, "+": ORTHOGONAL}
"""A man captures along the four arms of its cross, forward and backward."""

MOVES_ALONG: Final = ({"x": (0, 6, 2), "+": (7, 1)}, {"x": (4, 6, 2), "+": (5, 3)})
"""By seat: a man moves where its cross does not point, and never backward."""

PROMOTED: Final = "K"
"""The suffix of a move on which a man becomes a king."""

Moves = dict[int, tuple[Move, ...]]
"""The moves of a piece by which of the squares around it are empty."""

Jumps = dict[int, tuple[Jump, ...]]
"""The jumps from every square, were all pieces beside it enemies, in alphabetical order."""


def bits(squares: int) -> Iterator[int]:
    """Return the squares of a set one by one, from the top of the board."""
    while squares:
        bit = squares & -squares
        squares ^= bit
        yield bit


def squares_named(names: str) -> int:
    """Return the set of the squares with these names."""
    return sum(BITS[BOARD.point[name]] for name in names.split())


def _subsets(squares: int) -> Iterator[int]:
    subset = squares
    while subset:
        yield subset
        subset = (subset - 1) & squares
    yield 0


def forms(seat: int, cross: str, end: int) -> tuple[str, ...]:
    """Return the suffixes with which a man may end on a point: left as it is or turned.

    On the last rank it becomes a king, which has no cross.
    """
    return (PROMOTED,) if BITS[end] & LAST_RANKS[seat] else ("", TURNED[cross])


def _man_moves(seat: int, cross: str) -> dict[int, tuple[int, Moves]]:
    """Return for every man the squares it may move to, and its moves by which of them are empty.

    An x man moves one square forward, left or right; a + man one square diagonally forward.
    """
    table = {}
    for point, bit in enumerate(BITS):
        steps = (BOARD.steps[direction][point] for direction in MOVES_ALONG[seat][cross])
        ends = [end for end in steps if end != NOWHERE]
        moves = {
            empty: tuple(
                Move("move", (point, end), suffix=suffix)
                for end in ends
                if BITS[end] & empty
                for suffix in forms(seat, cross, end)
            )
            for empty in _subsets(sum(BITS[end] for end in ends))
        }
        table[bit] = (sum(BITS[end] for end in ends), moves)
    return table


class _Around(Moves):
    """A king's moves by which squares around it are empty, filled when asked.

    A king moves one square in any direction.
    """

    def __init__(self, point: int) -> None:
        super().__init__()
        steps = (steps[point] for steps in BOARD.steps)
        self._moves = [Move("move", (point, end)) for end in steps if end != NOWHERE]
        self.squares = sum(BITS[move.path[1]] for move in self._moves)

    def __missing__(self, empty: int) -> tuple[Move, ...]:
        self[empty] = tuple(move for move in self._moves if BITS[move.path[1]] & empty)
        return self[empty]


_ALPHABETICAL: Final = {
    point: rank for rank, point in enumerate(sorted(range(len(BOARD)), key=BOARD.names.__getitem__))
}


def _jumps(directions: tuple[int, ...]) -> Jumps:
    """Return the jumps: over the next square onto the one behind it."""
    table = {}
    for point, bit in enumerate(BITS):
        rays = (BOARD.ray(point, direction)[:2] for direction in directions)
        jumps = [
            (_ALPHABETICAL[ray[1]], BITS[ray[0]], bit | BITS[ray[0]] | BITS[ray[1]])
            for ray in rays
            if len(ray) == 2
        ]
        table[bit] = tuple(sorted(jumps))
    return table


def _king_moves() -> dict[int, tuple[int, Moves]]:
    around = {bit: _Around(point) for point, bit in enumerate(BITS)}
    return {bit: (moves.squares, moves) for bit, moves in around.items()}


MAN_MOVES: Final = tuple(
    {cross: _man_moves(seat, cross) for cross in CROSSES} for seat in (WHITE, BLACK)
)
KING_MOVES: Final = _king_moves()
MAN_JUMPS: Final = {cross: _jumps(CAPTURES_ALONG[cross]) for cross in CROSSES}
KING_JUMPS: Final = _jumps(DIAGONAL + ORTHOGONAL)
