"""Messages typed while the bot was away: handled on its return, or listed for sending again.

Discord does not resend messages that it could not deliver, but keeps them in the channels. They are
read from the last moment at which the bot was certainly connected, in the channels of matches and
in the direct messages of people who set up pieces.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord.ext import commands

from cogs.client.client import Context, Damier, origin_of
from cogs.client.error_answers import answer_command_error, cause_of, sentence_of
from cogs.delivery.match_messages import history
from cogs.language import actions
from cogs.language.catalogues import translate
from cogs.language.did_you_mean import Unclear
from cogs.language.first_words import command_alone
from cogs.language.typed_words import match_named, to_notation
from cogs.match_actions.setups import SetUps
from cogs.members.directory import members_of
from cogs.moves import bare_messages
from cogs.moves.bare_messages import BareWords, is_notation
from cogs.moves.play import Play
from data import Unavailable
from engine import Refusal, Text
from engine.event_log import Repeated
from engine.table.record import NotAPlayer, is_crowd
from engine.text import joined

if TYPE_CHECKING:
    from discord.abc import MessageableChannel as Place

log = logging.getLogger(__name__)

LONGEST: Final = timedelta(days=7)
"""How far back messages are read."""

IN_HAND: Final = timedelta(minutes=2)
"""The time before the bot stopped in which it may have left a move unfinished.

A move is known by its message, so it is never played twice.
"""

PLAYED_IN: Final = timedelta(days=30)
"""How long after its last match a channel's messages are still read."""

READ_AT_ONCE: Final = 8
"""The number of channels read at the same time after an outage.

More would only wait for each other, since Discord limits the requests of all together.
"""

NAMED: Final = 10
"""The most messages listed for sending again."""

REMEMBERED: Final = 10_000
"""The number of messages known to have arrived, enough for the minutes until an outage shows."""

TAKEN_OVER: Final = frozenset(
    {"challenge", "holiday", "open", *(one.name for one in actions.commands() if one.late)}
)
"""The commands carried out late.

Others need confirmation, or only show something, which is useless by then.
"""


@dataclass
class Meanwhile:
    """The state of handling the messages of a channel that were typed ``since`` an outage began.

    ``left`` are the messages to be sent again, ``refused`` the ids of the refused moves among them,
    and ``typed`` the commands seen, each with its author.
    """

    since: datetime
    left: list[discord.Message] = field(default_factory=list)
    refused: set[int] = field(default_factory=set)
    typed: set[tuple[int, str]] = field(default_factory=set)


class MissedMessages:
    """Handles the messages typed while the bot, or one of its connections, was away."""

    def __init__(self, bot: Damier, play: Play, set_ups: SetUps, words: BareWords) -> None:
        self.bot = bot
        self._play, self._set_ups, self._words = play, set_ups, words
        self._arrived: dict[int, None] = {}
        self._unread: dict[int, tuple[datetime, datetime]] = {}
        bot.add_listener(self.note, "on_message")

    async def note(self, message: discord.Message) -> None:
        """Note that a message has arrived normally, so that it is not handled again."""
        self._arrived[message.id] = None
        if len(self._arrived) > REMEMBERED:
            del self._arrived[next(iter(self._arrived))]

    async def read(
        self,
        since: datetime,
        *,
        moves_since: datetime | None = None,
        guild: int | None = None,
        shard: int | None = None,
    ) -> None:
        """Handle the messages typed ``since``, and list in each channel those to be sent again.

        Moves are read from ``moves_since`` on, by default from ``IN_HAND`` earlier, since they may
        have been left unfinished. Only the given ``guild`` or ``shard`` is read, by default all.
        The messages of an unavailable server are left for ``read_later``.
        """
        earliest = moves_since or since - IN_HAND
        at_once = asyncio.Semaphore(READ_AT_ONCE)

        async def read(place: Callable[[], Awaitable[Place]]) -> None:
            async with at_once:
                await self._read(place, earliest, since)

        # Set-ups first: players send them before they say in the channel that they are ready.
        people = await self._setting_up(guild, shard)
        channels = [
            (server, channel)
            for server, channel in await self.bot.store.channels(since - PLAYED_IN)
            if guild in {None, server} and shard in {None, self.bot.shard_of(server)}
        ]
        async with asyncio.TaskGroup() as reading:
            for person in people:
                direct = partial(self.bot.create_dm, discord.Object(person))
                reading.create_task(read(direct))
        async with asyncio.TaskGroup() as reading:
            for server, channel in channels:
                known = self.bot.get_guild(server)
                if known is not None and known.unavailable:
                    self._unread.setdefault(server, (since, earliest))
                elif self._has_news(server, channel, earliest):
                    reading.create_task(read(partial(self._channel, server, channel)))

    async def read_later(self, guild: int) -> None:
        """Handle the messages of a server that was unavailable when the others were read."""
        if (unread := self._unread.pop(guild, None)) is not None:
            since, earliest = unread
            await self.read(since, moves_since=earliest, guild=guild)

    # Places to read

    async def _setting_up(self, guild: int | None, shard: int | None) -> set[int]:
        """Return the people who set up pieces in secret, and may have sent a direct message.

        Direct messages are read by the process of the first shard; others return nobody.
        """
        store = self.bot.store
        if not store.shards.have_first:
            return set()
        return {
            match.players[seat]
            for match in await store.some(await store.lists.setting_up(guild=guild))
            if shard in {None, self.bot.shard_of(match.guild)}
            for seat in match.setting_up
            if match.is_persons(seat)
        }

    async def _channel(self, guild_id: int, channel_id: int) -> Place:
        guild = self.bot.get_guild(guild_id)
        known = guild.get_channel_or_thread(channel_id) if guild else None
        if isinstance(known, discord.abc.Messageable):
            return known
        return self.bot.get_partial_messageable(channel_id, guild_id=guild_id or None)

    def _has_news(self, guild_id: int, channel_id: int, earliest: datetime) -> bool:
        """Return whether anything may have been written in a channel since ``earliest``."""
        guild = self.bot.get_guild(guild_id)
        known = guild.get_channel_or_thread(channel_id) if guild else None
        last = getattr(known, "last_message_id", None)
        return last is None or discord.utils.snowflake_time(last) >= earliest

    # Handling messages

    async def _read(
        self, place: Callable[[], Awaitable[Place]], earliest: datetime, since: datetime
    ) -> None:
        """Handle the messages of one place in order, and list there those to be sent again.

        After an outage of the database all messages are read again; those already handled are
        known.
        """
        while not await self._is_read(place, earliest, since):
            await self.bot.store.available()

    async def _is_read(
        self, place: Callable[[], Awaitable[Place]], earliest: datetime, since: datetime
    ) -> bool:
        """Handle the messages of one place; return False if the database became unavailable.

        Other errors are logged.
        """
        oldest = max(earliest, self.bot.clock.now() - LONGEST)
        meanwhile = Meanwhile(since)
        try:
            channel = await place()
            found = await self._found(channel, oldest)
            await self._recognise(found)
            for message in found:
                if self.bot.is_closed():
                    return True
                await self._take_over(message, meanwhile)
            left = [
                message
                for message in meanwhile.left
                if message.id not in meanwhile.refused or await self._is_awaited(message)
            ]
            await self._tell(channel, left, oldest if oldest > since else None)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.warning("What was typed in a channel meanwhile is not read: %r", error)
        except Unavailable:
            return False
        except Exception:
            log.exception("What was typed meanwhile")
        return True

    async def _found(self, channel: Place, oldest: datetime) -> list[discord.Message]:
        """Return the unanswered messages that may be meant for the bot, the oldest first."""
        found: list[discord.Message] = []
        answered: set[int | None] = set()
        async for message in history(self.bot, channel):
            if message.created_at <= oldest:
                break
            if message.author == self.bot.user and message.reference is not None:
                answered.add(message.reference.message_id)
            elif self._may_be_meant(message) and message.id not in self._arrived:
                found.append(message)
        return [message for message in reversed(found) if message.id not in answered]

    @staticmethod
    async def _recognise(messages: Sequence[discord.Message]) -> None:
        """Replace the authors of past messages, which are users, by members of the server.

        The authors who have left the server stay users.
        """
        guild = messages[0].guild if messages else None
        if guild is None:
            return
        members = await members_of(guild, {message.author.id for message in messages})
        for message in messages:
            message.author = members.get(message.author.id, message.author)

    def _may_be_meant(self, message: discord.Message) -> bool:
        if message.author.bot or message.webhook_id is not None:
            return False
        if not self.bot.admits(message.author.id):
            return False
        text, addressed = self.bot.addressed(message)
        text = self.bot.without_slash(text)
        named = match_named(text)
        said = text if named is None else named.text
        written = to_notation(said)
        return (
            addressed
            or message.guild is None
            or message.reference is not None
            or command_alone(said) is not None
            or is_notation(written)
            or bare_messages.may_be_move(written)
        )

    async def _take_over(self, message: discord.Message, meanwhile: Meanwhile) -> None:
        """Do what a message says if that needs no question to its author, else note it as left.

        From before the bot's absence, only moves and unanswered set-ups are handled: these may have
        been left unfinished.
        """
        new = message.created_at > meanwhile.since
        context: Context = await self.bot.get_context(message)
        if context.command is not None:
            if new and not await self._command(context, meanwhile):
                meanwhile.left.append(message)
            return
        if message.guild is None and await self._set_ups.take(message):
            return
        word = await self._words.find(message) if new and message.guild is not None else None
        if word is not None:
            context = await self.bot.get_bare_context(message, word.command, word.match)
            if word.asked is not None or not await self._command(context, meanwhile):
                meanwhile.left.append(message)
            return
        try:
            await self._play.handle_message(message, late=True)
        except (Repeated, NotAPlayer):
            return
        except Refusal:
            if new:
                meanwhile.left.append(message)
                meanwhile.refused.add(message.id)

    async def _command(self, context: Context, meanwhile: Meanwhile) -> bool:
        """Carry out a command if it may be done late; return whether nothing is left to do.

        A command is done if it had caused an event before the bot stopped. One that its author
        typed again for lack of an answer is carried out once.
        """
        command, message = context.command, context.message
        typed = (message.author.id, message.content.strip())
        known = await self.bot.store.knows(origin_of(message)["source"])
        if known or typed in meanwhile.typed:
            return True
        meanwhile.typed.add(typed)
        if command is None or command.qualified_name not in TAKEN_OVER:
            return False
        if message.guild is not None and not isinstance(message.author, discord.Member):
            return False
        try:
            await command.invoke(context)
        except commands.CommandError as error:
            cause = cause_of(error)
            if isinstance(cause, Unavailable):
                raise cause from error
            if isinstance(cause, Unclear):
                await answer_command_error(context, error)
            elif sentence_of(cause) is None:
                log.error("Command %s, typed meanwhile", command, exc_info=cause)
            return isinstance(cause, Repeated | Unclear)
        return True

    async def _is_awaited(self, message: discord.Message) -> bool:
        """Return whether a match of the channel still waits for a message's author, or their crowd.

        It does not if they have acted since the message.
        """
        return any(
            match.players[seat] == who
            for match, who in await self._play.held_in(message.channel.id, message.author.id)
            for seat in ((match.position.turn,) if is_crowd(who) else match.to_act)
            if not any(e.person == who and e.at > message.created_at for e in match.events)
        )

    async def _tell(
        self, channel: Place, left: Sequence[discord.Message], unread: datetime | None
    ) -> None:
        """Post a list of the messages to be sent again.

        With ``unread``, the post also says that messages before that time were not read. Nothing is
        posted if there is nothing to say.
        """
        texts = []
        if unread is not None:
            texts.append(
                Text(
                    "I was away for a long time and have not read what was sent before {moment}; "
                    "please send it again.",
                    moment=discord.utils.format_dt(unread),
                )
            )
        if left:
            texts.append(
                Text(
                    "I was away when this was sent, and have not done it; please send it again if "
                    "you still want it: {messages}",
                    messages=" ".join(message.jump_url for message in left[-NAMED:]),
                )
            )
        if not texts:
            return
        reader = left[-1].author.id if left else None
        locale = self.bot.preferences.locale_of(getattr(channel, "guild", None), reader)
        await channel.send(translate(joined(texts), locale), nonce=_nonce(left, unread))


def _nonce(left: Sequence[discord.Message], unread: datetime | None) -> str:
    """Return the nonce by which Discord drops a list that is sent again after a crash."""
    return f"missed.{left[-1].id if left else unread and int(unread.timestamp())}"[:25]
