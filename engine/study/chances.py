"""Winning chances from the computer's values of positions.

The curve is logistic and passes through one half at an even position. Its steepness for a game and
a number of seats comes from self-play: ``python -m tools.fitting.chances`` fits it and writes
``engine.study.curves``.

With more than two sides, the chance is that of finishing before another side, as if all places were
played for: the second of four gets two thirds of the points of the first. A value says how far a
side is ahead of the best of the others. So the curve has two units there: a side ahead of all is
nearly sure to finish before each of them, and a side behind the best may yet beat the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from engine.capabilities.thinking import DECIDED, MAN
from engine.game import Game
from engine.study.curves import CURVES, MEN, Curve

USUAL: Final = Curve(150, 150)
"""The curve of games without a fit: with one man more, a side wins two games of three."""

CERTAIN: Final = DECIDED // 2
"""From this value on, in points, the end of the game is in sight, and the chance is 0 or 1."""

_ALL: Final = 0.499
"""Nearly all of the winning chances that can be lost in an even position."""


def chances(game: Game, points: int, teams: Sequence[int] = (0, 1)) -> float:
    """Return the winning chance, 0 to 1, of a seat to which a position is worth ``points``.

    ``teams`` are the teams of the seats, by any numbers. A draw counts one half.
    """
    if abs(points) >= CERTAIN:
        return float(points > 0)
    curve = _curve(game.name, len(teams), len(set(teams)))
    return 1 / (1 + exp(-points / (curve.ahead if points > 0 else curve.behind)))


def men_lost(game: Game, lost: float, teams: Sequence[int] = (0, 1)) -> float:
    """Return the number of men whose loss in an even position costs the chances ``lost``, 0 to 1.

    In a race, a man is worth a number of steps (``MEN``). With more than two sides, the unit of the
    curve is that of a side ahead.
    """
    lost = min(max(lost, 0.0), _ALL)
    curve = _curve(game.name, len(teams), len(set(teams)))
    return curve.ahead * log((0.5 + lost) / (0.5 - lost)) / MEN.get(game.name, MAN)


def _curve(name: str, seats: int, sides: int) -> Curve:
    """Return the curve of a game for a number of seats and of sides.

    Without a fit, it is that of as many seats as sides, or else ``USUAL``.
    """
    for table in ((name, seats, sides), (name, sides, sides)):
        if table in CURVES:
            return CURVES[table]
    return USUAL
