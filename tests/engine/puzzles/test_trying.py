"""A try at a puzzle is right, or it is refuted."""

from __future__ import annotations

import pytest

from engine.puzzles import (
    Puzzle,
    PuzzleGoal,
    PuzzleTheme,
    Tried,
    is_as_good,
    is_far_worse,
    tried,
)
from engine.puzzles.verifying import faults
from tests.engine.puzzles.examples import SHOT

LANDINGS = Puzzle(
    game="frysk",
    options=(),
    position="W:W7,42:B9,16,34",
    goal=PuzzleGoal("crown", men=1),
    solution=("7-1", "9-14", "1x40/1x45"),
    theme=PuzzleTheme("breakthrough"),
    depth=3,
)


def test_a_right_move_is_followed_by_the_replies() -> None:
    first = tried(SHOT, 0, SHOT.begin().parse("27-21"))
    assert first.right
    assert not first.solved
    line = SHOT.line()
    assert [line[1].write(move) for move in first.replies] == ["17x26"]


def test_the_last_right_move_solves_it() -> None:
    last = tried(SHOT, 4, SHOT.line()[4].parse("33x4"))
    assert last == Tried(right=True, solved=True)


def test_a_wrong_move_is_refuted_by_moves_that_can_be_played() -> None:
    position = SHOT.begin()
    move = position.parse("33-28")
    answer = tried(SHOT, 0, move)
    assert not answer.right
    assert answer.refutation
    after = position.play(move)
    for reply in answer.refutation:
        assert reply in after.legal_moves()
        after = after.play(reply)


def test_every_move_but_the_solution_is_wrong_at_every_step() -> None:
    line = SHOT.line()
    for step in SHOT.steps():
        rights = [
            move for move in line[step].legal_moves() if tried(SHOT, step, move, nodes=200).right
        ]
        assert rights == list(SHOT.accepted(step, line[step]))


def test_another_landing_square_of_the_same_capture_is_right() -> None:
    position = LANDINGS.line()[2]
    for text in ("1x40", "1x45"):
        assert tried(LANDINGS, 2, position.parse(text)).solved


def test_the_other_sides_move_is_no_step() -> None:
    with pytest.raises(ValueError, match="has no step 1"):
        tried(SHOT, 1, SHOT.moves()[1])


def test_a_puzzle_with_a_second_way_is_found_out() -> None:
    """The other puzzles lack a landing square, have another goal, or lack the man on 9."""
    assert faults(LANDINGS) == []
    assert faults(LANDINGS._replace(solution=("7-1", "9-14", "1x40")))
    assert faults(LANDINGS._replace(goal=PuzzleGoal("gain", men=2)))
    assert faults(LANDINGS._replace(position="W:W7,42:B16,34"))


def test_a_try_is_as_good_within_a_third_of_a_man_or_if_both_win() -> None:
    game = SHOT.begin().game
    assert is_as_good(game, 100, 130)
    assert not is_as_good(game, 100, 180)
    assert is_as_good(game, 9_950, 9_990)
    assert not is_as_good(game, 700, 9_990)
    assert is_far_worse(game, -200, 10)
    assert not is_far_worse(game, 700, 9_990)


def test_a_move_that_wins_at_once_is_right() -> None:
    puzzle = SHOT._replace(
        position="W:W32,33:B28", solution=("32x23",), goal=PuzzleGoal("win"), official=None
    )
    assert tried(puzzle, 0, puzzle.begin().parse("33x22")) == Tried(right=True, solved=True)
