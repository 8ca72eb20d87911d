"""The couriers: they repeat the events of one twin of a board in the other twin.

A board between servers has a twin match on each server. An event is saved in its own match before
it is repeated, and the copy names the original event as its source. So a transfer interrupted by a
crash is completed later, and never done twice. Each twin is changed by the process of its server;
other processes are notified.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from cachetools import LRUCache
from discord.ext import commands

from cogs.client.client import Damier
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from data import Twin, UnknownMatch
from engine.event_log import Repeated
from engine.server_matches.twins import next_step
from engine.table.match import Match

log = logging.getLogger(__name__)

RETRIED_AFTER: Final = 15.0
"""Seconds until a twin in which an event was already repeated is checked again."""

REMEMBERED: Final = 10_000
"""The number of twins kept in memory."""


class Couriers(commands.Cog):
    """Repeats moves and answers of one twin in the other as soon as they are saved."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._twins: LRUCache[int, Twin] = LRUCache(REMEMBERED)
        self._worker = KeyedWorker("twin of match", self._work, bot.clock.elapsed)
        self._has_begun = False

    @property
    def is_busy(self) -> bool:
        """Whether events are being repeated now."""
        return self._worker.is_working

    async def cog_unload(self) -> None:
        """Stop after the transfers in progress; the rest is done after the next start."""
        await self._worker.close()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Begin work once the moves typed during an outage are played."""
        if shard is None:
            self._has_begun = True

    @commands.Cog.listener()
    async def on_twin_changed(self, match: Match) -> None:
        """Let a match's new events be repeated in its twin, by this process or its own."""
        try:
            twin = await self.twin_of(match.id)
            if twin is None:
                return  # events are repeated once both twins are made
            if self.bot.store.shards.have(twin.guild):
                self.wake([twin.match])
            else:
                await self.bot.store.servers.tell_of_twin(twin.match)
        except Exception:
            log.exception("The twin of match %s", match.id)

    @commands.Cog.listener()
    async def on_twin_heard(self, match: int) -> None:
        """Check a match whose twin was changed by another process."""
        self.wake([match])

    async def twin_of(self, match: int) -> Twin | None:
        """Return the twin of a match, None if it has none yet."""
        known = self._twins.get(match)
        if known is None:
            known = await self.bot.store.servers.twin_of(match)
            if known is not None:
                self._twins[match] = known
        return known

    def wake(self, matches: Iterable[int]) -> None:
        """Let matches be checked for events of their twins that they lack, if work has begun."""
        for match in matches if self._has_begun else ():
            self._worker.wake(match)

    async def _work(self, match: int) -> Rest:
        try:
            await self._carry(match)
        except UnknownMatch:
            log.info("Match %s or its twin is gone", match)
        except Repeated:
            return Rest(again=RETRIED_AFTER)
        return DONE

    async def _carry(self, number: int) -> None:
        """Repeat in a match all events of its twin that the match lacks, in one transaction."""
        found = await self.twin_of(number)
        if found is None:
            return
        twin = await self.bot.store.load(found.match)
        now = self.bot.clock.now()
        async with self.bot.store.match(number) as table:
            match = table.match
            while (after := next_step(match, twin, now=now)) is not match:
                match = after
            table.match = match
