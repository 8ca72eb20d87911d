"""Play each level against the one two below it, to see whether it wins and the games end.

Run ``python -m tools.benchmarks.computer.levels [GAME ...] [--games 100] [--first 0]
[--levels 3 8] [--options size=8 ...]``. The compiled engine plays the same games faster: after
``make fast``, run this in ``build/fast`` with the root of the sources as ``PYTHONPATH``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from time import process_time

import engine
from engine.game import Game
from engine.values import NO_OPTIONS, Options
from tools.benchmarks.computer.games import Played, computer, play, read_options, reason, score


def main() -> None:
    """Print the score of each game and pair of levels, and how the games ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=sorted(engine.games))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", type=int, nargs="*", default=[3, 4, 5, 6, 7, 8])
    parser.add_argument("--below", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--options", nargs="*", default=[])
    asked = parser.parse_args()
    for name in asked.game:
        for level in asked.levels:
            began = process_time()
            games = list(
                series(
                    engine.games[name],
                    level,
                    level - asked.below,
                    range(asked.first, asked.first + asked.games),
                    options=read_options(asked.options),
                )
            )
            turns = sum(len(played.line) for played, _ in games) // len(games)
            print(
                f"{name:18} level {level} against {level - asked.below}: {score(games)}; "
                f"{turns} turns, {(process_time() - began) / len(games):.1f} s a game",
                flush=True,
            )
            for text, count in Counter(reason(played) for played, _ in games).most_common():
                print(f"{'':20}{count:4} {text}")


def series(
    game: Game, level: int, below: int, numbers: Iterable[int], *, options: Options = NO_OPTIONS
) -> Iterator[tuple[Played, int]]:
    """Yield games of ``level`` against ``below`` from the start, each with ``level``'s seat."""
    for number in numbers:
        seat = number % 2
        first, second = computer(level, number), computer(below, number)
        players = (first, second) if seat == 0 else (second, first)
        yield play([game.start(2, **options)], players), seat


if __name__ == "__main__":
    main()
