"""A match begun by one bot and continued by another, in the process from which bots are forked.

It fills caches (compiled statements and patterns, words looked up in every language). Filling them
took a third of the time of a bot that lives for a few moves. A bot in a new interpreter starts
with empty caches.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl

from cogs.client.client import Damier
from data import Store
from tests.loopback.runner import GUILD_READY_TIMEOUT
from tests.loopback.server import LoopbackDiscord
from tests.loopback.table import Table
from tests.made_once import compile_once, describe_once, draw_once, read_once

command_names: set[str] = set()
"""The names of the bot's slash commands, filled by `play`."""


def play() -> None:
    """Play the start of a match, and fill the caches of all bots forked from this process."""
    for_good = pytest.MonkeyPatch()
    compile_once(for_good)
    describe_once(for_good)
    draw_once(for_good)
    read_once(for_good)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        asyncio.run(_play(Path(folder) / "rehearsal.db", patch))


async def _play(database: Path, patch: pytest.MonkeyPatch) -> None:
    async with LoopbackDiscord() as server:
        gateway = yarl.URL(server.gateway.url)
        patch.setattr(discord.http.Route, "BASE", f"http://{server.address}/api/v10")
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        guild = server.world.guild()
        channel = server.world.channel(guild, "draughts")
        ann, ben = (server.world.member(guild, name) for name in ("Ann", "Ben"))
        table = Table(server, guild, channel, ann, ben, database)
        async with _running(database, server.world.token):
            await table.begin()
            await table.play("32-28")
        async with _running(database, server.world.token):  # finds a match under way
            await table.play("19-23")


@asynccontextmanager
async def _running(database: Path, token: str) -> AsyncIterator[None]:
    """Run a bot in this process for the block."""
    store = await Store.open(str(database))
    bot = Damier(store, guild_ready_timeout=GUILD_READY_TIMEOUT)
    await bot.login(token)
    running = asyncio.create_task(bot.connect())
    await bot.wait_until_ready()
    command_names.update(command.name for command in bot.tree.get_commands())
    yield
    await bot.close()
    await running
    await store.close()
