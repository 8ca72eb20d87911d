"""Play series between levels, and make the scale of all results so far.

Run ``python -m tools.benchmarks.computer.scale play [TABLE ...] [--games 100] [--levels 2 8]
[--apart 1 2]`` to play on until each of these levels has met the ones that many levels below it
100 times or, with ``--against greedy``, that program. ``… scale table`` prints the scale, and
``… scale write`` puts it into the bot. Tables are games, and fields or sizes of them:
``halma-10``, ``allies-west``. The compiled engine plays the same games faster: after
``make fast``, run ``play`` in ``build/fast`` with the root of the sources as ``PYTHONPATH``.
"""

from __future__ import annotations

import argparse

from engine.capabilities.thinking import LEVELS
from tools.benchmarks.computer.scale.players import PROGRAMS
from tools.benchmarks.computer.scale.playing import play_series
from tools.benchmarks.computer.scale.results import TABLES
from tools.benchmarks.computer.scale.table import pair_rows, rows, write


def main() -> None:
    """Play series, print the scale, or write it into the bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "table", "write"])
    parser.add_argument("table", nargs="*", help="one of " + ", ".join(TABLES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", type=int, nargs="*", default=[*LEVELS])
    parser.add_argument("--apart", type=int, nargs="*", default=[1])
    parser.add_argument("--against", choices=PROGRAMS)
    asked = parser.parse_args()
    if unknown := set(asked.table) - set(TABLES):
        parser.error(f"There is no table {min(unknown)}: they are {', '.join(TABLES)}.")
    if asked.what == "table":
        print(*rows(), "", *pair_rows(1), "", *pair_rows(2), sep="\n")
    elif asked.what == "write":
        write()
    else:
        for table in asked.table or TABLES:
            for level in asked.levels:
                below = [str(level - apart) for apart in asked.apart if level > apart]
                for other in [asked.against] if asked.against else below:
                    play_series(table, str(level), other, asked.games)


if __name__ == "__main__":
    main()
