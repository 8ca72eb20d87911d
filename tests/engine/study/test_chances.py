"""The curves of winning chances."""

from __future__ import annotations

import pytest

import engine
from engine.study.chances import chances
from engine.study.curves import CURVES

GAMES = list(engine.games.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_chances_rise_with_the_value_from_nothing_to_certainty(game: engine.Game) -> None:
    for seats in game.seats:
        curve = [chances(game, points, seats) for points in range(-6000, 6001, 100)]
        assert curve == sorted(curve)
        assert (curve[0], curve[60], curve[-1]) == (0, 0.5, 1)
        assert chances(game, 100, seats) + chances(game, -100, seats) == pytest.approx(1)
        assert chances(game, 9990, seats) == 1


def test_every_game_was_fitted() -> None:
    assert {name for name, seats in CURVES if seats == 2} == set(engine.games)
