"""The scale: the strength of each level, in figures such as A. E. Elo's for chess players.

A lead of 400 points means ten wins for each loss. Level 1 has 800 in every game; the other figures
follow from series between levels. They compare the levels of one game, not of different games.
``tools/benchmarks/computer/RESULTS.md`` has the method, and the certainty of the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.capabilities.thinking import LEVELS
from engine.game import Game
from engine.values import Options

_FIGURES: Final[Mapping[str, tuple[int, ...]]] = {
    "frisian": (800, 1300, 1900, 2000, 2450, 2600),
    "frisian-official": (800, 1450, 2100, 2150, 2750),
    "frysk": (800, 1250, 1550, 1650, 1850, 2050, 2250, 2400),
    "international": (800, 1450, 2000, 2300, 2700),
    "checkers": (800, 1200, 1500, 1650, 1900, 2050, 2400, 2500),
    "italian": (800, 1150, 1500, 1700, 2000),
    "russian": (800, 1150, 1500, 1700, 2050, 2150, 2550),
    "brazilian": (800, 1200, 1600, 1850, 2050, 2400, 2450, 2700),
    "turkish": (800, 1300, 1900, 2050, 2550, 2650, 2950, 3150),
    "alliance": (800, 1200, 1450, 1750, 1900, 2200),
    "assaut": (800, 1000, 1150, 1550, 1600, 1850, 1900, 2200),
    "halma": (800, 1000, 1350, 1650, 1800),
    "chinese-checkers": (800, 1150, 1600, 1650, 2300),
    "fox-and-geese": (800, 1100),
    "halma size=10": (800, 1250, 1400, 1600, 2050),
    "halma size=8": (800, 1100, 1300),
    "allies field=france-germany": (800, 1100, 1600, 1700, 1850, 2100),
}
"""The figures from level 1 on, for two players; a game is named with the options that are not its
usual ones. ``python -m tools.benchmarks.computer.scale write`` makes this table."""

_PERSONS_LEAD: Final = 150
"""A suitable level has about this many points less than the person: beginners should win."""


def figures(game: Game, seats: int, options: Options) -> Mapping[int, int]:
    """Return the figure of each level measured in a game with these seats and options.

    Empty for options that were not measured, and for more than two seats.
    """
    unusual = [
        f"{name}={value}"
        for name, value in sorted(options.items())
        if value != game.options[name].default
    ]
    found = _FIGURES.get(" ".join([game.name, *unusual]), ()) if seats == 2 else ()
    return MappingProxyType(dict(zip(LEVELS, found, strict=False)))


def suitable(figures: Mapping[int, int], strength: int) -> int | None:
    """Return the level to offer to a person of that ``strength``, None without figures.

    Its figure is the closest to ``strength`` less ``_PERSONS_LEAD``, on the same scale.
    """
    if not figures:
        return None
    return min(figures, key=lambda level: abs(strength - _PERSONS_LEAD - figures[level]))
