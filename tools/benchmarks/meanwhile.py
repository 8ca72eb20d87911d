"""Turns while another member attacks the bot: ``python -m tools.benchmarks.meanwhile``.

The bot is a process of its own on the loopback Discord. A turn lasts from the message's arrival
at the bot's gateway to the board's arrival at the server. It is measured alone, and right after a
text of 2,000 characters from a third member.
"""

from __future__ import annotations

import asyncio
import random
import sys
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import engine
from tests.loopback.server import LoopbackDiscord

TURNS = 12
LONGEST_TEXT = 2_000
TEXTS = {
    "nothing": "",
    "names": "challenge " + "@a " * 700,
    "a few names": "challenge @a1 @a2 @a3 @a4 @a5 chinese-checkers",
    "mentions": "challenge " + "<@100000000000000001> " * 85,
    "words": "challenge " + "ab cd efg " * 190,
    "chat": "ab cd efg " * 190,
}


async def measured(database: Path) -> None:
    """Print the times of turns beside each of TEXTS."""
    chance = random.Random(7)
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild("Club")
        channel, other = (discord.world.channel(guild, name) for name in ("draughts", "general"))
        ann, ben, eve = (discord.world.member(guild, name) for name in ("Ann", "Ben", "Eve"))
        env = {"DATABASE_URL": f"sqlite+aiosqlite:///{database}"}
        await discord.bot("bot", env=env).ready()
        bot = discord.world.bot.mention
        await discord.say(ann, channel, f"{bot} challenge {ben.mention} frisian white")
        await discord.until(lambda: discord.posts(channel))
        (card,) = discord.posts(channel)
        await discord.press(ben, card, card.custom_id("Accept"))
        await discord.until(lambda: len(discord.posts(channel)) > 1)
        position = engine.games["frisian"].start()

        def are_shown(count: int) -> bool:
            return len(discord.posts(channel)) >= count

        for name, text in TEXTS.items():
            times = []
            for _ in range(TURNS):
                if position.outcome() is not None:
                    break
                move, shown = chance.choice(position.legal_moves()), len(discord.posts(channel))
                if text:
                    whole = f"{bot * (name != 'chat')} {text}"[:LONGEST_TEXT]
                    await discord.say(eve, other, whole)
                began = perf_counter()
                await discord.say((ann, ben)[position.turn], channel, position.write(move))
                await discord.until(partial(are_shown, shown + 1))
                times.append((perf_counter() - began) * 1000)
                position = position.play(move)
            sys.stdout.write(
                f"beside {name}: median {median(times):.1f} ms, worst {max(times):.1f} ms\n"
            )


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder) / "turns.db"))


if __name__ == "__main__":
    main()
