"""Time zones: their names as people type them, and when an hour of a day begins in them."""

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
"""Zones that a menu shows; every other one can be typed. Discord allows a menu 25 entries."""


@cache
def zone_names() -> Mapping[str, frozenset[str]]:
    """Return the zones that this machine knows, each with what may be typed for it.

    That is its name, and that of its city: ``europe/paris`` and ``paris``, in small letters.
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
    """Return the zone of that name; UTC where this machine does not know it any more."""
    return ZoneInfo(name if name in zone_names() else "UTC")


def beginning(day: date, hour: int, zone: str) -> datetime:
    """Return when an hour of a day begins in a zone.

    Of an hour that the clocks pass twice it is the first time; one that they leave out begins when
    they are set forward.
    """
    return datetime.combine(day, time(hour), zone_of(zone)).astimezone(UTC)


def day_in(zone: str, moment: datetime) -> date:
    """Return which day it is in a zone."""
    return moment.astimezone(zone_of(zone)).date()
