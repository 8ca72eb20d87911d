"""Recovery: what was missed in an outage, or was refused for want of a permission, is done."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from datetime import datetime

import discord
from discord.ext import commands

from cogs.bot.client import Damier
from cogs.challenges.start_card import start_card
from cogs.moves.play import Play
from data import StoreError
from engine.table.record import Status

log = logging.getLogger(__name__)

CAUGHT_UP = 500
"""Messages of a channel that are read after an outage: the newest ones."""

READ_AT_ONCE = 8
"""Channels that are read at the same time after an outage: more would only wait for each other in
the limit of requests that Discord sets for all of them together."""


class Recovery(commands.Cog):
    """Plays missed moves, and posts again what Discord refused; greets new servers."""

    def __init__(self, bot: Damier, play: Play) -> None:
        self.bot = bot
        self._play = play
        self._started = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Post what waits in the outbox, and play what was typed while the bot was away."""
        if self._started:
            return
        self._started = True
        log.info("Logged in as %s, on %s servers", self.bot.user, len(self.bot.guilds))
        await self.bot.poster.start()
        await self._catch_up_with(None)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Play what was typed while a shard was disconnected and Discord did not send it."""
        if self._started:
            await self._catch_up_with(shard)

    async def _catch_up_with(self, shard: int | None) -> None:
        try:
            await self.catch_up(shard=shard)
        except StoreError:
            log.exception("What was typed meanwhile")
        self.bot.dispatch("caught_up", shard)

    async def catch_up(self, *, guild: int | None = None, shard: int | None = None) -> None:
        """Play the moves that were typed in live matches since their last event."""
        since: defaultdict[tuple[int, int], list[datetime]] = defaultdict(list)
        for match in await self.bot.store.matches(status=Status.LIVE, guild=guild):
            if shard in {None, self.bot.shard_of(match.guild)}:
                since[match.guild, match.channel].append(match.events[-1].at)
        at_once = asyncio.Semaphore(READ_AT_ONCE)

        async def read(guild_id: int, channel_id: int, moment: datetime) -> None:
            async with at_once:
                await self._catch_up_in(guild_id, channel_id, moment)

        async with asyncio.TaskGroup() as reading:
            for (guild_id, channel_id), times in since.items():
                reading.create_task(read(guild_id, channel_id, min(times)))

    async def _catch_up_in(self, guild: int, channel_id: int, moment: datetime) -> None:
        """Play the moves that were typed in a channel after a moment, in their order."""
        channel = self.bot.get_partial_messageable(channel_id, guild_id=guild or None)
        try:
            missed = await _since(moment, channel)
            for message in reversed(missed):
                if self.bot.is_closed():
                    return
                await self._play.handle_message(message, late=True)
        except discord.HTTPException as error:
            log.info("Channel %s is not read: %s", channel_id, error)
        except StoreError:
            log.exception("What was typed in channel %s meanwhile", channel_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server; its matches of an earlier time go on."""
        await self.catch_up(guild=guild.id)
        await self.bot.poster.retry(guild=guild.id)
        await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Post the card from which everybody starts, in the first channel where that can be."""
        channels = [guild.system_channel, *guild.text_channels]
        for channel in channels:
            given = channel.permissions_for(guild.me) if channel is not None else None
            if channel is None or given is None or not given.view_channel & given.send_messages:
                continue
            locale, pictured = self.bot.preferences.locale_of(guild), given.attach_files
            layout, files = await start_card(self.bot, guild, locale, pictured=pictured)
            try:
                await channel.send(view=layout, files=files)
            except discord.HTTPException as error:
                log.info("Server %s is not greeted: %s", guild.id, error)
            return

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Post again in a server that is back after an outage of Discord's."""
        await self.bot.poster.retry(guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Post again in a channel and its threads: permissions may have changed."""
        await self.bot.poster.retry(channel=after.id)
        for thread in getattr(after, "threads", ()):
            await self.bot.poster.retry(channel=thread.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Post again in a thread that is not locked, or not any more.

        For a thread that was archived discord.py has no other event: it holds no such threads.
        """
        if not update.data["thread_metadata"].get("locked"):
            await self.bot.poster.retry(channel=update.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Post again in a server where the permissions of a role have changed."""
        if before.permissions != after.permissions:
            await self.bot.poster.retry(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Post again in a server where the bot may have been given a role."""
        if after == after.guild.me:
            await self.bot.poster.retry(guild=after.guild.id)


async def _since(moment: datetime, channel: discord.PartialMessageable) -> list[discord.Message]:
    """Return what was written in a channel after a moment, the newest first."""
    found: list[discord.Message] = []
    async for message in channel.history(limit=CAUGHT_UP):
        if message.created_at <= moment:
            break
        found.append(message)
    return found
