"""Verifying puzzles: a puzzle is found again from its position, and compared with its file."""

from __future__ import annotations

from engine.errors import InvalidPosition, MoveError
from engine.puzzles.finding.classifying import theme_of
from engine.puzzles.finding.detecting import puzzle_of
from engine.puzzles.finding.solving import Solution
from engine.puzzles.finding.weighing import scale_of
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import EITHER, RACES, Puzzle
from engine.puzzles.race_puzzles import proved


def played_faults(puzzle: Puzzle) -> list[str]:
    """Return the faults of a puzzle that playing its solution shows, without a search."""
    try:
        line = puzzle.line()
        for step in range(len(puzzle.solution)):
            accepted = puzzle.accepted(step, line[step])
            written = EITHER.join(map(line[step].write, accepted))
            if written != puzzle.solution[step]:
                return [f"{puzzle.solution[step]} is written {written}"]
    except (InvalidPosition, MoveError) as error:
        return [str(error)]
    if puzzle.begin().fen() != puzzle.position:
        return [f"the position is written {puzzle.begin().fen()}"]
    if puzzle.goal.piece and puzzle.goal.piece not in puzzle.begin().board.point:
        return [f"there is no {puzzle.goal.piece}"]
    if puzzle.steps()[-1] != len(puzzle.solution) - 1:
        return ["the last move is not the solver's"]
    return []


def faults(puzzle: Puzzle, looks: Looks | None = None) -> list[str]:
    """Return the faults of a puzzle, whose solution is checked at twice ``puzzle.depth``.

    Faults that playing the solution shows are returned alone. In a race all turns of both sides
    are tried. Raises LeftOffError if ``looks`` is stopped.
    """
    looks = looks or Looks()
    wrong = played_faults(puzzle)
    if wrong:
        return wrong
    position = puzzle.begin()
    if puzzle.goal.kind in RACES:
        return _differences(puzzle, proved(position, puzzle.goal))
    first = puzzle.moves()[0]
    if looks.at(position, depth=1).move == first:
        wrong.append("it is seen one ply deep")
    scale = scale_of(position.game)
    seen = looks.at(position, depth=puzzle.depth, nodes=scale.nodes, margin=scale.gap)
    if seen.move != first or seen.others > seen.value - scale.gap:
        wrong.append(f"it is not seen at depth {puzzle.depth}")
    again = puzzle_of(position, puzzle.depth, looks)
    return [*wrong, *_differences(puzzle, again and _mended_alike(again, puzzle))]


def _mended_alike(found: Puzzle, puzzle: Puzzle) -> Puzzle:
    """Return the newly found puzzle with the corrections that ``puzzle`` has.

    A correction may have shortened the solution, made its last step accept more moves, or marked
    the puzzle as not valid under the official rules.
    """
    if puzzle.verified is not None and puzzle.official is False:
        found = found._replace(official=False)
    last = len(puzzle.solution) - 1
    if found.solution[:last] != puzzle.solution[:last] or len(found.solution) <= last:
        return found
    before, now = (set(one.solution[last].split(EITHER)) for one in (found, puzzle))
    if found.solution == puzzle.solution or not before <= now:
        return found
    solution = Solution(puzzle.line(), puzzle.moves(), ())
    return found._replace(solution=puzzle.solution, theme=theme_of(solution, puzzle.goal))


def _differences(puzzle: Puzzle, again: Puzzle | None) -> list[str]:
    """Return the differences between a puzzle and the puzzle found by a new check, as sentences."""
    if again is None:
        return ["checked anew it is none"]
    return [
        f"{name}: {was}, and found is {now}"
        for name, was, now in zip(Puzzle._fields, puzzle, again, strict=True)
        if was != now and name != "verified"
    ]
