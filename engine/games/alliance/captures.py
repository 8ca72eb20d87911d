"""The captures of Dames-Alliance that take the most.

The search needs no budget of its own: a piece that jumps comes to sixteen squares at most, and
a side has no more than ``MEN`` pieces to be jumped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine import captures
from engine.games.alliance.board import BITS, KING_JUMPS, MAN_JUMPS, POINTS, bits
from engine.values import Move

MEN: Final = 12
"""The men a side begins with."""

JUMPS: Final = MAN_JUMPS | {"": KING_JUMPS}
_SHIFTS: Final = {"x": (8, 10), "+": (1, 9), "": (1, 8, 9, 10)}
"""By cross, and for a king as ``""``: its jumps, and the shifts of a step in half of their
directions, the others being the opposites."""


def longest(
    own: Mapping[str, int], enemy_men: int, enemy_kings: int, empty: int
) -> list[tuple[str, Move]]:
    """Return the captures of a side that take the most, each with the cross of who makes it.

    ``own`` are its men by their cross, and its kings as ``""``. Men and kings are weighed
    together, and a king that is taken counts one like a man.
    """
    most = 1
    found: list[tuple[str, Move]] = []
    for cross, pieces in own.items():
        takeable = takeable_by(cross, enemy_men, enemy_kings)
        for piece in bits(_capturing(pieces, takeable, empty, _SHIFTS[cross])):
            search = Captures(piece, JUMPS[cross], takeable, empty)
            levels = search.levels()
            taken = len(levels) - 1
            if taken > most:
                most, found = taken, []
            if taken == most:
                found += ((cross, search.move(levels, state)) for state in levels[-1])
    return found


def takeable_by(cross: str, enemy_men: int, enemy_kings: int) -> int:
    """Return what a piece may jump: a king all enemies, a man no king."""
    return enemy_men if cross else enemy_men | enemy_kings


def _capturing(pieces: int, enemy: int, empty: int, shifts: Sequence[int]) -> int:
    """Return the pieces that can jump an enemy beside them onto an empty square behind it."""
    jumping = 0
    for shift in shifts:
        jumping |= (enemy & empty >> shift) >> shift | (enemy & empty << shift) << shift
    return pieces & jumping


class Captures(captures.Captures):
    """What one piece can capture."""

    bits = BITS
    points = POINTS
