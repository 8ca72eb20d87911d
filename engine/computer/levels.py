"""The levels: how far the computer thinks, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.capabilities.thinking import LEVELS
from engine.computer.search import DEEPEST

TO_THE_END: Final = 1 << 20
"""More than captures or chains of jumps are ever followed for."""


class Level(NamedTuple):
    """A level of play. It is no clock: a machine's speed changes nothing in its moves."""

    nodes: int
    """How many nodes it searches for a move of a game of ``PACE``."""
    depth: int
    """How many plies it looks ahead at most, captures not counted."""
    carelessness: int
    """The standard deviation, in points, of its error in judging each of its moves."""
    attention: int
    """How often, of a hundred times, it notices what a position does not tell."""
    captures: int = TO_THE_END
    """Beyond its depth it follows captures for so many plies: beginners see the first."""
    jumps: int = TO_THE_END
    """In a race it sees chains of so many jumps: beginners lose their way in longer ones."""

    def searching(self, nodes: int) -> Level:
        """Return it with so many nodes and no other limit, as careless as it is."""
        return self._replace(nodes=nodes, depth=DEEPEST, captures=TO_THE_END, jumps=TO_THE_END)


PACE: Final = 100
"""Thousand nodes a second: the games in which a level has just its ``nodes``."""

_LEVELS: Final[Mapping[int, Level]] = {
    1: Level(300, 1, 60, 25, 1, 2),
    2: Level(800, 2, 45, 40, 1, 4),
    3: Level(2_000, 3, 32, 55),
    4: Level(5_000, 4, 22, 70),
    5: Level(12_000, 6, 14, 85),
    6: Level(30_000, 9, 8, 95),
    7: Level(80_000, 12, 3, 100),
    8: Level(200_000, 64, 0, 100),
}

_EASIER: Final[Mapping[int, Level]] = {
    5: Level(8_000, 5, 18, 85),
    6: Level(12_000, 6, 14, 95),
    7: Level(30_000, 9, 8, 100),
}
"""The same for the side that has the easier game, where that differs: about what the level below
sees, so that they can be beaten from the other side. Level 8 plays as well as it can."""

LEAST: Final = 200
"""The nodes that any level has in the slowest of games."""


def level(number: int, pace: int, easier: bool = False) -> Level:
    """Return a level in a game of that pace, in thousand nodes a second.

    ``easier`` says that it is to play the side that has the easier game.

    Raises ValueError for a level that there is not.
    """
    if number not in LEVELS:
        raise ValueError(f"There is no level {number}: they are {LEVELS[0]} to {LEVELS[-1]}.")
    usual = _EASIER.get(number, _LEVELS[number]) if easier else _LEVELS[number]
    return usual._replace(nodes=max(usual.nodes * pace // PACE, LEAST))
