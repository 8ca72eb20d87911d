"""Seasons of ratings: calendar months, quarters and years, with codes to store and names to show.

Codes are ``2026-10``, ``2026-Q4`` and ``2026``. Codes of one kind sort by time.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

from cogs.timekeeping.time_zones import beginning, day_in
from engine import Text
from engine.text import Words

MONTH, QUARTER, YEAR = "month", "quarter", "year"
"""The lengths of seasons, as written in a server's settings."""

LONGEST_CODE: Final = 64
"""The most characters of a season's code in the database."""

_CODE = re.compile(r"(?P<year>[0-9]{4})(?:-(?P<month>0[1-9]|1[0-2])|-Q(?P<quarter>[1-4]))?")


def season_at(length: str, zone: str, moment: datetime) -> str:
    """Return the code of the season of a moment, for a length of seasons and a time zone."""
    day = day_in(zone, moment)
    if length == MONTH:
        return f"{day.year:04}-{day.month:02}"
    if length == QUARTER:
        return f"{day.year:04}-Q{(day.month + 2) // 3}"
    return f"{day.year:04}"


def end_of(code: str, zone: str) -> datetime | None:
    """Return the end of a season in a time zone, in UTC; None if the code is no season's."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    last = int(found["month"] or int(found["quarter"] or 4) * 3)
    year = int(found["year"]) + last // 12
    return beginning(date(year, last % 12 + 1, 1), 0, zone)


def season_name(code: str) -> Text:
    """Return the name of a season: *October 2026*, *autumn 2026*, *2026*, or an unknown code."""
    found = _CODE.fullmatch(code)
    if found is not None and found["month"]:
        return _months(found["year"])[int(found["month"]) - 1]
    if found is not None and found["quarter"]:
        return _quarters(found["year"])[int(found["quarter"]) - 1]
    return Text("{name}", name=Words(code, LONGEST_CODE))


def _quarters(year: str) -> tuple[Text, ...]:
    return (
        Text("winter {year}", year=year),  # from January to March
        Text("spring {year}", year=year),
        Text("summer {year}", year=year),
        Text("autumn {year}", year=year),
    )


def _months(year: str) -> tuple[Text, ...]:
    return (
        Text("January {year}", year=year),
        Text("February {year}", year=year),
        Text("March {year}", year=year),
        Text("April {year}", year=year),
        Text("May {year}", year=year),
        Text("June {year}", year=year),
        Text("July {year}", year=year),
        Text("August {year}", year=year),
        Text("September {year}", year=year),
        Text("October {year}", year=year),
        Text("November {year}", year=year),
        Text("December {year}", year=year),
    )
