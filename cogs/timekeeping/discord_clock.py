"""Discord's clock, which dates every event and determines every deadline.

The clock of the machine may be wrong, or be set while the bot runs. Discord tells its time in the
ids of messages and interactions, and in the header ``Date`` of every answer to a request. Between
these times, the seconds of the machine's monotonic clock are added.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from time import monotonic
from types import SimpleNamespace

import aiohttp
import discord
from discord.http import Route

log = logging.getLogger(__name__)

FRESH = timedelta(seconds=30)
"""How old the last time told by Discord may be to prove that a deadline has passed."""

STALE = timedelta(minutes=5)
"""How long the clock runs without a time from Discord before Discord is asked.

The monotonic clock of a machine that was asleep counts too little.
"""

TOLERATED = timedelta(seconds=5)
"""How far the machine's clock may differ from Discord's before that is logged."""

PATIENCE = 10.0
"""The most seconds to wait for an answer of Discord."""

PRECISION = timedelta(seconds=1)
"""The precision of the header ``Date``, which has whole seconds."""


class DiscordClock:
    """Discord's time. ``ask`` makes a request to Discord, whose answer has the time."""

    def __init__(self, ask: Callable[[], Awaitable[object]]) -> None:
        self._ask = ask
        self.elapsed: Callable[[], float] = monotonic
        """A function that returns monotonic seconds, added to the last time from Discord."""
        self._zero: datetime | None = None
        """Discord's time when the monotonic clock was at zero."""
        self._newest: datetime | None = None
        self._differs = False

    def now(self) -> datetime:
        """Return Discord's time, or the machine's until a time has come from Discord."""
        if self._zero is None:
            return discord.utils.utcnow()
        return self._zero + timedelta(seconds=self.elapsed())

    @property
    def ahead(self) -> timedelta:
        """The time by which the machine's clock is ahead of Discord's; negative if it is behind."""
        return discord.utils.utcnow() - self.now()

    # Times from Discord

    def received(self, moment: datetime) -> None:
        """Note the time of an event of Discord that has just arrived, perhaps late."""
        zero = moment - timedelta(seconds=self.elapsed())
        self._zero = zero if self._zero is None else max(zero, self._zero)
        self._newest = moment if self._newest is None else max(moment, self._newest)

    def answered(self, date: datetime, asked: float) -> None:
        """Note the date in an answer to a request begun at ``asked``, in monotonic seconds.

        Discord's time was no later than the date when the request began, and is no earlier now. So
        this clock never runs ahead of Discord's for long. Within these bounds the time is taken
        from the machine's clock, which is more precise than the header, unless the answer took
        long.
        """
        elapsed = timedelta(seconds=self.elapsed())
        earliest, latest = date - elapsed, date + PRECISION - timedelta(seconds=asked)
        machine = discord.utils.utcnow() - elapsed
        brief = self.elapsed() - asked <= PATIENCE
        agrees = brief and earliest <= machine <= latest
        self.received(machine + elapsed if agrees else date)
        if self._zero is not None and self._zero > latest:
            self._zero, self._newest = latest, date
        if brief:  # otherwise the difference may be due to a slow answer
            self.compare()

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """A trace that reads the dates of Discord's answers, for discord.py's client."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._note_start)
        trace.on_request_end.append(self._read_date)
        return trace

    async def _note_start(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        _start: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.asked = self.elapsed()

    async def _read_date(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        end: aiohttp.TraceRequestEndParams,
    ) -> None:
        written = end.response.headers.get("Date")
        if written is None or not str(end.url).startswith(Route.BASE):
            return
        try:
            date = parsedate_to_datetime(written)
        except ValueError:
            return
        if date.tzinfo is not None:
            self.answered(date, context.asked)

    # Certainty

    async def make_sure(self, within: timedelta = FRESH) -> bool:
        """Ask Discord for its time unless a recent one is known; return whether one is known now.

        ``within`` is the span that counts as recent.
        """
        if self._is_known(within):
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await self._ask()
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("Discord does not tell its time: %r", error)
        return self._is_known(within)

    def _is_known(self, within: timedelta) -> bool:
        return self._newest is not None and self.now() - self._newest <= within

    def compare(self) -> None:
        """Log when the machine's clock begins to differ from Discord's, and when it stops."""
        ahead = self.ahead
        differs = abs(ahead) > TOLERATED
        if differs and not self._differs:
            log.warning(
                "The clock of this machine differs from Discord's by %+.1f seconds. Matches go by "
                "Discord's and lose nothing; logs and files have the wrong time until it is set.",
                ahead.total_seconds(),
            )
        elif self._differs and not differs:
            log.info("The clock of this machine agrees with Discord's again.")
        self._differs = differs
