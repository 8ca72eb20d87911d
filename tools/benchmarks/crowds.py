"""The cost of a crowd's votes, also for others: ``python -m tools.benchmarks.crowds``.

First, in a store alone, on SQLite, 500 people vote on one board, and change their votes. Printed
are the votes a second, the statements and transactions a vote, and the same for the end of the
vote, for reading the crowd as after a restart, and for looking back on many turns.

Then 500 members type votes in a channel of the real bot, a process of its own on the loopback
Discord, while two others play in another channel. A turn lasts from the message's arrival at the
bot's gateway to the board's arrival at the server. Turns of an otherwise idle bot are compared with
turns during the votes, and the requests caused by the votes are counted.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from data import Store
from engine.crowds.crowd import Crowd
from tests.data.crowds.votes import ONE, begun, change, made
from tests.data.tables import START
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Channel, Member
from tools.benchmarks.tournament import Turns, counted

PEOPLE = [2**61 + number for number in range(500)]
MOVES = ("32-28", "31-26", "33-28", "34-30", "31-27", "33-29", "35-30")
TURNS = 20

PAUSE = 0.04
"""The seconds between two votes in the channel."""

EDITED_WITHIN = 6
"""The seconds within which the board shows the last votes."""


@contextmanager
def told(what: str, many: int = 1) -> Iterator[None]:
    """Print the time, statements and transactions of the block, divided by ``many``."""
    began, used = perf_counter(), process_time()
    with counted() as counts:
        yield
    seconds, used = perf_counter() - began, process_time() - used
    sys.stdout.write(
        f"{what}: {1000 * seconds / many:.2f} ms ({1000 * used / many:.2f} ms of processor time), "
        f"{counts['statements'] / many:.2f} statements in {counts['transactions'] / many:.2f} "
        "transactions"
    )
    sys.stdout.write(f"; {many / seconds:.0f} a second\n" if many > 1 else "\n")


async def votes(store: Store, match_id: int, shift: int = 0) -> None:
    """Have all PEOPLE vote, one after the other; ``shift`` makes them vote otherwise."""
    for number, person in enumerate(PEOPLE):
        text = MOVES[(number * number + shift) % len(MOVES)]

        def vote(crowd: Crowd, person: int = person, text: str = text) -> Crowd:
            at = crowd.since + timedelta(milliseconds=50)
            source = f"message:{crowd.count}"
            electors = crowd.electors(4 * len(PEOPLE))
            return crowd.vote(person, text, now=at, source=source, elector_count=electors)

        await change(store, match_id, vote)


async def alone(file: Path) -> None:
    """Print the costs of votes in a store alone."""
    store = await Store.open(str(file))
    match = await made(store)
    await change(store, match.id, begun())
    with told("a first vote", len(PEOPLE)):
        await votes(store, match.id)
    with told("a changed vote", len(PEOPLE)):
        await votes(store, match.id, shift=1)
    store.crowds.empty_memory()
    with told(f"reading {2 * len(PEOPLE)} votes"):
        await store.crowds.load(match.id, ONE)
    with told("the end"):
        await change(store, match.id, end)
    for turn in range(2, TURNS + 1):
        await change(store, match.id, begun(2 * turn))
        await votes(store, match.id)
        with told(f"the end of turn {turn}") if turn == TURNS else nullcontext():
            await change(store, match.id, end)
    with told(f"looking back on {TURNS} turns"):
        await store.crowds.history(match.id, ONE)
    with told("who took part"):
        await store.crowds.faithful(match.id)
    await store.close()


def end(crowd: Crowd) -> Crowd:
    """Return the crowd after the end of its vote."""
    return crowd.tick(now=max(crowd.due or START, crowd.since))


async def beside(file: Path) -> None:
    """Print the time of others' turns before and during many votes in another channel."""
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild("Club")
        square, other = (discord.world.channel(guild, name) for name in ("square", "draughts"))
        ann, _ = pair = [discord.world.member(guild, name) for name in ("Ann", "Ben")]
        people = [discord.world.member(guild, f"voter{number}") for number in range(len(PEOPLE))]
        env = {"DATABASE_URL": f"sqlite+aiosqlite:///{file}", "LOG_LEVEL": "WARNING"}
        turns = Turns(discord, other, pair)
        bot = await discord.bot("bot", env=env).ready()
        await turns.begin()
        quiet = await turns.some()
        me = discord.world.bot.mention
        await discord.say(ann, square, f"{me} vote frisian computer level 1 quorum 100")
        await discord.until(lambda: bool(discord.posts(square)))
        before = len(discord.requests)
        began = perf_counter()
        voting = asyncio.create_task(storm(discord, square, people))
        busy = [await turns.time()]
        while not voting.done():
            await asyncio.sleep(turns.chance.uniform(0.2, 1.0))
            if turns.position.outcome() is None:
                busy.append(await turns.time())
        await voting
        await discord.until(lambda: count(file) == len(people), 120)
        seconds = perf_counter() - began
        await asyncio.sleep(EDITED_WITHIN)
        asked = Counter(
            f"{one.method} {one.path.split('/')[-2 if one.path[-1].isdigit() else -1]}"
            for one in discord.requests[before:]
            if str(square.id) in one.path
        )
        for what, times in (("alone", quiet), ("beside the votes", busy)):
            sys.stdout.write(f"a turn {what}: median {median(times):.1f} ms, ")
            tenth = quantiles(times, n=10)[-1]
            sys.stdout.write(f"nine of ten within {tenth:.1f} ms, worst {max(times):.1f} ms\n")
        sys.stdout.write(f"ratio of the medians: {median(busy) / median(quiet):.2f}\n")
        sys.stdout.write(f"{len(people)} votes in {seconds:.0f} s, with requests {dict(asked)}\n")
        await bot.terminate()


async def storm(discord: LoopbackDiscord, square: Channel, people: list[Member]) -> None:
    """Have all these people type their votes in a channel, PAUSE seconds apart."""
    for number, person in enumerate(people):
        await discord.say(person, square, MOVES[number * number % len(MOVES)])
        await asyncio.sleep(PAUSE)


def count(file: Path) -> int:
    """Return the number of saved votes."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        statement = "SELECT count(*) FROM crowd_entries WHERE kind = 'vote'"
        (votes,) = connection.execute(statement).fetchone()
    return int(votes)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="?", choices=("alone", "beside"))
    only = parser.parse_args().only
    with TemporaryDirectory() as folder:
        if only != "beside":
            asyncio.run(alone(Path(folder) / "alone.db"))
        if only != "alone":
            asyncio.run(beside(Path(folder) / "beside.db"))


if __name__ == "__main__":
    main()
