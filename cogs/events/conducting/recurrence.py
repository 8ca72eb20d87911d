"""The start of a series' next tournament: at the same hour in the time zone of its server."""

from __future__ import annotations

import itertools
from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import Final

from cogs.timekeeping.time_zones import moment_at, zone_of
from engine.tournaments.terms import Recurs
from engine.tournaments.tournament import Tournament

BETWEEN_SEASONS: Final = timedelta(days=7)
"""The time from the end of a season to the start of the next one."""

MONTHS: Final = {Recurs.MONTH: 1, Recurs.QUARTER: 3}


def start_of_next(tournament: Tournament, ended: datetime, zone: str) -> datetime:
    """Return the start of the tournament that follows ``tournament``, which ended at ``ended``.

    ``zone`` is the time zone of its server.
    """
    terms, first = tournament.terms, tournament.first_of_row
    begun = terms.starts or tournament.state.begun or first
    return next_start(terms.recurs, first, begun, ended, terms.check_in, zone)


def next_start(  # noqa: PLR0917 - each has its own meaning
    recurs: Recurs, first: datetime, begun: datetime, ended: datetime, notice: timedelta, zone: str
) -> datetime:
    """Return the start of a series' next tournament, ``notice`` after this one's end or later.

    ``begun`` is the planned start of this tournament; ``first`` is that of the series' first, which
    sets the hour in ``zone`` and the day of the month for the whole series. An hour that the clocks
    skip becomes the moment when they are set forward; a day that a month lacks becomes the month's
    last day. Neither changes the starts after it. The next season starts ``BETWEEN_SEASONS`` after
    the end of this one. Raises ValueError if ``recurs`` is no interval of a series.
    """
    its_zone = zone_of(zone)
    start = first.astimezone(its_zone)
    if recurs is Recurs.SEASON:
        day = ended.astimezone(its_zone).date() + BETWEEN_SEASONS
        return max(moment_at(day, start.time(), zone), ended + notice)
    if recurs is not Recurs.WEEK and recurs not in MONTHS:
        raise ValueError(f"Nothing follows by {recurs!r}")
    last = begun.astimezone(its_zone).date()
    for count in itertools.count(1):
        if recurs is Recurs.WEEK:
            day = start.date() + timedelta(weeks=count)
        else:
            day = _months_later(start.date(), count * MONTHS[recurs])
        moment = moment_at(day, start.time(), zone)
        if day > last and moment >= ended + notice:
            return moment
    raise AssertionError  # the count has no end


def _months_later(day: date, months: int) -> date:
    """Return the same day a number of months later, or the last day of a shorter month."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
