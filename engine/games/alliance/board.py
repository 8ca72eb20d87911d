"""The board of Dames-Alliance, its squares as bits, and the directions of each cross.

A set of squares is an integer with one bit a square. Each rank has one unused bit after it, so
that a step in any of the eight directions is the same shift from every square, and a step off
the board ends on an unused bit::

    0   1   2   3   4   5   6   7  |  8          rank 8, from a to h
    9  10  11  12  13  14  15  16  | 17          rank 7
"""

from __future__ import annotations

from typing import Final

from engine.board import PointSets, square_board

RANKS: Final = 8

WHITE: Final = 0
BLACK: Final = 1

BOARD: Final = square_board(RANKS, RANKS)
SETS: Final = PointSets(BOARD, [point // RANKS * 9 + point % RANKS for point in range(len(BOARD))])
PLACES: Final = SETS.places
BITS: Final = SETS.bits
POINTS: Final = {bit: point for point, bit in enumerate(BITS)}
SQUARES: Final = SETS.all

LAST_RANKS: Final = (sum(BITS[:RANKS]), sum(BITS[-RANKS:]))
"""By seat, the rank on which a man becomes a king."""

ORTHOGONAL: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
"""Directions of the board, clockwise from north."""

CROSSES: Final = ("x", "+")
CROSS_OF: Final = (*CROSSES, "")
"""The cross of each kind of piece, ``""`` for a king."""
CAPTURES_ALONG: Final = {"x": DIAGONAL, "+": ORTHOGONAL}
"""By cross, the directions in which a man captures: along the four arms of its cross."""

MOVES_ALONG: Final = ({"x": (0, 6, 2), "+": (7, 1)}, {"x": (4, 6, 2), "+": (5, 3)})
"""By seat and cross, the directions in which a man moves: between the arms, never backward."""

PROMOTED: Final = "K"
"""The suffix of a move by which a man becomes a king."""


MEN: Final = 12
"""The number of men with which a side begins."""

STARTS: Final = (
    SETS.named("a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"),
    SETS.named("b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"),
)
"""By seat, the squares of the men before the first move."""
