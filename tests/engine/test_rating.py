"""Ratings of players."""

from __future__ import annotations

import pytest

from engine.rating import NEW, Rating, rate


def test_who_wins_gains_and_who_loses_loses() -> None:
    [[won], [lost]] = rate([[NEW], [NEW]], [1, 2])
    assert won.mu > NEW.mu > lost.mu
    assert won.sigma == lost.sigma < NEW.sigma


def test_a_draw_between_equals_changes_no_rating_but_its_uncertainty() -> None:
    [[one], [other]] = rate([[NEW], [NEW]], [1, 1])
    assert one.mu == pytest.approx(NEW.mu)
    assert one == other
    assert one.sigma < NEW.sigma


def test_a_draw_brings_the_weaker_up() -> None:
    weak, strong = Rating(20, 3), Rating(30, 3)
    [[up], [down]] = rate([[weak], [strong]], [1, 1])
    assert up.mu > weak.mu
    assert down.mu < strong.mu


def test_several_places_in_the_order_of_the_teams() -> None:
    last, first, second = rate([[NEW], [NEW], [NEW]], [3, 1, 2])
    assert first[0].mu > second[0].mu > last[0].mu


def test_a_team_wins_together() -> None:
    won, lost = rate([[NEW, NEW], [NEW, NEW, NEW]], [1, 2])
    assert won[0] == won[1]
    assert won[0].mu > NEW.mu > lost[2].mu


def test_an_upset_counts_more_than_what_was_expected() -> None:
    weak, strong = Rating(20, 3), Rating(30, 3)
    [[expected], _] = rate([[strong], [weak]], [1, 2])
    [[upset], _] = rate([[weak], [strong]], [1, 2])
    assert upset.mu - weak.mu > expected.mu - strong.mu


@pytest.mark.parametrize("teams", [[], [[NEW]], [[NEW], []]])
def test_what_is_no_match_is_refused(teams: list[list[Rating]]) -> None:
    with pytest.raises(ValueError, match=r"team|Argument"):
        rate(teams, list(range(1, len(teams) + 1)))


def test_what_people_see() -> None:
    assert str(NEW) == "1500?"
    assert NEW.deviation == 350
    assert str(Rating(27, 5)) == "1584"
