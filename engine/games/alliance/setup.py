"""Setting the crosses before the first move, hidden from the other side until both are done."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, TypeVar

from engine.capabilities.set_ups import Arrangement, Filling, SetUp, Stateful, read_arrangement
from engine.capabilities.showing import Secrets
from engine.games.alliance.board import BITS, BLACK, BOARD, CROSSES, SETS, WHITE
from engine.games.alliance.state import AllianceState
from engine.text import Text, counted
from engine.values import Move

TYPED: Final = {"x": "x", "d": "x", "+": "+", "o": "+"}
"""The typed forms of crosses: ``d`` and ``o`` stand for diagonal and orthogonal."""


_DIAGONAL: Final = 0.75
"""The chance of a diagonal cross in a computer's set-up. In games between random set-ups each extra
diagonal cross was worth two or three percent: such a man moves ahead and sideways.
"""

P = TypeVar("P", bound=Stateful[AllianceState])


def men_to_cross(unset: int) -> dict[int, tuple[str, ...]]:
    """Return the points of men without a cross, each with the crosses to choose from."""
    return dict.fromkeys(SETS.points_in(unset), CROSSES)


class HiddenCrosses(Secrets[P]):
    """The secrets of the set-up: nobody sees another's crosses until all are set."""

    def __init__(self, position: P) -> None:
        self._position = position

    def seen_by(self, seat: int | None) -> P:
        """Return the position with the crosses of that seat only, without any for None."""
        state = self._position.state
        for other in (WHITE, BLACK):
            if other != seat:
                state = state.hiding(other)
        return self._position.with_state(state)


class CrossSetUp(SetUp[P]):
    """The set-up: each player sets the crosses of their men; ``completion`` sets the rest to ×."""

    completion = "@x"
    fillings = (Filling(Text("All ×"), "@x"), Filling(Text("All +"), "@+"))

    def __init__(self, position: P) -> None:
        self._position = position

    def seats(self) -> tuple[int, ...]:
        """Return the seats with crosses still to set."""
        return tuple(seat for seat in (WHITE, BLACK) if self._position.state.unset_of(seat))

    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the men with crosses still to set."""
        return men_to_cross(self._position.state.unset_of(seat))

    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Return the arrangement after ``@a1=x c1=+``; ``@x`` or ``@+`` sets all the rest."""
        return read_arrangement(BOARD, text, self.choices(seat), arrangement, TYPED)

    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return the sentence that names the men without a cross, None if all have one."""
        left = [BOARD.names[point] for point in self.choices(seat) if point not in arrangement]
        if not left:
            return None
        return counted(
            "{count} man has no cross yet ({squares}): `x` or `+` sets it.",
            "{count} men have no cross yet ({squares}): `x` or `+` sets them all.",
            len(left),
            squares=" ".join(left),
        )

    def shown(self, seat: int, arrangement: Arrangement) -> P:
        """Return the position with the seat's own crosses set so far; the other's stay hidden."""
        seen = HiddenCrosses(self._position).seen_by(seat)
        diagonal = sum(BITS[point] for point, cross in arrangement.items() if cross == "x")
        orthogonal = sum(BITS[point] for point in arrangement) - diagonal
        return seen.with_state(seen.state.with_crosses(seat, diagonal, orthogonal))


def any_cross(state: AllianceState, chance: random.Random) -> Move | None:
    """Return the move that sets the computer's next cross, None if all are set.

    Each cross is drawn at random, regardless of all others.
    """
    men = SETS.points_in(state.unset_of(state.side))
    if not men:
        return None
    cross = "x" if chance.random() < _DIAGONAL else "+"
    return Move("place", (men[0],), suffix=cross)
