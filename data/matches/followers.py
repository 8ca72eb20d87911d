"""Followers: who is told of the turns or the end of somebody else's match."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import followers
from data.database.statements import Subject, reading, writing


class Followers(Subject):
    """Who follows which match."""

    @reading
    async def of(self, connection: AsyncConnection, match_id: int) -> dict[int, bool]:
        """Return who follows a match, by id, and whether they are told of each turn."""
        return await of(connection, match_id)

    @writing
    async def add(
        self, connection: AsyncConnection, match_id: int, person: int, *, turns: bool
    ) -> None:
        """Have a person told when a match ends or, with ``turns``, of each of its turns too."""
        await _remove(connection, match_id, person)
        values = {"match": match_id, "person": person, "turns": turns}
        await connection.execute(insert(followers).values(values))

    @writing
    async def remove(self, connection: AsyncConnection, match_id: int, person: int) -> None:
        """Have a person told nothing more of a match."""
        await _remove(connection, match_id, person)


async def of(connection: AsyncConnection, match_id: int) -> dict[int, bool]:
    """Return who follows a match, by id, and whether they are told of each turn."""
    statement = (
        select(followers.c.person, followers.c.turns)
        .where(followers.c.match == match_id)
        .order_by(followers.c.person)
    )
    return {row.person: row.turns for row in await connection.execute(statement)}


async def _remove(connection: AsyncConnection, match_id: int, person: int) -> None:
    await connection.execute(
        delete(followers).where(followers.c.match == match_id, followers.c.person == person)
    )
