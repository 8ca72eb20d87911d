"""Have random members play: ``python -m tools.random_members --matches 300 --seed 7``.

With ``--events 3``, whole events of every form are held instead, three times, each time with
the next seed; ``--only`` chooses those of one name.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.random_members.events import house
from tools.random_members.events.plans import PLANS
from tools.random_members.holding import hold


def main() -> None:
    """Hold a tournament or events, and print the progress; exit with the faults found."""
    parser = argparse.ArgumentParser(description="A tournament of random members.")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", type=int, default=0)
    parser.add_argument("--only", choices=[plan.name for plan in PLANS])
    given = parser.parse_args()

    def report(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    if given.events:
        plans = [plan for plan in PLANS if given.only in {None, plan.name}]
        wrong = []
        for seed in range(given.seed, given.seed + given.events):
            with TemporaryDirectory() as folder:
                file = Path(folder) / "tournaments.db"
                wrong += asyncio.run(house.hold(file, seed, report, plans))
        sys.exit("\n".join(wrong) or None)
    with TemporaryDirectory() as folder:
        held = hold(Path(folder) / "tournament.db", given.matches, given.seed, report)
        for line in asyncio.run(held).lines():
            report(line)


if __name__ == "__main__":
    main()
