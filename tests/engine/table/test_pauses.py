"""A match in a paused event: no time runs, nothing is due and nobody moves until it resumes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.table.record import Kind, NoMoveNow
from tests.engine.table.test_time import (
    ALICE,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    hidden,
    kinds,
    move,
    started,
    tick,
)


@pytest.mark.parametrize(("time", "limit"), [("1h", HOUR), ("10+0", 10 * MINUTE), ("1d", DAY)])
def test_a_pause_stops_all_time_and_is_given_back_whole(time: str, limit: timedelta) -> None:
    match = started(time).pause(NOON + MINUTE, now=NOON + 2 * MINUTE)
    assert (match.deadline, match.due) == (None, None)
    assert match.left(0, NOON + 99 * DAY) == limit - MINUTE
    assert tick(match, 99 * DAY) is match
    assert match.pause(NOON + HOUR, now=NOON + HOUR) is match
    resumed = match.resume(now=NOON + 3 * DAY)
    assert kinds(resumed) == [Kind.PAUSE, Kind.RESUME]
    assert resumed.deadline == NOON + 3 * DAY + limit - MINUTE
    assert resumed.resume(now=NOON + 4 * DAY) is resumed


def test_pauses_add_up() -> None:
    match = started("1h")
    for hour in (1, 3):
        match = match.pause(NOON + hour * HOUR - 50 * MINUTE, now=NOON + hour * HOUR)
        match = match.resume(now=NOON + (hour + 1) * HOUR)
        assert match.deadline is not None
        match = move(match, (hour + 1) * HOUR)
    assert match.deadline == NOON + 5 * HOUR


def test_nobody_moves_in_a_pause_but_what_was_sent_before_it_counts() -> None:
    match = started("10+0").pause(NOON + 5 * MINUTE, now=NOON + 5 * MINUTE)
    with pytest.raises(NoMoveNow, match="is paused"):
        move(match, 6 * MINUTE)
    moved = move(match, 4 * MINUTE)
    assert moved.paused == NOON + 5 * MINUTE
    assert moved.resume(now=NOON + HOUR).deadline == NOON + HOUR + 10 * MINUTE
    assert match.resign(ALICE, now=NOON + HOUR, source=None).position.outcome() is not None


def test_set_ups_are_reminded_and_completed_as_much_later() -> None:
    match = started("1d", "alliance", setup="free")
    paused = match.pause(NOON + HOUR, now=NOON + HOUR).resume(now=NOON + 49 * HOUR)
    assert paused.setting_up
    assert (paused.timing.hurried, paused.timing.completed) == (
        match.timing.hurried + 2 * DAY,
        match.timing.completed + 2 * DAY,
    )


def test_an_outage_in_a_pause_gives_nothing_back_twice() -> None:
    match = started("1h").pause(NOON + 10 * MINUTE, now=NOON + 10 * MINUTE)
    inside = NOON + 20 * MINUTE, NOON + 30 * MINUTE
    assert match.give_back(*inside, now=NOON + HOUR) is match
    before = match.give_back(NOON + 5 * MINUTE, NOON + 30 * MINUTE, now=NOON + HOUR)
    assert before.resume(now=NOON + DAY).deadline == NOON + DAY + 55 * MINUTE


def test_a_board_hidden_in_a_pause_waits_until_both_are_over() -> None:
    match = hidden(started("1h"), MINUTE).pause(NOON + 2 * MINUTE, now=NOON + 2 * MINUTE)
    assert match.resume(now=NOON + HOUR).due is None
    shown = match.reveal(now=NOON + HOUR)
    assert shown.due is None
    assert shown.resume(now=NOON + 2 * HOUR).deadline == NOON + 3 * HOUR
