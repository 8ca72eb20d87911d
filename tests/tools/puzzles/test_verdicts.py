"""Verifying puzzles in depth: a wrong puzzle is found, and mended or removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

from engine.puzzles import Puzzle, PuzzleGoal, PuzzleTheme, read, write
from engine.puzzles.files import remarks, to_text
from engine.puzzles.puzzle import Verified
from tests.engine.puzzles.examples import SHOT
from tools.puzzles.confirming import Confirmation, ConfirmedStep, confirmed
from tools.puzzles.mending import mended
from tools.puzzles.verdicts import Verdict, deepening, judged, verified

DAY = date(2026, 11, 26)

LOSES = Puzzle(
    game="frisian",
    options=(),
    position="B:W22,25:B14,16",
    goal=PuzzleGoal("keep"),
    solution=("14-19", "22-17", "16x18"),
    theme=PuzzleTheme("defence"),
    depth=4,
)
"""A puzzle whose solution loses: 16-21 holds, 14-19 does not."""

BOTH_WIN = Puzzle(
    game="frysk",
    options=(),
    position="W:WK3,44:B35,37",
    goal=PuzzleGoal("win"),
    solution=("3-14", "37-42", "14-46", "35-40", "44x35", "42-47", "46x48/46x49/46x50"),
    theme=PuzzleTheme("ending"),
    depth=4,
)
"""A puzzle with a second winning first move, 3-17."""

ALL_WIN = Puzzle(
    game="frisian",
    options=(),
    position="B:WK15,35,46:BK6,7,24 idle=4",
    goal=PuzzleGoal("win"),
    solution=("24-30", "35x24", "7-12", "15x11", "6x14/6x4"),
    theme=PuzzleTheme("shot", 2),
    depth=2,
)
"""A puzzle at whose last step all five landing squares of one capture win."""


def test_a_solution_that_loses_is_found_wrong() -> None:
    confirmation = confirmed(LOSES, times=1, fewest=30_000)
    assert confirmation.steps[0].wrong.startswith("it loses")
    assert judged(LOSES, confirmation, DAY, 30_000).puzzle is None


def test_a_first_move_that_is_not_the_only_one_makes_it_none() -> None:
    confirmation = confirmed(BOTH_WIN, times=1, fewest=30_000)
    (step,) = confirmation.steps
    assert [BOTH_WIN.begin().write(move) for move in step.equals] == ["3-17"]
    verdict = judged(BOTH_WIN, confirmation, DAY, 30_000)
    assert verdict == Verdict(None, "step 1, 3-14: 3-17 is as good")


def test_a_last_step_takes_all_moves_that_are_as_good() -> None:
    now, fault = verified(ALL_WIN, DAY, times=1, fewest=1_000)
    assert fault == "step 5, 6x14/6x4: 6x25, 6x20, 6x15 is as good"
    assert now is not None
    assert now.solution[-1] == "6x14/6x4/6x25/6x20/6x15"
    assert now.is_verified()


def test_more_nodes_are_taken_than_the_finding_took() -> None:
    puzzle = SHOT._replace(solution=SHOT.solution[:1], goal=PuzzleGoal("keep"))
    few, many = (confirmed(puzzle, times=times, fewest=200).nodes for times in (1, 4))
    assert many > 3 * few


def _step(puzzle: Puzzle, place: int, *, wrong: str = "") -> ConfirmedStep:
    value = 9_990 if puzzle.goal.kind == "win" else 150
    return ConfirmedStep(place, value, -200, wrong, (), unique=not wrong)


def test_a_solution_ends_before_a_wrong_step_if_its_goal_stays() -> None:
    steps = (_step(ALL_WIN, 0), _step(ALL_WIN, 2), _step(ALL_WIN, 4, wrong="it does not win"))
    shorter = mended(ALL_WIN, Confirmation(steps, 0))
    assert shorter is not None
    assert shorter.solution == ALL_WIN.solution[:3]
    assert shorter.id == ALL_WIN.id
    assert mended(ALL_WIN, Confirmation((steps[0], _step(ALL_WIN, 2, wrong="?")), 0)) is None
    shot = (_step(SHOT, 0), _step(SHOT, 2), _step(SHOT, 4, wrong="it does not gain"))
    assert mended(SHOT, Confirmation(shot, 0)) is None  # without its end there is no king


def test_a_puzzle_that_was_changed_is_no_longer_verified() -> None:
    puzzle = SHOT._replace(verified=Verified(DAY, 50_000, SHOT.content))
    assert puzzle.is_verified()
    assert puzzle._replace(depth=4).is_verified()
    assert not puzzle._replace(solution=SHOT.solution[:3]).is_verified()
    assert not puzzle._replace(goal=PuzzleGoal("win")).is_verified()


@dataclass
class Verifier:
    """Gives set verdicts without a search, and notes the ids of the puzzles asked about."""

    verdicts: dict[str, Verdict]
    asked: list[str] = field(default_factory=list)

    def __call__(self, puzzles: Sequence[Puzzle]) -> Iterator[Verdict]:
        for puzzle in puzzles:
            self.asked.append(puzzle.id)
            yield self.verdicts[puzzle.id]


def _held(puzzle: Puzzle, fault: str = "") -> Verdict:
    return Verdict(puzzle._replace(verified=Verified(DAY, 50_000, puzzle.content)), fault)


def test_verifying_in_depth_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "frisian.txt"
    other = ALL_WIN._replace(solution=(*ALL_WIN.solution[:4], "6x14/6x4/6x25"))
    write(file, [LOSES, ALL_WIN, SHOT], ["a remark"])
    verdicts = {
        LOSES.id: Verdict(None, "it loses"),
        ALL_WIN.id: _held(other, "6x25 is as good"),
        SHOT.id: _held(SHOT),
    }
    first = Verifier(verdicts)
    stopped = deepening(file, first)
    assert next(stopped) == (LOSES, verdicts[LOSES.id])
    again = Verifier(verdicts)
    assert [puzzle for puzzle, _ in deepening(file, again)] == [LOSES, ALL_WIN, SHOT]
    assert read(file) == (LOSES, ALL_WIN, verdicts[SHOT.id].puzzle)
    mending = Verifier(verdicts)
    assert len(list(deepening(file, mending, mending=True))) == 2
    assert mending.asked == [LOSES.id, ALL_WIN.id]
    assert read(file) == (verdicts[ALL_WIN.id].puzzle, verdicts[SHOT.id].puzzle)
    assert remarks(file) == ("a remark",)
    assert not list(deepening(file, Verifier({}), fewest=50_000))
    assert len(list(deepening(file, Verifier(verdicts), fewest=50_001))) == 2


def test_the_verification_is_a_line_of_the_puzzle(tmp_path: Path) -> None:
    puzzle = SHOT._replace(verified=Verified(DAY, 50_000, SHOT.content))
    assert to_text(puzzle).endswith(f"\nverified: 2026-11-26 nodes 50000 of {SHOT.content}\n")
    file = tmp_path / "frisian.txt"
    write(file, [puzzle])
    assert read(file) == (puzzle,)


@pytest.mark.parametrize("line", ["yesterday", "2026-11-31 nodes 5 of abc", "2026-11-26 5 of abc"])
def test_what_is_no_verification_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "frisian.txt"
    file.write_text(f"{to_text(SHOT)}verified: {line}\n", "utf-8")
    with pytest.raises(ValueError, match=r"frisian\.txt:"):
        read(file)
