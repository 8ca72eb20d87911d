"""Kill the bot at random while members play: ``python -m tools.random_kills [--kills 1000]``.

``--seed 7`` gives other acts and moments, ``--postgresql`` uses two processes and one server.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.postgres import Server
from tools.random_kills.season import Season


def main() -> None:
    """Hold a season and print its progress."""
    parser = argparse.ArgumentParser(description="Members play while the bot is killed.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--postgresql", action="store_true", help="two processes that share a server"
    )
    given = parser.parse_args()

    def report(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    season = Season(given.seed, report)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        if not given.postgresql:
            asyncio.run(season.hold(given.kills, place, None))
            return
        place.chmod(0o755)
        server = Server(place / "server")
        server.folder.mkdir()
        server.make()
        try:
            asyncio.run(season.hold(given.kills, place, server))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
