"""The cost of servers on which nobody plays: ``python -m tools.benchmarks.servers``.

The bot is a process of its own on the loopback Discord, on servers with typical numbers of
channels, roles and emojis. Printed are the memory and the processor time of a server, the processor
time of a message that does not concern the bot, and the requests and processor time of a turn.
"""

from __future__ import annotations

import asyncio
import re
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

import aiohttp

import engine
from tests.loopback import payloads
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Guild, Json, World

SERVERS: Final = 300
CHANNELS: Final = 40
ROLES: Final = 25
EMOJIS: Final = 30
MESSAGES: Final = 2_000
TURNS: Final = 20

MEGABYTE: Final = 2**20
SLOWEST: Final = 120.0
"""The most seconds that anything may take here."""

_guild = payloads.guild


def usual(of: Guild, world: World) -> Json:
    """Return the payload of a server, with typical roles and emojis."""
    sent = _guild(of, world)
    roles = [payloads.role(of.id + 1 + n, f"Role {n}", 0, n + 2) for n in range(ROLES)]
    emojis = [
        {"id": str(of.id + 100 + n), "name": f"emoji_{n}", "roles": [], "require_colons": True,
         "managed": False, "animated": False, "available": True}
        for n in range(EMOJIS)
    ]  # fmt: skip
    return sent | {"roles": [*sent["roles"], *roles], "emojis": emojis}


async def figures(bot: BotProcess) -> tuple[float, float]:
    """Return the resident memory of a bot, in MiB, and the processor seconds it has used."""
    found = re.search(r"Metrics are at (\S+)", bot.log)
    assert found
    async with aiohttp.ClientSession() as client, client.get(found[1]) as answer:
        text = await answer.text()
    memory, seconds = (
        float(re.search(rf"^{name} (\S+)$", text, re.MULTILINE)[1])  # type: ignore[index] # it is there
        for name in ("process_resident_memory_bytes", "process_cpu_seconds_total")
    )
    return memory / MEGABYTE, seconds


async def started(discord: LoopbackDiscord, database: Path) -> BotProcess:
    """Start a bot; return it once it has received all servers."""
    env = {"DATABASE_URL": f"sqlite+aiosqlite:///{database}", "METRICS_PORT": "0"}
    bot = await discord.bot("bot", env=env, fresh=True).ready(SLOWEST)
    await discord.until(lambda: "Logged in as" in bot.log, SLOWEST)
    return bot


async def measured(folder: Path) -> None:
    """Print the figures."""
    async with LoopbackDiscord() as discord:
        club = discord.world.guild()
        channel = discord.world.channel(club, "draughts")
        ann, ben = (discord.world.member(club, name) for name in ("Ann", "Ben"))
        bot = await started(discord, folder / "one.db")
        alone = await figures(bot)
        await bot.terminate()
        for number in range(SERVERS):
            guild = discord.world.guild(f"Server {number}")
            for name in range(CHANNELS):
                discord.world.channel(guild, f"channel-{name}")
        bot = await started(discord, folder / "many.db")
        many = await figures(bot)
        memory, seconds = ((b - a) / SERVERS for a, b in zip(alone, many, strict=True))
        sys.stdout.write(
            f"a server: {memory * 1024:.0f} KiB, {seconds * 1000:.1f} ms of the processor\n"
        )
        for number in range(MESSAGES):
            await discord.say(ann, channel, f"what do you think of the weather, number {number}?")
        await _idle(bot)
        after = await figures(bot)
        each = (after[1] - many[1]) / MESSAGES
        sys.stdout.write(f"a message: {each * 1e6:.0f} µs of the processor\n")
        mentions = discord.world.bot.mention, ben.mention
        await discord.say(ann, channel, "{} challenge {} frisian white".format(*mentions))
        await discord.until(lambda: bool(discord.posts(channel)), SLOWEST)
        card = discord.posts(channel)[-1]
        await discord.press(ben, card, card.custom_id("Accept"))
        await discord.until(lambda: discord.posts(channel)[-1] is not card, SLOWEST)
        await _idle(bot)
        before, requests = await figures(bot), len(discord.requests)
        position = engine.games["frisian"].start()

        def are_shown(count: int) -> bool:
            return len(discord.posts(channel)) >= count

        for _ in range(TURNS):
            shown = len(discord.posts(channel))
            move = position.legal_moves()[0]
            await discord.say((ann, ben)[position.turn], channel, position.write(move))
            await discord.until(partial(are_shown, shown + 1), SLOWEST)
            position = position.play(move)
        await _idle(bot)
        after = await figures(bot)
        sys.stdout.write(
            f"a turn: {(len(discord.requests) - requests) / TURNS:.1f} requests, "
            f"{(after[1] - before[1]) / TURNS * 1000:.1f} ms of the processor\n"
        )


async def _idle(bot: BotProcess) -> None:
    """Wait until the bot is idle."""
    seconds = -1.0
    while (now := (await figures(bot))[1]) - seconds > 0.02:
        seconds = now
        await asyncio.sleep(0.5)


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder, patch.object(payloads, "guild", usual):
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
