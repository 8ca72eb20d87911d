"""The files of puzzles can be read, and their solutions played."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import engine
from engine.puzzles import (
    FOLDER,
    Puzzle,
    PuzzleGoal,
    PuzzleTheme,
    goal_told,
    read,
    theme_told,
    write,
)
from engine.puzzles.files import UnreadablePuzzleError, from_text, remarks, to_text
from engine.puzzles.finding.selecting import are_twins, ideas
from engine.puzzles.puzzle import RACES
from engine.puzzles.verifying import faults, played_faults

FILES = sorted(FOLDER.glob("*.txt"))

every_file = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])

SHALLOW = 2
"""A depth at which a puzzle is verified in a tenth of a second."""

RACES_PROVED = 10
"""The number of race puzzles that are verified in about the same time."""


@every_file
def test_every_solution_can_be_played_and_is_told(file: Path) -> None:
    for puzzle in read(file):
        assert not played_faults(puzzle), puzzle.id
        assert str(goal_told(puzzle)).startswith(str(puzzle.begin().seats[puzzle.solver].name))
        assert str(theme_told(puzzle))


@every_file
def test_what_was_verified_is_the_puzzle_as_it_is(file: Path) -> None:
    stale = [one.id for one in read(file) if one.verified and not one.is_verified()]
    assert not stale


@every_file
def test_every_puzzle_that_is_not_proved_was_verified_in_depth(file: Path) -> None:
    others = [one for one in read(file) if one.goal.kind not in RACES]
    assert not [one.id for one in others if not one.is_verified()]


@every_file
def test_every_puzzle_has_an_id_and_an_idea_of_its_own(file: Path) -> None:
    puzzles = read(file)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    seen: set[object] = set()
    for puzzle in puzzles:
        own = ideas(puzzle)
        assert not own & seen, puzzle.id
        seen |= own


@every_file
def test_no_two_puzzles_are_twins(file: Path) -> None:
    twins = [(a.id, b.id) for a, b in combinations(read(file), 2) if are_twins(a, b)]
    assert not twins


@every_file
def test_a_file_is_written_as_it_was_read(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / file.name
    write(copy, read(file), remarks(file))
    assert copy.read_text("utf-8") == file.read_text("utf-8")


@every_file
def test_puzzles_are_rated_from_easy_to_hard(file: Path) -> None:
    """``test_a_file_is_written_as_it_was_read`` checks that a file has its puzzles' ratings."""
    ratings = [puzzle.rating for puzzle in read(file)]
    assert min(ratings) <= 1_200
    assert max(ratings) - min(ratings) >= 400
    assert max(map(ratings.count, ratings)) <= len(ratings) / 5


@every_file
def test_a_sample_of_the_puzzles_is_verified(file: Path) -> None:
    """``python -m tools.puzzles verify`` verifies all of the puzzles."""
    races = [puzzle for puzzle in read(file) if puzzle.goal.kind in RACES]
    shallow = races or [puzzle for puzzle in read(file) if puzzle.depth <= SHALLOW]
    for puzzle in Random(8).sample(shallow, min(RACES_PROVED if races else 1, len(shallow))):
        assert faults(puzzle) == [], puzzle.id


def test_frisian_puzzles_say_whether_they_hold_by_the_official_rules() -> None:
    official = [puzzle.official for puzzle in read(FOLDER / "frisian.txt")]
    assert None not in official
    assert True in official


def test_a_puzzle_of_a_game_with_options_is_read_with_them(tmp_path: Path) -> None:
    position = engine.games["halma"].start(2, size=8, deadline=30)
    puzzle = Puzzle(
        game="halma",
        options=(("size", 8), ("deadline", 30)),
        position=position.fen(),
        goal=PuzzleGoal("reach", turns=2, piece="f2"),
        solution=(position.write(position.legal_moves()[0]),),
        theme=PuzzleTheme("ladder"),
        depth=3,
    )
    file = tmp_path / "halma.txt"
    write(file, [puzzle])
    assert read(file) == (puzzle,)
    assert puzzle.begin() == position


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("goal: ", "goal: fly 2 men"),
        ("solution: ", "solver: White"),
        ("depth: ", "depth: deep"),
        ("position: ", "position: W:W1:B50"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_its_place(
    line: str, instead: str, tmp_path: Path
) -> None:
    lines = (FOLDER / "frysk.txt").read_text("utf-8").splitlines()
    place = next(number for number, text in enumerate(lines) if text.startswith(line))
    lines[place] = instead
    file = tmp_path / "frysk.txt"
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(UnreadablePuzzleError, match=r"frysk\.txt:"):
        read(file)


@pytest.mark.parametrize("text", ["", "# only a remark", "{0}\n\n{0}"])
def test_a_text_is_one_puzzle(text: str) -> None:
    puzzle = to_text(read(FOLDER / "frysk.txt")[0])
    assert from_text(puzzle)
    with pytest.raises(UnreadablePuzzleError, match="not one"):
        from_text(text.format(puzzle))


def test_the_rating_of_a_text_is_not_read() -> None:
    """Puzzles that an earlier version kept from matches have other ratings."""
    puzzle = read(FOLDER / "frysk.txt")[0]
    earlier = to_text(puzzle).replace(f"rating: {puzzle.rating}", "rating: 1180")
    assert from_text(earlier) == puzzle
    assert from_text(earlier).rating == puzzle.rating


def test_a_position_that_is_no_unicode_is_refused() -> None:
    lines = to_text(read(FOLDER / "frysk.txt")[0]).splitlines()
    broken = [f"{line}\ud800" if line.startswith("position") else line for line in lines]
    with pytest.raises(UnreadablePuzzleError, match="cannot be read"):
        from_text("\n".join(broken))
