"""The overviews: posts that say what is being played in a channel, or on a server."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import overviews


class Overview(NamedTuple):
    """The overview of a channel; its ``message`` is None until it is known to be sent."""

    channel: int
    guild: int
    message: int | None


class Overviews(Subject):
    """The overviews of all servers, one in a channel at most."""

    @reading
    async def all(self, connection: AsyncConnection) -> list[Overview]:
        """Return the overviews that there are."""
        rows = await connection.execute(
            select(overviews)
            .where(*self._database.shards.of(overviews.c.guild))
            .order_by(overviews.c.channel)
        )
        return [Overview(row.channel, row.guild, row.message) for row in rows]

    @writing
    async def put(self, connection: AsyncConnection, overview: Overview) -> None:
        """Note the overview of a channel in the place of an earlier one."""
        await connection.execute(delete(overviews).where(overviews.c.channel == overview.channel))
        await connection.execute(insert(overviews).values(overview._asdict()))

    @writing
    async def remove(self, connection: AsyncConnection, channel: int) -> None:
        """Forget the overview of a channel."""
        await connection.execute(delete(overviews).where(overviews.c.channel == channel))
