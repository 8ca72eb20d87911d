"""The couriers: what happens in a match between servers is done in its twin, too.

Both twins are saved before anything is carried, and what is carried has the event that it comes
from as its source. So whatever a crash interrupts is found again, and done once. Each twin is
changed by the process of its server: a match of another process is made to look by a notice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from cachetools import LRUCache
from discord.ext import commands

from cogs.bot.client import Damier
from cogs.timekeeping.loops import Loop
from data import Twin, UnknownMatch
from engine.abroad.twins import next_step
from engine.table.match import Match
from engine.table.record import Repeated

log = logging.getLogger(__name__)

RETRIED_AFTER: Final = timedelta(seconds=15)
"""The pause before a twin in which something failed is looked at again."""

REMEMBERED: Final = 10_000
"""Twins that are kept in memory."""


class Couriers(commands.Cog):
    """Carries moves and answers from one twin to the other, as soon as they are written."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._twins: LRUCache[int, Twin] = LRUCache(REMEMBERED)
        self._woken: set[int] = set()
        self._failed: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._loop = Loop(self._look_again, RETRIED_AFTER)
        self._closing = False

    @property
    def is_busy(self) -> bool:
        """Whether something is being carried."""
        return bool(self._tasks)

    async def cog_unload(self) -> None:
        """Stop after what is in hand; the rest is found when the bot is back."""
        self._closing = True
        self._loop.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Begin, once the moves typed in an outage are played."""
        if shard is None and not self._loop.is_running():
            self._loop.start()

    @commands.Cog.listener()
    async def on_twin_changed(self, match: Match) -> None:
        """Have what is new in a match done in its twin."""
        try:
            twin = await self.twin_of(match.id)
            if twin is None:
                return  # it is looked at when both are made
            if self.bot.store.shards.have(twin.guild):
                self.wake([twin.match])
            else:
                await self.bot.store.servers.tell_of_twin(twin.match)
        except Exception:
            log.exception("The twin of match %s", match.id)

    @commands.Cog.listener()
    async def on_twin_heard(self, match: int) -> None:
        """Look at a match whose twin another process has changed."""
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
        """Have matches looked at for what their twins have, and they lack."""
        for match in matches:
            if self._closing or not self._loop.is_running():
                return
            self._woken.add(match)
            if match not in self._tasks:
                self._tasks[match] = asyncio.create_task(
                    self._work(match), name=f"twin of match {match}"
                )

    async def _look_again(self) -> None:
        failed, self._failed = self._failed, set()
        self.wake(sorted(failed))

    async def _work(self, match: int) -> None:
        try:
            while match in self._woken and not self._closing:
                self._woken.discard(match)
                await self._carry(match)
        except UnknownMatch:
            log.info("Match %s or its twin is gone", match)
        except Repeated:
            self._failed.add(match)
        except Exception:
            log.exception("What is carried into match %s", match)
            self._failed.add(match)
        finally:
            self._woken.discard(match)
            del self._tasks[match]

    async def _carry(self, number: int) -> None:
        """Do in a match all that its twin has and it lacks, in one transaction."""
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
