"""The levels: how far the computer thinks, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.capabilities.thinking import LEVELS

TO_THE_END: Final = 1 << 20
"""More plies than captures are ever followed for."""


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


PACE: Final = 100
"""Thousand nodes a second: the games in which a level has just its ``nodes``."""

_LEVELS: Final[Mapping[int, Level]] = {
    1: Level(300, 1, 60, 25, 1),
    2: Level(800, 2, 45, 40, 1),
    3: Level(2_000, 3, 32, 55),
    4: Level(5_000, 4, 22, 70),
    5: Level(12_000, 6, 14, 85),
    6: Level(30_000, 9, 8, 95),
    7: Level(80_000, 12, 3, 100),
    8: Level(200_000, 64, 0, 100),
}

LEAST: Final = 200
"""The nodes that any level has in the slowest of games."""


def level(number: int, pace: int) -> Level:
    """Return a level in a game of that pace, in thousand nodes a second.

    Raises ValueError for a level that there is not.
    """
    if number not in LEVELS:
        raise ValueError(f"There is no level {number}: they are {LEVELS[0]} to {LEVELS[-1]}.")
    usual = _LEVELS[number]
    return usual._replace(nodes=max(usual.nodes * pace // PACE, LEAST))
