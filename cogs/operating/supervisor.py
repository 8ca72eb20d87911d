"""What systemd is told where it has started the bot: that it is ready, and that it is alive."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from discord.ext import commands


@asynccontextmanager
async def supervised(bot: commands.AutoShardedBot) -> AsyncIterator[None]:
    """Tell the supervisor how the bot is while the block runs; nothing where there is none."""
    if "NOTIFY_SOCKET" not in os.environ:
        yield
        return

    ready = asyncio.Event()

    async def note_ready() -> None:
        ready.set()

    async def tell() -> None:
        await ready.wait()
        notify("READY=1")
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


def notify(line: str) -> None:
    """Tell the supervisor a line, as sd_notify(3) describes it."""
    address = os.environ["NOTIFY_SOCKET"]
    if address.startswith("@"):  # in Linux's namespace without files
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.sendto(line.encode(), address)
