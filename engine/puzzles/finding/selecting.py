"""The rule that throws out what is no puzzle or a dull one, and how hard the others are.

A position is thrown out

- where fewer than three things can be done;
- where the solution begins by taking back what has just captured, by the one capture that takes
  the most, or by the only capture among other moves;
- where it is the best move already for a look one ply deep, captures followed to their end;
- where another move wins too or leaves the solver far ahead, or the best one is lost;
- where one side has four men more than the other (Assaut's sides are never equal), or fewer than
  four pieces are left: who knows such endings does not look for anything;
- where the solver has to choose only once, unless that needs a look of five plies (of four where it
  wins the game or in Assaut);
- where more than half of the solver's moves are the only legal ones;
- where the solver takes back a move by the next one;
- where a puzzle of the file has the same idea: the same moves on the same squares, whatever stands
  elsewhere, also mirrored or with the colours changed, or a move more before them.

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
from engine.puzzles.puzzle import RACES, Puzzle, PuzzleGoal, guessed_rating
from engine.values import Move

_CHOICES: Final = 3
_FAR_AHEAD: Final = 4
_FEWEST: Final = 4

_WINS_ALONE: Final = 4
"""A single move that wins the game need be no deeper than this."""


def too_few(position: Position) -> bool:
    """Return whether there is not enough to choose from."""
    different = {(move.path[0], move.path[-1], move.captured) for move in position.legal_moves()}
    return len(different) < _CHOICES


def is_obvious(position: Position, move: Move, before: Position | None) -> bool:
    """Return whether a move is what anybody would play: a recapture, or the biggest capture."""
    if not move.captured:
        return False
    if before is not None and _landed(before, position) & set(move.captured):
        return True
    taken = [len(other.captured) for other in position.legal_moves()]
    biggest = max(taken)
    return len(move.captured) == biggest and taken.count(biggest) == 1


def _landed(before: Position, position: Position) -> set[int]:
    """Return the points where pieces stand that were not there before a capture."""
    stood, stands = dict(before.pieces()), dict(position.pieces())
    if len(stood) == len(stands):
        return set()
    return {point for point, piece in stands.items() if stood.get(point) != piece}


def decisions(solution: Solution) -> int:
    """Return how often the solver has to choose."""
    return sum(len(solution.line[place].legal_moves()) > 1 for place in solution.own)


def is_dull(solution: Solution, depth: int, goal: PuzzleGoal, scale: Scale) -> bool:
    """Return whether nobody would enjoy a solution that is seen at a depth."""
    position = solution.line[0]
    chosen = decisions(solution)
    alone = min(scale.alone, _WINS_ALONE) if goal.kind == "win" else scale.alone
    if chosen < 2 and depth < alone:
        return True
    if 2 * chosen < len(solution.own) or count(position) < _FEWEST or _goes_back(solution):
        return True
    return _equal(position) and abs(material(position, solution.solver).worth) >= _FAR_AHEAD


def _goes_back(solution: Solution) -> bool:
    """Return whether a move of the solver is taken back by their next one."""
    ways = [solution.moves[place].path for place in solution.own]
    return any(way[0] == last[-1] != last[0] == way[-1] for last, way in pairwise(ways))


def _equal(position: Position) -> bool:
    """Return whether both sides began with the same pieces."""
    return position.game.colours != "fortress"


def rating(solution: Solution, depth: int) -> int:
    """Return how hard a solution is that is seen at a depth, as a rating is shown.

    It is a first guess, to which giving something away first adds.
    """
    position, solver = solution.line[0], solution.solver
    guess = guessed_rating(position, depth, decisions(solution))
    if len(solution.line) > 2:
        given = material(position, solver).worth - material(solution.line[2], solver).worth
        guess += 80 * (given > 0)
    return guess // 10 * 10


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


_POINTS: Final = 4
"""Twins differ on no more points than these: two pieces stand elsewhere."""


def are_twins(one: Puzzle, other: Puzzle) -> bool:
    """Return whether who has solved one of two puzzles of a game has nearly solved the other.

    They have the same goal and theme, and the same first move or the same piece that is to go.
    """
    if (one.options, one.goal, one.theme) != (other.options, other.goal, other.theme):
        return False
    if not one.goal.piece and one.solution[0] != other.solution[0]:
        return False
    return _different(one.begin(), other.begin()) <= _POINTS


def _different(one: Position, other: Position) -> int:
    """Return on how many points two positions differ."""
    there, here = set(one.pieces()), set(other.pieces())
    return len({point for point, _ in there ^ here})
