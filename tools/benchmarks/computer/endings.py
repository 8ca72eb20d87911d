"""Test whether the computer wins won endings.

Run ``python -m tools.benchmarks.computer.endings [GAME ...]``. For each game, or those named,
the tables' results of random endings (``--positions``) are compared with those after every legal
move. Then each level that knows the tables plays won endings (``--plays``) to their end, against
itself, which holds out longest, and against random moves. A draw by any rule is a failure.
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
    """Return a line about the consistency of a game's tables; print each fault found."""
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
    """Yield lines about the computer's play in won endings of a game at a level."""
    for opponent, resists in (("itself", True), ("chance", False)):
        wins, longest = 0, 0
        chance = Random(f"{name} {level} {seed} {resists}")
        for position in won_endings(name, pieces, count, seed):
            plies = played_out(position, level, chance if not resists else None)
            wins += plies is not None
            longest = max(longest, plies or 0)
        yield f"level {level} against {opponent}: {wins} of {count} won, in {longest} plies at most"


def main() -> None:
    """Compare and play the endings of the chosen games; print the results."""
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
