"""Posts of a match and their states, and the overviews of channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import overviews
from engine.table.match import Match
from engine.table.record import Event


class PostState(StrEnum):
    """States of a post."""

    PENDING = "pending"
    SHOWN = "shown"
    STALE = "stale"
    """The post's message has still to be edited or deleted, since a later post replaces it."""
    REFUSED = "refused"
    JOINED = "joined"
    """Another post stands for this one."""
    REMOVED = "removed"
    """The post's message has been deleted."""


STANDING = frozenset({PostState.SHOWN, PostState.STALE})
"""States of a post whose message is in its channel."""

DONE = frozenset({PostState.SHOWN, PostState.STALE, PostState.JOINED, PostState.REMOVED})
"""States of a post that need not be sent any more."""


@dataclass(frozen=True, slots=True)
class Post:
    """The post that shows a match after the event with the number ``event``.

    ``channel`` is its destination, ``message`` the id of the message that shows it (None: not
    shown, or a later post stands for it), ``call`` the id of a message that pings the players to
    move, ``why`` Discord's reason for refusing it, and ``told`` whether the players know of that.
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
        """Whether the post's message is believed to be in the channel."""
        return self.state in STANDING and self.message is not None


@dataclass(frozen=True, slots=True)
class Posted:
    """All posts of a match in order, and its followers with whether they follow every turn."""

    posts: tuple[Post, ...] = ()
    followers: Mapping[int, bool] = field(default_factory=dict)

    def after(self, *changed: Post) -> Posted:
        """Return a copy with these posts changed or added."""
        posts = {post.event: post for post in self.posts}
        posts.update((post.event, post) for post in changed)
        return replace(self, posts=tuple(posts[event] for event in sorted(posts)))


@dataclass(frozen=True)
class Outgoing:
    """A match with its posts and followers, for the worker that posts.

    ``posts`` are all posts of the match, in order. ``followers`` are its followers by id, each with
    whether they follow every turn. ``new`` are the events just saved, none if the match was read.
    """

    match: Match
    posts: Sequence[Post]
    followers: Mapping[int, bool]
    new: Sequence[Event] = ()


class Overview(NamedTuple):
    """The overview of a channel; its ``message`` is None until that is known to be sent."""

    channel: int
    guild: int
    message: int | None


class Overviews(Subject):
    """The overviews of channels, at most one in each."""

    @reading
    async def all(self, connection: AsyncConnection) -> list[Overview]:
        """Return all overviews on this process's servers, ordered by channel."""
        rows = await connection.execute(
            select(overviews)
            .where(*self._database.shards.of(overviews.c.guild))
            .order_by(overviews.c.channel)
        )
        return [Overview(row.channel, row.guild, row.message) for row in rows]

    @writing
    async def put(self, connection: AsyncConnection, overview: Overview) -> None:
        """Store the overview of a channel, replacing an earlier one."""
        await connection.put(overviews, overview._asdict())

    @writing
    async def remove(self, connection: AsyncConnection, channel: int) -> None:
        """Delete the overview of a channel."""
        await connection.execute(delete(overviews).where(overviews.c.channel == channel))
