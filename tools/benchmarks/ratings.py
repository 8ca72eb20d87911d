"""The time of rating one more result, or 5,000 matches: ``python -m tools.benchmarks.ratings``.

Each run writes to a database on disk, as the bot does.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from data import Store
from data.database.schema import events, matches, seats
from data.outcomes import ratings as statements
from data.outcomes.history import Viewer, Wanted
from engine.table.record import Kind, Status
from tests.data.results import ended
from tests.data.tables import CHANNEL, GUILD, START

MATCHES = 5000
PEOPLE = 60
SEED = 7
REPEATED = 20

Rows = list[dict[str, Any]]


async def fill(store: Store) -> None:
    """Save ended matches of people of different strengths, not rated yet."""
    chance = random.Random(SEED)
    played: Rows = []
    held: Rows = []
    happened: Rows = []
    for number in range(1, MATCHES + 1):
        at = START - timedelta(minutes=10 * (MATCHES - number))
        played.append(
            {
                "id": number,
                "guild": GUILD,
                "channel": CHANNEL,
                "game": "frisian",
                "options": {},
                "host": 1,
                "drawn": True,
                "status": Status.OVER.value,
                "version": 1,
                "drafts": {},
                "rated": True,
                "ended": at,
                "created": at,
                "updated": at,
            }
        )
        happened.append(
            {
                "match": number,
                "number": 1,
                "kind": Kind.START.value,
                "at": at,
                "text": "",
                "position": "",
            }
        )
        people = chance.sample(range(1, PEOPLE + 1), 2)
        stronger = chance.random() < people[0] / sum(people)
        for seat, person in enumerate(people):
            rank = 1 if stronger == (seat == 0) else 2
            held.append(
                {"match": number, "seat": seat, "person": person, "team": seat, "rank": rank}
            )
    async with store._database.writing() as connection:
        await connection.execute(insert(matches), played)
        await connection.execute(insert(seats), held)
        await connection.execute(insert(events), happened)


async def timed(what: Awaitable[object]) -> float:
    """Await something; return its milliseconds."""
    begin = perf_counter()
    await what
    return 1000 * (perf_counter() - begin)


async def all_again(store: Store) -> None:
    """Compute the ratings of all matches anew."""
    async with store._database.writing() as connection:
        oldest = START - timedelta(days=1000)
        await statements.recompute(connection, GUILD, "frisian", oldest)


async def measure(url: str) -> dict[str, float]:
    """Return the milliseconds of ratings and of the questions about them, by name."""
    store = await Store.open(url)
    try:
        await fill(store)
        everything = await timed(all_again(store))
        one = []
        for number in range(REPEATED):
            match = await ended(store, (1 + number, 30 + number), after=timedelta(days=1 + number))
            async with store._database.writing() as connection:
                assert match.ended is not None
                work = statements.recompute(connection, GUILD, "frisian", match.ended)
                one.append(await timed(work))
        viewer = Viewer([CHANNEL])
        reading = {
            "leaderboard": store.standings.leaderboard(GUILD, "frisian", offset=0, limit=15),
            "course": store.ratings.course(GUILD, 5),
            "changes": store.ratings.changes(MATCHES),
            "history of the server": store.history.page(Wanted(GUILD), viewer, offset=0, limit=8),
            "history of a person": store.history.page(Wanted(GUILD, 5), viewer, offset=0, limit=8),
            "score of two": store.history.score(Wanted(GUILD, 5, 6), viewer),
            "profile": store.standings.of_person(GUILD, 5),
            "homes": store.history.channels(GUILD),
        }
        asked = {name: await timed(what) for name, what in reading.items()}
    finally:
        await store.close()
    return {"all matches again": everything, "one more result": median(one), **asked}


def main() -> None:
    """Print the milliseconds of each."""
    with TemporaryDirectory() as folder:
        measured = asyncio.run(measure(str(Path(folder) / "damier.db")))
    for name, milliseconds in measured.items():
        sys.stdout.write(f"{name:24} {milliseconds:8.1f} ms\n")


if __name__ == "__main__":
    main()
