"""Cogs that look at intervals for what is due."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from cogs.timekeeping.loops import LoopCog
from tests.patience import PATIENCE


class Looker(LoopCog):
    """A cog that notes in ``looked`` that it has looked."""

    def __init__(self) -> None:
        super().__init__(timedelta(hours=1))
        self.looked = asyncio.Event()

    async def look(self) -> None:
        self.looked.set()


async def test_a_cog_looks_from_the_end_of_the_start_until_it_is_unloaded() -> None:
    cog = Looker()
    await cog.on_caught_up(3)  # one shard
    assert not cog._loop.is_running()
    for _ in range(2):  # again after an outage
        await cog.on_caught_up(None)
        await asyncio.wait_for(cog.looked.wait(), PATIENCE)
    task = cog._loop.get_task()
    assert task is not None
    await cog.cog_unload()
    await asyncio.wait({task}, timeout=PATIENCE)
    assert not cog._loop.is_running()
