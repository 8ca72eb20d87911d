"""Play the computer against py-draughts' ``SimpleEngine`` at Frisian draughts (official rules).

Both have equal processor time for each move, and each pair of games starts from the same
random opening with sides swapped. py-draughts gets positions as FEN; our rules decide who wins.
Run ``python -m tools.benchmarks.computer.frisian_rival [--games 100]
[--first 0] [--seconds 0.2]``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from time import process_time
from types import SimpleNamespace
from typing import Any

import engine
from engine.computer import LEVELS
from engine.game import Position
from engine.values import Move
from tests.oracles import py_draughts
from tools.benchmarks.computer.games import computer, reason, score, series

GAME = engine.games["frisian-official"]
PLIES = 6
"""The number of random moves at the start of each pair of games."""


class SimpleEngine:
    """The rival as a player, with one transposition table for a whole game."""

    def __init__(self, seconds: float) -> None:
        module: Any = py_draughts("engines.simple")
        module.logger.remove()
        module.time = SimpleNamespace(time=process_time)  # in place of wall-clock time
        self._engine = module.SimpleEngine(depth_limit=64, time_limit=seconds)
        self._board = py_draughts("boards.frisian").Board

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return the rival's move. It does not see the counts, which only our FEN has."""
        position = line[-1]
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        theirs = self._engine.get_best_move(self._board.from_fen(position.fen().split(" ")[0]))
        ends = theirs.square_list[0], theirs.square_list[-1]
        captured = set(theirs.captured_list)
        for move in moves:
            if (move.path[0], move.path[-1]) == ends and set(move.captured) == captured:
                return move
        return moves[0]  # the rival's was a king's fourth move in a row, which it takes for legal


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
        lambda _: SimpleEngine(asked.seconds),
    ):
        games.append((played, seat))
        print(len(games), played.points, seat, reason(played), flush=True)
    print(score(games))
    for text, count in Counter(reason(played) for played, _ in games).most_common():
        print(f"{count:4} {text}")


if __name__ == "__main__":
    main()
