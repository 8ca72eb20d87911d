"""The axes of a plot: round values and round times, few enough to read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import ceil, floor, log10
from typing import Final, NamedTuple

MINUTES: Final = (5, 10, 15, 30, 60, 120, 180, 360, 720)
DAYS: Final = (1, 2, 3, 5, 7, 14)
MONTHS: Final = (1, 2, 3, 6)
YEARS: Final = (1, 2, 5, 10, 20, 50, 100)
"""Possible steps between the ticks of a time axis, in these units."""
SHORTEST: Final = timedelta(hours=1)
"""Shortest range of a time axis."""
LEAST: Final = 0.05
"""Least range of a value axis, as a share of its middle value: smaller differences look small."""
ONE_DAY: Final = timedelta(hours=36)
"""Longest range of a time axis with ticks at times of day."""


class Tick(NamedTuple):
    """A value on an axis, and its label."""

    at: float
    label: str


class Axis(NamedTuple):
    """The range of an axis, and its ticks."""

    first: float
    last: float
    ticks: tuple[Tick, ...]
    note: str = ""
    """A text about what the labels leave out: the day and time zone of times of day, else empty."""

    def share(self, value: float) -> float:
        """Return the place of a value on the axis, from 0 to 1."""
        return (value - self.first) / (self.last - self.first)


def value_axis(least: float, most: float, count: int) -> Axis:
    """Return an axis that contains the values ``least`` and ``most``.

    It has about ``count`` steps of 1, 2 or 5 times a power of ten.
    """
    middle = (least + most) / 2
    around = max(most - least, abs(middle) * LEAST or 1.0) / 2
    least, most = middle - around, middle + around
    rough = (most - least) / count
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = floor(least / step), ceil(most / step)
    digits = max(0, -floor(log10(step) + 1e-9))
    ticks = (Tick(at * step, f"{at * step:.{digits}f}") for at in range(first, last + 1))
    return Axis(first * step, last * step, tuple(ticks))


def time_axis(begin: datetime, end: datetime, most: int) -> Axis:
    """Return an axis of time in UTC with at most ``most`` ticks, at round times.

    The axis is in seconds since the epoch.
    """
    begin, end = begin.astimezone(UTC), end.astimezone(UTC)
    if end - begin < SHORTEST:
        middle = begin + (end - begin) / 2
        begin, end = middle - SHORTEST / 2, middle + SHORTEST / 2
    scales = (
        *((timedelta(minutes=step), _steps_of_time, "%H:%M") for step in MINUTES),
        *((timedelta(days=step), _steps_of_time, "%Y-%m-%d") for step in DAYS),
    )
    ticks: tuple[Tick, ...] = ()
    form = ""
    for step, walk, form in scales:
        if form == "%H:%M" and end - begin > ONE_DAY:
            continue
        if (end - begin) / step <= most:
            ticks = _ticks(walk(begin, end, step), form)
            break
    else:
        for months in (*MONTHS, *(12 * years for years in YEARS)):
            form = "%Y" if months >= 12 else "%Y-%m"
            ticks = _ticks(_months(begin, end, months), form)
            if len(ticks) <= most:
                break
    days = dict.fromkeys(f"{day:%Y-%m-%d}" for day in (begin, end))
    note = " – ".join(days) + " UTC" if form == "%H:%M" else ""
    return Axis(begin.timestamp(), end.timestamp(), ticks, note)


def _ticks(places: Iterator[datetime], form: str) -> tuple[Tick, ...]:
    return tuple(Tick(at.timestamp(), f"{at:{form}}") for at in places)


def _steps_of_time(begin: datetime, end: datetime, step: timedelta) -> Iterator[datetime]:
    """Yield the times in a range that are whole numbers of steps after the start of the year 1."""
    origin = datetime(1, 1, 1, tzinfo=UTC)
    number = -((origin - begin) // step)
    while (at := origin + number * step) <= end:
        yield at
        number += 1


def _months(begin: datetime, end: datetime, step: int) -> Iterator[datetime]:
    """Yield the beginnings of every ``step``th month in a range."""
    number = (begin.year * 12 + begin.month - 1) // step * step
    while True:
        at = datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)
        if at > end:
            return
        if at >= begin:
            yield at
        number += step
