"""A turn of the real bot, from the message to its board: ``python -m tests.benchmarks.turn``.

The bot is a process of its own on the loopback Discord, with a database on disk; the time is
taken from the message's arrival at the bot's gateway to the board's arrival at the server.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import engine
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Message

TURNS = 120
SEED = 7


async def play(database: Path) -> list[float]:
    """The seconds of each turn of some matches, played at random by both."""
    chance = random.Random(SEED)
    times: list[float] = []
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild("Club")
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
        env = {"DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
        await discord.bot("bot", env=env).ready()

        async def answered(act: Awaitable[object]) -> Message:
            shown = len(discord.posts(channel))
            await act
            await discord.until(lambda: len(discord.posts(channel)) > shown)
            return discord.posts(channel)[-1]

        while len(times) < TURNS:
            words = f"{discord.world.bot.mention} challenge {ben.mention} frisian white"
            card = await answered(discord.say(ann, channel, words))
            await answered(discord.press(ben, card, card.custom_id("Accept")))
            position = engine.games["frisian"].start()
            while position.outcome() is None and len(times) < TURNS:
                move = chance.choice(position.legal_moves())
                mover = (ann, ben)[position.turn]
                begin = perf_counter()
                await answered(discord.say(mover, channel, position.write(move)))
                times.append(perf_counter() - begin)
                position = position.play(move)
    return times


def main() -> None:
    """Prints the median and the 99th percentile."""
    with TemporaryDirectory() as folder:
        times = [seconds * 1000 for seconds in asyncio.run(play(Path(folder) / "turns.db"))]
    sys.stdout.write(
        f"turn: {len(times)} turns, median {median(times):.1f} ms, "
        f"p99 {quantiles(times, n=100)[98]:.1f} ms\n"
    )


if __name__ == "__main__":
    main()
