"""A short tournament: a higher level wins, in every game that two can play, and games end.

How much a level wins is measured by ``tests/benchmarks/computer/levels.py``.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

import engine
from engine.computer.levels import level
from tests.benchmarks.computer.games import score
from tests.benchmarks.computer.levels import series

GAMES = [name for name, game in engine.games.items() if 2 in game.seats]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_higher_level_wins_whoever_begins(name: str) -> None:
    game = engine.games[name]
    small = {"size": 8} if "size" in game.options else {}
    result = score(series(game, 3, 1, range(2, 4), options=small))
    assert result.share >= 0.75
    assert not result.limits


def test_levels_rise() -> None:
    levels = [level(number, pace=100) for number in range(1, 9)]
    for lower, higher in pairwise(levels):
        assert lower.nodes < higher.nodes
        assert lower.depth < higher.depth
        assert lower.carelessness > higher.carelessness
    assert level(8, pace=50).nodes == levels[-1].nodes // 2
