"""Play the computer against py-draughts' ``TurboEngine`` at international draughts.

Both have equal processor time for each move, and each pair of games starts from the same
random opening with sides swapped. The rival gets every move, so that it knows the earlier
positions; our rules decide who wins. Run ``python -m
tools.benchmarks.computer.international_rival [--games 100] [--seconds 0.2]``. To measure the
compiled engine, put its folder first on ``PYTHONPATH``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from time import process_time
from types import SimpleNamespace
from typing import Any

import engine
from engine.computer import LEVELS
from engine.game import Position
from engine.values import Move
from tests.oracles import py_draughts
from tools.benchmarks.computer.games import computer, reason, score, series

GAME = engine.games["international"]
PLIES = 6
"""The number of random moves at the start of each pair of games."""


class TurboEngine:
    """The rival in one game, as a player, with one transposition table for the whole game."""

    def __init__(self, seconds: float) -> None:
        turbo: Any = py_draughts("engines.turbo")
        turbo.time = SimpleNamespace(perf_counter=process_time)  # in place of wall-clock time
        self._engine = turbo.TurboEngine(depth_limit=None, time_limit=seconds)
        self._board: Any = py_draughts("boards.standard").Board()
        self._told = 1

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return the rival's move, after passing it the moves since its last one."""
        for before, after in pairwise(line[self._told - 1 :]):
            move = next(move for move in before.legal_moves() if before.play(move) == after)
            self._board.push(self._theirs(move))
        self._told = len(line)
        position = line[-1]
        if len(position.legal_moves()) == 1:
            return position.legal_moves()[0]
        chosen = self._engine.get_best_move(self._board)
        return next(m for m in position.legal_moves() if _effect(m) == _effect_of_theirs(chosen))

    def _theirs(self, move: Move) -> Any:  # noqa: ANN401 - loaded at run time
        legal = self._board.legal_moves
        return next(theirs for theirs in legal if _effect_of_theirs(theirs) == _effect(move))


def _effect(move: Move) -> tuple[int, int, frozenset[int]]:
    return move.path[0], move.path[-1], frozenset(move.captured)


def _effect_of_theirs(move: Any) -> tuple[int, int, frozenset[int]]:  # noqa: ANN401 - as above
    return move.square_list[0], move.square_list[-1], frozenset(move.captured_list)


def main() -> None:
    """Print the computer's score, and how the games ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    games = []
    for played, seat in series(
        GAME.start(),
        PLIES,
        range(asked.first, asked.first + asked.games),
        lambda number: computer(LEVELS[-1], number, asked.seconds),
        lambda _: TurboEngine(asked.seconds),
    ):
        games.append((played, seat))
        print(len(games), played.points, seat, reason(played), flush=True)
    for text, count in Counter(reason(played) for played, _ in games).most_common():
        print(f"{count:4} {text}")
    print(score(games))


if __name__ == "__main__":
    main()
