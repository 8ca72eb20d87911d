"""Recovery: catching up after an outage, and posting again once a lost permission is back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import Final

import discord
from discord.ext import commands

from cogs.challenges.start_card import start_card
from cogs.client.client import Damier
from cogs.language.catalogues import translate_into
from cogs.match_actions.clocks import Clocks
from cogs.members.match_lookup import is_gone
from cogs.messages.layouts import draw
from cogs.moves.missed_messages import LONGEST, MissedMessages
from cogs.settings.owners_card import add_for_owners
from data import PostState, StoreError, Unavailable
from engine.table.record import Status

log = logging.getLogger(__name__)

GREETING: Final = "greeting of server "
"""The prefix of the facts on whether a server was greeted; the server's id follows."""

OWED, DONE = "owed", "done"
"""The values of these facts: the server is still to be greeted, or was greeted."""

RESTING: Final = 4
"""The pause after drawing a board in advance, as a multiple of the time that the drawing took."""


class Recovery(commands.Cog):
    """Reads missed messages, reposts what Discord refused, and greets new servers."""

    def __init__(self, bot: Damier, clocks: Clocks, missed: MissedMessages) -> None:
        self.bot = bot
        self._clocks = clocks
        self._missed = missed
        self._started = False
        self._ungreeted = set[int]()
        """The servers still to be greeted, where the bot could not write in any channel yet."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin work once connected: send waiting posts, handle missed messages, greet servers."""
        if self._started:
            return
        self._started = True
        log.info("Logged in as %s, on %s servers", self.bot.user, len(self.bot.guilds))
        await self._patiently(self.bot.poster.start)
        await self._catch_up_with(None)
        await self._patiently(self.bot.outbox.start)
        await self._patiently(partial(self._find_closed, None))
        await self._patiently(self._greet_all)
        await self._draw_boards()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Handle messages typed while a shard was disconnected, which Discord did not send."""
        if self._started:
            await self._catch_up_with(shard)

    async def _catch_up_with(self, shard: int | None) -> None:
        try:
            await self._patiently(partial(self.catch_up, shard))
        except StoreError:
            log.exception("What was typed meanwhile")
        self.bot.dispatch("caught_up", shard)

    async def _patiently(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do work that needs the database; start the work over after an outage of the database."""
        while True:
            try:
                await work()
            except Unavailable:
                await self.bot.store.available()
            else:
                return

    async def _draw_boards(self) -> None:
        """Draw the boards of the newest matches in advance, including a map's fronts.

        This caches the parts that all pictures of a board share, so that later turns need not wait
        for them. Pauses between the boards leave time for the turns of the first minute.
        """
        for match in await self.bot.store.some(await self.bot.store.lists.newest()):
            if match.line:
                for seat in range(len(match.position.seats)):
                    await self.bot.poster.give_way()
                    began = perf_counter()
                    await asyncio.to_thread(draw, match, seat)
                    await asyncio.sleep(RESTING * (perf_counter() - began))

    async def catch_up(self, shard: int | None) -> None:
        """Handle messages typed while a shard, None for the whole bot, was away."""
        await self._missed.read(self._clocks.away_since(shard), shard=shard)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server, and continue its matches from an earlier stay.

        A server blocked by the operator is left instead: see ``cogs.operating.owner``.
        """
        if guild.id in self.bot.preferences.orders.servers:
            return
        now = self.bot.clock.now()
        await self._missed.read(now, moves_since=now - LONGEST, guild=guild.id)
        if await self.bot.store.facts.get(f"{GREETING}{guild.id}") != DONE:
            await self.bot.store.facts.set(f"{GREETING}{guild.id}", OWED)
            self._ungreeted.add(guild.id)
        await self._post_again(guild.id)
        await self._greet(guild)

    async def _greet_all(self) -> None:
        """Greet the servers left ungreeted by an earlier run of the bot."""
        known = await self.bot.store.facts.beginning(GREETING)
        self._ungreeted.update(int(guild) for guild, state in known.items() if state == OWED)
        for guild in self.bot.guilds:
            if not guild.unavailable:
                await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Post the start card, with notes for owners, in a server's first channel open to the bot.

        A server is greeted only once, however often it invites the bot. The greeting is noted
        before it is sent: after a crash a server may lack the card, but never has two.
        """
        if guild.id not in self._ungreeted or guild.id in self.bot.preferences.orders.servers:
            return
        channels = [guild.system_channel, *guild.text_channels]
        for channel in channels:
            given = channel.permissions_for(guild.me) if channel is not None else None
            if channel is None or given is None or not given.view_channel & given.send_messages:
                continue
            locale, pictured = self.bot.preferences.locale_of(guild), given.attach_files
            layout, files = await start_card(self.bot, guild, locale, pictured=pictured)
            await add_for_owners(self.bot, layout, guild, channel, translate_into(locale))
            if guild.id not in self._ungreeted:
                return  # it was greeted meanwhile
            self._ungreeted.discard(guild.id)
            await self.bot.store.facts.set(f"{GREETING}{guild.id}", DONE)
            try:
                await channel.send(view=layout, files=files)
            except discord.HTTPException as error:
                log.info("Server %s is not greeted: %s", guild.id, error)
                self._ungreeted.add(guild.id)
                await self.bot.store.facts.set(f"{GREETING}{guild.id}", OWED)
            return

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry posts on a server that is back after Discord's outage, and handle its messages."""
        await self._post_again(guild.id)
        await self._missed.read_later(guild.id)
        await self._greet(guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Check a changed channel and its threads, since permissions may have changed."""
        for channel in (after, *getattr(after, "threads", ())):
            await self._retry_or_stop_in_channel(channel)
        await self._greet(after.guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Stop the time of the matches in a deleted channel, and in its threads."""
        await self._find_closed(channel.guild)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Stop the time of the matches in a deleted thread."""
        await self._repost_in(deleted.thread_id)

    async def _post_again(self, guild: int, channel: int | None = None) -> None:
        """Retry refused posts on a server, or in one of its channels.

        Other cogs are notified by the event ``may_post_again``.
        """
        self.bot.dispatch("may_post_again", guild, channel)
        there: dict[str, int] = {"guild": guild} if channel is None else {"channel": channel}
        await self.bot.poster.retry(**there)
        await self.bot.outbox.retry(**there)

    async def _retry_or_stop_in_channel(
        self, channel: discord.abc.GuildChannel | discord.Thread
    ) -> None:
        """Retry posts in a channel, or stop its matches' time if the bot may not post there."""
        if may_post(channel):
            await self._post_again(channel.guild.id, channel.id)
        else:
            await self._repost_in(channel.id)

    async def _retry_or_stop_on_server(
        self, guild: discord.Guild, me: discord.Member | None = None
    ) -> None:
        """Retry posts on a server, stop the time in channels closed to the bot, and greet.

        ``me`` is as for ``_find_closed``.
        """
        await self._post_again(guild.id)
        await self._find_closed(guild, me)
        await self._greet(guild)

    async def _find_closed(
        self, guild: discord.Guild | None, me: discord.Member | None = None
    ) -> None:
        """Stop the time of matches on a server, None for all, whose channel is gone or closed.

        ``me`` is the bot as a member of the server, if discord.py's own copy may be out of date. A
        channel unknown to discord.py may be an archived thread, so Discord is asked.
        """
        for server, channel in await self.bot.store.channels(self.bot.clock.now()):
            there = self.bot.get_guild(server)
            if there is None or there.unavailable or guild not in {None, there}:
                continue
            await self.bot.poster.give_way()
            known = there.get_channel_or_thread(channel)
            if not may_post(known, me) if known is not None else await is_gone(there, channel):
                await self._repost_in(channel)

    async def _repost_in(self, channel: int) -> None:
        """Repost the boards of a closed channel, since Discord's refusal stops their time.

        A match with a pending post is left out: that post will be refused, too.
        """
        for match_id in await self.bot.store.played_in(channel):
            posts = await self.bot.store.outbox.posts(match_id)
            if any(post.state is PostState.PENDING for post in posts):
                continue
            async with self.bot.store.match(match_id) as table:
                match = table.match
                waits = match.channel == channel and match.status is Status.LIVE
                if waits and match.hidden is None:
                    table.match = match.repost(now=self.bot.clock.now())

    @commands.Cog.listener()
    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Retry posts in a thread that is not locked, or check whether posting is possible.

        discord.py has no other event for archived threads, which it does not keep.
        """
        if not update.data["thread_metadata"].get("locked"):
            await self._post_again(update.guild_id, update.thread_id)
        elif update.thread is not None:
            await self._retry_or_stop_in_channel(update.thread)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Check a server where the permissions of a role have changed."""
        if before.permissions != after.permissions:
            await self._retry_or_stop_on_server(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Check a server where the bot may have lost a role."""
        try:  # discord.py still counts the role among those of the bot
            me = await role.guild.fetch_member(role.guild.me.id)
        except discord.HTTPException:
            me = None
        await self._retry_or_stop_on_server(role.guild, me)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Check a server where the bot may have gained or lost a role."""
        if after == after.guild.me:
            await self._retry_or_stop_on_server(after.guild)


def may_post(
    channel: discord.abc.GuildChannel | discord.Thread, me: discord.Member | None = None
) -> bool:
    """Return whether the bot may post a board in a channel.

    ``me`` is the bot as a member, by default discord.py's copy of it.
    """
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return False  # the parent channel is deleted
    given = channel.permissions_for(me or channel.guild.me)
    if isinstance(channel, discord.Thread):
        may_send = given.send_messages_in_threads and (given.manage_threads or not channel.locked)
    else:
        may_send = given.send_messages
    return given.view_channel and may_send and given.attach_files
