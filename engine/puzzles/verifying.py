"""Verifying puzzles: whether all that a file says of them is true.

``faults`` finds a puzzle again as it was made. ``verified`` asks a search many times as long
whether each step is right and the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from engine.errors import InvalidPosition, MoveError
from engine.puzzles.finding.classifying import theme_of
from engine.puzzles.finding.confirming import (
    FEWEST,
    TIMES,
    Confirmation,
    ConfirmedStep,
    confirmed,
)
from engine.puzzles.finding.detecting import puzzle_of
from engine.puzzles.finding.mending import mended
from engine.puzzles.finding.selecting import are_twins, ideas
from engine.puzzles.finding.solving import Solution
from engine.puzzles.finding.weighing import scale_of
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import EITHER, RACES, Puzzle, Verified
from engine.puzzles.puzzle_files import read, remarks, write
from engine.puzzles.race_puzzles import proved


def played_faults(puzzle: Puzzle) -> list[str]:
    """Return the faults of the position and of the solution as it is played, without a search."""
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
    """Return all faults of a puzzle, checked at twice the depth at which it is seen.

    In a race all turns of both sides are tried.
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
    """Return a puzzle as it was found, mended as the puzzle was.

    Its solution may end sooner, and the last step accept more moves; and the verification in depth
    may have shown that it does not hold by the official rules.
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
    """Return the differences between a puzzle and the one that another check finds."""
    if again is None:
        return ["checked anew it is none"]
    return [
        f"{name}: {was}, and found is {now}"
        for name, was, now in zip(Puzzle._fields, puzzle, again, strict=True)
        if was != now and name != "verified"
    ]


class Verdict(NamedTuple):
    """The result of verifying a puzzle in depth.

    ``puzzle`` is the puzzle with its verification: as it was, mended, or None if it has to go.
    ``fault`` says what was wrong with it as it was, ``""`` if nothing was.
    """

    puzzle: Puzzle | None
    fault: str


def verified(
    puzzle: Puzzle,
    day: date,
    *,
    times: int = TIMES,
    fewest: int = FEWEST,
    looks: Looks | None = None,
) -> Verdict:
    """Return the verdict on a puzzle, no race, that is verified in depth on a day.

    ``times`` and ``fewest`` are those of ``confirmed``. A puzzle that is the same by the official
    rules has to hold by them too, or counts as different.
    """
    confirmation = confirmed(puzzle, looks, times=times, fewest=fewest)
    verdict = judged(puzzle, confirmation, day, fewest)
    now = verdict.puzzle
    if now is None or not now.official:
        return verdict
    same = _by_official_rules(now)
    holds = not played_faults(same) and confirmed(same, looks, times=times, fewest=fewest).holds
    return Verdict(now._replace(official=holds), verdict.fault)


def _by_official_rules(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle of a game that also has official rules as one of theirs."""
    position, _, _ = puzzle.position.partition(" ")
    return puzzle._replace(game=f"{puzzle.game}-official", position=position, official=None)


def judged(puzzle: Puzzle, confirmation: Confirmation, day: date, fewest: int) -> Verdict:
    """Return the verdict that follows from a confirmation with looks of at least ``fewest``."""
    now = mended(puzzle, confirmation)
    if now is not None:
        now = now._replace(verified=Verified(day, fewest, now.content))
    return Verdict(now, _fault(puzzle, confirmation.steps[-1]))


def _fault(puzzle: Puzzle, step: ConfirmedStep) -> str:
    """Return the fault of a step of a puzzle, ``""`` if it holds."""
    if step.holds:
        return ""
    where = f"step {step.place + 1}, {puzzle.solution[step.place]}"
    if step.wrong:
        return f"{where}: {step.wrong}"
    equals = ", ".join(map(puzzle.line()[step.place].write, step.equals))
    return f"{where}: {equals} is as good"


def deepening(
    file: Path,
    mapped: Callable[[Sequence[Puzzle]], Iterator[Verdict]],
    *,
    mending: bool = False,
    fewest: int = 0,
) -> Iterator[tuple[Puzzle, Verdict]]:
    """Verify the puzzles of a file that are not yet verified with looks of so many nodes, no races.

    Yields each puzzle and its verdict. A puzzle that holds is written with its verification at
    once: who stops this can go on later. One that does not hold stays as it is, unless ``mending``:
    then it is mended, or taken out. ``mapped`` returns the verdicts in the same order.
    """
    notes, puzzles = remarks(file), list(read(file))
    asked = due(puzzles, fewest)
    for puzzle, verdict in zip(asked, mapped(asked), strict=True):
        if mending or not verdict.fault:
            place = puzzles.index(puzzle)
            rest = puzzles[:place] + puzzles[place + 1 :]
            now = verdict.puzzle
            if now is not None and not any(_same_idea(now, other) for other in rest):
                rest.insert(place, now)
            puzzles = rest
            write(file, puzzles, notes)
        yield puzzle, verdict


def due(puzzles: Iterable[Puzzle], fewest: int = 0) -> list[Puzzle]:
    """Return the puzzles, no races, that are not yet verified with looks of so many nodes."""
    return [one for one in puzzles if one.goal.kind not in RACES and not one.is_verified(fewest)]


def _same_idea(one: Puzzle, other: Puzzle) -> bool:
    """Return whether a file has room for only one of two puzzles."""
    return are_twins(one, other) or not ideas(one).isdisjoint(ideas(other))
