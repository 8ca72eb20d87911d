"""Moments as people type them, in a time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from cogs.language.moments import read_moment
from engine import Refusal
from tests.each import check_each

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
"""A Sunday, 13:00 in Paris."""

SAID = {
    "8 pm": "29 19:00",
    "8 p.m.": "29 19:00",
    "8pm": "29 19:00",
    "20.00": "29 19:00",
    "sunday 8.30 pm": "29 19:30",
    "12.30": "30 11:30",
    "2026-11-30T20:00": "30 19:00",
    "2026-11-30T20:00:00Z": "30 20:00",
    "2026-11-30T20:00+02:00": "30 18:00",
    "noon": "30 11:00",
    "tomorrow, noon": "30 11:00",
    "midi": "30 11:00",
    "minuit": "29 23:00",
    "20:00 UTC": "29 20:00",
    "20:00 GMT": "29 20:00",
    "20:00 UTC+2": "29 18:00",
    "11:30 UTC": "30 11:30",
    "20h new york": "30 01:00",
    "8 pm Tokyo": "30 11:00",
}


def test_times_are_read_as_people_write_them() -> None:
    def means(typed: str) -> None:
        moment = read_moment(typed, zone="Europe/Paris", now=NOW)
        assert f"{moment:%d %H:%M}" == SAID[typed]

    check_each(means, {typed: typed for typed in SAID})


@pytest.mark.parametrize("typed", ["25.00", "8 pmm", "noon noon", "UTC", "20:00 UTC+99", "13 pm"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="I cannot read"):
        read_moment(typed, zone="Europe/Paris", now=NOW)


def test_an_hour_that_the_clocks_leave_out_is_as_much_later() -> None:
    now = datetime(2027, 3, 27, 12, tzinfo=UTC)
    meant = datetime(2027, 3, 28, 1, 30, tzinfo=UTC)  # 3:30 in Paris
    for typed in ("tomorrow 2:30", "sunday 2:30", "2027-03-28 2:30"):
        assert read_moment(typed, zone="Europe/Paris", now=now) == meant


def test_of_an_hour_that_comes_twice_the_next_to_come_is_meant() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 2:30 in Paris, as an hour later again
    for typed in ("2:30", "sunday 2:30", "2026-10-25 2:30"):
        for minutes, meant in ((-10, first), (10, first + timedelta(hours=1))):
            now = first + timedelta(minutes=minutes)
            assert read_moment(typed, zone="Europe/Paris", now=now) == meant
    after = first + timedelta(minutes=70)
    assert read_moment("2:30", zone="Europe/Paris", now=after) == first + timedelta(hours=25)
