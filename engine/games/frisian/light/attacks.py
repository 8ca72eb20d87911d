"""Which pieces can capture in Frisian draughts, by bit operations on the whole board."""

from __future__ import annotations

from mypy_extensions import i64

from engine.games.frisian.board import EAST, INNER, KING_JUMPS, SOUTH, SOUTH_EAST, SOUTH_WEST


def jumping(enemy: i64, empty: i64) -> int:
    """Return the squares from which a man captures: over an enemy beside it, onto an empty one.

    Compiled it counts in machine words, from which a step off the board simply falls.
    """
    inner = enemy & INNER
    return (
        (inner & empty >> EAST) >> EAST
        | (inner & empty << EAST) << EAST
        | (enemy & empty >> SOUTH_WEST) >> SOUTH_WEST
        | (enemy & empty << SOUTH_WEST) << SOUTH_WEST
        | (enemy & empty >> SOUTH_EAST) >> SOUTH_EAST
        | (enemy & empty << SOUTH_EAST) << SOUTH_EAST
        | (enemy & empty >> SOUTH) >> SOUTH
        | (enemy & empty << SOUTH) << SOUTH
    )


def capturing_kings(kings: int, enemy: int, empty: int) -> int:
    """Return the kings that capture: over the first piece on a line, an enemy, with room behind."""
    capturing = 0
    while kings:
        king = kings & -kings
        kings ^= king
        for mask, line in KING_JUMPS[king]:
            if line[empty & mask][0] & enemy:
                capturing |= king
                break
    return capturing
