"""How the computer thinks about a position of Les Alliés, and places its armies.

Of the manners of filling in ``setup``, taking the squares closest to enemy soil first is by far the
strongest, and taking the farthest first the weakest: an army in front has room behind, and is first
at the fortresses. So the computer fills the closest squares, a little differently every time.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.capabilities.thinking import Thinking
from engine.games.allies.battle import placing
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.map.squares import SETS, SQUARE
from engine.values import Move

VARIETY: Final = 0.7
"""The standard deviation, in steps, of the random error in a square's distance from enemy soil."""


class AlliesThinking(Thinking[AlliesState]):
    """How the computer thinks about a position. No offence is secret, so none has to be noticed."""

    def fight(self, seat: int) -> AlliesState:
        """Return the state as if it were a director's turn."""
        return self.state().at(self.state().phase, seat)

    def place(self, chance: Random) -> Move | None:
        """Return the move that places the next soldier, None if all are placed."""
        state = self.state()
        for force in placing.to_place(state, state.turn):
            free = SETS.points_in(force.placement & ~(state.entente | state.central))
            distance = {
                point: force.depth[SQUARE[point]] + chance.gauss(0, VARIETY) for point in free
            }
            return Move("place", (min(distance, key=distance.__getitem__),))
        return None
