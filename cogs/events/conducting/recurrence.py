"""When the next tournament of a row starts: at the same hour by the clocks of its server."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import Final

from cogs.timekeeping.time_zones import moment_at, zone_of
from engine.tournaments.terms import Recurs

BETWEEN_SEASONS: Final = timedelta(days=7)
"""The time from the end of a season to the start of the next one."""

MONTHS: Final = {Recurs.MONTH: 1, Recurs.QUARTER: 3}


def next_start(
    recurs: Recurs, first: datetime, ended: datetime, notice: timedelta, zone: str
) -> datetime:
    """Return when the tournament after one that has ended starts, ``notice`` after it or later.

    ``first`` is when that one was to start. The hour is the same in the zone, whether clocks were
    changed meanwhile or not. Of months it is the same day, or their last one if they have fewer, or
    if that one was on the last day of its month. Raises ValueError if none is to follow.
    """
    begun = first.astimezone(zone_of(zone))
    hour = begun.time()
    if recurs is Recurs.SEASON:
        day = ended.astimezone(zone_of(zone)).date() + BETWEEN_SEASONS
        return max(moment_at(day, hour, zone), ended + notice)
    if recurs is not Recurs.WEEK and recurs not in MONTHS:
        raise ValueError(f"Nothing follows by {recurs!r}")
    count = 1
    while True:
        if recurs is Recurs.WEEK:
            day = begun.date() + timedelta(weeks=count)
        else:
            day = _months_later(begun.date(), count * MONTHS[recurs])
        moment = moment_at(day, hour, zone)
        if moment >= ended + notice:
            return moment
        count += 1


def _months_later(day: date, months: int) -> date:
    """Return the same day so many months later, the last one of a month if it has none such."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    last = monthrange(year, month)[1]
    is_last = day.day == monthrange(day.year, day.month)[1]
    return date(year, month, last if is_last else min(day.day, last))
