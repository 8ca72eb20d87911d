"""``python -m tests.tournament --matches 300 --seed 7``: the long tournament, with its figures."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tournament.tournament import hold


def main() -> None:
    """Hold a tournament and print how it goes on."""
    parser = argparse.ArgumentParser(description="A tournament of random members.")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    def report(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    with TemporaryDirectory() as folder:
        held = hold(Path(folder) / "tournament.db", given.matches, given.seed, report)
        for line in asyncio.run(held).lines():
            report(line)


if __name__ == "__main__":
    main()
