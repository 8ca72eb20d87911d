"""SimCord's world, running on the wall clock."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import discord
from simcord import Env

from cogs.client.client import Damier
from cogs.client.error_answers import cause_of, sentence_of

T = TypeVar("T")

# How often the world catches up with the clock on the wall while nobody does anything.
TICK = timedelta(seconds=0.25)
# A longer gap (a laptop that slept) is jumped over, as a real machine's timers do.
LONGEST_STEP = timedelta(seconds=10)
# How long an action on the page waits for the bot to be done with it.
PATIENCE = timedelta(seconds=20)
# A bot that has done nothing for so long is thinking: what comes of it is shown later.
LULL = timedelta(seconds=1)
# How long the passing of time waits for the bot: what people do is not to wait for it.
INSTANT = timedelta(seconds=0.05)


class World(Env):
    """SimCord's world, running on the wall clock.

    Every world begins on the same day, so whatever is made first has the same ids each time.
    """

    def __init__(self, bot: Damier, language: str) -> None:
        super().__init__(bot, settle_timeout=PATIENCE.total_seconds(), check_errors=False)
        self.turn = asyncio.Lock()
        self._ahead = timedelta()
        self._lull = LULL
        self._language = language
        self.backend.subscribers.insert(0, self._speak)

    def _speak(self, event: str, payload: Mapping[str, Any]) -> None:
        """Give an interaction the language of the members, which SimCord takes for English."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self._language

    def leap(self, newest_id: int) -> None:
        """Go from the world's first day to today, before anything runs that could be late.

        `newest_id` is the newest Discord id that the bot remembers, 0 for none. Ids made from
        now on are newer than it, even if the clock on the wall was set back.
        """
        now = datetime.now(UTC)
        today = max(now, discord.utils.snowflake_time(newest_id) + timedelta(seconds=1))
        self._ahead = today - now
        self.backend.advance_clock((today - self.now()).total_seconds())

    async def _settle_internal(self, **options: Any) -> None:  # noqa: ANN401 - passed on
        """Wait until the bot is done, or has sent nothing for a while: it may think on.

        A review takes minutes, and a computer's move seconds; each is shown as soon as it comes.
        """
        clock = asyncio.get_running_loop().time
        patience = clock() + PATIENCE.total_seconds()
        while True:
            before = len(self.backend.transcript)
            options["_deadline"] = clock() + self._lull.total_seconds()
            try:
                return await super()._settle_internal(**options)
            except TimeoutError:
                idle = len(self.backend.transcript) == before
                if idle or self._lull < LULL or clock() >= patience:
                    return None

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Wait only an instant for the bot, so that time also passes while the computer thinks."""
        self._lull = INSTANT
        try:
            yield
        finally:
            self._lull = LULL

    async def catch_up(self) -> None:
        """Bring the world to the present: everything that was due until now happens."""
        behind = datetime.now(UTC) + self._ahead - self.now()
        if behind > LONGEST_STEP:
            self.backend.advance_clock((behind - TICK).total_seconds())
            behind = TICK
        with self.passing():
            await self.advance_time(max(behind, timedelta()).total_seconds())
        if isinstance(self.bot, Damier):
            self.bot.clock.received(self.now())  # answers here have no date

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the bot do `work`, with everything that follows from it."""
        async with self.turn:
            with self._bot_scope():
                task = asyncio.create_task(work)
            await self.settle()
        return await task

    async def shutdown(self) -> None:
        """End the world, once the present action is done."""
        async with self.turn:
            await super().shutdown()

    def stirred(self) -> bool:
        """Return whether anything was sent, by or to the bot, since the last call."""
        stirred = bool(self.backend.transcript)
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return stirred

    def _record_error(self, error: BaseException) -> None:
        """Leave out refusals: the bot has answered them, and the page would call them failures."""
        if sentence_of(cause_of(error)) is None:
            super()._record_error(error)

    def _schedule_timer(
        self, record: object, callback: object, args: tuple[object, ...], context: Context | None
    ) -> None:
        """Leave the bot's timers to `catch_up` alone.

        SimCord would also let them go off by themselves, and then make every action wait for
        those that soon will: an answer that is taken back after 10 s would hold up the game.
        """
