"""Plays turns until it is killed, and prints after each the match and its saved events.

``python -m tests.data.turns URL``
"""

from __future__ import annotations

import asyncio
import sys

from data import Store
from engine.table.record import Status
from tests.data.tables import live, turn


async def main(url: str) -> None:
    """Play on in the last live match, or in a new one if there is none, without end."""
    store = await Store.open(url)
    while True:
        matches = await store.matches(status=Status.LIVE)
        match = matches[-1] if matches else await live(store)
        while match.status is Status.LIVE:
            async with store.match(match.id) as table:
                table.match = turn(table.match)
            match = table.match
            sys.stdout.write(f"{match.id} {len(match.events)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
