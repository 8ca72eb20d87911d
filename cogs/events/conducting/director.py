"""The director of the tournaments, which takes their due steps.

Each step follows from stored data and is a unit of work of its own. A step taken before a crash is
found, and not repeated: a round is paired once, a match made once. The steps of a tournament are
taken one after the other until none is left. A tournament is looked at when it, or one of its
matches, has changed, when something is due, and every few minutes in full.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.ext import commands

from cogs.client.client import Damier
from cogs.events.conducting.bulletins import Bulletins
from cogs.events.conducting.judging import Judging
from cogs.events.conducting.late_tables import LateTables
from cogs.events.conducting.losses import Losses
from cogs.events.conducting.recurrence import start_of_next
from cogs.events.conducting.table_matches import TableMatches
from cogs.match_actions.clocks import Clocks
from cogs.timekeeping.discord_clock import STALE
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from cogs.timekeeping.loops import Loop
from data import UnknownTournament
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import Status, is_computer
from engine.tournaments.record import Entry
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

ALL_LOOKED_AFTER: Final = 30
"""All tournaments are compared with their matches once in this number of looks."""

GRACE: Final = timedelta(seconds=5)
"""The delay of starts and of ends of rounds: a press or a move may still be on its way."""

RETRIED_AFTER: Final = 15.0
"""Seconds until a tournament changed by another process is looked at again."""

MOST_STEPS: Final = 400
"""More steps than any tournament takes at once; the rest waits for the next look."""


class TournamentDirector(commands.Cog):
    """Takes the due steps of this process's tournaments; ``bulletins`` posts about them."""

    def __init__(self, bot: Damier, clocks: Clocks, judging: Judging, bulletins: Bulletins) -> None:
        self.bot = bot
        self.bulletins = bulletins
        self._clocks = clocks
        self._away_since: datetime | None = None
        self._matches = TableMatches(bot)
        self._late = LateTables(bot, judging, self._matches)
        self._losses = Losses(bot)
        self._loop = Loop(self._look, bot.paces.events)
        self._looks = 0
        self._worker = KeyedWorker("tournament", self._work, bot.clock.elapsed)

    async def cog_load(self) -> None:
        """Note since when the bot was away, before the clocks run again; load the bulletins."""
        self._away_since = self._clocks.away_since(None)
        await self.bulletins.load()

    @property
    def is_busy(self) -> bool:
        """Whether steps or posts are in hand, or due soon."""
        return self._worker.is_busy or self.bot.outbox.is_busy

    async def cog_unload(self) -> None:
        """Stop after the steps in hand."""
        self.bot.store.tournaments.saved.disconnect(self._saved)
        self._loop.cancel()
        await self._worker.close()

    # Occasions to look at tournaments

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Begin the director's work, once the moves typed during an outage are played.

        First, tournaments get back the time that they lost in the outage.
        """
        if shard is None and not self._loop.is_running():
            if self._away_since is not None:
                await self._losses.give_back(self._away_since)
            self.bot.store.tournaments.saved.connect(self._saved)
            await self.bulletins.start()
            self._loop.start()

    @commands.Cog.listener()
    async def on_match_of_tournament(self, match: Match) -> None:
        """Handle a tournament's match if it is over or cannot be shown.

        If the tournament is an exhibition, update the boards on its card.
        """
        if match.tournament is None:
            return
        if match.status is Status.OVER or match.hidden is not None:
            self._matches.note(match.tournament, [match.id])
            self.wake(match.tournament)
        with suppress(UnknownTournament):
            tournament = await self.bot.store.tournaments.load(match.tournament)
            if tournament.terms.is_exhibition:
                self.bulletins.show_boards(match.tournament)

    @commands.Cog.listener()
    async def on_tournament_changed(self, tournament: int) -> None:
        """Look at a tournament that another process has changed."""
        self._matches.compare([tournament])
        self.wake(tournament)
        self.bulletins.wake(tournament)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the tournaments of a server that has let the bot in again."""
        await self._go_on(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the tournaments of a server that is back after an outage."""
        await self._go_on(guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look at the tournaments of a deleted channel."""
        await self._lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Look at the tournaments of a deleted thread."""
        await self._lost(event.thread_id)

    async def _go_on(self, guild: discord.Guild) -> None:
        for tournament in await self.bot.store.tournaments.in_server(guild.id):
            self.wake(tournament)

    async def _lost(self, channel: int) -> None:
        for tournament in await self.bot.store.tournaments.in_channel(channel):
            self.wake(tournament)

    def _saved(self, tournament: Tournament, new: Sequence[Entry]) -> None:
        """Continue a tournament that was just saved, and post its new entries."""
        self._matches.saved(tournament, new)
        self.bulletins.wake(tournament.id)
        self.wake(tournament.id)
        self.bot.dispatch("tournament_saved", tournament, new)

    async def _look(self) -> None:
        """Wake the workers of tournaments with something due by Discord's clock.

        Once in ``ALL_LOOKED_AFTER`` looks, wake those of all tournaments with work left.
        """
        store, clock = self.bot.store, self.bot.clock
        if not store.is_available or not await clock.make_sure(within=STALE):
            return
        found = set(await store.tournaments.due(clock.now()))
        if self._looks % ALL_LOOKED_AFTER == 0:
            running = await store.tournaments.running()
            running += await store.tournaments.over_with_live_matches()
            self._matches.compare(running)
            found.update(running)
        for tournament in sorted(found):
            self.wake(tournament)
        self._looks += 1

    def wake(self, tournament: int) -> None:
        """Have the worker take a tournament's next steps, if the director has begun."""
        if self._loop.is_running():
            self._worker.wake(tournament)

    async def _work(self, number: int) -> Rest:
        """Take the steps of a tournament, one after the other, until none is left."""
        try:
            for _ in range(MOST_STEPS):
                if not await self._step(number):
                    break
                await self.bot.poster.give_way()
        except UnknownTournament:
            log.info("Tournament %s is gone", number)
        except Repeated:  # another process has changed it
            return Rest(again=RETRIED_AFTER)
        except Exception:
            self._matches.compare([number])
            raise
        return DONE

    # Steps

    async def _step(self, number: int) -> bool:
        """Take the next step of a tournament; return whether there may be another one."""
        tournament = await self.bot.store.tournaments.load(number)
        guild = self.bot.get_guild(tournament.guild)
        if guild is None or guild.unavailable or not self.bot.store.shards.have(guild.id):
            return False  # it continues when the server is back, or in another process
        if tournament.is_over:
            if await self._matches.see_to(tournament):
                return True
            self._matches.forget(number)
            self._losses.forget(number)
            return tournament.needs_next and await self._follow(tournament)
        if await self._matches.see_to(tournament):
            return True
        if tournament.state.paused or await self._losses.pause_if_channel_gone(tournament, guild):
            return False
        now = self.bot.clock.now()
        return await self._play(tournament, now - GRACE) or await self._tick(tournament, guild, now)

    async def _play(self, tournament: Tournament, now: datetime) -> bool:
        """Judge a late table, or else begin new matches; return whether any was judged or begun.

        If matches have to wait, wake the worker when they may begin.
        """
        if tournament.phase is not Phase.RUNNING:
            return False
        if await self._late.judge(tournament, now):
            return True
        begun = await self._matches.begin(tournament, now)
        if begun.rest:
            self._worker.wake(tournament.id, begun.rest)
        return begun.any

    # Due work

    async def _tick(self, tournament: Tournament, guild: discord.Guild, now: datetime) -> bool:
        """Withdraw people who have left a tournament's server, or else do its due work.

        Return whether anything has changed.
        """
        at_once = tournament.phase is Phase.RUNNING or tournament.state.pressed
        now -= timedelta() if at_once else GRACE
        is_due = tournament.due is not None and tournament.due <= now
        runs = tournament.terms.is_exhibition and tournament.phase is Phase.RUNNING
        if not is_due and not runs:
            return False
        if await self._losses.withdraw_gone(tournament, guild, now):
            return True
        if not is_due:
            return False  # an exhibition was only checked for people who have left
        strengths: dict[int, float] = {}
        if tournament.is_starting(now):
            strengths = await self._strengths(tournament)
        # Pairing many players can take a second, for which no turn of a match may wait.
        ticked = await asyncio.to_thread(tournament.tick, now=now, strengths=strengths)
        if ticked is tournament:
            return False

        def unless_changed(one: Tournament) -> Tournament:
            return ticked if one.entries == tournament.entries else one

        await self.bot.store.tournaments.change(tournament.id, unless_changed)
        return True

    async def _strengths(self, tournament: Tournament) -> dict[int, float]:
        """Return the cautious ratings of a tournament's people in its game, by person.

        Computers and people without a rating are left out.
        """
        game, found = tournament.terms.game.name, {}
        for person in tournament.state.people:
            if not is_computer(person):
                rating = await self.bot.store.standings.rating(tournament.guild, person, game)
                if rating is not None:
                    found[person] = rating.mu - 3 * rating.sigma
        return found

    async def _follow(self, tournament: Tournament) -> bool:
        """Create the next tournament of a series; return whether the series has changed."""
        now, state = self.bot.clock.now(), tournament.state
        ended = state.ended.at if state.ended else now
        zone = self.bot.preferences.server(tournament.guild).daily_zone
        starts = start_of_next(tournament, max(ended, now), zone)
        new = tournament.following(starts, now=now)
        store = self.bot.store.tournaments
        if new is None:
            return False
        try:
            made = (await store.create(new)).id
        except Repeated:
            made = await self._following(tournament)
        return await store.change(tournament.id, lambda one: one.followed(made, now=now))

    async def _following(self, tournament: Tournament) -> int:
        """Return the id of the tournament created to follow this one, 0 if it is over by now."""
        store = self.bot.store.tournaments
        for number in await store.in_server(tournament.guild):
            if (await store.load(number)).previous == tournament.id:
                return number
        return 0
