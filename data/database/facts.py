"""Facts: values that are no part of a match, each under a name."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import facts


class Facts(Subject):
    """The values that are noted by name."""

    @reading
    async def get(self, connection: AsyncConnection, name: str) -> str | None:
        """Return what was noted under that name, None for nothing."""
        statement = select(facts.c.value).where(facts.c.name == name)
        return (await connection.execute(statement)).scalar_one_or_none()

    @writing
    async def set(self, connection: AsyncConnection, name: str, value: str) -> None:
        """Note a value in the place of an earlier one."""
        await connection.execute(delete(facts).where(facts.c.name == name))
        await connection.execute(insert(facts).values(name=name, value=value))
