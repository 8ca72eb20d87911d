"""Count how games of the computer against itself end, if they do.

Run ``python -m tools.benchmarks.computer.ends GAME [SEATS] [--options size=8 ...] [--level 2]
[--games 50] [--first 0]``; ``--show`` prints the last positions of games without a winner.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import process_time

import engine
from engine.game import Position
from tools.benchmarks.computer.games import TURNS, Played, computer, play, read_options


def end(played: Played) -> str:
    """Return how a game ended."""
    outcome = played.line[-1].outcome()
    if outcome is None:
        return "met the limit"
    return f"{'drawn' if len(set(outcome.ranks)) == 1 else 'won'}: {outcome.reason}"


def main() -> None:
    """Print the number of games that ended in each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("seats", type=int, nargs="?", default=2)
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    start: Position = engine.games[asked.game].start(asked.seats, **read_options(asked.options))
    began = process_time()
    ends: Counter[str] = Counter()
    turns = 0
    for number in range(asked.first, asked.first + asked.games):
        seeds = [asked.seats * number + seat for seat in range(asked.seats)]
        players = [computer(asked.level, seed) for seed in seeds]
        played = play([start], players, TURNS * asked.seats // 2)
        ends[end(played)] += 1
        turns += len(played.line)
        if asked.show and not end(played).startswith("won"):
            print(end(played), len(played.line), *(p.fen() for p in played.line[-5:]), sep="\n  ")
    print(
        f"{asked.game} {asked.seats} {' '.join(asked.options)} level {asked.level}: "
        f"{asked.games} games of {turns // asked.games} turns, {process_time() - began:.0f} s; "
        + ", ".join(f"{count} {reason}" for reason, count in ends.most_common())
    )


if __name__ == "__main__":
    main()
