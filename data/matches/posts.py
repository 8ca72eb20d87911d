"""Posts: what a match has to show and what has become of it, and the overviews of channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import overviews
from engine.table.match import Match
from engine.table.record import Event


class PostState(StrEnum):
    """What has become of a post."""

    PENDING = "pending"
    SHOWN = "shown"
    STALE = "stale"
    """Its message stands as it was, although a later post takes its place."""
    REFUSED = "refused"
    JOINED = "joined"
    """Another post shows it too."""
    REMOVED = "removed"
    """Its message has been deleted."""


STANDING = frozenset({PostState.SHOWN, PostState.STALE})
"""What has become of a post whose message is in its channel."""

DONE = frozenset({PostState.SHOWN, PostState.STALE, PostState.JOINED, PostState.REMOVED})
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
        return self.state in STANDING and self.message is not None


@dataclass(frozen=True, slots=True)
class Posted:
    """All posts of a match, in order, and who follows it, and whether of each turn."""

    posts: tuple[Post, ...] = ()
    followers: Mapping[int, bool] = field(default_factory=dict)

    def after(self, *changed: Post) -> Posted:
        """Return the same after some posts have changed, or are new."""
        posts = {post.event: post for post in self.posts}
        posts.update((post.event, post) for post in changed)
        return replace(self, posts=tuple(posts[event] for event in sorted(posts)))


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
