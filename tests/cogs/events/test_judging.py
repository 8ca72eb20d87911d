"""The verdicts on games that are not over in time."""

from __future__ import annotations

import engine
from cogs.events.conducting.judging import shared_ranks, verdict_on
from tests.each import for_each


@for_each(
    [
        (0, (1, 1), "the computer judges it a draw (50% for White)."),
        (100, (1, 1), "a draw"),
        (3000, (1, 2), "the computer judges it won for White (99%)."),
        (-3000, (2, 1), "the computer judges it won for Black (99%)."),
    ]
)
def test_a_game_of_two_is_won_only_if_it_is_nearly(case: tuple[int, tuple[int, ...], str]) -> None:
    value, ranks, said = case
    verdict = verdict_on(engine.games["international"].start(), value)
    assert verdict.ranks == ranks
    assert str(verdict.reason).startswith("Time is up: ")
    assert said in str(verdict.reason)
    silent = verdict_on(engine.games["international"].start(), value, figure=False)
    assert silent.ranks == ranks
    assert "%" not in str(silent.reason)


def test_of_several_those_who_still_play_share_the_places_that_are_left() -> None:
    position = engine.games["chinese-checkers"].start(4)
    assert shared_ranks(position) == (1, 1, 1, 1)
    assert shared_ranks(position.resign(2)) == (1, 1, 4, 1)
