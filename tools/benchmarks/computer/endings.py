"""Whether won endings are won: ``python -m tools.benchmarks.computer.endings [GAME ...]``.

For each game, or those that are named, so many random endings (``--positions``) are compared with
what follows from them after every legal move. Then the computer plays so many of the won ones to
their end (``--plays``), at each of the levels that know the tables, against itself, which holds out
longest, and against moves at random; a draw by whatever rule is a failure.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from engine.computer import LEVELS
from engine.computer.levels import KNOWS_ENDINGS
from engine.study.endings import known_ending
from tests.engine.endings.proof import TABLED, endings, fault, played_out, won_endings


def compared(name: str, pieces: int, count: int, seed: int) -> str:
    """Return a line on how far the tables of a game agree with themselves."""
    faults = 0
    results = {"won": 0, "drawn": 0, "unknown": 0}
    for position in endings(name, pieces, count, seed):
        found = known_ending(position)
        kind = "unknown" if found is None else "drawn" if found.winner is None else "won"
        results[kind] += 1
        told = fault(position)
        if told:
            faults += 1
            print(told)
    return f"{count} endings, {results}: {faults} faults"


def played(name: str, pieces: int, level: int, count: int, seed: int) -> Iterator[str]:
    """Yield lines on how the computer plays won endings of a game at a level."""
    for opponent, resists in (("itself", True), ("chance", False)):
        wins, longest = 0, 0
        chance = Random(f"{name} {level} {seed} {resists}")
        for position in won_endings(name, pieces, count, seed):
            plies = played_out(position, level, chance if not resists else None)
            wins += plies is not None
            longest = max(longest, plies or 0)
        yield f"level {level} against {opponent}: {wins} of {count} won, in {longest} plies at most"


def main() -> None:
    """Compare and play the endings of the games that are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.computer.endings", description=__doc__
    )
    parser.add_argument("games", nargs="*", help=f"all if none is named: {', '.join(TABLED)}")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--plays", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.games or TABLED:
        pieces = TABLED[name]
        print(f"{name}, up to {pieces} pieces")
        print(f"  {compared(name, pieces, asked.positions, asked.seed)}", flush=True)
        for level in range(KNOWS_ENDINGS, LEVELS[-1] + 1):
            for line in played(name, pieces, level, asked.plays, asked.seed):
                print(f"  {line}", flush=True)
        print(f"  {process_time():.0f} s")


if __name__ == "__main__":
    main()
