"""Refuting wrong tries at puzzles of races: exactly, as they were proved."""

from __future__ import annotations

from engine.game import Position
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.races.proof import gets_in_unhindered, refutation_of
from engine.puzzles.races.side import Side, Turn
from engine.values import Move


def race_refutation(puzzle: Puzzle, step: int, move: Move) -> tuple[Move, ...]:
    """Return the other side's reply that refutes a wrong try at a step.

    There is none where the try is too slow whatever is replied.
    """
    position = puzzle.line()[step]
    side, after = Side.of(position), position.play(move)
    piece = puzzle.piece_after(puzzle.moves()[:step])
    if side is None or piece is None:
        return ()
    turn = (move.path[0], move.path[-1])
    if puzzle.goal.kind == "cut":
        entries = side.moved(turn).other().entries(piece)
        ways = [
            reply
            for reply in after.legal_moves()
            if reply.path[0] == piece and entries >> reply.path[-1] & 1
        ]
        return tuple(sorted(ways, key=lambda reply: len(reply.path))[:1])
    left = sum(other >= step for other in puzzle.steps())
    place = turn[1] if turn[0] == piece else piece
    if left == 1 or not gets_in_unhindered(side.moved(turn), place, left - 1):
        return ()
    reply = refutation_of(side, piece, left, turn)
    return () if reply is None else tuple(_played(after, reply))


def _played(after: Position, turn: Turn) -> list[Move]:
    return [move for move in after.legal_moves() if (move.path[0], move.path[-1]) == turn]
