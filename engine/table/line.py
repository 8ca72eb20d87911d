"""The line of play: what a position becomes because of those before it."""

from __future__ import annotations

from typing import TypeVar

from engine.game import Position
from engine.table.record import THIRD_TIME
from engine.values import Move

P = TypeVar("P", bound=Position)


def recurred(position: P, move: Move, times: int) -> P:
    """The position after a move, once the rule for the third occurrence is applied.

    ``times`` is how often the line has had it by now, this time included; what counts as the
    same is ``Position.key``. Pieces that are only set up repeat nothing.
    """
    if times < THIRD_TIME or move.kind == "place" or position.outcome() is not None:
        return position
    return position.repeated()
