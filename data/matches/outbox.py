"""The outbox: what has to be posted in the channels of matches, and who follows them.

The followers of a match are pinged by the posts of its turns, or of its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.connection import Subject, reading, writing
from data.database.schema import followers, matches, posts
from engine.table.match import Match
from engine.table.record import ANSWERS, POSTED, Event


class PostState(StrEnum):
    """What has become of a post."""

    PENDING = "pending"
    SHOWN = "shown"
    REFUSED = "refused"
    JOINED = "joined"
    """Another post shows it too."""
    REMOVED = "removed"
    """Its message has been deleted."""


DONE = frozenset({PostState.SHOWN, PostState.JOINED, PostState.REMOVED})
"""What has become of a post that is not to be sent any more."""


@dataclass(frozen=True, slots=True)
class Post:
    """What a match has to show after the event of that number.

    ``channel`` is where it goes, ``message`` the id of the message that shows it (None: not
    shown, or a later post shows it), ``call`` the id of a message that calls who is to move,
    ``why`` the reason Discord refused it for, and ``told`` whether the players know that it is
    refused.
    """

    match: int
    event: int
    channel: int
    state: PostState = PostState.PENDING
    message: int | None = None
    why: str | None = None
    told: bool = False
    call: int | None = None

    @property
    def stands(self) -> bool:
        """Whether its message is in the channel, as far as is known."""
        return self.state is PostState.SHOWN and self.message is not None


@dataclass(frozen=True)
class Outgoing:
    """A match with what is needed to post what it has to show.

    ``posts`` are all of its posts, in order, and ``followers`` who follows it, by id, and whether
    they are told of each turn. ``new`` are the events that were just saved, none where the match
    was read again.
    """

    match: Match
    posts: Sequence[Post]
    followers: Mapping[int, bool]
    new: Sequence[Event] = ()


class Outbox(Subject):
    """The posts of all matches."""

    @reading
    async def pending(self, connection: AsyncConnection) -> list[Post]:
        """Return what is to be posted, in the order of matches and their events."""
        return await _find(connection, posts.c.state == PostState.PENDING.value)

    @reading
    async def posts(self, connection: AsyncConnection, match_id: int) -> list[Post]:
        """Return all posts of a match, in order."""
        return await posts_of(connection, match_id)

    @reading
    async def latest(self, connection: AsyncConnection, span: timedelta) -> list[int]:
        """Return the matches of which a message was sent at most so long before the last of all.

        Discord's ids of messages tell when they were sent.
        """
        columns = (posts.c.message, posts.c.call)
        found = [await connection.scalar(select(func.max(column))) for column in columns]
        newest = max((id_ for id_ in found if id_ is not None), default=0)
        since = newest - (span // timedelta(milliseconds=1) << 22)
        recent = or_(*(column >= since for column in columns))
        return sorted(set(await connection.scalars(select(posts.c.match).where(recent))))

    @reading
    async def post_of_message(self, connection: AsyncConnection, message_id: int) -> Post | None:
        """Return what that message shows or calls for, None for one that is no post of ours."""
        ours = (posts.c.message == message_id) | (posts.c.call == message_id)
        found = await _find(connection, ours)
        return found[0] if found else None

    @writing
    async def mark_shown(
        self,
        connection: AsyncConnection,
        post: Post,
        message_id: int,
        *,
        call: int | None = None,
    ) -> None:
        """Record that the message of that id shows a post, and another one calls who is to move.

        The message shows no earlier post any more.
        """
        await _join(connection, post, message_id)
        await tick_off(connection, post, message_id, call)

    @writing
    async def mark_joined(self, connection: AsyncConnection, post: Post) -> None:
        """Record that a later post shows what this one would."""
        joined = PostState.JOINED.value
        await connection.execute(update(posts).where(_is(post)).values(state=joined, why=None))

    @writing
    async def mark_refused(self, connection: AsyncConnection, post: Post, why: str) -> None:
        """Record that Discord refused a post for good, unless it goes elsewhere by now."""
        await connection.execute(
            update(posts)
            .where(
                _is(post),
                posts.c.channel == post.channel,
                posts.c.state == PostState.PENDING.value,
            )
            .values(state=PostState.REFUSED.value, why=why)
        )

    @writing
    async def mark_removed(self, connection: AsyncConnection, removed: Sequence[Post]) -> None:
        """Record that the messages of these posts are deleted."""
        for post in removed:
            values = {"state": PostState.REMOVED.value, "call": None}
            await connection.execute(update(posts).where(_is(post)).values(values))

    @writing
    async def mark_told(self, connection: AsyncConnection, post: Post) -> None:
        """Record that the players know that a post is refused."""
        await connection.execute(update(posts).where(_is(post)).values(told=True))

    @writing
    async def retry(
        self,
        connection: AsyncConnection,
        *,
        channel: int | None = None,
        guild: int | None = None,
        match: int | None = None,
    ) -> list[int]:
        """Have what was refused there (None: anywhere) posted again; return the matches' ids."""
        statement = update(posts).where(posts.c.state == PostState.REFUSED.value)
        if channel is not None:
            statement = statement.where(posts.c.channel == channel)
        if guild is not None:
            statement = statement.where(
                posts.c.match.in_(select(matches.c.id).where(matches.c.guild == guild))
            )
        if match is not None:
            statement = statement.where(posts.c.match == match)
        again = statement.values(state=PostState.PENDING.value, why=None).returning(posts.c.match)
        return sorted(set(await connection.scalars(again)))


class Followers(Subject):
    """Who follows which match."""

    @reading
    async def of(self, connection: AsyncConnection, match_id: int) -> dict[int, bool]:
        """Return who follows a match, by id, and whether they are told of each turn."""
        return await followers_of(connection, match_id)

    @writing
    async def add(
        self, connection: AsyncConnection, match_id: int, person: int, *, turns: bool
    ) -> None:
        """Have a person told when a match ends or, with ``turns``, of each of its turns too."""
        await _unfollow(connection, match_id, person)
        values = {"match": match_id, "person": person, "turns": turns}
        await connection.execute(insert(followers).values(values))

    @writing
    async def remove(self, connection: AsyncConnection, match_id: int, person: int) -> None:
        """Have a person told nothing more of a match."""
        await _unfollow(connection, match_id, person)


# Statements in a transaction that somebody else has begun


async def add(connection: AsyncConnection, match: Match, events: Sequence[Event]) -> bool:
    """Add what these new events have to show; return whether that is anything.

    One post shows the match as it is after the last of them that is posted. An answer to an offer
    that nothing comes of needs one to be written into the offer's.
    """
    posted = [event.number for event in events if event.kind in POSTED - ANSWERS]
    posted = posted or [event.number for event in events if event.kind in ANSWERS]
    if match.imported or not posted:
        return False
    await connection.execute(
        insert(posts).values(
            match=match.id,
            event=posted[-1],
            channel=match.channel,
            state=PostState.PENDING.value,
            told=False,
        )
    )
    return True


async def posts_of(connection: AsyncConnection, match_id: int) -> list[Post]:
    """Return all posts of a match, in order."""
    return await _find(connection, posts.c.match == match_id)


async def outgoing(connection: AsyncConnection, match: Match, new: Sequence[Event]) -> Outgoing:
    """Return a match with what is needed to post it, after these new events."""
    return Outgoing(
        match, await posts_of(connection, match.id), await followers_of(connection, match.id), new
    )


async def tick_off(
    connection: AsyncConnection, post: Post, message_id: int, call: int | None = None
) -> None:
    """Record that the message of that id shows a post."""
    values = {
        "state": PostState.SHOWN.value,
        "message": message_id,
        "call": call,
        "channel": post.channel,
        "why": None,
    }
    await connection.execute(update(posts).where(_is(post)).values(values))


async def _join(connection: AsyncConnection, post: Post, message_id: int) -> None:
    """Record that a message that is edited shows that post, and no earlier one any more."""
    await connection.execute(
        update(posts)
        .where(posts.c.match == post.match, posts.c.event < post.event)
        .where(posts.c.message == message_id)
        .values(state=PostState.JOINED.value, message=None)
    )


async def forward(connection: AsyncConnection, match: Match) -> None:
    """Send what has not been shown to the match's new channel."""
    await connection.execute(
        update(posts)
        .where(posts.c.match == match.id, posts.c.state.not_in(DONE))
        .values(channel=match.channel, state=PostState.PENDING.value, why=None, told=False)
    )


async def followers_of(connection: AsyncConnection, match_id: int) -> dict[int, bool]:
    """Return who follows a match, by id, and whether they are told of each turn."""
    statement = (
        select(followers.c.person, followers.c.turns)
        .where(followers.c.match == match_id)
        .order_by(followers.c.person)
    )
    return {row.person: row.turns for row in await connection.execute(statement)}


async def _find(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[Post]:
    statement = select(posts).where(condition).order_by(posts.c.match, posts.c.event)
    return [_post(row) for row in await connection.execute(statement)]


def _is(post: Post) -> ColumnElement[bool]:
    return (posts.c.match == post.match) & (posts.c.event == post.event)


def _post(row: Row[Any]) -> Post:
    return Post(
        match=row.match,
        event=row.event,
        channel=row.channel,
        state=PostState(row.state),
        message=row.message,
        why=row.why,
        told=row.told,
        call=row.call,
    )


async def _unfollow(connection: AsyncConnection, match_id: int, person: int) -> None:
    await connection.execute(
        delete(followers).where(followers.c.match == match_id, followers.c.person == person)
    )
