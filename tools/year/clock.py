"""The club's time, which is set ahead, and the bot's loops, which look as rarely as possible."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

import discord
import pytest
from discord.ext import tasks
from simcord.backend.ops.polls import PollMixin

from cogs.timekeeping.loops import Loop
from tests.same_thread import execute_in_the_loop

QUIET: Final = timedelta(minutes=30)
LIVE: Final = timedelta(seconds=45)
"""The time between two looks of members at Discord: usually, and while they play live."""

LOOKED: Final = timedelta(minutes=2)
"""The time between two looks of the bot's loops while people play live; else it is QUIET."""

PAUSE: Final = 0.01
"""The seconds between two edits of a standing post; the simulator would wait for a longer pause."""


class Pace:
    """The pace of the bot's loops: ``every`` is the least time from one look to the next.

    Looking every few seconds for things due in days would take most of the simulation's time. With
    a slower pace, due things are done later; people are still answered at once.
    """

    def __init__(self) -> None:
        self.every = QUIET

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Make all loops of the bot keep this pace during the block."""
        pace = self

        def seldom(loop: Loop, _: datetime) -> asyncio.Future[Any]:
            pause = max(loop._pause, pace.every)
            slept: asyncio.Future[Any] = tasks.Loop._try_sleep_until(
                loop, discord.utils.utcnow() + pause
            )
            return slept

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Loop, "_try_sleep_until", seldom)
            # Both search all messages whenever the clock is set, but the club has no polls.
            patch.setattr(PollMixin, "next_poll_deadline", lambda _: None)
            patch.setattr(PollMixin, "expire_due_polls", lambda _: None)
            execute_in_the_loop(patch)
            yield
