"""Chances to win from what the computer finds a position worth.

The curve is logistic, through one half where a position is even, and as steep as a game's own
self-play shows: ``python -m tests.fitting.chances`` fits it, and writes ``engine.study.curves``.
"""

from __future__ import annotations

from math import exp
from typing import Final

from engine.capabilities.thinking import DECIDED
from engine.game import Game
from engine.study.curves import CURVES

USUAL: Final = 150
"""Points in a logistic unit where no game was fitted: a man more wins two games of three."""

CERTAIN: Final = DECIDED // 2
"""More points than these are no judgement any more: the end is in sight."""


def chances(game: Game, points: int, seats: int = 2) -> float:
    """Return the chance to win, 0 to 1, of a seat to which a position is worth so many points.

    A draw counts one half. With more than two sides it is the chance to come in before another.
    """
    if abs(points) >= CERTAIN:
        return float(points > 0)
    unit = CURVES.get((game.name, seats)) or CURVES.get((game.name, 2), USUAL)
    return 1 / (1 + exp(-points / unit))
