"""Hours of days in time zones, also on days when the clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.timekeeping.time_zones import USUAL, beginning, day_in, zone_names

PARIS = "Europe/Paris"


@pytest.mark.parametrize(
    ("day", "hour", "expected"),
    [
        (date(2026, 1, 15), 18, "2026-01-15 17:00"),
        (date(2026, 7, 15), 18, "2026-07-15 16:00"),
        (date(2026, 3, 29), 2, "2026-03-29 01:00"),  # left out: the clocks go from 2 to 3
        (date(2026, 3, 29), 3, "2026-03-29 01:00"),
        (date(2026, 10, 25), 2, "2026-10-25 00:00"),  # twice: the first time
        (date(2026, 10, 25), 3, "2026-10-25 02:00"),
    ],
)
def test_an_hour_begins_once_a_day(day: date, hour: int, expected: str) -> None:
    begins = beginning(day, hour, PARIS)
    assert begins == datetime.fromisoformat(expected).replace(tzinfo=UTC)
    assert day_in(PARIS, begins) == day


def test_the_day_is_that_of_the_zone() -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    assert day_in("Asia/Tokyo", late) == date(2026, 3, 2)
    assert day_in("America/Los_Angeles", late) == date(2026, 3, 1)


def test_what_a_menu_shows_is_known() -> None:
    for zone in USUAL:
        ZoneInfo(zone)
        assert zone in zone_names()
    assert len(USUAL) < 25  # there is room for the zone that is set


def test_a_zone_that_is_gone_is_utc() -> None:
    assert beginning(date(2026, 1, 1), 9, "Mars/Olympus") == datetime(2026, 1, 1, 9, tzinfo=UTC)
