"""Finding puzzles in lines of positions: in games of the computer with itself, and in matches.

A position first gets a glance: is there more in it than the first ply shows? A quick look then asks
whether one move is much better than any other. Looks at increasing depths find the least depth that
shows this move. Last, each step of the solution is checked at twice that depth. In races all turns
are tried instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import engine
from engine.game import Position
from engine.puzzles.finding import selecting
from engine.puzzles.finding.classifying import goal_of, shortened, theme_of
from engine.puzzles.finding.solving import Solution, solve
from engine.puzzles.finding.weighing import Scale, scale_of
from engine.puzzles.looking import GLANCE, Look, Looks
from engine.puzzles.puzzle import EITHER, SEATS, Puzzle, options_of
from engine.puzzles.race_puzzles import race_at

QUICK: Final = 3_000
"""The nodes of the quick look for one move that is much better than all others."""

RACE: Final = 10_000
"""The cost of trying all turns in a race, in nodes."""

DEEPEST: Final = 7
"""The greatest depth, in plies, at which a solution may be seen: deeper ones take long to check."""


def puzzles_in(line: Sequence[Position], looks: Looks) -> Iterator[Puzzle]:
    """Yield the puzzles in the line of a finished match, in order, until ``looks`` has no nodes.

    Each position costs a glance, and a promising one costs more. The first position is never a
    puzzle.
    """
    for before, position in pairwise(line):
        if looks.left < GLANCE:
            return
        puzzle = puzzle_at(position, before, looks)
        if puzzle is not None:
            yield puzzle


def puzzle_at(
    position: Position, before: Position | None = None, looks: Looks | None = None
) -> Puzzle | None:
    """Return the puzzle in a position, or None; ``before`` is the position one move earlier."""
    looks = looks or Looks()
    if len(position.seats) != SEATS or position.setup is not None:
        return None
    if position.game.colours == "camps":
        looks.left -= RACE
        return race_at(position)
    if position.outcome() is not None or selecting.too_few(position):
        return None
    scale = scale_of(position.game)
    glance = looks.glance(position)
    if glance.then.value < -scale.even or glance.then.agrees(glance.first):
        return None
    quick = looks.at(position, nodes=QUICK, margin=scale.gap)
    if quick.others > quick.value - scale.gap or quick.value < -scale.even:
        return None
    if selecting.is_obvious(position, quick.move, before):
        return None
    depth = seen_at(position, quick, scale, looks)
    if depth is None:
        return None
    if (
        looks.at(position, depth=depth, nodes=scale.nodes, without=quick.codes[:1]).value
        > scale.ahead
    ):
        return None
    puzzle = puzzle_of(position, depth, looks)
    same = puzzle is not None and quick.move in puzzle.accepted(0, position)
    return puzzle if same else None


def seen_at(position: Position, quick: Look, scale: Scale, looks: Looks) -> int | None:
    """Return the least depth that shows the move of ``quick``, or None.

    It is None if the first ply shows the move, or if no depth up to ``DEEPEST`` does.
    """
    for depth in range(1, min(quick.depth, DEEPEST) + 1):
        seen = looks.at(position, depth=depth, nodes=scale.nodes, margin=scale.gap)
        if seen.agrees(quick) and (depth == 1 or seen.others <= seen.value - scale.gap):
            return depth if depth > 1 else None
    return None


def puzzle_of(position: Position, depth: int, looks: Looks | None = None) -> Puzzle | None:
    """Return the puzzle in a position whose solution is seen at ``depth``, or None.

    Each step is checked at twice that depth, and again under the official rules if the game has
    any.
    """
    looks = looks or Looks()
    puzzle = _puzzle_of(position, depth, looks)
    if puzzle is None:
        return None
    official = engine.games.get(f"{puzzle.game}-official")
    if official is None:
        return puzzle
    same = _puzzle_of(official.read(puzzle.position.partition(" ")[0]), depth, looks)
    return puzzle._replace(official=same is not None and same.solution == puzzle.solution)


def _puzzle_of(position: Position, depth: int, looks: Looks) -> Puzzle | None:
    scale = scale_of(position.game)
    solution = solve(position, depth, scale, looks)
    goal = None if solution is None else goal_of(solution, scale)
    if solution is None or goal is None:
        return None
    solution = shortened(solution, goal)
    if selecting.is_dull(solution, depth, goal, scale):
        return None
    return Puzzle(
        game=position.game.name,
        options=options_of(position),
        position=position.fen(),
        goal=goal,
        solution=_written(solution),
        theme=theme_of(solution, goal),
        depth=depth,
    )


def _written(solution: Solution) -> tuple[str, ...]:
    """Return the moves of a solution in notation, equally good moves joined into one text."""
    texts = []
    steps = iter(solution.steps)
    for place, (position, move) in enumerate(zip(solution.line, solution.moves, strict=False)):
        moves = next(steps).moves if place in solution.own else (move,)
        texts.append(EITHER.join(map(position.write, moves)))
    return tuple(texts)
