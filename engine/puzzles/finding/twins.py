"""Twins: puzzles that ask for the same in nearly the same position."""

from __future__ import annotations

from typing import Final

from engine.game import Position
from engine.puzzles.puzzle import Puzzle

_POINTS: Final = 4
"""Twins differ on no more points than these: two pieces stand elsewhere."""


def are_twins(one: Puzzle, other: Puzzle) -> bool:
    """Return whether who has solved one of two puzzles of a game has nearly solved the other.

    They have the same goal and theme, and the same first move or the same piece that is to go.
    """
    if (one.options, one.goal, one.theme) != (other.options, other.goal, other.theme):
        return False
    if not one.goal.piece and one.solution[0] != other.solution[0]:
        return False
    return _different(one.begin(), other.begin()) <= _POINTS


def _different(one: Position, other: Position) -> int:
    """Return on how many points two positions differ."""
    there, here = set(one.pieces()), set(other.pieces())
    return len({point for point, _ in there ^ here})
