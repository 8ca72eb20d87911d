"""Answers to slash commands that are left to posts: Discord wants an answer, and a post is one.

A command leaves its answer to the post that its match gets. If there is no post in time, such as
when it waits for a computer, the command answers in private, and the post is an ordinary message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import discord

from cogs.delivery.post_contents import PostContent
from data import Outgoing, Post, PostState

log = logging.getLogger(__name__)

IN_TIME: Final = 0.6
"""Seconds that a command waits for the post: fewer than until it is acknowledged by itself."""

TIMER: Final = "timer"
"""The key in an interaction's extras for the timer that acknowledges it."""


def lock_of(interaction: discord.Interaction[Any]) -> asyncio.Lock:
    """Return the lock that is held while an interaction is answered: it has one first answer."""
    lock: asyncio.Lock = interaction.extras.setdefault("lock", asyncio.Lock())
    return lock


def stop_timer(interaction: discord.Interaction[Any]) -> None:
    """Cancel the timer that would acknowledge an interaction, if that has its first answer."""
    timer = interaction.extras.get(TIMER)
    if isinstance(timer, asyncio.TimerHandle) and interaction.response.is_done():
        timer.cancel()


class CommandAnswer:
    """The answer to a slash command, which may be left to a post."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        loop = asyncio.get_running_loop()
        self.channel = interaction.channel_id
        self._interaction = interaction
        self._left: asyncio.Future[bool] = loop.create_future()
        self._posted: asyncio.Future[bool] = loop.create_future()
        self._begun = False
        self.post: tuple[int, int] | None = None
        """The match and the event of the post, once it is known that there will be one."""

    async def by_post(self) -> bool:
        """Leave the answer to the post; return whether the post has answered in time."""
        if self.post is None or self._left.done():
            return False
        self._left.set_result(True)
        await asyncio.wait({self._posted}, timeout=IN_TIME)
        if self._begun:  # on its way: it cannot be called back
            await asyncio.wait({self._posted})
        self.close()
        return self._posted.result()

    async def is_left(self) -> bool:
        """Return whether the answer is left to the post. The post is ready to be sent."""
        await asyncio.wait({self._left}, timeout=IN_TIME)
        self._begun = self._left.done() and self._left.result() and not self._posted.done()
        return self._begun

    async def post_with(self, content: PostContent) -> discord.Message | None:
        """Answer by a post; return its message, None if it has to be sent as an ordinary one.

        Raises errors of Discord that pass by themselves: the message may have been sent.
        """
        async with lock_of(self._interaction):
            if self._interaction.response.is_done():
                return None
            try:
                sent = await self._interaction.response.send_message(
                    view=content.view, files=content.files, allowed_mentions=content.allowed
                )
            except discord.DiscordServerError:
                raise
            except discord.HTTPException as error:
                log.info(
                    "Interaction %s is not answered by a post: %s", self._interaction.id, error
                )
                return None
            finally:
                stop_timer(self._interaction)
        if not isinstance(sent.resource, discord.InteractionMessage):
            return None
        self._posted.set_result(True)
        return sent.resource

    def close(self) -> None:
        """End the chance of a post to answer."""
        for future in (self._left, self._posted):
            if not future.done():
                future.set_result(False)


class CommandAnswers:
    """The slash commands that may leave their answer to a post.

    None may unless people's replies are ``readable``. Without the message-content intent the bot
    reads replies to its ordinary messages, but not those to answers of commands.
    """

    readable = True

    def __init__(self) -> None:
        self._by_source: dict[str, CommandAnswer] = {}
        self._by_post: dict[tuple[int, int], CommandAnswer] = {}

    @contextmanager
    def to(self, interaction: discord.Interaction[Any]) -> Iterator[CommandAnswer]:
        """Yield the answer to a command; the block changes a match, from which a post may come."""
        source, answer = f"interaction:{interaction.id}", CommandAnswer(interaction)
        if self.readable and _may_post(interaction):
            self._by_source[source] = answer
        try:
            yield answer
        finally:
            self._by_source.pop(source, None)
            answer.close()
            if answer.post is not None:
                self._by_post.pop(answer.post, None)

    def expect(self, outgoing: Outgoing) -> None:
        """Note the post that comes of a command, if the events just saved do."""
        waiting = [post for post in outgoing.posts if post.state is PostState.PENDING]
        for event in outgoing.new:
            answer = self._by_source.get(event.source or "")
            if answer is not None and waiting and waiting[-1].channel == answer.channel:
                answer.post = (waiting[-1].match, waiting[-1].event)
                self._by_post[answer.post] = answer

    def of(self, post: Post) -> CommandAnswer | None:
        """Return the answer that a post may give, None if it comes of no command."""
        return self._by_post.get((post.match, post.event))

    def close(self, post: Post) -> None:
        """Make the command answer itself unless the post did; from now on the post cannot."""
        if (answer := self.of(post)) is not None:
            answer.close()


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether this is a command in a channel where the bot may post.

    Discord shows an answer even if the bot may not write there.
    """
    if interaction.type is not discord.InteractionType.application_command:
        return False
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return may.view_channel and may.attach_files and writes
