"""Verdicts on puzzles: whether each step's move is right, and the only right one.

They are found by searches many times as long as those that found the puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from engine.puzzles.files import read, remarks, write
from engine.puzzles.finding.selecting import are_twins, ideas
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import RACES, Puzzle, Verified
from engine.puzzles.verifying import played_faults
from tools.puzzles.confirming import FEWEST, TIMES, Confirmation, ConfirmedStep, confirmed
from tools.puzzles.mending import mended


class Verdict(NamedTuple):
    """The result of verifying a puzzle in depth.

    ``puzzle`` is the puzzle with its verification: unchanged, mended, or None if it has to go.
    ``fault`` is the fault of the original puzzle, ``""`` if it holds.
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
    """Verify a puzzle, which is no race, in depth; return the verdict.

    ``day`` is the date of the verification; ``times`` and ``fewest`` are those of ``confirmed``. A
    puzzle marked as also right by the official rules loses that mark unless it holds by them, too.
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
    """Return a puzzle as one of the same game by its official rules."""
    position, _, _ = puzzle.position.partition(" ")
    return puzzle._replace(game=f"{puzzle.game}-official", position=position, official=None)


def judged(puzzle: Puzzle, confirmation: Confirmation, day: date, fewest: int) -> Verdict:
    """Return the verdict that follows from a confirmation with looks of at least ``fewest``."""
    now = mended(puzzle, confirmation)
    if now is not None:
        now = now._replace(verified=Verified(day, fewest, now.content))
    return Verdict(now, _fault(puzzle, confirmation.steps[-1]))


def _fault(puzzle: Puzzle, step: ConfirmedStep) -> str:
    """Return the fault of a puzzle's step, ``""`` if the step holds."""
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
    """Verify the puzzles of a file that are due; yield each puzzle and its verdict.

    A puzzle that holds is written with its verification at once, so that this can be stopped and go
    on later. One that does not hold stays unchanged, unless ``mending``: then it is mended or
    removed. ``mapped`` returns the verdicts in the order of the puzzles.
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
    """Return the puzzles, without races, not verified yet with at least ``fewest`` nodes a look."""
    return [one for one in puzzles if one.goal.kind not in RACES and not one.is_verified(fewest)]


def _same_idea(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles are so alike that a file may have only one of them."""
    return are_twins(one, other) or not ideas(one).isdisjoint(ideas(other))
