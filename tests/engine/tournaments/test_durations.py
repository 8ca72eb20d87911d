"""Estimated durations of games, and the default time of rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import engine
from engine.table.clock import TURN_LIMITS, TimeControl
from engine.tournaments.durations import (
    HALF,
    about_text,
    fits,
    game_time,
    last_games_time,
    time_needed,
    usual_round_time,
)
from engine.tournaments.terms import AN_EVENING, Form, Terms
from tests.each import for_each
from tests.engine.tournaments.club import terms

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

FORMS = (Form.LEAGUE, Form.SWISS, Form.KNOCKOUT, Form.ARENA, Form.LADDER)


def usual(form: Form, time: str, **changed: object) -> Terms:
    """Return terms of Frysk!, with 30 moves expected of each seat and the default round time."""
    given = terms(form, time=TimeControl.read(time), **changed)
    return replace(given, round_time=usual_round_time(given))


def test_a_game_takes_its_moves_times_the_limit_of_a_turn() -> None:
    assert game_time(usual(Form.LEAGUE, "1d")) == 2 * 30 * DAY
    assert game_time(usual(Form.LEAGUE, "1d"), HALF) == 30 * DAY


def test_a_game_with_a_clock_takes_the_clocks_of_all_seats() -> None:
    assert game_time(usual(Form.SWISS, "10+10")) == 2 * (10 * MINUTE + 30 * 10 * MINUTE / 60)


def test_games_one_after_the_other_need_the_time_of_all() -> None:
    assert time_needed(usual(Form.SWISS, "1d", games=2)) == 66 * DAY  # they begin together
    assert time_needed(usual(Form.SWISS, "10+10", games=2)) == 66 * MINUTE
    assert time_needed(usual(Form.KNOCKOUT, "1d")) == 132 * DAY  # a draw is played again


@for_each(FORMS, ["frysk", "frisian", "alliance", "halma"], [*TURN_LIMITS, "5+5", "30+20"])
def test_rounds_by_default_fit(form: Form, name: str, pace: str) -> None:
    its = usual(form, pace, game=engine.games[name])
    its.check()
    assert fits(its)
    assert its.round_time >= 2 * game_time(its, HALF)


def test_nobody_agrees_on_a_time_for_a_game_that_takes_days() -> None:
    assert not usual(Form.SWISS, "1h").is_live
    assert usual(Form.SWISS, "5min").is_live
    assert usual(Form.SWISS, "10+10").round_time < AN_EVENING


def test_shorter_rounds_do_not_fit() -> None:
    for form in FORMS:
        its = usual(form, "1d")
        assert not fits(replace(its, round_time=7 * DAY)), form


def test_an_arena_has_time_for_its_last_games() -> None:
    its = usual(Form.ARENA, "10+10")
    assert its.round_time == 2 * HOUR
    assert last_games_time(its) == 33 * MINUTE
    assert last_games_time(replace(its, round_time=20 * MINUTE)) == 10 * MINUTE


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (20 * MINUTE, "20 minutes"),
        (timedelta(seconds=5), "1 minute"),
        (5 * HOUR, "5 hours"),
        (12 * DAY, "12 days"),
        (35 * DAY, "5 weeks"),
        (183 * DAY, "6 months"),
        (1100 * DAY, "3 years"),
    ],
)
def test_a_span_is_told_in_the_unit_that_suits_it(span: timedelta, said: str) -> None:
    assert str(about_text(span)) == said
