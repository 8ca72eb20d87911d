"""Simulate a year at a club, and print a report: ``python -m tools.year [--days 30]``.

``--members 12`` and ``--seed 1`` choose the club. With ``--keep FOLDER``, the database and its
backups are kept there; ``--minutes`` ends the year early.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.year.people import NAMES
from tools.year.year import lived


def _report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def _spend(folder: Path, given: argparse.Namespace) -> None:
    async with lived(folder, given.members, given.seed, _report) as year:
        await year.spend(given.days, given.minutes)
        for line in year.lines():
            _report(line)


def main() -> None:
    """Simulate the year, and print its report."""
    parser = argparse.ArgumentParser(description="A year at the club.")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--members", type=int, default=10, choices=range(4, len(NAMES) + 1))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        asyncio.run(_spend(folder, given))


if __name__ == "__main__":
    main()
