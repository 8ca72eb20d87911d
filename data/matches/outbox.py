"""The statements of the outbox."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import matches, posts
from data.matches import conversion
from data.matches.post import Post, PostState
from engine.table.match import Match
from engine.table.record import Event


async def find(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[Post]:
    """The posts for which that holds, in the order of matches and their events."""
    statement = select(posts).where(condition).order_by(posts.c.match, posts.c.event)
    return [conversion.post_of(row) for row in await connection.execute(statement)]


async def add(connection: AsyncConnection, match: Match, events: Sequence[Event]) -> bool:
    """Adds what these new events have to show; returns whether that is anything."""
    if match.imported:
        return False
    post = conversion.post_row(match.id, match.channel, events)
    if post is not None:
        await connection.execute(insert(posts).values(post))
    return post is not None


async def forward(connection: AsyncConnection, match: Match) -> None:
    """Sends what has not been shown to the match's new channel."""
    await connection.execute(
        update(posts)
        .where(posts.c.match == match.id, posts.c.state != PostState.SHOWN.value)
        .values(channel=match.channel, state=PostState.PENDING.value, why=None, told=False)
    )


async def shown(connection: AsyncConnection, post: Post, message_id: int) -> None:
    """Ticks a post off."""
    values = {
        "state": PostState.SHOWN.value,
        "message": message_id,
        "channel": post.channel,
        "why": None,
    }
    await connection.execute(update(posts).where(_is(post)).values(values))


async def refused(connection: AsyncConnection, post: Post, why: str) -> None:
    """Records a refusal of what is still to go to that channel."""
    await connection.execute(
        update(posts)
        .where(
            _is(post),
            posts.c.channel == post.channel,
            posts.c.state == PostState.PENDING.value,
        )
        .values(state=PostState.REFUSED.value, why=why)
    )


async def told(connection: AsyncConnection, post: Post) -> None:
    """Records that the players know."""
    await connection.execute(update(posts).where(_is(post)).values(told=True))


async def retry(
    connection: AsyncConnection, channel: int | None, guild: int | None, match: int | None
) -> list[int]:
    """Has what was refused there wait again; returns the ids of the matches."""
    statement = update(posts).where(posts.c.state == PostState.REFUSED.value)
    if channel is not None:
        statement = statement.where(posts.c.channel == channel)
    if guild is not None:
        statement = statement.where(
            posts.c.match.in_(select(matches.c.id).where(matches.c.guild == guild))
        )
    if match is not None:
        statement = statement.where(posts.c.match == match)
    waiting = statement.values(state=PostState.PENDING.value, why=None).returning(posts.c.match)
    return sorted(set(await connection.scalars(waiting)))


def _is(post: Post) -> ColumnElement[bool]:
    return (posts.c.match == post.match) & (posts.c.event == post.event)
