"""The outbox: posts to send in the channels of matches, and the followers of matches.

A post of a match pings its followers, those of every turn or only that of the end.
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

# Statements of every turn are built once: building takes longer than executing.

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

_LAST = (
    select(posts.c.match, func.max(posts.c.event).label("event"))
    .where(
        posts.c.match.in_(bindparam("its_matches", expanding=True)),
        posts.c.state == PostState.SHOWN.value,
        posts.c.message.is_not(None),
    )
    .group_by(posts.c.match)
    .subquery()
)

_LAST_SHOWN = select(posts).join(
    _LAST, (posts.c.match == _LAST.c.match) & (posts.c.event == _LAST.c.event)
)


class Posting(Subject):
    """Posts and followers, with a cache of those of the most recently used matches."""

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
        """Empty the cache of matches and posts."""
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
        """Return this process's unsent posts, ordered by match and event."""
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
        """Return each match's last post with a message that is not stale, by the match's id."""
        rows = await connection.execute(_LAST_SHOWN, {"its_matches": match_ids})
        return {row.match: _post(row) for row in rows}

    @reading
    async def latest(self, connection: AsyncConnection, span: timedelta) -> list[Post]:
        """Return this process's posts sent at most ``span`` before the newest message stored.

        The time of sending is part of a message's id.
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
        """Return the stale posts in a channel and on a server (None: any)."""
        is_stale = posts.c.state == PostState.STALE.value
        return await _find(connection, is_stale, *_there(channel, guild), *self._ours)

    @reading
    async def post_of_message(self, connection: AsyncConnection, message_id: int) -> Post | None:
        """Return the post that a message shows or pings for, None if it belongs to no post."""
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
        """Record the message that shows a post, and the message ``call`` that pings players.

        The message also stands for the posts ``joined``, and for earlier posts that it showed.
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
        """Record that a later post stands for these posts."""
        await self._mark(joined, {"state": PostState.JOINED, "why": None})

    @changing
    async def mark_stale(
        self, connection: AsyncConnection, found: Sequence[Post]
    ) -> Callable[[], None]:
        """Record that the messages of these shown posts have to be edited or deleted."""
        return await self._change(connection, found, PostState.SHOWN, PostState.STALE)

    @changing
    async def mark_settled(
        self, connection: AsyncConnection, found: Sequence[Post]
    ) -> Callable[[], None]:
        """Record that the messages of stale posts are up to date."""
        return await self._change(connection, found, PostState.STALE, PostState.SHOWN)

    async def _change(
        self,
        connection: AsyncConnection,
        found: Sequence[Post],
        before: PostState,
        after: PostState,
    ) -> Callable[[], None]:
        """Change the state of these posts from ``before`` to ``after``; leave other states."""
        for post in found:
            is_so = _is(post) & (posts.c.state == before.value)
            await _set(connection, is_so, {"state": after})

        def note() -> None:
            for post in found:
                known = self._memory.posted(post.match) or Posted()
                same = (one for one in known.posts if one.event == post.event)
                events = [one.event for one in same if one.state is before]
                self._memory.changed_posts(post.match, events, {"state": after})

        return note

    async def mark_removed(self, removed: Sequence[Post]) -> None:
        """Record that the messages of these posts have been deleted."""
        await self._mark(removed, {"state": PostState.REMOVED, "call": None})

    async def mark_told(self, post: Post) -> None:
        """Record that the players were told of a refused post."""
        await self._mark([post], {"told": True})

    @changing
    async def mark_refused(
        self, connection: AsyncConnection, post: Post, why: str
    ) -> Callable[[], None]:
        """Record that Discord refused a post for good, unless it was sent or moved since."""
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
        """Make refused posts pending again; return the ids of their matches, sorted.

        Only posts in ``channel``, on the server ``guild`` and of ``match`` count; None means any.
        """
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
    """The followers of matches."""

    async def of(self, match_id: int) -> dict[int, bool]:
        """Return the followers of a match by id, each with whether they follow every turn."""
        return dict((await self._posted(match_id)).followers)

    @changing
    async def add(
        self, connection: AsyncConnection, match_id: int, person: int, *, turns: bool
    ) -> Callable[[], None]:
        """Add a follower of a match's end and, with ``turns``, of each turn."""
        await connection.put(followers, {"match": match_id, "person": person, "turns": turns})
        return partial(self._memory.forget_posts, [match_id])

    @changing
    async def remove(
        self, connection: AsyncConnection, match_id: int, person: int
    ) -> Callable[[], None]:
        """Remove a follower of a match."""
        its_own = (followers.c.match == match_id) & (followers.c.person == person)
        await connection.execute(delete(followers).where(its_own))
        return partial(self._memory.forget_posts, [match_id])


# Statements in the caller's transaction


async def add(connection: AsyncConnection, match: Match, events: Sequence[Event]) -> Post | None:
    """Add the post for these new events, and return it; None if the events need no post.

    The post shows the match after the last event that is shown. An answer to an offer gets a post
    only if no other event does, since it is written into the offer's post.
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
    """Write changed values of a post."""
    values = {**shown, "its_match": post.match, "its_event": post.event}
    await connection.execute(_CHANGE, values, execution_options={LATER: True})


async def _set(
    connection: AsyncConnection, which: ColumnElement[bool], values: Mapping[str, Any]
) -> None:
    statement = update(posts).where(which).values(dict(values))
    await connection.execute(statement, execution_options={LATER: True})


async def forward(connection: AsyncConnection, match: Match) -> None:
    """Move the unsent and refused posts to the match's new channel, as pending posts."""
    await connection.execute(
        update(posts)
        .where(posts.c.match == match.id, posts.c.state.not_in(DONE))
        .values(channel=match.channel, state=PostState.PENDING.value, why=None, told=False)
    )


async def followers_of(connection: AsyncConnection, match_id: int) -> dict[int, bool]:
    """Return the followers of a match by id, each with whether they follow every turn."""
    found = await connection.execute(_FOLLOWERS, {"its_match": match_id})
    return {row.person: row.turns for row in found}


def _there(channel: int | None, guild: int | None) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for posts in a channel and on a server; None means any."""
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
