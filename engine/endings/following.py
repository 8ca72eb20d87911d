"""Results of endings that are not in a table but follow from the results after each move."""

from __future__ import annotations

from typing import Final

from engine.capabilities.thinking import DECIDED, UNKNOWN, State

MOVES_TOLD: Final = 6
"""The most moves of a line that follows from the tables."""


def may_begin_anew(count: int, turns: int) -> bool:
    """Return whether a count on a won line may still restart before it reaches ``turns``.

    In all endings of the tables with men, on the shortest way to a win, a row of turns without a
    man's move or a new king is at most four fifths of the limit.
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


def known_line(state: State, move: int) -> list[int]:
    """Return ``move`` and the moves expected after it, by the known results of states."""
    moves = [move]
    state = state.play(move)
    while len(moves) < MOVES_TOLD and not state.over():
        best = -2 * DECIDED
        for reply in state.moves():
            after = state.play(reply)
            value = after.final(after.side) if after.over() else after.known()
            if value != UNKNOWN and -value > best:
                best = -value
                move = reply
        if best == -2 * DECIDED:
            break
        moves.append(move)
        state = state.play(move)
    return moves
