"""The rules that reject positions that make no puzzle, or a dull one.

A position is rejected

- if it has fewer than three different moves;
- if the solution begins with a recapture, with the one capture that takes the most, or with the
  only capture among other moves;
- if a look one ply deep, with captures followed to their end, already shows the best move;
- if another move also wins or leaves the solver far ahead, or if the best move leaves the solver
  behind;
- if one side is four men ahead (not in Assaut, whose sides are never equal) or fewer than four
  pieces are left: players who know such endings have nothing to find;
- if the solver has to choose only once, unless that needs a look of five plies (of four if it wins
  the game, or in Assaut);
- if more than half of the solver's moves are the only legal ones;
- if the solver takes back a move with the next one;
- if a puzzle of the game's file has the same idea: the same moves on the same squares, whatever
  stands elsewhere, even if mirrored, with the colours exchanged or with one more step before them.

Races have a rule of their own, in ``engine.puzzles.race_puzzles``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from engine.board import Board
from engine.game import Position
from engine.puzzles.finding.solving import Solution
from engine.puzzles.finding.weighing import Scale, count, material
from engine.puzzles.puzzle import RACES, Puzzle, PuzzleGoal, different_moves
from engine.values import Move

_CHOICES: Final = 3
_FAR_AHEAD: Final = 4
_FEWEST: Final = 4

_WINS_ALONE: Final = 4
"""The least depth, in plies, at which a single choice that wins the game is a puzzle."""


def too_few(position: Position) -> bool:
    """Return whether a position has too few different moves for a puzzle."""
    return different_moves(position) < _CHOICES


def is_obvious(position: Position, move: Move, before: Position | None) -> bool:
    """Return whether a move is obvious: a recapture, or the only capture that takes the most."""
    if not move.captured:
        return False
    if before is not None and _landed(before, position) & set(move.captured):
        return True
    taken = [len(other.captured) for other in position.legal_moves()]
    biggest = max(taken)
    return len(move.captured) == biggest and taken.count(biggest) == 1


def _landed(before: Position, position: Position) -> set[int]:
    """Return the points at which pieces arrived by a capture; empty if nothing was captured."""
    stood, stands = dict(before.pieces()), dict(position.pieces())
    if len(stood) == len(stands):
        return set()
    return {point for point, piece in stands.items() if stood.get(point) != piece}


def decisions(solution: Solution) -> int:
    """Return the number of steps at which the solver has more than one legal move."""
    return sum(len(solution.line[place].legal_moves()) > 1 for place in solution.own)


def is_dull(solution: Solution, depth: int, goal: PuzzleGoal, scale: Scale) -> bool:
    """Return whether a solution that is seen at ``depth`` is too dull for a puzzle."""
    position = solution.line[0]
    chosen = decisions(solution)
    alone = min(scale.alone, _WINS_ALONE) if goal.kind == "win" else scale.alone
    if chosen < 2 and depth < alone:
        return True
    if 2 * chosen < len(solution.own) or count(position) < _FEWEST or _goes_back(solution):
        return True
    return _equal(position) and abs(material(position, solution.solver).worth) >= _FAR_AHEAD


def _goes_back(solution: Solution) -> bool:
    """Return whether the solver takes back one of their moves with the next one."""
    ways = [solution.moves[place].path for place in solution.own]
    return any(way[0] == last[-1] != last[0] == way[-1] for last, way in pairwise(ways))


def _equal(position: Position) -> bool:
    """Return whether both sides of the game begin with the same pieces."""
    return position.game.colours != "fortress"


Idea = tuple[tuple[tuple[float, float], ...], ...]
"""The coordinates of each move of a solution: its points and its captures, sorted. Of all mirror
images it is the least.
"""


def ideas(puzzle: Puzzle) -> frozenset[Idea]:
    """Return the ideas of a puzzle: the solution from each of its steps on. Raises MoveError.

    The last step alone is no idea, unless it is the only step. In a race the replies do not count,
    and all steps together are one idea.
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
    """Return the symmetries of a board, each as a list of the image of every point.

    The symmetries are the board as it is, mirrored from left to right, from top to bottom, or both.
    """
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


_POINTS: Final = 4
"""Twins differ on at most this many points: two pieces stand elsewhere."""


def are_twins(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles of a game are so alike that one solution nearly solves the other.

    Such puzzles have nearly the same position, the same options, goal and theme, and the same first
    move, unless the goal names a piece.
    """
    if (one.options, one.goal, one.theme) != (other.options, other.goal, other.theme):
        return False
    if not one.goal.piece and one.solution[0] != other.solution[0]:
        return False
    return _different(one.begin(), other.begin()) <= _POINTS


def _different(one: Position, other: Position) -> int:
    """Return the number of points on which two positions differ."""
    there, here = set(one.pieces()), set(other.pieces())
    return len({point for point, _ in there ^ here})
