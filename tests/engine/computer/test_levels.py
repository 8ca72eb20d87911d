"""A short tournament: the higher level wins in every game for two, and games end.

``tools/benchmarks/computer/levels.py`` measures by how much a level wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from random import Random
from typing import Final

import pytest

import engine
from engine.computer import Computer
from engine.computer.levels import level
from engine.game import Position
from engine.values import Move
from tests.nightly import FAMILIES, at_night, mostly_at_night
from tools.benchmarks.computer.games import Maker, Player, computer, play, score
from tools.benchmarks.computer.levels import series
from tools.benchmarks.computer.plain_rival import WON, AlphaBeta

FEW_MOVES = "SSS/1SS/1SSSS2/1O5/7/1O1/3 s"
"""A position of Assaut in which levels reach their greatest depth."""

GAMES = [name for name, game in engine.games.items() if 2 in game.seats]


HOLDS_A_DRAW: Final = "fox-and-geese"
"""The game in which level 1 draws one of two games against level 2, as the fox."""

LONG = {"alliance", "allies", "chinese-checkers", "turkish"}
"""Games whose matches between levels take seconds."""


@pytest.mark.parametrize(
    ("name", "number"),
    mostly_at_night(
        [(name, 3 if name == HOLDS_A_DRAW else 2 + i % 2) for i, name in enumerate(GAMES)],
        lambda case: case[0] in FAMILIES.values() and case[0] not in LONG,
    ),
)
def test_a_higher_level_wins(name: str, number: int) -> None:
    """The higher level begins every other game."""
    game = engine.games[name]
    small = {"size": 8} if "size" in game.options else {}
    result = score(series(game, 3, 1, [number], options=small))
    assert result.share == 1
    assert not result.limits


def test_levels_rise() -> None:
    levels = [level(number, pace=100) for number in range(1, 9)]
    for lower, higher in pairwise(levels):
        assert lower.nodes < higher.nodes
        assert lower.depth < higher.depth
        assert lower.carelessness > higher.carelessness
    assert level(8, pace=50).nodes == levels[-1].nodes // 2


def test_levels_rise_on_the_easier_side_too_where_the_higher_ones_see_less() -> None:
    levels = [level(number, pace=100, easier=True) for number in range(1, 9)]
    for lower, higher in pairwise(levels):
        assert lower.nodes < higher.nodes
        assert lower.depth < higher.depth
        assert lower.carelessness > higher.carelessness
    less = [n for n in range(1, 9) if levels[n - 1].nodes < level(n, pace=100).nodes]
    assert less == [5, 6, 7]


def test_soldiers_of_assaut_have_the_easier_side_unless_a_block_loses() -> None:
    for no_block, depth in ((False, 5), (True, 6)):
        position = engine.games["assaut"].read(FEW_MOVES, no_block=no_block)
        assert Computer(5).think([position]).depth == depth


class Beginner(AlphaBeta):
    """A player who sees their own move, the reply and captures, and no further."""

    def __init__(self, seed: int) -> None:
        super().__init__(seconds=inf)
        self._chance = Random(seed)
        self.begin()

    def __call__(self, line: Sequence[Position]) -> Move:
        position = line[-1]
        moves = list(position.legal_moves())
        self._chance.shuffle(moves)
        return max(moves, key=lambda move: self.after(position, move, -WON, WON, 1))


def by_chance(seed: int) -> Player:
    chance = Random(seed)
    return lambda line: chance.choice(line[-1].legal_moves())


def of_level_1(name: str, maker: Maker) -> float:
    """Return the points of level 1 in four games against the player that ``maker`` makes."""
    points = 0.0
    for number in range(4):
        seat = number % 2
        players: list[Player] = [computer(1, number), maker(number)]
        played = play([engine.games[name].start()], players[::-1] if seat else players)
        assert played.points is not None
        points += played.points[seat]
    return points


@pytest.mark.parametrize("name", ["frisian", at_night("frysk")])
def test_level_1_loses_to_a_beginner_and_beats_who_plays_by_chance(name: str) -> None:
    assert of_level_1(name, Beginner) <= 2
    assert of_level_1(name, by_chance) >= 3.5
