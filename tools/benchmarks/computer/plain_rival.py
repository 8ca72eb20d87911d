"""Play the computer against a plain alpha-beta search, both with equal time.

Time is the processor's, so that other programs on the machine change nothing.

The rival knows about each game only its public interface: legal moves, captures, the pieces
and how far they have advanced. Run ``python -m tools.benchmarks.computer.plain_rival [GAME ...]
[--games 100] [--first 0] [--seconds 0.1] [--options size=8 ...]``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import process_time

import engine
from engine.computer import LEVELS
from engine.game import Position
from engine.values import Move
from tools.benchmarks.computer.games import computer, read_options, score, series

WON = 100_000
PLIES = 4
"""The number of random moves at the start of each pair of games."""


class OutOfTime(Exception):
    """The time for a move is up."""


class AlphaBeta:
    """A plain alpha-beta search for two sides: iterative deepening, with captures followed.

    It counts material (a piece of a game's first kind 100, any other 300) and how far each piece
    has advanced from its own side of the board, which is all that matters without captures.
    ``seconds`` are the processor's for a move.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = 0.0

    def begin(self) -> None:
        """Start the time for a move."""
        self._end = process_time() + self._seconds

    def __call__(self, line: Sequence[Position]) -> Move:
        self.begin()
        position = line[-1]
        moves = sorted(position.legal_moves(), key=lambda move: -len(move.captured))
        try:
            for depth in range(1, 64):
                ranked = []
                alpha = -WON
                for move in moves:
                    value = self.after(position, move, alpha, WON, depth - 1)
                    ranked.append((value, move))
                    alpha = max(alpha, value)
                moves = [move for _, move in sorted(ranked, key=lambda pair: -pair[0])]
        except OutOfTime:
            pass
        return moves[0]

    def after(self, position: Position, move: Move, alpha: int, beta: int, depth: int) -> int:
        """Return the value of a move for its seat, searched ``depth`` plies further."""
        after = position.play(move)
        if after.seats[after.turn].team == position.seats[position.turn].team:
            return self._value(after, alpha, beta, depth)
        return -self._value(after, -beta, -alpha, depth)

    def _value(self, position: Position, alpha: int, beta: int, depth: int) -> int:
        if process_time() > self._end:
            raise OutOfTime
        outcome = position.outcome()
        if outcome is not None:
            rank = outcome.ranks[position.turn]
            others = [r for r in outcome.ranks if r != rank]
            return 0 if not others else WON - 1 if rank < others[0] else 1 - WON
        moves: Sequence[Move] = position.legal_moves()
        if depth <= 0:
            captures = [move for move in moves if move.captured or move.removed]
            best = self._count(position)
            if not captures or best >= beta:
                return best
            if len(captures) == len(moves):
                best = -WON
            moves = captures
        else:
            best = -WON
        for move in sorted(moves, key=lambda move: -len(move.captured)):
            best = max(best, self.after(position, move, max(alpha, best), beta, depth - 1))
            if best >= beta:
                break
        return best

    def _count(self, position: Position) -> int:
        board, kinds = position.board, list(position.game.kinds)
        height = board.size[1]
        own = position.seats[position.turn].team
        total = 0
        for point, piece in position.pieces():
            worth = 100 if piece.kind == kinds[0] else 300
            y = board.xy[point][1]
            worth += int((height - y if piece.seat % 2 == 0 else y) * 20 / height)
            total += worth if position.seats[piece.seat].team == own else -worth
        return total


def main() -> None:
    """Print the computer's score in each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=sorted(engine.games))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--options", nargs="*", default=[])
    asked = parser.parse_args()
    for name in asked.game:
        games = series(
            engine.games[name].start(2, **read_options(asked.options)),
            PLIES,
            range(asked.first, asked.first + asked.games),
            lambda number: computer(LEVELS[-1], number, asked.seconds),
            lambda _: AlphaBeta(asked.seconds),
        )
        print(f"{name:18} {score(games)}", flush=True)


if __name__ == "__main__":
    main()
