"""The marks of turns, and the turns worth telling of."""

from __future__ import annotations

import pytest

import engine
from engine.study.chances import chances, men_lost
from engine.study.judging import WON, Judged, Mark, is_only, loss, mark_of, worst_of

DRAUGHTS = ("frisian", "international", "checkers", "russian", "turkish", "alliance")
RACES = ("halma", "chinese-checkers")


@pytest.mark.parametrize("name", DRAUGHTS)
@pytest.mark.parametrize(
    ("points", "mark"),
    [(0, None), (50, None), (75, Mark.MISTAKE), (140, Mark.MISTAKE), (160, Mark.BLUNDER)],
)
def test_a_man_lost_in_an_even_position_is_a_mistake_in_every_game(
    name: str, points: int, mark: Mark | None
) -> None:
    game = engine.games[name]
    assert mark_of(game, 0.5, chances(game, -points)) is mark


@pytest.mark.parametrize("name", DRAUGHTS)
def test_a_drawn_game_lost_and_a_won_one_drawn_are_blunders(name: str) -> None:
    game = engine.games[name]
    assert mark_of(game, 0.5, 0.03) is Mark.BLUNDER
    assert mark_of(game, 0.97, 0.5) is Mark.BLUNDER


@pytest.mark.parametrize("name", sorted(engine.games))
def test_a_game_that_is_won_or_lost_anyway_has_no_marks(name: str) -> None:
    game = engine.games[name]
    assert mark_of(game, 1.0, WON) is None
    assert mark_of(game, 1 - WON, 0.0) is None


@pytest.mark.parametrize("name", RACES)
def test_in_a_race_the_worth_of_three_turns_is_a_mistake(name: str) -> None:
    game = engine.games[name]
    assert mark_of(game, 0.5, chances(game, -60)) is Mark.MISTAKE
    assert mark_of(game, 0.5, chances(game, -40)) is None


def test_men_are_counted_by_what_they_cost_in_an_even_position() -> None:
    game = engine.games["frisian"]
    assert men_lost(game, 0.5 - chances(game, -100)) == pytest.approx(1)
    assert men_lost(game, 0.0) == men_lost(game, -0.1) == 0
    assert men_lost(game, 1.0) == men_lost(game, 0.6) > 10
    assert loss(game, 0.6, 0.4) == pytest.approx(men_lost(game, 0.2))


def test_the_only_good_move_keeps_what_all_others_lose() -> None:
    game = engine.games["frisian"]
    assert is_only(game, 0.5, 0.2)
    assert not is_only(game, 0.5, 0.3)
    assert not is_only(game, 0.2, 0.0)
    assert not is_only(game, 1.0, 0.9)


def turn(event: int, seat: int, lost: float) -> Judged:
    mark = mark_of(engine.games["frisian"], 0.8, 0.8 - lost)
    return Judged(event, seat, 0.8, lost, ("32-28",), mark)


def test_three_moments_of_each_side_are_told_of_in_their_order() -> None:
    lost = (0.3, 0.0, 0.12, 0.2, 0.5, 0.11, 0.05, 0.4)
    turns = [turn(number, number % 2, loss) for number, loss in enumerate(lost)]
    turns += [turn(8, 0, 0.31), turn(9, 1, 0.05)]
    assert [one.event for one in worst_of(turns, [0, 1])] == [0, 3, 4, 5, 7, 8]


def test_many_sides_have_fewer_moments_each_and_partners_share_theirs() -> None:
    turns = [turn(number, number % 6, 0.2 + number / 100) for number in range(24)]
    alone = worst_of(turns, [0, 1, 2, 3, 4, 5])
    assert [one.event for one in alone] == [18, 19, 20, 21, 22, 23]
    teams = worst_of(turns, [0, 1, 0, 1, 0, 1])
    assert [one.event for one in teams] == [18, 19, 20, 21, 22, 23]
    assert len(worst_of(turns[:4], [0, 1, 0, 1])) == 4
