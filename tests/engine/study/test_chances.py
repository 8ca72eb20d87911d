"""The curves of winning chances."""

from __future__ import annotations

import pytest

import engine
from engine.study.chances import chances
from engine.study.curves import CURVES

GAMES = list(engine.games.values())

UNFITTED = {"fox-and-geese"}
"""Games without a fitted curve, which have the usual one."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_chances_rise_with_the_value_from_nothing_to_certainty(game: engine.Game) -> None:
    for seats in game.seats:
        curve = [chances(game, points, range(seats)) for points in range(-6000, 6001, 100)]
        assert curve == sorted(curve)
        assert (curve[0], curve[60], curve[-1]) == (0, 0.5, 1)
        assert chances(game, 9990, range(seats)) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_one_of_two_sides_wins_the_other_loses(game: engine.Game) -> None:
    for seats in game.seats:
        teams = [seat % 2 for seat in range(seats)]
        for points in (10, 100, 1000):
            both = chances(game, points, teams) + chances(game, -points, teams)
            assert both == pytest.approx(1)


def test_every_table_that_is_played_without_teams_has_its_own_curve() -> None:
    fitted = {(name, seats) for name, seats, _ in CURVES}
    tables = {(game.name, seats) for game in GAMES for seats in game.seats}
    assert fitted == {(name, seats) for name, seats in tables if name not in UNFITTED}


def test_of_several_who_is_ahead_of_all_is_surer_than_who_is_behind_the_best() -> None:
    halma = engine.games["halma"]
    ahead, behind = (chances(halma, points, range(4)) for points in (100, -100))
    assert ahead - 0.5 > 0.5 - behind > 0


def test_a_race_of_teams_has_the_curve_of_as_many_sides() -> None:
    star = engine.games["chinese-checkers"]
    assert chances(star, 70, (0, 1, 0, 1)) == chances(star, 70)
    assert chances(star, 70, (0, 1, 2) * 2) == chances(star, 70, (0, 1, 2))
    halma = engine.games["halma"]
    assert chances(halma, -70, (0, 1, 0, 1)) == chances(halma, -70) < chances(halma, -70, range(4))
