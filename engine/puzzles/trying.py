"""Trying moves in a puzzle: whether one is right, or what refutes it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import KEEPING, RACES, Puzzle
from engine.puzzles.race_proofs import race_refutation
from engine.values import Move

_NODES: Final = 5_000
"""The nodes of the search for a refutation: a twentieth of a second."""


class Tried(NamedTuple):
    """The result of a try.

    ``replies`` are the moves of the solution after a right try, up to the solver's next turn;
    ``solved`` says that there is no next turn. ``refutation`` are the moves with which the other
    side answers a wrong try, and the moves expected then. It is empty if the try ends the game or,
    in a race, is too slow whatever is replied.
    """

    right: bool
    solved: bool = False
    replies: tuple[Move, ...] = ()
    refutation: tuple[Move, ...] = ()


def tried(puzzle: Puzzle, step: int, move: Move, nodes: int = _NODES) -> Tried:
    """Return the result of a legal move at ``step``, which is one of ``puzzle.steps()``.

    A move with the same effect as the solution's is right, too. Raises ValueError if there is no
    such step.
    """
    if step not in puzzle.steps():
        raise ValueError(f"{puzzle.id} has no step {step}: {puzzle.steps()}")
    line = puzzle.line()
    position = line[step]
    after = position.play(move)
    rights = puzzle.accepted(step, position)
    if move in rights or any(position.play(right).key == after.key for right in rights):
        following = [later for later in puzzle.steps() if later > step]
        if not following:
            return Tried(right=True, solved=True)
        return Tried(right=True, replies=puzzle.moves()[step + 1 : following[0]])
    if after.outcome() is not None or not after.legal_moves():
        return Tried(right=False)
    if puzzle.goal.kind in RACES:
        return Tried(right=False, refutation=race_refutation(puzzle, step, move))
    return Tried(right=False, refutation=Looks().at(after, nodes=nodes).variation)


def spared(puzzle: Puzzle, nodes: int = _NODES) -> tuple[Move, ...]:
    """Return the line that a solution of one move avoids, if that move wins nothing.

    It is the next best move and the moves expected after it; empty for other puzzles.
    """
    if puzzle.goal.kind not in KEEPING or len(puzzle.solution) > 1:
        return ()
    position = puzzle.begin()
    rights = puzzle.accepted(0, position)
    left_out: set[int] = set()
    while len(left_out) < len(position.legal_moves()):
        seen = Looks().at(position, nodes=nodes, without=left_out)
        if seen.move not in rights:
            return seen.variation
        left_out.add(seen.codes[0])
    return ()
