"""The club's time: it is set ahead, and the bot looks as seldom as what goes on allows."""

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
"""The time between two looks of members: usually, and while they play live."""

LOOKED: Final = timedelta(minutes=2)
"""The time between two looks of the bot while people play live; else it is that of members."""

PAUSE: Final = 0.01
"""Seconds between two edits of a standing post, which would be waited for."""


class Pace:
    """How seldom loops look: ``every`` is at least the time from one look to the next.

    A bot that looks every few seconds at what is due in days spends the year on looking. What is
    due is done as much later as it looks more seldom; what people do is answered at once.
    """

    def __init__(self) -> None:
        self.every = QUIET

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Have all loops of the bot keep it."""
        pace = self

        def seldom(loop: Loop, _: datetime) -> asyncio.Future[Any]:
            pause = max(loop._pause, pace.every)
            slept: asyncio.Future[Any] = tasks.Loop._try_sleep_until(
                loop, discord.utils.utcnow() + pause
            )
            return slept

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Loop, "_try_sleep_until", seldom)
            # Both look through all messages whenever the clock is set; the club has no polls.
            patch.setattr(PollMixin, "next_poll_deadline", lambda _: None)
            patch.setattr(PollMixin, "expire_due_polls", lambda _: None)
            execute_in_the_loop(patch)
            yield
