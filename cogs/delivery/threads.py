"""Threads for matches: for each one if the server has chosen that, or if many of an event begin.

A thread is made from the message of the challenge when the match starts, or, without a challenge,
from a line sent for it. A thread made from a message has the message's id, so a thread whose
creation was interrupted is found again.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from cogs.language.catalogues import translate
from cogs.members.directory import members_of
from cogs.members.preferences import Preferences
from data import Store
from engine.table.match import Match
from engine.table.record import Kind
from engine.text import Words

log = logging.getLogger(__name__)


class ServerUnknown(Exception):
    """A server is not known yet: the bot has just started, or Discord has an outage."""


HAS_THREAD = 160004
"""Discord's error for a message that already has a thread."""

LONGEST_NAME = 100
"""The most characters of a thread's name."""

ARCHIVED_AFTER: Final = 10080
"""Minutes until Discord archives a silent thread: a week, the longest it allows."""

MANY: Final = 4
"""If more matches of a tournament than this are played, each gets its own thread."""

Heading = Callable[[discord.TextChannel], Awaitable[int]]
"""Returns the id of the message from which a match's thread is made, sent if it is missing."""


class Threads:
    """Makes the threads of matches."""

    def __init__(self, client: discord.Client, store: Store, preferences: Preferences) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._lacking: set[int] = set()

    async def open(self, match: Match, heading: Heading) -> bool:
        """Move a starting match to its own thread; return whether it moves.

        The match stays if threads are not wanted, or if the bot may not make any. A match of a
        tournament has no card of a challenge: its thread is made from its ``heading``. Raises
        ServerUnknown if the match has to wait for its server, and Discord's passing errors: the
        call may be repeated.
        """
        channel = await self._channel(match)
        if channel is None or match.events[-1].kind is not Kind.START or not self._may(channel):
            return False
        posts = await self._store.outbox.posts(match.id)
        cards = [p.message for p in posts if p.channel == channel.id and p.message is not None]
        if not cards and match.tournament is None:
            return False
        card = cards[-1] if cards else await heading(channel)
        if not await self._make(channel, card, match):
            return False
        at = match.events[-1].at
        async with self._store.match(match.id) as table:
            table.match = table.match.move_to(card, now=at)
        await self._let_in(channel.guild, card, match)
        return True

    async def _is_wanted(self, match: Match) -> bool:
        """Return whether a match is to have its own thread."""
        if self._preferences.server(match.guild).threads:
            return True
        if match.tournament is None:
            return False
        tournament = await self._store.tournaments.load(match.tournament)
        state, terms = tournament.state, tournament.terms
        tables = [table for table in state.open_tables if len(table.players) > 1]
        at_once = 1 if terms.is_live else terms.games
        if terms.together and state.rounds:  # the matches of later rounds begin as well
            at_once *= max(state.planned - len(state.rounds) + 1, 1)
        return len(tables) * at_once > MANY

    async def recommends(self, match: Match) -> bool:
        """Return whether the first board of a match recommends threads.

        Only the first match of a channel that begins beside another one does, and no match of a
        tournament does.
        """
        if match.tournament is not None:
            return False
        guild = self._client.get_guild(match.guild)
        channel = guild.get_channel(match.channel) if guild else None
        if not isinstance(channel, discord.TextChannel) or not self._may(channel):
            return False
        if not await self._is_shared(match):
            return False
        fact = f"threads recommended in channel {channel.id}"
        known = await self._store.facts.get(fact)
        if known is None:
            known = str(match.id)
            await self._store.facts.set(fact, known)
        return known == str(match.id) and not self._preferences.server(match.guild).threads

    async def _is_shared(self, match: Match) -> bool:
        """Return whether another match is played in the same channel."""
        played = await self._store.played_in(match.channel)
        return any(match_id != match.id for match_id in played)

    async def _channel(self, match: Match) -> discord.TextChannel | None:
        """Return the channel of a match, None if matches there get no threads.

        Raises ServerUnknown.
        """
        guild = self._client.get_guild(match.guild)
        if guild is None or not await self._is_wanted(match):
            return None
        if guild.unavailable:
            raise ServerUnknown
        channel = guild.get_channel(match.channel)
        return channel if isinstance(channel, discord.TextChannel) else None

    def _may(self, channel: discord.TextChannel) -> bool:
        """Return whether the bot may make threads in a channel; log once if it may not."""
        may = channel.permissions_for(channel.guild.me)
        if may.create_public_threads and may.send_messages_in_threads:
            self._lacking.discard(channel.id)
            return True
        if channel.id not in self._lacking:
            self._lacking.add(channel.id)
            log.warning(
                "Matches stay in channel %s of server %s: threads need the permissions Create "
                "Public Threads and Send Messages in Threads",
                channel.id,
                channel.guild.id,
            )
        return False

    async def _make(self, channel: discord.TextChannel, card: int, match: Match) -> bool:
        """Make the thread of a match from the message ``card``; return whether it exists now."""
        name = await self._name(channel.guild, match)
        message = channel.get_partial_message(card)
        try:
            await message.create_thread(name=name, auto_archive_duration=ARCHIVED_AFTER)
        except (discord.DiscordServerError, discord.RateLimited):
            raise
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                log.warning("Match %s gets no thread: %s", match.id, error)
                return False
        return True

    async def _name(self, guild: discord.Guild, match: Match) -> str:
        """Return the name of a match's thread: the game and the players."""
        members = await members_of(guild, set(match.people))
        names = [Words(members[u].display_name) for u in match.people if u in members]
        game = translate(match.game.title, self._preferences.locale_of(guild))
        return f"{game}: {' – '.join(dict.fromkeys(names))}"[:LONGEST_NAME]

    async def _let_in(self, guild: discord.Guild, thread_id: int, match: Match) -> None:
        """Try to add the players to the thread: its first post does not ping all of them."""
        for user in match.persons:
            try:
                thread = guild.get_thread(thread_id) or await guild.fetch_channel(thread_id)
                if isinstance(thread, discord.Thread):
                    await thread.add_user(discord.Object(user))
            except (discord.HTTPException, discord.InvalidData, OSError) as error:
                log.info("Player %s is not added to thread %s: %s", user, thread_id, error)
