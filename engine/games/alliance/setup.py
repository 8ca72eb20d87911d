"""Setting the crosses before the first move, each side hidden from the other until both have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.alliance.board import BLACK, WHITE
from engine.games.alliance.fen import Sides, State

TYPED: Final = {"x": "x", "d": "x", "+": "+", "o": "+"}
"""How a cross is typed: ``d`` and ``o`` stand for diagonal and orthogonal."""


def by_turn(sides: Sides, turn: int) -> Sides:
    """White's and Black's pieces as own and enemy's, and the other way round."""
    return sides if turn == WHITE else (sides[BLACK], sides[WHITE])


def _of_seat(sides: Sides, seat: int, pieces: int) -> Sides:
    """White's and Black's pieces with those of one seat replaced."""
    return (pieces, sides[BLACK]) if seat == WHITE else (sides[WHITE], pieces)


def with_crosses(state: State, seat: int, crosses: Mapping[int, str]) -> State:
    """The state with crosses for men of a seat that have none yet.

    A seat that has set all its crosses leaves the turn to the other.
    """
    diagonal = sum(man for man, cross in crosses.items() if cross == "x")
    orthogonal = sum(crosses) - diagonal
    unset = _of_seat(state.unset, seat, state.unset[seat] & ~(diagonal | orthogonal))
    return state._replace(
        turn=state.turn if unset[state.turn] else 1 - state.turn,
        diagonal=_of_seat(state.diagonal, seat, state.diagonal[seat] | diagonal),
        orthogonal=_of_seat(state.orthogonal, seat, state.orthogonal[seat] | orthogonal),
        unset=unset,
    )


def hidden(state: State, seat: int) -> State:
    """The state as somebody sees it who must not see the crosses of that seat."""
    men = state.diagonal[seat] | state.orthogonal[seat] | state.unset[seat]
    return state._replace(
        diagonal=_of_seat(state.diagonal, seat, 0),
        orthogonal=_of_seat(state.orthogonal, seat, 0),
        unset=_of_seat(state.unset, seat, men),
    )
