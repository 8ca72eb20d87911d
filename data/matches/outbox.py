"""The outbox: what has to be posted in the channels of matches, and who follows them.

The followers of a match are pinged by the posts of its turns, or of its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, or_, select, update

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Database, Subject, changing, reading
from data.database.schema import followers, matches, posts
from data.matches.memory import Memory
from data.matches.posts import DONE, Post, Posted, PostState
from engine.table.match import Match
from engine.table.record import ANSWERS, POSTED, Event

# Statements of every turn are made once: that takes longer than executing them.

_ADD = insert(posts)

_CHANGE = update(posts).where(
    posts.c.match == bindparam("its_match"), posts.c.event == bindparam("its_event")
)

_OF_MATCH = select(posts).where(posts.c.match == bindparam("its_match")).order_by(posts.c.event)

_FOLLOWERS = (
    select(followers.c.person, followers.c.turns)
    .where(followers.c.match == bindparam("its_match"))
    .order_by(followers.c.person)
)


class Posting(Subject):
    """What is kept of posts and followers, of which those of the matches used last are known."""

    def __init__(self, database: Database, memory: Memory) -> None:
        super().__init__(database)
        self._memory = memory

    async def _posted(self, match_id: int) -> Posted:
        """Return all posts of a match, and its followers."""
        known = self._memory.posted(match_id)
        if known is None:
            with self._memory.reading() as reading:
                known = await self._database.read(posted_of, match_id)
                self._memory.keep_posted(reading, match_id, known)
        return known

    def empty_memory(self) -> None:
        """Forget what is kept in memory."""
        self._memory.forget_all()


class Outbox(Posting):
    """The posts of all matches."""

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for posts of this process's matches."""
        ours = self._database.shards.of(matches.c.guild)
        return [posts.c.match.in_(select(matches.c.id).where(*ours))] if ours else []

    @reading
    async def pending(self, connection: AsyncConnection) -> list[Post]:
        """Return what is to be posted, in the order of matches and their events."""
        return await _find(connection, posts.c.state == PostState.PENDING.value, *self._ours)

    async def posts(self, match_id: int) -> list[Post]:
        """Return all posts of a match, in order."""
        return [*(await self._posted(match_id)).posts]

    async def posted(self, match_id: int) -> Posted:
        """Return all posts of a match, and its followers."""
        return await self._posted(match_id)

    @reading
    async def last_shown(
        self, connection: AsyncConnection, match_ids: Sequence[int]
    ) -> dict[int, Post]:
        """Return the last post of each of these matches whose message stands, by matches."""
        last = (
            select(posts.c.match, func.max(posts.c.event).label("event"))
            .where(
                posts.c.match.in_(match_ids),
                posts.c.state == PostState.SHOWN.value,
                posts.c.message.is_not(None),
            )
            .group_by(posts.c.match)
            .subquery()
        )
        same = (posts.c.match == last.c.match) & (posts.c.event == last.c.event)
        rows = await connection.execute(select(posts).join(last, same))
        return {row.match: _post(row) for row in rows}

    @reading
    async def latest(self, connection: AsyncConnection, span: timedelta) -> list[Post]:
        """Return the posts of which a message was sent at most so long before the last of all.

        Discord's ids of messages tell when they were sent.
        """
        columns = (posts.c.message, posts.c.call)
        last = [await connection.scalar(select(func.max(column))) for column in columns]
        newest = max((id_ for id_ in last if id_ is not None), default=0)
        since = newest - (span // timedelta(milliseconds=1) << 22)
        recent = or_(*(column >= since for column in columns))
        found = set(await connection.scalars(select(posts.c.match).where(recent, *self._ours)))
        of_matches = await _find(connection, posts.c.match.in_(sorted(found)))
        return [post for post in of_matches if max(post.message or 0, post.call or 0) >= since]

    @reading
    async def stale(
        self,
        connection: AsyncConnection,
        *,
        channel: int | None = None,
        guild: int | None = None,
    ) -> list[Post]:
        """Return the posts there (None: anywhere) that have still to make room for later ones."""
        is_stale = posts.c.state == PostState.STALE.value
        return await _find(connection, is_stale, *_there(channel, guild), *self._ours)

    @reading
    async def post_of_message(self, connection: AsyncConnection, message_id: int) -> Post | None:
        """Return what that message shows or calls for, None for one that is no post of ours."""
        ours = (posts.c.message == message_id) | (posts.c.call == message_id)
        found = await _find(connection, ours)
        return found[0] if found else None

    @changing
    async def mark_shown(
        self,
        connection: AsyncConnection,
        post: Post,
        message_id: int,
        *,
        call: int | None = None,
        joined: Sequence[Post] = (),
    ) -> Callable[[], None]:
        """Record that the message of that id shows a post, and another one calls who is to move.

        The message shows no earlier post any more, and what those ``joined`` would.
        """
        shown = {
            "state": PostState.SHOWN,
            "message": message_id,
            "call": call,
            "channel": post.channel,
            "why": None,
        }
        instead = {"state": PostState.JOINED, "message": None, "why": None}
        known = self._memory.posted(post.match) or await posted_of(connection, post.match)
        same = [p for p in known.posts if p.message == message_id and p.event < post.event]
        for earlier in (*same, *joined):
            await tick_off(connection, earlier, instead)
        await tick_off(connection, post, shown)

        def note() -> None:
            events = [earlier.event for earlier in (*same, *joined)]
            self._memory.changed_posts(post.match, events, instead)
            self._memory.changed_posts(post.match, [post.event], shown)

        return note

    async def mark_joined(self, joined: Sequence[Post]) -> None:
        """Record that a later post shows what these would."""
        await self._mark(joined, {"state": PostState.JOINED, "why": None})

    @changing
    async def mark_stale(
        self, connection: AsyncConnection, found: Sequence[Post]
    ) -> Callable[[], None]:
        """Record that the messages of these posts have still to make room for later ones."""
        return await self._change(connection, found, PostState.SHOWN, PostState.STALE)

    @changing
    async def mark_settled(
        self, connection: AsyncConnection, found: Sequence[Post]
    ) -> Callable[[], None]:
        """Record that the messages of stale posts have made room."""
        return await self._change(connection, found, PostState.STALE, PostState.SHOWN)

    async def _change(
        self,
        connection: AsyncConnection,
        found: Sequence[Post],
        before: PostState,
        after: PostState,
    ) -> Callable[[], None]:
        """Have those of these posts that are in one state be in another."""
        for post in found:
            is_so = _is(post) & (posts.c.state == before.value)
            await _set(connection, is_so, {"state": after})
        return partial(self._memory.forget_posts, [post.match for post in found])

    async def mark_removed(self, removed: Sequence[Post]) -> None:
        """Record that the messages of these posts are deleted."""
        await self._mark(removed, {"state": PostState.REMOVED, "call": None})

    async def mark_told(self, post: Post) -> None:
        """Record that the players know that a post is refused."""
        await self._mark([post], {"told": True})

    @changing
    async def mark_refused(
        self, connection: AsyncConnection, post: Post, why: str
    ) -> Callable[[], None]:
        """Record that Discord refused a post for good, unless it goes elsewhere by now."""
        awaited = _is(post) & (posts.c.channel == post.channel)
        awaited &= posts.c.state == PostState.PENDING.value
        await _set(connection, awaited, {"state": PostState.REFUSED, "why": why})
        return partial(self._memory.forget_posts, [post.match])

    @changing
    async def retry(
        self,
        connection: AsyncConnection,
        *,
        channel: int | None = None,
        guild: int | None = None,
        match: int | None = None,
    ) -> Callable[[], list[int]]:
        """Have what was refused there (None: anywhere) posted again; return the matches' ids."""
        statement = update(posts).where(
            posts.c.state == PostState.REFUSED.value, *_there(channel, guild), *self._ours
        )
        if match is not None:
            statement = statement.where(posts.c.match == match)
        again = statement.values(state=PostState.PENDING.value, why=None).returning(posts.c.match)
        found = sorted(set(await connection.scalars(again)))

        def note() -> list[int]:
            self._memory.forget_posts(found)
            return found

        return note

    @changing
    async def _mark(
        self,
        connection: AsyncConnection,
        changed: Sequence[Post],
        values: Mapping[str, Any],
    ) -> Callable[[], None]:
        for post in changed:
            await tick_off(connection, post, values)

        def note() -> None:
            for post in changed:
                self._memory.changed_posts(post.match, [post.event], values)

        return note


class Followers(Posting):
    """Who follows which match."""

    async def of(self, match_id: int) -> dict[int, bool]:
        """Return who follows a match, by id, and whether they are told of each turn."""
        return dict((await self._posted(match_id)).followers)

    @changing
    async def add(
        self, connection: AsyncConnection, match_id: int, person: int, *, turns: bool
    ) -> Callable[[], None]:
        """Have a person told when a match ends or, with ``turns``, of each of its turns too."""
        await _unfollow(connection, match_id, person)
        values = {"match": match_id, "person": person, "turns": turns}
        await connection.execute(insert(followers).values(values))
        return partial(self._memory.forget_posts, [match_id])

    @changing
    async def remove(
        self, connection: AsyncConnection, match_id: int, person: int
    ) -> Callable[[], None]:
        """Have a person told nothing more of a match."""
        await _unfollow(connection, match_id, person)
        return partial(self._memory.forget_posts, [match_id])


# Statements in a transaction that somebody else has begun


async def add(connection: AsyncConnection, match: Match, events: Sequence[Event]) -> Post | None:
    """Add what these new events have to show, and return it; None where that is nothing.

    One post shows the match as it is after the last of them that is posted. An answer to an offer
    that nothing comes of needs one to be written into the offer's.
    """
    posted = [event.number for event in events if event.kind in POSTED - ANSWERS]
    posted = posted or [event.number for event in events if event.kind in ANSWERS]
    if match.imported or not posted:
        return None
    post = Post(match.id, posted[-1], match.channel)
    values = {
        "match": post.match,
        "event": post.event,
        "channel": post.channel,
        "state": post.state.value,
        "told": post.told,
    }
    await connection.execute(_ADD, values, execution_options={LATER: True})
    return post


async def posted_of(connection: AsyncConnection, match_id: int) -> Posted:
    """Return all posts of a match, and its followers."""
    found = await connection.execute(_OF_MATCH, {"its_match": match_id})
    return Posted(tuple(map(_post, found)), await followers_of(connection, match_id))


async def tick_off(connection: AsyncConnection, post: Post, shown: Mapping[str, Any]) -> None:
    """Record what shows a post."""
    values = {**shown, "its_match": post.match, "its_event": post.event}
    await connection.execute(_CHANGE, values, execution_options={LATER: True})


async def _set(
    connection: AsyncConnection, which: ColumnElement[bool], values: Mapping[str, Any]
) -> None:
    statement = update(posts).where(which).values(dict(values))
    await connection.execute(statement, execution_options={LATER: True})


async def forward(connection: AsyncConnection, match: Match) -> None:
    """Send what has not been shown to the match's new channel."""
    await connection.execute(
        update(posts)
        .where(posts.c.match == match.id, posts.c.state.not_in(DONE))
        .values(channel=match.channel, state=PostState.PENDING.value, why=None, told=False)
    )


async def followers_of(connection: AsyncConnection, match_id: int) -> dict[int, bool]:
    """Return who follows a match, by id, and whether they are told of each turn."""
    found = await connection.execute(_FOLLOWERS, {"its_match": match_id})
    return {row.person: row.turns for row in found}


def _there(channel: int | None, guild: int | None) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for posts in a channel, and on a server; None is any."""
    if channel is not None:
        yield posts.c.channel == channel
    if guild is not None:
        yield posts.c.match.in_(select(matches.c.id).where(matches.c.guild == guild))


async def _find(connection: AsyncConnection, *wanted: ColumnElement[bool]) -> list[Post]:
    statement = select(posts).where(*wanted).order_by(posts.c.match, posts.c.event)
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
