"""What a try at a puzzle is worth: right, or what refutes it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import KEEPING, RACES, Puzzle
from engine.puzzles.race_proofs import race_refutation
from engine.values import Move

_NODES: Final = 5_000
"""The nodes of the search for a refutation: a twentieth of a second."""


class Tried(NamedTuple):
    """What came of a try.

    ``replies`` are the moves of the solution that follow a right try, up to the solver's next turn,
    and ``solved`` says that there is none. ``refutation`` are the moves with which the other side
    answers a wrong try, and what is expected then; empty where the try ends the game, and in a race
    where it is too slow whatever is replied.
    """

    right: bool
    solved: bool = False
    replies: tuple[Move, ...] = ()
    refutation: tuple[Move, ...] = ()


def tried(puzzle: Puzzle, step: int, move: Move, nodes: int = _NODES) -> Tried:
    """Return what a legal move at a step is worth: ``step`` is one of ``puzzle.steps()``.

    A move with the same effect as the solution's is as right as that one. Raises ValueError for
    what is no step.
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
    """Return what a solution of one move that wins nothing spares its solver.

    That is the next best move and how the other side answers it; nothing for other puzzles.
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
