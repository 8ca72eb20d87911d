"""Time controls as text, and the arithmetic of time that stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Refusal
from engine.table.clock import Span, TimeControl, is_time, merged, moment_after, running

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)

WRITTEN = [
    "none", "5min", "1h", "8h", "1d", "3d", "7d", "10+10", "1+0", "180+180", "1d claim",
    "5+3 claim",
]  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_a_time_control_is_read_as_it_is_written(text: str) -> None:
    assert str(TimeControl.read(text)) == text
    assert bool(TimeControl.read(text)) == (text != "none")
    assert all(is_time(word) for word in text.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("none", "no time limit"),
        ("5min", "5 minutes a turn"),
        ("1h", "1 hour a turn"),
        ("7d", "7 days a turn"),
        ("10+15", "10 minutes each on the clock, 15 s more after every move"),
        ("60+0", "1 hour each on the clock"),
    ],
)
def test_a_time_control_in_words(text: str, words: str) -> None:
    assert str(TimeControl.read(text).text) == words


@pytest.mark.parametrize("text", ["2d", "10:10", "soon", "1d3", "+10"])
def test_another_limit_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(Refusal, match="`3d`"):
        TimeControl.read(text)
    assert not is_time(text)


@pytest.mark.parametrize("text", ["0+5", "181+0", "5+181"])
def test_a_clock_has_its_bounds(text: str) -> None:
    with pytest.raises(Refusal, match="1 to 180 minutes"):
        TimeControl.read(text)


def test_a_claim_without_a_limit_is_no_limit() -> None:
    assert TimeControl.read("claim") == TimeControl.read("none claim") == TimeControl()


moments = st.integers(0, 300).map(lambda minutes: NOON + minutes * MINUTE)
spans = st.tuples(moments, moments).map(lambda ends: Span(min(ends), max(ends)))


@given(st.lists(spans, max_size=6), moments, st.integers(0, 200))
def test_time_runs_minute_by_minute_unless_it_stands_still(
    stops: list[Span], start: datetime, minutes: int
) -> None:
    end = start + minutes * MINUTE
    ran = sum(
        not any(stop.start <= start + i * MINUTE < stop.end for stop in stops)
        for i in range(minutes)
    )
    assert running(start, end, merged(stops)) == ran * MINUTE


@given(st.lists(spans, max_size=6), moments, st.integers(1, 200))
def test_the_moment_after_a_span_is_the_first_at_which_it_has_run(
    stops: list[Span], start: datetime, minutes: int
) -> None:
    span = minutes * MINUTE
    moment = moment_after(start, span, merged(stops))
    assert running(start, moment, merged(stops)) == span
    assert running(start, moment - MINUTE, merged(stops)) < span


def test_overlapping_spans_are_one() -> None:
    first, second = Span(NOON, NOON + 2 * HOUR), Span(NOON + HOUR, NOON + 3 * HOUR)
    apart = Span(NOON + 4 * HOUR, NOON + 5 * HOUR)
    assert merged([apart, second, first]) == [Span(NOON, NOON + 3 * HOUR), apart]
