"""Results of endings that are not kept in a table but follow from those after each move."""

from __future__ import annotations

from engine.capabilities.thinking import DECIDED, UNKNOWN, State


def may_begin_anew(count: int, turns: int) -> bool:
    """Return whether a count on a won line may still begin anew before it has come to a limit.

    In no ending of the tables with men does the shortest way to a win need a longer row of turns
    without a man's move or a new king than four fifths of the limit.
    """
    return 5 * count <= 4 * turns


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
