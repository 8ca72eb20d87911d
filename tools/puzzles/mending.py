"""Mending puzzles that do not hold: further moves are accepted, or the solution is shortened."""

from __future__ import annotations

from engine.puzzles.finding.classifying import goal_of, theme_of
from engine.puzzles.finding.selecting import is_dull
from engine.puzzles.finding.weighing import scale_of
from engine.puzzles.puzzle import EITHER, Puzzle
from tools.puzzles.confirming import Confirmation, searched


def mended(puzzle: Puzzle, confirmation: Confirmation) -> Puzzle | None:
    """Return the puzzle, with its solution mended if it does not hold; None if that is impossible.

    A later step with other moves that are as good accepts these moves and becomes the last. If
    there are too many, or the solution's own move is wrong, the solution ends before that step. The
    goal has to stay, and the puzzle may not become dull.
    """
    *before, last = confirmation.steps
    if last.holds:
        return puzzle
    if not before:
        return None
    accepting = [(*before, last)] if last.unique and not last.wrong else []
    scale = scale_of(puzzle.begin().game)
    for steps in (*accepting, tuple(before)):
        solution = searched(puzzle, steps)
        goal = goal_of(solution, scale)
        if goal == puzzle.goal and not is_dull(solution, puzzle.depth, goal, scale):
            place, position = steps[-1].place, solution.line[-2]
            move = EITHER.join(map(position.write, solution.steps[-1].moves))
            return puzzle._replace(
                solution=(*puzzle.solution[:place], move),
                theme=theme_of(solution, goal),
                verified=None,
            )
    return None
