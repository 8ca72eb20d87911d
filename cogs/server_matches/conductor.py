"""The conductor of matches between servers: it sets up boards, sends posts, and ends matches.

Every step follows from stored data. Each process takes the steps for its own servers: it makes the
matches of their boards, and updates their posts. A step interrupted by a crash is completed later,
and never done twice.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from datetime import timedelta
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts
from cogs.language.catalogues import translate_into
from cogs.members.directory import gone_from
from cogs.members.mentions import board_links, name_guest
from cogs.server_matches.couriers import Couriers
from cogs.server_matches.server_card import Shown, card_of
from cogs.timekeeping.keyed_worker import KeyedWorker, NotNow, Rest
from cogs.timekeeping.loops import LoopCog
from data import Conflict
from engine.event_log import Repeated
from engine.server_matches.server_match import OFF_BY, Board, Phase, ServerMatch
from engine.server_matches.twins import called_off
from engine.table.decisions import WhyEnded
from engine.table.match import Match
from engine.table.record import OPEN, Status, abroad

EVERY: Final = timedelta(minutes=1)
"""The pause between two checks of all matches."""

SHOWN_FOR: Final = timedelta(days=1)
"""How long after its end a match is still checked, since a post or a board may be behind."""

NAMED_FOR: Final = timedelta(days=365)
"""How long after its end the names of a match's players are still read into memory."""

NAMED_ANEW: Final = 10
"""The number of checks after which names are read again; people may have deleted theirs."""

LOOKED_THROUGH: Final = 500
"""The most matches that are checked, and the most whose names are read."""

RETRIED_AFTER: Final = 15.0
"""Seconds until a step is retried that another process took at the same time."""

WHY: Final = {
    **dict.fromkeys([Phase.OFF, *OFF_BY], WhyEnded.OFF),
    Phase.GONE: WhyEnded.GONE,
}


class ServerMatchConductor(LoopCog):
    """Takes the due steps of matches between servers."""

    def __init__(self, bot: Damier, couriers: Couriers) -> None:
        super().__init__(EVERY)
        self.bot = bot
        self._couriers = couriers
        self._posts = StandingPosts[tuple[int, int]]("post of the match", bot, bot.clock, bot.paces)
        self._worker = KeyedWorker("match between servers", self._work, bot.clock.elapsed)
        self._looks = 0

    @property
    def is_busy(self) -> bool:
        """Whether steps or transfers are in progress, or steps are scheduled."""
        return self._worker.is_busy or self._couriers.is_busy

    async def cog_load(self) -> None:
        """Listen to the store for changed matches."""
        self.bot.store.servers.saved.connect(self._saved)

    async def cog_unload(self) -> None:
        """Stop after the steps in progress."""
        self.bot.store.servers.saved.disconnect(self._saved)
        await super().cog_unload()
        await self._worker.close()

    def _saved(self, match: ServerMatch) -> None:
        self.wake(match.id)

    @commands.Cog.listener()
    async def on_servers_heard(self, number: int) -> None:
        """Check a match that another process has changed."""
        self.wake(number)

    @commands.Cog.listener()
    async def on_twin_changed(self, match: Match) -> None:
        """Check the match between servers of a board that has ended."""
        if match.status is Status.OVER:
            twin = await self._couriers.twin_of(match.id)
            if twin is not None:
                self.wake(twin.server_match)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Check the matches of a server that the bot has left."""
        await self._wake_server(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check the matches of a server that has lost a channel."""
        await self._wake_server(channel.guild.id)

    @commands.Cog.listener()
    async def on_may_post_again(self, guild: int, _channel: int | None) -> None:
        """Retry the posts of matches on a server where the bot can now post."""
        if self._loop.is_running():
            there = {match.id for match in await self.bot.store.servers.going_on(guild)}
            self._posts.ask_again(lambda key: key[0] in there)
            for number in there:
                self._worker.wake_anew(number)

    async def _wake_server(self, guild: int) -> None:
        for match in await self.bot.store.servers.going_on(guild):
            self.wake(match.id)

    async def look(self) -> None:
        """Check the matches that go on or ended lately, and read the names of players."""
        store, now = self.bot.store, self.bot.clock.now()
        if store.is_available:
            if self._looks % NAMED_ANEW == 0:
                for match in await store.servers.lately(now - NAMED_FOR, LOOKED_THROUGH):
                    name_guests(match)
            shown = await store.servers.lately(now - SHOWN_FOR, LOOKED_THROUGH)
            for match in shown:
                if self._looks == 0:
                    await self._tell_twins(match)
                self.wake(match.id)
            going_on = {match.id for match in shown}
            self._posts.forget_but(lambda key: key[0] in going_on)
            self._looks += 1

    async def _tell_twins(self, match: ServerMatch) -> None:
        """Notify other processes of changes that this one may not have announced before a crash."""
        for board in match.boards if match.phase is Phase.PLAYING else ():
            for side, twin in zip(match.sides, board.matches, strict=True):
                if twin is not None and not self.bot.store.shards.have(side.guild):
                    await self.bot.store.servers.tell_of_twin(twin)

    def wake(self, number: int) -> None:
        """Let a match be checked as soon as possible, if the conductor has begun."""
        if self._loop.is_running():
            self._worker.wake(number)

    async def _work(self, number: int) -> Rest:
        try:
            return Rest(again=await self._step(number))
        except (Conflict, Repeated):  # another process takes the same step
            raise NotNow(RETRIED_AFTER) from None

    # Steps

    async def _step(self, number: int) -> float | None:
        """Take the due steps of a match for the servers of this process.

        Return the seconds until one of its posts is due again, None if none is.
        """
        match = await self.bot.store.servers.load(number)
        if match is None:
            return None
        now, change = self.bot.clock.now(), self.bot.store.servers.change
        name_guests(match)
        if match.expired(now) is not match:
            await change(number, lambda one: one.expired(now))
            return None
        own = [n for n, side in enumerate(match.sides) if self.bot.store.shards.have(side.guild)]
        there = [side for side in own if self._is_there(match, side)]
        if there != own and not match.is_over:
            await change(number, lambda one: one.lost(now))
            return None
        if match.phase is Phase.PLAYING and await self._make_matches(match, own):
            return None
        for side in own:
            await self._see_to_boards(match, side)
        if await self._is_finished(match, own):
            await change(number, lambda one: one.finished(now))
            return None
        return await self._show(match, there)

    def _is_there(self, match: ServerMatch, side: int) -> bool:
        """Return whether the bot is on a side's server and its channel exists.

        True as well for a server that is unavailable for now.
        """
        where = match.sides[side]
        guild = self.bot.get_guild(where.guild)
        if guild is None or guild.unavailable:
            return guild is not None
        return guild.get_channel(where.channel) is not None

    async def _make_matches(self, match: ServerMatch, own: list[int]) -> bool:
        """Make the missing matches of the sides ``own``; return whether there were any.

        If players have left their server, first only give their boards to others of their team.
        """
        lacking = [(board, side) for board in match.boards for side in own
                   if board.matches[side] is None]  # fmt: skip
        if not lacking:
            return False
        gone = await self._gone(match, {side for _, side in lacking})
        if match.replaced(gone) != match:
            await self.bot.store.servers.change(match.id, lambda one: one.replaced(gone))
            return True
        for board, side in lacking:
            await self._make(match, board, side, gone)
        return True

    async def _gone(self, match: ServerMatch, sides: Collection[int]) -> frozenset[int]:
        """Return the players of the sides who have left their server or had their data deleted."""
        gone: set[int] = set()
        for side in sides:
            people = [player.person for player in match.team(side)]
            gone |= {person for person in people if person <= OPEN}
            guild = self.bot.get_guild(match.sides[side].guild)
            if guild is not None and not guild.unavailable:
                gone |= {*await gone_from(guild, [one for one in people if one > OPEN])}
        return frozenset(gone)

    async def _make(
        self, match: ServerMatch, board: Board, side: int, gone: Collection[int]
    ) -> None:
        """Make the match of a board on a side; end it at once if its player is ``gone``."""
        store, where = self.bot.store, match.sides[side]
        source = f"servers:{match.id}.{board.number}.{side}"
        now = self.bot.clock.now()
        own = match.player(board.players[side]).person
        new = Match.gathering(
            guild=where.guild,
            channel=where.channel,
            game=match.game,
            options=match.options,
            host=own,
            people=match.seats(board, side),
            now=now,
            source=source,
            time=match.time,
        ).begun(now=now, chance=random.Random(match.id))
        if own in gone:
            new = called_off(new, WhyEnded.LEFT, now=now)
        try:
            made: int | None = (await store.create(new)).id
        except Repeated:
            made = await store.servers.made_from(source)
        if made is not None:
            number = made
            await store.servers.change(
                match.id, lambda one: one.with_match(board.number, side, number)
            )

    async def _see_to_boards(self, match: ServerMatch, side: int) -> None:
        """Let the couriers check a side's boards; end the boards if the match was called off."""
        ids = [board.matches[side] for board in match.boards]
        made = [one for one in ids if one is not None]
        why = WHY.get(match.phase)
        if why is not None:
            now = self.bot.clock.now()
            for one in made:
                async with self.bot.store.match(one) as table:
                    table.match = called_off(table.match, why, now=now)
        elif match.phase is Phase.PLAYING:
            self._couriers.wake(made)

    async def _is_finished(self, match: ServerMatch, own: list[int]) -> bool:
        """Return whether all boards of a match being played have ended on one of the sides."""
        if match.phase is not Phase.PLAYING:
            return False
        for side in own:
            ids = [board.matches[side] for board in match.boards]
            twins = await self.bot.store.some([one for one in ids if one is not None])
            if len(twins) == len(ids) and all(one.status is Status.OVER for one in twins):
                return True
        return False

    async def _show(self, match: ServerMatch, sides: list[int]) -> float | None:
        """Update the posts of a match on the sides; a refusal of one does not delay the other.

        Return the seconds until one of the posts is due again, None if none is.
        """
        guilds = {side: self.bot.get_guild(match.sides[side].guild) for side in sides}
        there = [side for side, guild in guilds.items() if guild and not guild.unavailable]
        waits = list[float]()
        for side in there:
            message = await self.bot.store.servers.message_of(match.id, side)
            post = ServerPost(self.bot, match, side, message)
            waits.append(await self._posts.try_to_show((match.id, side), post))
        return min((wait for wait in waits if wait), default=None)


class ServerPost(LayoutPost):
    """The post of a match between servers on the server of a side."""

    def __init__(self, bot: Damier, match: ServerMatch, side: int, message: int | None) -> None:
        where = match.sides[side]
        super().__init__(bot.get_partial_messageable(where.channel, guild_id=where.guild), message)
        self._bot, self._marked, self._match, self._side = bot, bot.outbox.marked, match, side
        self._mark = f"s{match.id:x}.{side}"
        """The mark by which the post is found among the messages of its channel."""

    async def compose(self) -> Layout:
        """Return the layout of the post: the two servers, their teams, the boards and buttons."""
        match, side, store = self._match, self._side, self._bot.store
        guild = self._bot.get_guild(match.sides[side].guild)
        translated = translate_into(self._bot.preferences.locale_of(guild))
        made = [board.matches[side] for board in match.boards]
        twins = await store.some([one for one in made if one is not None])
        links = await board_links(store, twins, translated) if twins else {}
        view: ui.LayoutView = card_of(
            Shown(match, side, {one.id: one for one in twins}, links), translated
        )
        self._marked.mark(view, self._mark)
        return Layout(view)

    async def find(self) -> int | None:
        """Return the id of the post if it was sent before a crash, else None."""
        found = await self._marked.find(self.place, self._mark, self._match.created)
        return found.id if found is not None else None

    async def send(self, content: Layout) -> discord.Message:
        """Send the post with its mark."""
        return await self._marked.send(self.place, self._mark, Part(content.view))

    async def note(self, message: int | None) -> None:
        """Store the id of the message that is the post, None if there is none."""
        await self._bot.store.servers.set_message(self._match.id, self._side, message)


def name_guests(match: ServerMatch) -> None:
    """Note the names by which each server's members are shown on the other server."""
    for player in match.players:
        server = match.sides[player.side].name
        name_guest(abroad(player.id), player.name if match.shows_names else "", server)
