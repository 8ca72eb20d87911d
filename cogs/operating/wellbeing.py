"""The bot's health: its connections and the event loop's lag, and the reports to systemd."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Generic, TypeVar

import discord
from discord.ext import commands

from cogs.client.client import Damier
from data import Spans, StoreError

T = TypeVar("T")

PATIENCE: Final = 1.0
"""The most seconds to wait for an answer of the database."""

TOLD_AGAIN_AFTER: Final = 1.0
"""Seconds until systemd is told again that the bot is ready, if it could not take the line."""

LAG_LOOKED_AT_EVERY: Final = 0.1
"""Seconds between two measurements of the event loop's lag."""

LAGS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The bounds, in seconds, of the histogram of the event loop's lag."""


@dataclass
class Stage:
    """The stage of this process: ``bot`` is None until the database is open.

    Before that, the process may be ``standing_by`` because another process has its shards.
    """

    bot: Damier | None = None
    standing_by: bool = False

    def stand_by(self, begins: bool) -> None:
        """Note that the process ``begins`` or stops waiting for its shards."""
        self.standing_by = begins


def trouble_with_gateway(bot: discord.AutoShardedClient) -> str:
    """Return a phrase about lacking connections to Discord's gateway, empty if all are up."""
    if not bot.is_ready():
        return "the bot is not logged in yet"
    closed = [str(number) for number, shard in bot.shards.items() if shard.is_closed()]
    return f"shard {', '.join(closed)} is not connected" if closed else ""


class Patient(Generic[T]):
    """Asks the database a question, and waits only ``PATIENCE`` seconds for the answer.

    Until the answer comes, further callers wait for it, too, so that a hanging database is not
    asked again and again.
    """

    def __init__(self, ask: Callable[[], Awaitable[T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[T] | None = None

    async def answer(self) -> T:
        """Return the answer of the database. Raises StoreError, also if it takes too long."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._exchange(), name="a question to the database")
            self._asking.add_done_callback(self._done)
        asking = self._asking
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done():
            raise StoreError(f"The database does not answer within {PATIENCE:.0f} s.")
        return asking.result()

    async def _exchange(self) -> T:
        return await self._ask()

    def _done(self, asking: asyncio.Task[T]) -> None:
        self._asking = None
        if not asking.cancelled():
            asking.exception()  # without this, asyncio logs an error nobody waits for


@asynccontextmanager
async def lag_measured() -> AsyncIterator[Spans]:
    """Measure during the block how late the event loop wakes a sleeping task.

    Yield the histogram of these lags in seconds.
    """
    lags = Spans(*LAGS)

    async def measure() -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(LAG_LOOKED_AT_EVERY)
            lags.add(max(0.0, perf_counter() - began - LAG_LOOKED_AT_EVERY))

    measuring = asyncio.create_task(measure(), name="the event loop's lag")
    try:
        yield lags
    finally:
        measuring.cancel()


@asynccontextmanager
async def supervised(bot: commands.AutoShardedBot) -> AsyncIterator[None]:
    """Report the bot's state to systemd during the block, if systemd supervises the process.

    systemd is told when the bot is ready and when it stops, and meanwhile that the loop runs.
    """
    if "NOTIFY_SOCKET" not in os.environ:
        yield
        return

    ready = asyncio.Event()

    async def note_ready() -> None:
        ready.set()

    async def tell() -> None:
        await ready.wait()
        while True:
            if notify("READY=1"):
                break
            await asyncio.sleep(TOLD_AGAIN_AFTER)
        while patience := int(os.environ.get("WATCHDOG_USEC", "0")):
            notify("WATCHDOG=1")
            await asyncio.sleep(patience / 2_000_000)

    bot.add_listener(note_ready, "on_ready")
    telling = asyncio.create_task(tell(), name="what systemd is told")
    try:
        yield
    finally:
        telling.cancel()
        notify("STOPPING=1")


def notify(line: str) -> bool:
    """Send a line to systemd, as described in sd_notify(3); return whether systemd took it.

    While systemd is behind with reading, the line is dropped: the bot waits for nobody.
    """
    address = os.environ["NOTIFY_SOCKET"]
    if address.startswith("@"):  # a socket in Linux's abstract namespace
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.setblocking(False)
        try:
            to.sendto(line.encode(), address)
        except BlockingIOError:
            return False
    return True
