"""Standing posts: messages that are kept up to date as long as their content changes.

A post is composed, compared with what it shows, and edited at its pace: seldom once it is an hour
old, since Discord allows few edits then. A post that somebody has deleted is sent anew. A post that
Discord refuses is tried again after growing pauses, and at once if permissions change
(``ask_again``). An activity describes its post by a ``StandingPost``, or by an ``EditedPost`` if
other code sends the message; the activity's worker decides when the post is looked at.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Final, Generic, NamedTuple, TypeVar
from zlib import crc32

import discord
from discord import ui

from cogs.delivery.match_messages import FAILING, SERVERS_FAULT, UNKNOWN_MESSAGE
from cogs.messages.layouts import components_of
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.paces import Paces

log = logging.getLogger(__name__)

OLD_AFTER: Final = timedelta(hours=1)

FAILED_FOR: Final = 15.0
FORBIDDEN_FOR: Final = 300.0
"""Seconds until the first retry after Discord has failed, and after it has refused a post.

Each further pause is twice as long. After too many edits, the first pause is that of old posts.
"""

LONGEST_PAUSE: Final = 3600.0
"""The most seconds until a retry."""

PIN_SEEN_WITHIN: Final = 3.0
"""Seconds within which Discord's line about a pinned post appears."""

Place = (
    discord.PartialMessageable
    | discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
)

K = TypeVar("K", bound=int | tuple[int, ...])
C = TypeVar("C")


class EditedPost(ABC, Generic[C]):
    """A post that other code sends, and that is kept up to date: its content, and its edits.

    ``message`` is the id of its message, None if none is known.
    """

    def __init__(self, message: int | None) -> None:
        self.message = message

    @property
    def every(self) -> float | None:
        """Seconds between two edits while the post is young, None for the usual number."""
        return None

    @abstractmethod
    async def compose(self) -> C:
        """Return the present content of a post."""

    @abstractmethod
    def shown_by(self, content: C) -> object:
        """Return the visible part of ``content``, which is compared to notice changes."""

    @abstractmethod
    async def edit(self, content: C) -> discord.Message | None:
        """Edit the post's message; return the message if Discord has returned it."""


class StandingPost(EditedPost[C]):
    """A post that is sent and kept up to date by ``StandingPosts``; it is pinned if ``pins``."""

    def __init__(self, message: int | None, *, pins: bool = False) -> None:
        super().__init__(message)
        self.pins = pins

    async def find(self) -> int | None:
        """Return the id of a message that was sent but not noted, None if there is none."""
        return None

    @abstractmethod
    async def send(self, content: C) -> discord.Message:
        """Send the post, and return its message."""

    @abstractmethod
    async def note(self, message: int | None) -> None:
        """Store the id of the post's message, None if the post has no message any more."""


class Layout(NamedTuple):
    """Components, and the files that they show."""

    view: ui.LayoutView
    files: Sequence[discord.File] = ()


class LayoutPost(StandingPost[Layout]):
    """A post of components in a channel, which pings nobody."""

    def __init__(self, place: Place, message: int | None, *, pins: bool = False) -> None:
        super().__init__(message, pins=pins)
        self.place = place

    def shown_by(self, content: Layout) -> object:
        """Return the components, and the checksums of the files."""
        return [*components_of(content.view), *map(_sum_of, content.files)]

    async def send(self, content: Layout) -> discord.Message:
        """Send the post, and return its message."""
        return await self.place.send(
            view=content.view,
            files=list(content.files),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def edit(self, content: Layout) -> discord.Message | None:
        """Edit the post's message, and return the message."""
        return await self.place.get_partial_message(self.message or 0).edit(
            view=content.view,
            attachments=list(content.files),
            allowed_mentions=discord.AllowedMentions.none(),
        )


class StandingPosts(Generic[K]):
    """Keeps posts up to date, each identified by a key. ``name`` is their kind, for the log."""

    def __init__(
        self, name: str, client: discord.Client, clock: DiscordClock, paces: Paces
    ) -> None:
        self._name, self._client, self._clock, self._paces = name, client, clock, paces
        self._shown: dict[K, object] = {}
        self._rested: dict[K, float] = {}
        """When posts may be edited again, in monotonic seconds."""
        self._pauses: dict[K, float] = {}
        """The last pauses, in seconds, of posts that Discord refused."""
        self.pinned: set[K] = set()
        """The posts that are known to be pinned."""

    def wait_of(self, key: K) -> float:
        """Return the seconds until a post may be edited, 0 if it may be now."""
        return max(self._rested.get(key, 0.0) - self._clock.elapsed(), 0.0)

    def shows(self, key: K, shown: object) -> None:
        """Note the content of a new message that other code has sent; end a pause of the post."""
        self._shown[key] = shown
        if self._pauses.pop(key, None) is not None:
            self._rested.pop(key, None)

    def ask_again(self, is_so: Callable[[K], bool]) -> list[K]:
        """End the pauses of refused posts whose keys satisfy ``is_so``; return these keys."""
        keys = [key for key in self._pauses if is_so(key)]
        for key in keys:
            del self._pauses[key]
            self._rested.pop(key, None)
        return keys

    def forget(self, key: K) -> None:
        """Forget a post that is gone, or will never change again."""
        for known in (self._shown, self._rested, self._pauses):
            known.pop(key, None)
        self.pinned.discard(key)

    def forget_but(self, is_kept: Callable[[K], bool]) -> None:
        """Forget all posts except those whose keys satisfy ``is_kept``."""
        for key in {*self._shown, *self._rested, *self._pauses, *self.pinned}:
            if not is_kept(key):
                self.forget(key)

    async def try_to_show(self, key: K, post: EditedPost[Any]) -> float:
        """Show a post as ``show`` does; if Discord refuses it, return the pause before a retry."""
        try:
            return await self.show(key, post)
        except (discord.HTTPException, *FAILING) as error:
            is_final = isinstance(error, discord.Forbidden | discord.NotFound)
            return self._pause(key, FORBIDDEN_FOR if is_final else FAILED_FOR, error)

    async def show(self, key: K, post: EditedPost[Any]) -> float:
        """Send or edit a post, unless it is up to date.

        Return the seconds until the post is due again, 0 if it is done. Raises Discord's errors,
        except for too many edits, which only delay the post.
        """
        wait = self.wait_of(key)
        if wait > 0:
            return wait
        if post.message is None and isinstance(post, StandingPost):
            post.message = await post.find()
            if post.message is None:
                return await self._send(key, post)
            await post.note(post.message)
        try:
            return await self._edit(key, post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE or not isinstance(post, StandingPost):
                raise
            log.info("The %s %s is sent anew: %r", self._name, key, error)
        self.forget(key)
        post.message = None
        await post.note(None)
        return await self._send(key, post)

    async def _edit(self, key: K, post: EditedPost[Any]) -> float:
        """Edit a post unless it is up to date; after too many edits, put this one off.

        Return the seconds until the post is due again, 0 if it is done.
        """
        content = await post.compose()
        shown = post.shown_by(content)
        if key in self._shown and self._shown[key] == shown:
            return 0.0
        try:
            edited = await post.edit(content)
        except discord.RateLimited as error:
            return self._pause(key, self._paces.old_edited_every, error)
        except discord.HTTPException as error:
            is_final = isinstance(error, discord.Forbidden | discord.NotFound)
            if is_final or error.status >= SERVERS_FAULT:
                raise
            return self._pause(key, self._paces.old_edited_every, error)
        if edited is not None:
            (self.pinned.add if edited.pinned else self.pinned.discard)(key)
        self._rest(key, shown, self._every(post))
        return 0.0

    async def _send(self, key: K, post: StandingPost[Any]) -> float:
        content = await post.compose()
        shown = post.shown_by(content)
        message = await post.send(content)
        post.message = message.id
        self._rest(key, shown, self._paces.edited_every)
        await post.note(message.id)
        if post.pins:
            await self._pin(key, message)
        return 0.0

    def _every(self, post: EditedPost[Any]) -> float:
        """Return the seconds between two edits of a post."""
        age = self._clock.now() - discord.utils.snowflake_time(post.message or 0)
        if age > OLD_AFTER:
            return self._paces.old_edited_every
        return self._paces.edited_every if post.every is None else post.every

    def _rest(self, key: K, shown: object, seconds: float) -> None:
        """Note the new content of a post, and the time until its next edit."""
        self._shown[key] = shown
        self._pauses.pop(key, None)
        self._rested[key] = self._clock.elapsed() + seconds

    def _pause(self, key: K, least: float, error: Exception) -> float:
        """Leave a post as it is after an error; return the seconds of the pause.

        The pause is at least ``least`` seconds, and twice as long as the one before.
        """
        pause = min(max(2 * self._pauses.get(key, 0.0), least), LONGEST_PAUSE)
        log.info("The %s %s waits %.0f seconds: %r", self._name, key, pause, error)
        self._pauses[key] = pause
        self._rested[key] = self._clock.elapsed() + pause
        return pause

    async def _pin(self, key: K, message: discord.Message) -> None:
        """Pin a new post, and delete Discord's line about it."""

        def is_line(line: discord.Message) -> bool:
            about = line.reference.message_id if line.reference else None
            return line.type is discord.MessageType.pins_add and about == message.id

        told = asyncio.ensure_future(
            self._client.wait_for("message", check=is_line, timeout=PIN_SEEN_WITHIN)
        )
        try:
            await message.pin()
            self.pinned.add(key)
            await (await told).delete()
        except TimeoutError:
            log.info("Discord says nothing about the pinned %s %s", self._name, key)
        except (discord.HTTPException, *FAILING) as error:
            log.info("The %s %s is not pinned: %r", self._name, key, error)
        finally:
            told.cancel()


def may_pin(client: discord.Client, guild: int, channel: int) -> bool:
    """Return whether the bot may pin messages in a channel."""
    server = client.get_guild(guild)
    place = server.get_channel_or_thread(channel) if server else None
    return bool(server and place and place.permissions_for(server.me).pin_messages)


def _sum_of(file: discord.File) -> int:
    file.reset()
    found = crc32(file.fp.read())
    file.reset()
    return found
