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
"""Zones in the menu, limited to 25 by Discord; every other zone can be typed."""


@cache
def zone_names() -> Mapping[str, frozenset[str]]:
    """Return the zones known to this machine, each with the names that may be typed for it.

    Those are its own name and its city's, in lower case: ``europe/paris`` and ``paris``.
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
    """Return the zone of that name, or UTC if this machine no longer knows it."""
    return ZoneInfo(name if name in zone_names() else "UTC")


def beginning(day: date, hour: int, zone: str) -> datetime:
    """Return the moment, in UTC, at which an hour of a day begins in a zone.

    An hour that occurs twice begins at its first occurrence; one that the clocks skip, when they
    are set forward.
    """
    return moment_at(day, time(hour), zone)


def moment_at(day: date, hour: time, zone: str) -> datetime:
    """Return the moment, in UTC, of that time of a day in a zone, with the rules of
    ``beginning``.
    """
    return datetime.combine(day, hour, zone_of(zone)).astimezone(UTC)


def day_in(zone: str, moment: datetime) -> date:
    """Return the date of a moment in a zone."""
    return moment.astimezone(zone_of(zone)).date()
