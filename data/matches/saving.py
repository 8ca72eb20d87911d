"""Saving a match: what it makes true, in the transaction that somebody else has begun."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from data.matches import imports, outbox, ratings, record
from data.matches.outbox import Outgoing
from engine.table.match import Match
from engine.table.record import Event, Repeated, Status


async def add(
    connection: AsyncConnection, match: Match
) -> tuple[Match, Outgoing | None, list[int]]:
    """Add a match; return it with its id, what it has to post, and the ids that were dropped."""
    if await record.made_match(connection, match.events[0].source):
        raise Repeated
    match = await record.add(connection, match)
    has_post = await outbox.add(connection, match, match.events)
    outgoing = await outbox.outgoing(connection, match, match.events) if has_post else None
    dropped = await imports.keep_newest(connection, match.host) if match.imported else []
    return match, outgoing, dropped


async def append(
    connection: AsyncConnection, before: Match, match: Match, new: Sequence[Event]
) -> Outgoing | None:
    """Write what happened in a match; return what it has to post."""
    if await record.has_source(connection, new):
        raise Repeated
    await record.append(connection, before, match)
    if match.status is Status.OVER:
        await ratings.follow(connection, before, match)
    moved = match.channel != before.channel
    if moved:
        await outbox.forward(connection, match)
    has_post = await outbox.add(connection, match, new)
    return await outbox.outgoing(connection, match, new) if has_post or moved else None
