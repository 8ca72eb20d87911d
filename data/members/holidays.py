"""Holidays: spans of time in which a person's time to move does not run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import holidays


class Holiday(NamedTuple):
    """A person's holiday, from ``start`` to ``until``."""

    start: datetime
    until: datetime

    def within(self, year: int) -> timedelta:
        """Return the part of the holiday within a calendar year (UTC)."""
        first = datetime(year, 1, 1, tzinfo=UTC)
        following = datetime(year + 1, 1, 1, tzinfo=UTC)
        return max(min(self.until, following) - max(self.start, first), timedelta())


_AWAY = select(holidays.c.person, holidays.c.until).where(
    holidays.c.start <= bindparam("now"), holidays.c.until > bindparam("now")
)
"""Built once: building takes longer than executing."""


class Holidays(Subject):
    """The holidays of all people."""

    @reading
    async def of(self, connection: AsyncConnection, person: int) -> list[Holiday]:
        """Return all holidays of a person, earliest first."""
        statement = (
            select(holidays.c.start, holidays.c.until)
            .where(holidays.c.person == person)
            .order_by(holidays.c.start)
        )
        return [Holiday(row.start, row.until) for row in await connection.execute(statement)]

    @reading
    async def away(self, connection: AsyncConnection, now: datetime) -> dict[int, datetime]:
        """Return the end of the holiday of each person who is on holiday ``now``, by id."""
        return {row.person: row.until for row in await connection.execute(_AWAY, {"now": now})}

    @reading
    async def away_since(self, connection: AsyncConnection, since: datetime) -> set[int]:
        """Return the people with a holiday that ends at ``since`` or later."""
        statement = select(holidays.c.person).where(holidays.c.until >= since)
        return set(await connection.scalars(statement))

    @writing
    async def begin(
        self, connection: AsyncConnection, person: int, start: datetime, until: datetime
    ) -> None:
        """Store a holiday of a person."""
        await connection.execute(insert(holidays).values(person=person, start=start, until=until))

    @writing
    async def end(self, connection: AsyncConnection, person: int, now: datetime) -> None:
        """End a person's present and future holidays ``now``."""
        await connection.execute(
            update(holidays)
            .where(holidays.c.person == person, holidays.c.until > now)
            .values(until=now)
        )
