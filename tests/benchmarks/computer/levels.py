"""Whether each level beats the one two below it, and whether their games end.

Run ``python -m tests.benchmarks.computer.levels [GAME ...] [--games 100] [--levels 3 8]
[--options size=8 ...]``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

import engine
from engine.game import Game
from engine.values import NO_OPTIONS, Options
from tests.benchmarks.computer.games import Played, computer, play, read_options, score


def main() -> None:
    """Print a line for each game and pair of levels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=sorted(engine.games))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", type=int, nargs="*", default=[3, 4, 5, 6, 7, 8])
    parser.add_argument("--below", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--options", nargs="*", default=[])
    asked = parser.parse_args()
    for name in asked.game:
        for level in asked.levels:
            began = perf_counter()
            games = list(
                series(
                    engine.games[name],
                    level,
                    level - asked.below,
                    asked.games,
                    asked.seed,
                    options=read_options(asked.options),
                )
            )
            turns = sum(len(played.line) for played, _ in games) // len(games)
            print(
                f"{name:18} level {level} against {level - asked.below}: {score(games)}; "
                f"{turns} turns, {(perf_counter() - began) / len(games):.1f} s a game",
                flush=True,
            )
            for reason, count in Counter(_reason(played) for played, _ in games).most_common():
                print(f"{'':20}{count:4} {reason}")


def series(
    game: Game, level: int, below: int, games: int, seed: int, *, options: Options = NO_OPTIONS
) -> Iterator[tuple[Played, int]]:
    """Yield games of a level against another, each side in turn, with the seat of the first."""
    for number in range(games):
        seat = number % 2
        first = computer(level, 1000 * seed + number)
        second = computer(below, 1000 * seed + number)
        yield (
            play([game.start(2, **options)], (first, second) if seat == 0 else (second, first)),
            seat,
        )


def _reason(played: Played) -> str:
    outcome = played.line[-1].outcome()
    return "met the limit" if outcome is None else str(outcome.reason)


if __name__ == "__main__":
    main()
