"""Exhaustive search: whether a side wins by force, by the rules alone."""

from __future__ import annotations

from engine import Position
from engine.capabilities.thinking import State


def wins(position: Position, plies: int) -> bool:
    """Return whether the side to move wins within ``plies`` plies, whatever the replies."""
    return any(loses(position.play(move), plies - 1) for move in position.legal_moves())


def loses(position: Position, plies: int) -> bool:
    """Return whether the side to move has lost or loses in ``plies`` plies, whatever it does."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.ranks[position.turn] > outcome.ranks[1 - position.turn]
    return plies >= 2 and all(
        wins(position.play(move), plies - 1) for move in position.legal_moves()
    )


def forces(state: State, side: int, plies: int) -> bool:
    """Return whether a side wins within ``plies`` plies, whatever the other side does.

    A side may move several times in a row.
    """
    moves = state.moves()
    if state.over() or not moves:
        return state.final(side) > 0
    if plies == 0:
        return False
    some = state.side == side
    return any(forces(state.play(move), side, plies - 1) is some for move in moves) is some
