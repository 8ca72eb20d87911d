"""The messages that show matches: found, sent and edited, also as answers to slash commands.

The server chooses how loud a match is. Either each turn is a new post, and earlier boards stay or
are folded to a line; or the match has one post that is edited. An edit pings nobody: then a short
message calls the players to move, and is removed with the next turn.

Discord requires an answer to a command, and a post can be one: a command leaves its answer to its
match's next post. If none comes in time, for example because it waits for a computer, the command
answers in private, and the post is an ordinary message.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
import discord
from discord import ui
from discord.abc import Messageable

from cogs.delivery.edits import Edits, KeptFiles
from cogs.delivery.post_contents import PostContent, PostContents
from cogs.members.preferences import Preferences
from cogs.messages.layouts import has_board
from cogs.messages.match_posts import heading, is_call, is_heading, is_post
from cogs.timekeeping.paces import Paces
from data import Outgoing, Post, PostState, Store
from engine.table.match import Match
from engine.table.record import NOWHERE, Kind, Status

if TYPE_CHECKING:
    from discord.abc import MessageableChannel


log = logging.getLogger(__name__)

CLOCK_SKEW = timedelta(seconds=10)
"""The time before an event from which on its post is looked for, since clocks differ."""

FAILING = (
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Passing errors: the post may have gone out, or may be sent again."""

SERVERS_FAULT: Final = 500
"""The lowest status of an answer that says that Discord itself has failed."""

UNKNOWN_MESSAGE = 10008
"""Discord's error for a message that somebody has deleted."""

NEW_BOARD = frozenset({Kind.START, Kind.REPOST})
"""Events whose board is a new message even if the match has one edited post."""

SEARCHED = 1000
"""The most messages of a channel searched for a post that may have gone out.

They have to be at least as many as people write while the bot is away.
"""

DATABASE = "database"
"""The key of the fact holding the database's name."""

PAGE = 100
"""The most messages that Discord gives at once."""


class ShownMessages(NamedTuple):
    """The ids of the messages that show an event: its post, and the call to the players."""

    post: int
    call: int | None = None


class MatchMessages:
    """Finds, sends and edits the messages of matches.

    ``answers`` are the answers to commands; a new message may be one of them.
    """

    def __init__(
        self,
        client: discord.Client,
        preferences: Preferences,
        contents: PostContents,
        answers: CommandAnswers,
        *,
        files: KeptFiles,
        edits: Edits,
    ) -> None:
        self._client = client
        self._preferences = preferences
        self._contents = contents
        self._files = files
        self._edits = edits
        self._database = ""
        self.answers = answers

    async def load(self, store: Store) -> None:
        """Read the name of the database; the first time, choose and store it."""
        self._database = await store.facts.get(DATABASE) or secrets.token_hex(4)
        await store.facts.set(DATABASE, self._database)

    # The messages that show an event

    async def found(self, match: Match, outgoing: Outgoing, post: Post) -> ShownMessages | None:
        """Return the new message that shows the match's last event, None if it was not sent."""
        message = await self.find(channel_of(self._client, post, match), match, is_post)
        edited = self._board_edited(match, outgoing, post)
        if message is None or (edited is not None and edited.message == message):
            return None
        return ShownMessages(message)

    async def show(
        self, match: Match, outgoing: Outgoing, post: Post, *, again: bool
    ) -> ShownMessages:
        """Show the match's last event by a new message or an edit.

        ``again`` says that this may already have been done. Raises Discord's errors if the channel
        refuses it.
        """
        channel = channel_of(self._client, post, match)
        board = self._board_edited(match, outgoing, post)
        edited = board.message if board is not None else None
        if edited is None or not await self._edit_board(channel, match, outgoing, edited):
            answer = self.answers.of(post)
            return ShownMessages(await self.send(channel, match, outgoing, answer))
        call = await self.find(channel, match, is_call) if again else None
        return ShownMessages(edited, call or await self.call(channel, match, outgoing, edited))

    async def show_line(self, match: Match, post: Post, line: ui.LayoutView) -> ShownMessages:
        """Show the match's last event as a line that pings nobody."""
        message = await channel_of(self._client, post, match).send(
            view=line,
            nonce=self._nonce(match, "p"),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        return ShownMessages(message.id)

    async def heading(self, match: Match, channel: discord.TextChannel, *, again: bool) -> int:
        """Return the id of the message from which the thread of a match without a card is made.

        The message is sent, unless this is done ``again`` and the message is found.
        """
        found = await self.find(channel, match, is_heading) if again else None
        if found is not None:
            return found
        message = await channel.send(
            view=heading(match, self._preferences.locale_of(channel.guild)),
            nonce=self._nonce(match, "h"),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        return message.id

    async def find(
        self,
        channel: discord.PartialMessageable | discord.TextChannel,
        match: Match,
        shows: Callable[[discord.Message, Match], bool],
    ) -> int | None:
        """Return the id of the message that shows the match's last event, if there is one."""
        found = await find_own(
            self._client, channel, lambda one: shows(one, match), SEARCHED, match.events[-1].at
        )
        if found is not None:
            self._files.note(found)
        return found.id if found is not None else None

    async def send(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        outgoing: Outgoing,
        answer: CommandAnswer | None = None,
    ) -> int:
        """Send the post of the match's last event, as an ``answer`` if possible.

        Return the message's id.
        """
        content = await self._contents.of_post(match, outgoing)
        if answer is not None and await answer.is_left():
            answered = await answer.post_with(content)
            if answered is not None:
                self._files.note(answered)
                return answered.id
            content = await self._contents.of_post(match, outgoing)  # the files were used up
        message = await channel.send(
            view=content.view,
            files=content.files,
            nonce=self._nonce(match, "p"),
            allowed_mentions=content.allowed,
        )
        self._files.note(message)
        return message.id

    async def call(
        self, channel: discord.PartialMessageable, match: Match, outgoing: Outgoing, board: int
    ) -> int | None:
        """Call the players and followers below an edited board; return the message's id.

        Return None if nobody is to be pinged.
        """
        url = channel.get_partial_message(board).jump_url
        content = await self._contents.of_call(match, outgoing.followers, url)
        if content is None:
            return None
        message = await channel.send(
            view=content.view,
            nonce=self._nonce(match, "q"),
            allowed_mentions=content.allowed,
            reference=discord.MessageReference(
                message_id=board, channel_id=channel.id, fail_if_not_exists=False
            ),
        )
        return message.id

    def _nonce(self, match: Match, kind: str) -> str:
        """Return the nonce that lets Discord drop a repeat, at most 25 characters.

        The nonce has the name of the database, since other databases of this bot have matches of
        the same numbers.
        """
        return f"{self._database}.{match.id:x}{kind}{match.events[-1].number:x}"

    def _board_edited(self, match: Match, outgoing: Outgoing, post: Post) -> Post | None:
        """Return the board to edit for the match's last event.

        Return None if the event gets its own message, as a result does.
        """
        edits = self._preferences.server(match.guild).boards == "one"
        edits = edits and match.status is not Status.OVER
        if not edits or not has_board(match) or match.events[-1].kind in NEW_BOARD:
            return None
        for earlier in reversed(outgoing.posts):
            if earlier.event < post.event and earlier.stands and shows_board(match, earlier):
                return earlier if earlier.channel == post.channel else None
        return None

    async def _edit_board(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        outgoing: Outgoing,
        message: int,
    ) -> bool:
        """Edit a board to show the match's last event; return whether that is done.

        It is not done if somebody has deleted the message, or if Discord delays or refuses the
        edit, for example of a message older than an hour. Raises Discord's other errors.
        """
        content = await self._contents.of_post(match, outgoing)

        async def edit() -> bool:
            edited = await channel.get_partial_message(message).edit(
                view=content.view,
                attachments=content.files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            self._files.note(edited)
            return True

        try:
            return await self._edits.now(message, edit)
        except (discord.DiscordServerError, discord.Forbidden):
            raise
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.NotFound) and error.code != UNKNOWN_MESSAGE:
                raise
            log.info("The board of match %s is posted anew: %r", match.id, error)
            return False


def channel_of(client: discord.Client, post: Post, match: Match) -> discord.PartialMessageable:
    """Return the channel of a post, even if the client does not know it."""
    guild = None if match.guild == NOWHERE else match.guild
    return client.get_partial_messageable(post.channel, guild_id=guild)


def shows_board(match: Match, post: Post) -> bool:
    """Return whether a post of a match has a picture of the board."""
    return has_board(match.until(post.event))


async def history(
    client: discord.Client, channel: MessageableChannel, limit: int | None = None
) -> AsyncIterator[discord.Message]:
    """Yield the messages of a channel, the newest first; at most ``limit`` are read.

    A message that discord.py cannot read is logged and left out: discord.py's own history would
    fail there. Raises Discord's errors.
    """
    before = None
    while limit is None or limit > 0:
        count = PAGE if limit is None else min(limit, PAGE)
        page = await client.http.logs_from(channel.id, count, before=before)
        for data in page:
            before = int(data["id"])
            try:
                message = client._connection.create_message(channel=channel, data=data)
            except Exception as error:
                log.warning(
                    "Message %s of channel %s cannot be read and is left out: %r",
                    before,
                    channel.id,
                    error,
                )
            else:
                yield message
        if len(page) < count:
            return
        limit = limit and limit - count


async def find_own(
    client: discord.Client,
    place: Messageable,
    is_it: Callable[[discord.Message], bool],
    limit: int,
    since: datetime | None = None,
) -> discord.Message | None:
    """Return the bot's newest message of a channel for which ``is_it`` holds, or None.

    Only the newest ``limit`` messages sent after ``since`` are looked at. Raises Discord's errors.
    """
    async for message in history(client, await place._get_channel(), limit):
        if since is not None and message.created_at < since - CLOCK_SKEW:
            return None
        if message.author == client.user and is_it(message):
            return message
    return None


# Answers to commands

TIMER: Final = "timer"
"""The key in an interaction's extras for the timer that acknowledges it."""


def lock_of(interaction: discord.Interaction[Any]) -> asyncio.Lock:
    """Return the lock held while an interaction is answered: only one answer can be the first."""
    lock: asyncio.Lock = interaction.extras.setdefault("lock", asyncio.Lock())
    return lock


def stop_timer(interaction: discord.Interaction[Any]) -> None:
    """Cancel the timer that would acknowledge an interaction, once it has its first answer."""
    timer = interaction.extras.get(TIMER)
    if isinstance(timer, asyncio.TimerHandle) and interaction.response.is_done():
        timer.cancel()


class CommandAnswer:
    """The answer to a slash command, which may be left to a post."""

    def __init__(self, interaction: discord.Interaction[Any], paces: Paces) -> None:
        loop = asyncio.get_running_loop()
        self.channel = interaction.channel_id
        self._interaction, self._paces = interaction, paces
        self._left: asyncio.Future[bool] = loop.create_future()
        self._posted: asyncio.Future[bool] = loop.create_future()
        self._begun = False
        self.post: tuple[int, int] | None = None
        """The match and the event of the post, once it is known to come."""

    async def by_post(self) -> bool:
        """Leave the answer to the post; return whether the post has answered in time."""
        if self.post is None or self._left.done():
            return False
        self._left.set_result(True)
        await asyncio.wait({self._posted}, timeout=self._paces.answered_within)
        if self._begun:  # on its way: it cannot be called back
            await asyncio.wait({self._posted})
        self.close()
        return self._posted.result()

    async def is_left(self) -> bool:
        """Wait until the command has decided, and return whether its answer is left to the post.

        This is called once the post is ready to be sent.
        """
        await asyncio.wait({self._left}, timeout=self._paces.answered_within)
        self._begun = self._left.done() and self._left.result() and not self._posted.done()
        return self._begun

    async def post_with(self, content: PostContent) -> discord.Message | None:
        """Answer by a post; return its message, None if it has to be sent as an ordinary one.

        Raises Discord's passing errors: the message may have been sent.
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

    No command may, unless people's replies are ``readable``: without the message-content intent the
    bot can read replies to its ordinary messages, but not replies to answers of commands.
    """

    def __init__(self, paces: Paces, *, readable: bool) -> None:
        self._paces, self.readable = paces, readable
        self._by_source: dict[str, CommandAnswer] = {}
        self._by_post: dict[tuple[int, int], CommandAnswer] = {}

    @contextmanager
    def to(self, interaction: discord.Interaction[Any]) -> Iterator[CommandAnswer]:
        """Yield the answer to a command; the block changes a match, which may result in a post."""
        source, answer = f"interaction:{interaction.id}", CommandAnswer(interaction, self._paces)
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
        """Note that a post will answer a command, if the events just saved come from it."""
        waiting = [post for post in outgoing.posts if post.state is PostState.PENDING]
        for event in outgoing.new:
            answer = self._by_source.get(event.source or "")
            if answer is not None and waiting and waiting[-1].channel == answer.channel:
                answer.post = (waiting[-1].match, waiting[-1].event)
                self._by_post[answer.post] = answer

    def of(self, post: Post) -> CommandAnswer | None:
        """Return the answer that a post may give, None if no command led to it."""
        return self._by_post.get((post.match, post.event))

    def close(self, post: Post) -> None:
        """Make the command answer itself unless the post did; from now on the post cannot."""
        if (answer := self.of(post)) is not None:
            answer.close()


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction is a command in a channel where the bot may post.

    Discord shows an answer even if the bot may not write there.
    """
    if interaction.type is not discord.InteractionType.application_command:
        return False
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    return may.view_channel and may.attach_files and writes
