"""The messages that show matches: found, sent and edited.

The server chooses how loud a match is. Each turn is a new post whose earlier boards stay or are
folded to a line; or the match has one post that is edited. An edit pings nobody: then a short
message calls the players who are to move, and is removed with the next turn.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
import discord
from discord import ui

from cogs.delivery.command_answers import CommandAnswer, CommandAnswers
from cogs.delivery.edits import Edits, KeptFiles
from cogs.delivery.post_contents import PostContents
from cogs.members.preferences import Preferences
from cogs.messages.match_posts import is_call, is_post
from cogs.messages.pictures import has_board
from data import Outgoing, Post, Store
from engine.table.match import Match
from engine.table.record import NOWHERE, Kind

if TYPE_CHECKING:
    from discord.abc import MessageableChannel


log = logging.getLogger(__name__)

CLOCK_SKEW = timedelta(seconds=10)
"""How far before its event's time a post is looked for: clocks differ."""

FAILING = (
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Errors that pass by themselves: the post may have gone out, or may be sent again."""

UNKNOWN_MESSAGE = 10008
"""Discord's error for a message that somebody has deleted."""

NEW_BOARD = frozenset({Kind.START, Kind.REPOST})
"""Events whose board is a new message even if the match has one post that is edited."""

SEARCHED = 1000
"""Messages of the channel that are searched for a post that may have gone out: at least as many as
people write while the bot is away."""

DATABASE = "database"
"""The key of the fact that is the database's name."""

PAGE = 100
"""Messages that Discord gives at once, at most."""


class ShownMessages(NamedTuple):
    """The ids of the messages that show an event: its post, and the call to the players."""

    post: int
    call: int | None = None


class MatchMessages:
    """Finds, sends and edits the messages of matches.

    ``answers`` are the answers to commands, one of which a new message may be.
    """

    def __init__(
        self,
        client: discord.Client,
        preferences: Preferences,
        contents: PostContents,
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
        self.answers = CommandAnswers()

    async def load(self, store: Store) -> None:
        """Note the name of the database, which is chosen once."""
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
        """Show the match's last event: by a new message, or in the one that is edited.

        ``again`` says that this may have been done already. Raises Discord's errors if the channel
        does not take it.
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

    async def find(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        shows: Callable[[discord.Message, Match], bool],
    ) -> int | None:
        """Return the id of the message that shows the match's last event, if there is one."""
        since = match.events[-1].at - CLOCK_SKEW
        async for message in history(self._client, channel, SEARCHED):
            if message.created_at < since:
                break
            if message.author == self._client.user and shows(message, match):
                self._files.note(message)
                return message.id
        return None

    async def send(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        outgoing: Outgoing,
        answer: CommandAnswer | None = None,
    ) -> int:
        """Send the post of the match's last event, as an ``answer`` if it can be one.

        Return the message's id.
        """
        content = await self._contents.of_post(match, outgoing.followers)
        if answer is not None and await answer.is_left():
            answered = await answer.post_with(content)
            if answered is not None:
                self._files.note(answered)
                return answered.id
            content = await self._contents.of_post(match, outgoing.followers)  # its files are used
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
        """Return the nonce by which Discord knows a message sent twice, at most 25 characters.

        It names the database, too: another one of the same bot has matches of the same numbers.
        """
        return f"{self._database}.{match.id:x}{kind}{match.events[-1].number:x}"

    def _board_edited(self, match: Match, outgoing: Outgoing, post: Post) -> Post | None:
        """Return the board that is edited to show the match's last event.

        Return None if the event is shown by a message of its own.
        """
        edits = self._preferences.server(match.guild).boards == "one"
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
        """Edit a board so that it shows the match's last event; return whether that is done.

        It is not if somebody has deleted the message, or if Discord refuses to edit it any more,
        such as one older than an hour, or lets it wait.
        """
        content = await self._contents.of_post(match, outgoing.followers)

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
    """Return the channel of a post, which need not be known to the client."""
    guild = None if match.guild == NOWHERE else match.guild
    return client.get_partial_messageable(post.channel, guild_id=guild)


def shows_board(match: Match, post: Post) -> bool:
    """Return whether a post of a match has a picture of the board."""
    return has_board(match.until(post.event))


async def history(
    client: discord.Client, channel: MessageableChannel, limit: int | None = None
) -> AsyncIterator[discord.Message]:
    """Yield the messages of a channel, the newest first; at most ``limit`` are read.

    A message that discord.py cannot read is logged and left out: its own history would end with
    an error there. Raises Discord's errors.
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
