"""Chances to win from what the computer finds a position worth.

The curve is logistic, through one half where a position is even, and as steep as the self-play of
a table shows, of a game and a number of seats: ``python -m tests.fitting.chances`` fits it, and
writes ``engine.study.curves``.

With more than two sides the chance is the one to come in before another, as if all places were
played for: who comes in second of four has two thirds of the first one's points. A value says how
far a side is ahead of the best of the others. So the curve has two units there: who is ahead of all
is nearly sure to come in before each of them, and who is behind the best may yet beat the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.capabilities.thinking import DECIDED
from engine.game import Game
from engine.study.curves import CURVES, Curve

USUAL: Final = Curve(150, 150)
"""Points in a logistic unit where no game was fitted: a man more wins two games of three."""

CERTAIN: Final = DECIDED // 2
"""More points than these are no judgement any more: the end is in sight."""


def chances(game: Game, points: int, teams: Sequence[int] = (0, 1)) -> float:
    """Return the chance to win, 0 to 1, of a seat to which a position is worth so many points.

    ``teams`` are those of the seats, whose numbers may be any. A draw counts one half.
    """
    if abs(points) >= CERTAIN:
        return float(points > 0)
    curve = _curve(game.name, len(teams), len(set(teams)))
    return 1 / (1 + exp(-points / (curve.ahead if points > 0 else curve.behind)))


def _curve(name: str, seats: int, sides: int) -> Curve:
    """Return the curve of a table; one that was not fitted takes that of as many sides."""
    for table in ((name, seats, sides), (name, sides, sides)):
        if table in CURVES:
            return CURVES[table]
    return USUAL
