"""Time zones: their names as people type them, and the beginnings of hours in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

USUAL: Final = (
    "UTC",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Paris",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The zones in the menu, which Discord limits to 25 entries; other zones can be typed."""


@cache
def zone_names() -> Mapping[str, frozenset[str]]:
    """Return the zones known to this machine, each with the names that may be typed for it.

    The names are the zone's own and its city's, in lower case: ``europe/paris`` and ``paris``.
    """
    known = {*available_timezones(), "UTC"}
    return MappingProxyType(
        {
            zone: frozenset(
                name.replace("_", " ").lower() for name in (zone, zone.rpartition("/")[2])
            )
            for zone in sorted(known)
            if "/" in zone or zone == "UTC"
        }
    )


def zone_of(name: str) -> ZoneInfo:
    """Return the zone with a name, or UTC if this machine does not know the name."""
    return ZoneInfo(name if name in zone_names() else "UTC")


def beginning(day: date, hour: int, zone: str) -> datetime:
    """Return the moment, in UTC, at which an hour of a day begins in a zone.

    An hour that occurs twice begins at its first occurrence. An hour that is skipped begins when
    the clocks are set forward.
    """
    return moment_at(day, time(hour), zone)


def moment_at(day: date, hour: time, zone: str) -> datetime:
    """Return the moment, in UTC, of a time of a day in a zone.

    A time that occurs twice is the first one; a skipped time is as much later as the clocks are
    set forward.
    """
    return datetime.combine(day, hour, zone_of(zone)).astimezone(UTC)


def day_in(zone: str, moment: datetime) -> date:
    """Return the date of a moment in a zone."""
    return moment.astimezone(zone_of(zone)).date()
