"""How the computer places its armies: towards the enemy, a little different every time.

Of the ways to fill in armies that ``arranging`` knows, the nearest squares to enemy soil first is
the strongest by far, and the farthest the weakest: who stands in front has room behind, and comes
to the fortresses first.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.games.allies.map.ground import bits
from engine.games.allies.rules import Rules
from engine.games.allies.setup import placing
from engine.games.allies.state import State
from engine.values import Move

VARIETY: Final = 0.7
"""The standard deviation, in steps, of what a square's distance from enemy soil seems to be."""


def next_soldier(rules: Rules, state: State, chance: Random) -> Move | None:
    """Return where the seat to place puts its next soldier; None where all stand."""
    for force in placing.to_place(rules, state, state.turn):
        free = bits(force.placement & ~sum(state.armies))
        distance = {point: force.depth[point] + chance.gauss(0, VARIETY) for point in free}
        return Move("place", (min(distance, key=distance.__getitem__),))
    return None
