"""Loops: repeated work, unaffected by changes to the machine's clock."""

from __future__ import annotations

import functools
import logging
from asyncio import Future
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands, tasks
from discord.utils import MISSING

from data import Closed

log = logging.getLogger(__name__)

Work = Callable[..., Coroutine[Any, Any, None]]


class Loop(tasks.Loop[Work]):
    """Repeats its work with the same pause after each time.

    An error is logged, and the loop goes on. Errors from the database that is closed at shutdown
    are ignored.

    A loop of discord.py computes its next time from the machine's clock, so it would stall if the
    clock is set back, and hurry if the clock is set forward.
    """

    def __init__(self, work: Work, pause: timedelta) -> None:
        @functools.wraps(work)
        async def guarded(*given: object) -> None:
            try:
                await work(*given)
            except Closed:
                return
            except Exception:
                log.exception("In %s", work.__qualname__)

        super().__init__(
            guarded,
            seconds=pause.total_seconds(),
            minutes=0,
            hours=0,
            time=MISSING,
            count=None,
            reconnect=True,
            name=None,
        )
        self._pause = pause

    def _try_sleep_until(self, dt: datetime) -> Future[Any]:
        pause: Future[Any] = super()._try_sleep_until(discord.utils.utcnow() + self._pause)
        return pause


class LoopCog(commands.Cog):
    """A cog that checks for due work after each pause ``every``, until it is unloaded."""

    def __init__(self, every: timedelta) -> None:
        self._loop = Loop(self.look, every)

    async def look(self) -> None:
        """Do the work that is due now."""
        raise NotImplementedError  # each cog has its own

    async def cog_unload(self) -> None:
        """Stop the loop; due work is done after the next start."""
        self._loop.cancel()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Start the loop once the channels are known and missed messages have been read."""
        if shard is None and not self._loop.is_running():
            self._loop.start()
