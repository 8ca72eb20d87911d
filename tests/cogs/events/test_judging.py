"""What a game that is not over in time counts."""

from __future__ import annotations

import engine
from cogs.events.conducting.judging import shared_ranks, verdict_on
from tests.each import for_each


@for_each(
    [
        (0, (1, 1), "White had 50% winning chances, says the computer: a draw."),
        (100, (1, 1), "White had"),
        (3000, (1, 2), "White had 99% winning chances, says the computer: won."),
        (-3000, (2, 1), "Black had 99% winning chances, says the computer: won."),
    ]
)
def test_a_game_of_two_is_won_only_if_it_is_nearly(case: tuple[int, tuple[int, ...], str]) -> None:
    value, ranks, said = case
    verdict = verdict_on(engine.games["international"].start(), value)
    assert verdict.ranks == ranks
    assert str(verdict.reason).startswith("The time of the round is over. ")
    assert said in str(verdict.reason)
    silent = verdict_on(engine.games["international"].start(), value, figure=False)
    assert silent.ranks == ranks
    assert "%" not in str(silent.reason)


def test_of_several_those_who_still_play_share_the_places_that_are_left() -> None:
    position = engine.games["chinese-checkers"].start(4)
    assert shared_ranks(position) == (1, 1, 1, 1)
    assert shared_ranks(position.resign(2)) == (1, 1, 4, 1)
