"""What the votes of a crowd cost: ``python -m tests.benchmarks.crowds``.

First 500 people vote on one board in a store alone, on SQLite, and change their votes: votes a
second, and statements and transactions a vote. Then the end of that vote, reading the crowd as
after a restart, and looking back on many turns of it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from data import Store
from engine.crowds.crowd import Crowd
from tests.benchmarks.tournament import counted
from tests.data.crowds.votes import ONE, begun, change, made
from tests.data.tables import START

PEOPLE = [2**61 + number for number in range(500)]
MOVES = ("32-28", "31-26", "33-28", "34-30", "31-27", "33-29", "35-30")
TURNS = 20


@contextmanager
def told(what: str, many: int = 1) -> Iterator[None]:
    """Print what the block takes, for each of so ``many``."""
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
    """Have everybody vote, one after the other."""
    for number, person in enumerate(PEOPLE):
        text = MOVES[(number * number + shift) % len(MOVES)]

        def vote(crowd: Crowd, person: int = person, text: str = text) -> Crowd:
            at = crowd.since + timedelta(milliseconds=50)
            source = f"message:{crowd.count}"
            return crowd.vote(
                person, text, now=at, source=source, electors=2 * crowd.electors(None)
            )

        await change(store, match_id, vote)


async def alone(file: Path) -> None:
    """Print what votes take in a store alone."""
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
    """The crowd when its vote is over."""
    return crowd.tick(now=max(crowd.due or START, crowd.since))


def main() -> None:
    """Print the figures."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with TemporaryDirectory() as folder:
        asyncio.run(alone(Path(folder) / "alone.db"))


if __name__ == "__main__":
    main()
