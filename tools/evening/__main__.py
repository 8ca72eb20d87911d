"""Print an evening at the club: ``python -m tools.evening two --language fr``.

``two`` members challenge each other, ``four`` play in teams and leave, one is ``alone`` with the
computer, two fight the ``war`` of Les Alliés, and four play a ``league`` over its weeks. An
organiser holds a ``swiss``, a ``knockout``, a ``season``, an ``arena``, a ``ladder``, and an event
that is ``cancelled``. Everything that a member reads, public or private, is printed, so that
readers of that language can judge it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tools.evening import events
from tools.evening.alone import alone
from tools.evening.club import opened
from tools.evening.four import four
from tools.evening.league import league
from tools.evening.two import two
from tools.evening.war import war

EVENINGS = {
    "two": two,
    "four": four,
    "alone": alone,
    "war": war,
    "league": league,
    "swiss": events.swiss,
    "knockout": events.knockout,
    "season": events.season,
    "arena": events.arena,
    "ladder": events.ladder,
    "cancelled": events.cancelled,
}


async def spend(evening: str, language: str) -> None:
    """Act out an evening with a new database, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder) / "damier.db", language) as club:
            await EVENINGS[evening](club)


def main() -> None:
    """Print the chosen evening."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("evening", choices=EVENINGS)
    arguments.add_argument("--language", choices=("en-US", "fr"), default="en-US")
    asked = arguments.parse_args()
    asyncio.run(spend(asked.evening, asked.language))


if __name__ == "__main__":
    main()
