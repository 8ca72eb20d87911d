"""The time of a database upgrade.

``python -m tools.benchmarks.upgrade [--matches N] [--revision R] [URL]`` fills a database of an
earlier revision with matches, half of them live, and opens it. The database is a file in a
temporary folder, or the empty one at URL. Printed are the seconds, the commits (each of which
waits for the disk), and the log.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from sqlalchemy import event
from sqlalchemy.engine import Engine

from data import Store
from tests.data import older

MATCHES: Final = 900

TURNS: Final = 30

PATTERNS: Final = 30
"""The number of matches that are played; the others are copies of them."""

UNMOVED: Final = 50
"""One in this many of the ended matches ended before both sides had moved."""


async def measure(url: str, revision: str, many: int) -> None:
    """Make a database of ``many`` matches at ``url``; print the cost of opening it."""
    live = [older.played(TURNS, hour=hour) for hour in range(PATTERNS)]
    over = [
        older.resigned(older.played(0 if hour % UNMOVED == 0 else TURNS, hour=hour))
        for hour in range(min(many // 2, 2 * UNMOVED))
    ]
    matches = [
        (live[number // 2 % len(live)], over[number // 2 % len(over)])[number % 2]
        for number in range(many)
    ]
    await older.make(url, revision, older.rows_of(matches))
    commits = 0

    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    event.listen(Engine, "commit", count)
    logging.basicConfig(level=logging.INFO, format="%(relativeCreated)6d ms %(message)s")
    began = time.perf_counter()
    store = await Store.open(url)
    took = time.perf_counter() - began
    await store.close()
    sys.stdout.write(f"{many} matches: {took:.2f} s, {commits} commits\n")


def main() -> None:
    """Print the cost of an upgrade."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--revision", default=older.RESULTS_BEFORE_MOVES)
    parser.add_argument("url", nargs="?")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.url or f"sqlite+aiosqlite:///{Path(folder, 'damier.db')}"
        asyncio.run(measure(url, chosen.revision, chosen.matches))


if __name__ == "__main__":
    main()
