"""Holidays: when people's turns stand still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import holidays


class Holiday(NamedTuple):
    """A person's holiday."""

    start: datetime
    until: datetime

    def within(self, year: int) -> timedelta:
        """How much of it lies in a calendar year (UTC)."""
        first = datetime(year, 1, 1, tzinfo=UTC)
        following = datetime(year + 1, 1, 1, tzinfo=UTC)
        return max(min(self.until, following) - max(self.start, first), timedelta())


async def of(connection: AsyncConnection, person: int) -> list[Holiday]:
    """All holidays of a person, the first one first."""
    statement = (
        select(holidays.c.start, holidays.c.until)
        .where(holidays.c.person == person)
        .order_by(holidays.c.start)
    )
    return [Holiday(row.start, row.until) for row in await connection.execute(statement)]


async def away(connection: AsyncConnection, now: datetime) -> dict[int, datetime]:
    """Who is on holiday, and until when."""
    statement = select(holidays.c.person, holidays.c.until).where(
        holidays.c.start <= now, holidays.c.until > now
    )
    return {row.person: row.until for row in await connection.execute(statement)}


async def begin(connection: AsyncConnection, person: int, start: datetime, until: datetime) -> None:
    """Adds a holiday."""
    await connection.execute(insert(holidays).values(person=person, start=start, until=until))


async def end(connection: AsyncConnection, person: int, now: datetime) -> None:
    """Ends a person's holiday early."""
    await connection.execute(
        update(holidays)
        .where(holidays.c.person == person, holidays.c.until > now)
        .values(until=now)
    )
