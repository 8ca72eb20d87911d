"""The statements of those who follow matches."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import followers


async def of_match(connection: AsyncConnection, match_id: int) -> dict[int, bool]:
    """Who follows a match, in the order of their ids, and whether he is told of each turn."""
    statement = (
        select(followers.c.person, followers.c.turns)
        .where(followers.c.match == match_id)
        .order_by(followers.c.person)
    )
    return {row.person: row.turns for row in await connection.execute(statement)}


async def add(connection: AsyncConnection, match_id: int, person: int, *, turns: bool) -> None:
    """Has a person told when a match ends or, with ``turns``, of each of its turns too."""
    await remove(connection, match_id, person)
    values = {"match": match_id, "person": person, "turns": turns}
    await connection.execute(insert(followers).values(values))


async def remove(connection: AsyncConnection, match_id: int, person: int) -> None:
    """Has a person told nothing more of a match."""
    await connection.execute(
        delete(followers).where(followers.c.match == match_id, followers.c.person == person)
    )
