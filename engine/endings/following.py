"""Results of endings that are not kept in a table but follow from those after each move."""

from __future__ import annotations

from engine.capabilities.thinking import DECIDED, UNKNOWN, State


def followed(state: State, moves: list[int]) -> int:
    """Return the result of a state for its side to move, as ``State.known`` does.

    ``moves`` are all its legal moves: without any, the side to move has lost.
    """
    best = -DECIDED
    unknown = False
    for move in moves:
        after = state.play(move)
        value = after.final(after.side) if after.over() else after.known()
        if value == UNKNOWN:
            unknown = True
            continue
        value = -value
        if value:
            value += -1 if value > 0 else 1
        best = max(best, value)
    return UNKNOWN if unknown and best <= 0 else best
