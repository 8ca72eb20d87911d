"""The times and sizes of pictures of standings: ``python -m tools.benchmarks.standings``.

The target on a quiet machine is 100 ms of processor time and 80 KB for the largest of each form.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final

from render import Picture, bracket, cross_table, ladder, rank_table
from tests.render.standings.tables import a_bracket, a_cross_table, a_ladder, a_rank_table

ROUNDS: Final = 20

FORMS: Final[dict[str, Callable[[], Picture]]] = {
    "cross table of 10, twice": lambda: cross_table(a_cross_table(10)),
    "cross table of 10": lambda: cross_table(a_cross_table(10, "½")),
    "cross table of 4": lambda: cross_table(a_cross_table(4, "½")),
    "rank table, 16 rows": lambda: rank_table(a_rank_table(16)),
    "ladder, 16 rows": lambda: ladder(a_ladder(16)),
    "bracket of 16": lambda: bracket(a_bracket(16)),
    "bracket of 8, the end": lambda: bracket(a_bracket(8, 3)),
}


def main() -> None:
    """Print the times and the size of every form."""
    out = sys.stdout.write
    out(f"medians of {ROUNDS}\n{'form':26} {'first ms':>8} {'ms':>6} {'bytes':>7}\n")
    for name, draw in FORMS.items():
        times = []
        for _ in range(ROUNDS):
            begin = process_time()
            shown = draw()
            times.append(1000 * (process_time() - begin))
        out(f"{name:26} {times[0]:8.1f} {median(times):6.1f} {len(shown.png):7}\n")


if __name__ == "__main__":
    main()
