"""The results of looking at every move: whether a side wins by force, by the rules alone."""

from __future__ import annotations

from engine import Position
from engine.capabilities.thinking import State


def wins(position: Position, plies: int) -> bool:
    """Whether the side to move wins within ``plies`` plies, whatever the answers."""
    return any(loses(position.play(move), plies - 1) for move in position.legal_moves())


def loses(position: Position, plies: int) -> bool:
    """Whether the side to move has lost, or loses within ``plies`` plies whatever it does."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.ranks[position.turn] > outcome.ranks[1 - position.turn]
    return plies >= 2 and all(
        wins(position.play(move), plies - 1) for move in position.legal_moves()
    )


def forces(state: State, side: int, plies: int) -> bool:
    """Whether a side wins within ``plies`` plies, whatever the other does; sides may move in a
    row.
    """
    moves = state.moves()
    if state.over() or not moves:
        return state.final(side) > 0
    if plies == 0:
        return False
    some = state.side == side
    return any(forces(state.play(move), side, plies - 1) is some for move in moves) is some
