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

# How often the world catches up with the wall clock while nobody does anything.
TICK = timedelta(seconds=0.25)
# A longer gap, such as that of a laptop that slept, is skipped, as by a real machine's timers.
LONGEST_STEP = timedelta(seconds=10)
# How long an action on the page waits for the bot at most.
PATIENCE = timedelta(seconds=20)
# A bot that has sent nothing for this long is thinking: its result is shown later.
LULL = timedelta(seconds=1)
# How long the passing of time waits for the bot: people's actions should not have to wait.
INSTANT = timedelta(seconds=0.05)


class World(Env):
    """SimCord's world, running on the wall clock.

    Every world begins on the same day, so the first things made have the same ids each time.
    """

    def __init__(self, bot: Damier, language: str) -> None:
        super().__init__(bot, settle_timeout=PATIENCE.total_seconds(), check_errors=False)
        self.turn = asyncio.Lock()
        self._ahead = timedelta()
        self._lull = LULL
        self._language = language
        self.backend.subscribers.insert(0, self._speak)

    def _speak(self, event: str, payload: Mapping[str, Any]) -> None:
        """Set the language of an interaction to the members' language; SimCord sets English."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self._language

    def leap(self, newest_id: int) -> None:
        """Advance from the world's first day to today, before there are any timers.

        `newest_id` is the newest Discord id that the bot remembers, 0 for none. Ids made from now
        on are newer, even if the wall clock was set back.
        """
        now = datetime.now(UTC)
        today = max(now, discord.utils.snowflake_time(newest_id) + timedelta(seconds=1))
        self._ahead = today - now
        self.backend.advance_clock((today - self.now()).total_seconds())

    async def _settle_internal(self, **options: Any) -> None:  # noqa: ANN401 - passed on
        """Wait until the bot is done, or has sent nothing for a while, but may still be thinking.

        A review takes minutes, a computer's move seconds; each is shown as soon as it is sent.
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
        """Wait only an instant for the bot in the block, so that time passes while it thinks."""
        self._lull = INSTANT
        try:
            yield
        finally:
            self._lull = LULL

    async def catch_up(self) -> None:
        """Advance the world to the present, so that everything due by now happens."""
        behind = datetime.now(UTC) + self._ahead - self.now()
        if behind > LONGEST_STEP:
            self.backend.advance_clock((behind - TICK).total_seconds())
            behind = TICK
        with self.passing():
            await self.advance_time(max(behind, timedelta()).total_seconds())
        if isinstance(self.bot, Damier):
            self.bot.clock.received(self.now())  # SimCord's answers have no date

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of the bot's `work`, once the bot is done with its effects, too."""
        async with self.turn:
            with self._bot_scope():
                task = asyncio.create_task(work)
            await self.settle()
        return await task

    async def shutdown(self) -> None:
        """Shut the world down, once the present action is done."""
        async with self.turn:
            await super().shutdown()

    def stirred(self) -> bool:
        """Return whether anything was sent by or to the bot since the last call."""
        stirred = bool(self.backend.transcript)
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return stirred

    def _record_error(self, error: BaseException) -> None:
        """Record an error, but no refusal: the bot has answered it, and it is no failure."""
        if sentence_of(cause_of(error)) is None:
            super()._record_error(error)

    def _schedule_timer(
        self, record: object, callback: object, args: tuple[object, ...], context: Context | None
    ) -> None:
        """Do nothing, so that only `catch_up` makes the bot's timers go off.

        SimCord would also make timers go off by themselves, and make every action wait for those
        due soon: an answer that is deleted after 10 s would hold up the game.
        """
