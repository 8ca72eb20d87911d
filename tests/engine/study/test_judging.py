"""What marks turns get, and which of them are told of."""

from __future__ import annotations

import pytest

from engine.study.judging import Judged, Mark, is_only, mark_of, worst_of


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0.0, None), (0.09, None), (0.1, Mark.MISTAKE), (0.24, Mark.MISTAKE), (0.25, Mark.BLUNDER)],
)
def test_a_turn_is_marked_by_the_chances_it_loses(lost: float, mark: Mark | None) -> None:
    assert mark_of(lost) is mark


def test_the_only_good_move_keeps_what_all_others_lose() -> None:
    assert is_only(0.5, 0.2)
    assert not is_only(0.5, 0.3)
    assert not is_only(0.2, 0.0)


def turn(event: int, seat: int, lost: float) -> Judged:
    return Judged(event, seat, 0.9, lost, ("32-28",), mark_of(lost))


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
