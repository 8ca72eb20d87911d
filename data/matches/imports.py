"""Imported records, which are kept as matches of no server."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.schema import matches, metadata
from engine.table.record import NOWHERE

KEPT = 20
"""How many imports of a person are kept, the newest."""


async def of(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of what a person has imported, the oldest first."""
    statement = (
        select(matches.c.id)
        .where(matches.c.guild == NOWHERE, matches.c.channel == NOWHERE, matches.c.host == person)
        .order_by(matches.c.id)
    )
    return list(await connection.scalars(statement))


async def delete_all(connection: AsyncConnection, match_ids: Sequence[int]) -> None:
    """Delete these imports."""
    for table in reversed(metadata.sorted_tables):
        if "match" in table.c:
            await connection.execute(delete(table).where(table.c.match.in_(match_ids)))
    await connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))


async def keep_newest(connection: AsyncConnection, person: int) -> list[int]:
    """Delete the oldest imports of a person who has too many; return their ids."""
    oldest = (await of(connection, person))[:-KEPT]
    await delete_all(connection, oldest)
    return oldest
