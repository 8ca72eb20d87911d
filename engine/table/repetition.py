"""The rule for a position that occurs for the third time."""

from __future__ import annotations

from typing import TypeVar

from engine.game import Position
from engine.values import Move

THIRD_TIME = 3
"""The same position for this many times is a repetition."""

P = TypeVar("P", bound=Position)


def after_repetition(position: P, move: Move, times: int) -> P:
    """Return the position after a move, once the rule for the third occurrence is applied.

    ``times`` is how often it has occurred in the line of play by now, this time included; what
    counts as the same is ``Position.key``. Moves that only set up pieces repeat nothing.
    """
    if times < THIRD_TIME or move.kind == "place" or position.outcome() is not None:
        return position
    return position.repeated()
