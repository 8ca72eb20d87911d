"""The cost of a tournament, also for others: ``python -m tools.benchmarks.tournament``.

First a Swiss of 8 is played in a simulated Discord. Printed for each round are its requests to
Discord, without those that ask for the time, its messages, and its database statements. The
players' moves are saved directly, without messages.

Then a Swiss of 256 begins in the real bot, a process of its own on the loopback Discord, while two
others play in another channel. A turn lasts from the message's arrival at the bot's gateway to
the board's arrival at the server. Turns of an otherwise idle bot are compared with turns while the
tournament's matches begin, four at a time, each with a thread, which takes minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from simcord import Env
from sqlalchemy import Engine, event

import engine
from cogs.client.client import Damier
from cogs.extension import prepare
from data import Store
from engine import Position
from engine.tournaments.terms import Form
from tests.cogs.conftest import opened
from tests.cogs.events.hall import Hall
from tests.loopback.server import LoopbackDiscord
from tests.loopback.signed_up import sign_up
from tests.loopback.world import Channel, Member
from tests.simulator import patient, patient_paces

PLAYERS = 8
ROUNDS = 3
MANY = 256
TURNS = 24


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count the database transactions and statements of the block."""
    counts: Counter[str] = Counter()

    def count(what: str, *_: Any, **__: Any) -> None:  # noqa: ANN401 - what SQLAlchemy passes
        counts[what] += 1

    watched = {"begin": "transactions", "before_cursor_execute": "statements"}
    listeners = {name: partial(count, what) for name, what in watched.items()}
    for name, listener in listeners.items():
        event.listen(Engine, name, listener)
    try:
        yield counts
    finally:
        for name, listener in listeners.items():
            event.remove(Engine, name, listener)


async def costs(file: Path) -> None:
    """Print the costs of the rounds of a small Swiss."""
    store = await Store.open(str(file))
    with patient(), counted() as counts:
        env = Env(Damier(store, shard_count=1, paces=patient_paces()))
        await env.start()
        with opened(env, store, file, "en-US") as club:
            hall = await Hall.open(club, Form.SWISS, PLAYERS, rounds=ROUNDS)
            await hall.check_in()
            counts.clear()
            told = Told(env, counts)
            while not await hall.live():
                await hall.wait(hours=6)
            told.line("start, and the first round begins")
            for number in range(1, ROUNDS + 1):
                for match in await hall.live():
                    await hall.finish(match)
                await hall.wait(minutes=2)
                after = "the end" if number == ROUNDS else "the next one begins"
                told.line(f"round {number} is played, and {after}")
        await env.shutdown()
    await store.close()


class Told:
    """Prints the requests and statements since its last line."""

    def __init__(self, env: Env, counts: Counter[str]) -> None:
        self._env, self._counts = env, counts
        self._seen = len(env.http_requests)

    def line(self, what: str) -> None:
        """Print a line, and reset the counters."""
        requests = self._env.http_requests[self._seen :]
        self._seen += len(requests)
        asked = [one for one in requests if not one.path.startswith("/users/")]
        sent = sum(one.method == "POST" and one.path.endswith("/messages") for one in asked)
        edits = sum(one.method == "PATCH" for one in asked)
        said = [one.json for one in asked if one.method == "POST" and isinstance(one.json, dict)]
        pinged = sum(len(one.get("allowed_mentions", {}).get("users", ())) for one in said)
        sys.stdout.write(
            f"{what}: {len(asked)} requests, of which {sent} messages with {pinged} pings and "
            f"{edits} edits; {self._counts['statements']} statements in "
            f"{self._counts['transactions']} transactions\n"
        )
        self._counts.clear()


class Turns:
    """Two members who play in a channel, with methods that time their turns."""

    def __init__(self, discord: LoopbackDiscord, channel: Channel, players: list[Member]) -> None:
        self.discord, self.channel, self.players = discord, channel, players
        self.position: Position = engine.games["frisian"].start()
        self.chance = random.Random(7)

    async def begin(self) -> None:
        """Start a match: the first member challenges the second, who accepts."""
        one, other = self.players
        me = self.discord.world.bot.mention
        await self.discord.say(one, self.channel, f"{me} challenge {other.mention} frisian white")
        await self.discord.until(lambda: bool(self.discord.posts(self.channel)))
        (card,) = self.discord.posts(self.channel)
        await self.discord.press(other, card, card.custom_id("Accept"))
        await self.discord.until(lambda: len(self.discord.posts(self.channel)) > 1)

    async def time(self) -> float:
        """Play a random move; return the milliseconds until its board is posted."""
        shown = len(self.discord.posts(self.channel))
        move = self.chance.choice(self.position.legal_moves())
        said, who = self.position.write(move), self.players[self.position.turn]
        began = perf_counter()
        await self.discord.say(who, self.channel, said)
        await self.discord.until(lambda: len(self.discord.posts(self.channel)) > shown)
        taken = (perf_counter() - began) * 1000
        self.position = self.position.play(move)
        return taken

    async def some(self) -> list[float]:
        """Return the milliseconds of TURNS turns, played with pauses between them."""
        times = []
        for _ in range(TURNS):
            times.append(await self.time())
            await asyncio.sleep(self.chance.uniform(0.2, 1.0))
        return times


async def begins(file: Path) -> None:
    """Print the times of others' turns before a large Swiss and while its matches begin."""
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild("Club")
        hall, other = (discord.world.channel(guild, name) for name in ("tournament", "draughts"))
        pair = [discord.world.member(guild, name) for name in ("Ann", "Ben")]
        people = [discord.world.member(guild, f"player{number}").id for number in range(MANY)]
        env = {"DATABASE_URL": f"sqlite+aiosqlite:///{file}", "LOG_LEVEL": "WARNING"}
        turns = Turns(discord, other, pair)
        bot = await discord.bot("bot", env=env).ready()
        await turns.begin()
        alone = await turns.some()
        await bot.terminate()
        await sign_up(file, hall, people, rounds=1)
        await discord.bot("bot", env=env).ready()
        await discord.until(lambda: bool(discord.world.threads(hall)))
        since = perf_counter()
        beside = await turns.some()
        while len(discord.world.threads(hall)) < MANY // 2:
            await asyncio.sleep(1)
            if turns.position.outcome() is None:
                beside.append(await turns.time())
        taken = perf_counter() - since
        for what, times in (("alone", alone), ("while the matches began", beside)):
            sys.stdout.write(f"a turn {what}: median {median(times):.1f} ms, ")
            tenth = quantiles(times, n=10)[-1]
            sys.stdout.write(f"nine of ten within {tenth:.1f} ms, worst {max(times):.1f} ms\n")
        sys.stdout.write(f"{MANY // 2} matches have begun after {taken:.0f} s\n")
        sys.stdout.write(f"ratio of the medians: {median(beside) / median(alone):.2f}\n")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", choices=("costs", "begins"))
    only = parser.parse_args().only
    prepare()
    with TemporaryDirectory() as folder:
        if only != "begins":
            asyncio.run(costs(Path(folder) / "costs.db"))
        if only != "costs":
            asyncio.run(begins(Path(folder) / "begins.db"))


if __name__ == "__main__":
    main()
