"""The scheduled events and the winners' roles of tournaments.

Neither holds up a tournament: failures are logged, and the work is tried again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import discord
from discord.ext import commands

from cogs.client.client import Damier
from cogs.delivery.match_messages import FAILING
from cogs.events.conducting.champions import Champions
from cogs.events.conducting.scheduled_events import ScheduledEvents
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from cogs.timekeeping.loops import LoopCog
from data import UnknownTournament
from engine.tournaments.record import Entry, Kind
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

EVERY: Final = timedelta(hours=1)
"""How often all tournaments are looked at, for work left by a crash or a failure."""

REMEMBERED: Final = timedelta(days=7)
"""The time after a tournament's end during which failed work is tried again."""

MAY_CHANGE: Final = frozenset(
    {Kind.CREATE, Kind.POSTPONE, Kind.MOVE, Kind.START, Kind.END, Kind.CANCEL}
)
"""The kinds of entries that may change a scheduled event or a role."""


class EventsAndRoles(LoopCog):
    """Looks after the scheduled events and the roles of this process's tournaments."""

    def __init__(self, bot: Damier) -> None:
        super().__init__(EVERY)
        self.bot = bot
        self._parts = (ScheduledEvents(bot), Champions(bot))
        self._worker = KeyedWorker("server of tournament", self._work, bot.clock.elapsed)

    async def cog_unload(self) -> None:
        """Stop after the work in hand."""
        await super().cog_unload()
        await self._worker.close()

    @commands.Cog.listener()
    async def on_tournament_saved(self, tournament: Tournament, new: Sequence[Entry]) -> None:
        """Look at a tournament if a new entry may change its scheduled event or its role."""
        if any(entry.kind in MAY_CHANGE for entry in new):
            self._wake(tournament.id)

    @commands.Cog.listener()
    async def on_tournament_changed(self, tournament: int) -> None:
        """Look at a tournament that another process has changed."""
        self._wake(tournament)

    async def look(self) -> None:
        """Look at all tournaments that are not over, or ended within ``REMEMBERED``."""
        store = self.bot.store
        if not store.is_available:
            return
        lately = await store.tournaments.ended_since(self.bot.clock.now() - REMEMBERED)
        for tournament in [*await store.tournaments.running(), *lately]:
            self._wake(tournament)

    def _wake(self, number: int) -> None:
        for part, _ in enumerate(self._parts):
            self._worker.wake((number, part))

    async def _work(self, key: tuple[int, int]) -> Rest:
        """Bring the scheduled event or the role of a tournament up to date, if Discord allows.

        ``key`` is the tournament and the index of the part. Failures are logged.
        """
        number, part = key[0], self._parts[key[1]]
        try:
            tournament = await self.bot.store.tournaments.load(number)
            guild = self.bot.get_guild(tournament.guild)
            if guild is None or guild.unavailable or guild.me is None:
                return DONE
            if self.bot.store.shards.have(guild.id):
                await part.see_to(tournament, guild)
        except UnknownTournament:
            return DONE
        except (discord.DiscordException, *FAILING) as error:
            log.info("%s of tournament %s: %r", type(part).__name__, number, error)
        return DONE
