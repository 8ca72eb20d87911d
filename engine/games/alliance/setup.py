"""Setting the crosses before the first move, each side hidden from the other until both have."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, TypeVar

from engine.capabilities import secret_setup
from engine.capabilities.optional import Secrets, Stateful
from engine.capabilities.secret_setup import Arrangement, Filling, SetUp
from engine.games.alliance.board import BITS, BLACK, BOARD, CROSSES, POINTS, WHITE, bits
from engine.games.alliance.position_text import Sides, State
from engine.text import Text, counted

TYPED: Final = {"x": "x", "d": "x", "+": "+", "o": "+"}
"""How a cross is typed: ``d`` and ``o`` stand for diagonal and orthogonal."""


def by_turn(sides: Sides, turn: int) -> Sides:
    """Return White's and Black's pieces as own and enemy's, and the other way round."""
    return sides if turn == WHITE else (sides[BLACK], sides[WHITE])


def _of_seat(sides: Sides, seat: int, pieces: int) -> Sides:
    """Return White's and Black's pieces with those of one seat replaced."""
    return (pieces, sides[BLACK]) if seat == WHITE else (sides[WHITE], pieces)


def with_crosses(state: State, seat: int, crosses: Mapping[int, str]) -> State:
    """Return the state with crosses for men of a seat that have none yet.

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
    """Return the state as somebody sees it who must not see the crosses of that seat."""
    men = state.diagonal[seat] | state.orthogonal[seat] | state.unset[seat]
    return state._replace(
        diagonal=_of_seat(state.diagonal, seat, 0),
        orthogonal=_of_seat(state.orthogonal, seat, 0),
        unset=_of_seat(state.unset, seat, men),
    )


P = TypeVar("P", bound=Stateful[State])


def men_to_cross(unset: int) -> dict[int, tuple[str, ...]]:
    """Return the points of men without a cross, each with the crosses to choose from."""
    return {POINTS[man]: CROSSES for man in bits(unset)}


class HiddenCrosses(Secrets[P]):
    """Until all crosses are set nobody sees the other's."""

    def __init__(self, position: P) -> None:
        self._position = position

    def seen_by(self, seat: int | None) -> P:
        """Return the position with the crosses of that seat only."""
        state = self._position.state
        for other in (WHITE, BLACK):
            if other != seat:
                state = hidden(state, other)
        return self._position.with_state(state)


class CrossSetUp(SetUp[P]):
    """Each player sets the crosses of their men; what is left is diagonal."""

    completion = "@x"
    fillings = (Filling(Text("All ×"), "@x"), Filling(Text("All +"), "@+"))

    def __init__(self, position: P) -> None:
        self._position = position

    def seats(self) -> tuple[int, ...]:
        """Return the seats that have crosses to set."""
        return tuple(seat for seat in (WHITE, BLACK) if self._position.state.unset[seat])

    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the men whose cross is to be set."""
        return men_to_cross(self._position.state.unset[seat])

    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Read ``@a1=x c1=+``; ``@x`` and ``@+`` set all crosses that are left."""
        return secret_setup.read(BOARD, text, self.choices(seat), arrangement, TYPED)

    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return that men have no cross yet."""
        left = [BOARD.names[point] for point in self.choices(seat) if point not in arrangement]
        if not left:
            return None
        return counted(
            "{count} man has no cross yet ({squares}): `@x` or `@+` sets it.",
            "{count} men have no cross yet ({squares}): `@x` or `@+` sets them all.",
            len(left),
            squares=" ".join(left),
        )

    def shown(self, seat: int, arrangement: Arrangement) -> P:
        """Return the seat's own crosses, as far as they are set; the other's stay hidden."""
        crosses = {BITS[point]: cross for point, cross in arrangement.items()}
        seen = HiddenCrosses(self._position).seen_by(seat)
        return seen.with_state(with_crosses(seen.state, seat, crosses))
