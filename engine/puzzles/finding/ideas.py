"""Ideas of puzzles: the same moves on the same squares, whatever stands elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.board import Board
from engine.puzzles.puzzle import RACES, Puzzle

Idea = tuple[tuple[tuple[float, float], ...], ...]
"""The ways of the pieces in a solution, turned to the least of their mirror images."""


def ideas(puzzle: Puzzle) -> frozenset[Idea]:
    """Return what tells a puzzle from others: its ideas, from each step on. Raises MoveError.

    Its last step alone is no idea, unless it is the only one. In a race what is replied is none
    of it, and all steps are one idea.
    """
    board = puzzle.begin().board
    ways = [(*move.path, *move.captured) for move in puzzle.moves()]
    steps = puzzle.steps()
    if puzzle.goal.kind in RACES:
        return frozenset({_idea(board, [ways[step] for step in steps])})
    return frozenset(_idea(board, ways[step:]) for step in steps[:-1] or (0,))


def _idea(board: Board, ways: Sequence[tuple[int, ...]]) -> Idea:
    return min(
        tuple(tuple(sorted(board.xy[image[point]] for point in way)) for way in ways)
        for image in _images(board)
    )


@cache
def _images(board: Board) -> list[list[int]]:
    """Return the board's images of itself: where each point goes, mirrored and turned about."""
    places = {(round(x, 3), round(y, 3)): point for point, (x, y) in enumerate(board.xy)}
    width = min(x for x, _ in places) + max(x for x, _ in places)
    height = min(y for _, y in places) + max(y for _, y in places)
    images = []
    for mirrored in (False, True):
        for turned in (False, True):
            image = [
                places.get(
                    (
                        round(width - x if mirrored else x, 3),
                        round(height - y if turned else y, 3),
                    ),
                    -1,
                )
                for x, y in board.xy
            ]
            if -1 not in image:
                images.append(image)
    return images
