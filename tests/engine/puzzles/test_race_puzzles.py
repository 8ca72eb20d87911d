"""Puzzles of races are proved by trying all moves, and dull ones are rejected."""

from __future__ import annotations

import pytest

import engine
from engine.puzzles import Puzzle, PuzzleGoal, Tried, goal_told, missed, tried
from engine.puzzles.finding.detecting import puzzle_at
from engine.puzzles.finding.selecting import ideas
from engine.puzzles.race_puzzles import endings_in, race_at
from engine.puzzles.verifying import faults

STAR = engine.games["chinese-checkers"]

LADDER = "1/B1/3/A3/5A7/5A6/4A3B2/8B1/2A1AA3/3A6/6B4/5ABB4/6B1A4/1B2/BB1/2/1 A"
"""Red steps back with i6 and then enters the camp with three jumps."""

BRIDGE = "A/AA/1AA/2A1/7A5/5A6/5A5/4A5/4B4/4B5/11/6B5/6B6/BBB1/BB1/B1/1 B"
"""Blue steps back with e7, for another piece to jump over."""

STRAGGLERS = "A/1A/AAA/AA2/7A5/6A5/4A6/10/9/10/11/12/13/4/3/2/1 A"

CUT = "4B3/BA6/AA6/3A2A1/1B1A1A1B/3AB3/3A2BB/2A2BBB A"
"""A position on 8×8: only on a5 does Red block the way of a7."""


def found_at(text: str) -> Puzzle:
    puzzle = race_at(STAR.read(text))
    assert puzzle is not None
    return puzzle


def test_a_ladder_brings_one_piece_into_the_camp_whatever_is_replied() -> None:
    puzzle = found_at(LADDER)
    assert puzzle.goal == PuzzleGoal("reach", turns=2, piece="i6")
    assert puzzle.theme.kind == "ladder"
    assert puzzle.solution[::2] == ("i6-h6", "h6-j5-l5-n2")
    assert str(goal_told(puzzle)) == (
        "Red to play and bring the piece on i6 into the camp within 2 turns, whatever Blue replies"
    )
    assert faults(puzzle) == []


def test_a_bridge_is_built_by_another_piece() -> None:
    puzzle = found_at(BRIDGE)
    assert puzzle.theme.kind == "bridge"
    assert puzzle.solution[::2] == ("e7-f6", "i5-g5-e7-c3")
    assert puzzle.piece_after(puzzle.moves()[:2]) == puzzle.begin().board.point["i5"]
    assert puzzle.piece_after(puzzle.moves()) == puzzle.begin().board.point["c3"]


@pytest.mark.parametrize("text", [LADDER, BRIDGE])
def test_every_other_first_turn_of_a_ladder_is_refuted_by_trying_all(text: str) -> None:
    """By the rules alone, some reply to each other turn leaves the piece no way into the camp."""
    puzzle = found_at(text)
    position = puzzle.begin()
    camp = position.goal.points(position.turn) if position.goal else frozenset()
    for move in position.legal_moves():
        after = position.play(move)
        piece = puzzle.begin().board.point[puzzle.goal.piece]
        piece = move.path[-1] if move.path[0] == piece else piece
        stopped = next(
            (
                reply
                for reply in after.legal_moves()
                if not any(
                    entry.path[0] == piece and entry.path[-1] in camp
                    for entry in after.play(reply).legal_moves()
                )
            ),
            None,
        )
        assert (stopped is None) == (position.write(move) == puzzle.solution[0])


def test_a_try_that_could_be_answered_is_refuted_by_the_answer() -> None:
    puzzle = found_at(BRIDGE)
    position = puzzle.begin()
    said = set()
    for move in position.legal_moves():
        answer = tried(puzzle, 0, move)
        if not answer.right:
            said.add(len(answer.refutation))
            after = position.play(move)
            assert set(answer.refutation) <= set(after.legal_moves())
            text = str(missed(puzzle, after, answer.refutation))
            assert text.endswith("the piece is not in the camp in time.")
    assert 0 in said


def test_the_last_turn_of_a_ladder_has_to_come_in() -> None:
    puzzle = found_at(LADDER)
    position = puzzle.line()[2]
    assert tried(puzzle, 2, position.parse("h6-j5-l5-n2")).solved
    assert tried(puzzle, 2, position.parse("h6-j5")) == Tried(right=False)


def test_stragglers_are_alone_and_move_every_turn() -> None:
    puzzle = found_at(STRAGGLERS)
    assert puzzle.goal == PuzzleGoal("home", men=3, turns=4)
    assert puzzle.solution == ("k5-l6", "l6-l8-n3-p1", "l7-n4", "m8-n3")
    assert puzzle.steps() == (0, 1, 2, 3)
    position = puzzle.begin()
    right = tried(puzzle, 0, position.parse("k5-l6"))
    assert (right.right, right.replies) == (True, ())
    wrong = position.parse("l7-n4")
    assert not tried(puzzle, 0, wrong).right
    assert str(missed(puzzle, position.play(wrong), ())) == "That way it takes more than 4 turns."
    assert puzzle.line()[-1].outcome() is not None


def test_a_cut_stands_in_the_one_way() -> None:
    position = engine.games["halma"].read(CUT, 2, size=8)
    puzzle = race_at(position)
    assert puzzle is not None
    assert puzzle.goal == PuzzleGoal("cut", piece="a7")
    wrong = next(move for move in position.legal_moves() if not tried(puzzle, 0, move).right)
    (way,) = tried(puzzle, 0, wrong).refutation
    assert position.board.names[way.path[0]] == "a7"


def test_what_is_not_so_is_found_out() -> None:
    puzzle = found_at(LADDER)
    assert faults(puzzle._replace(depth=1)) == [f"depth: 1, and found is {puzzle.depth}"]
    assert faults(puzzle._replace(goal=PuzzleGoal("reach", turns=2, piece="h4")))
    assert faults(puzzle._replace(goal=PuzzleGoal("reach", turns=3, piece="i6")))


def test_what_is_replied_is_no_part_of_the_idea() -> None:
    puzzle = found_at(LADDER)
    first, _, last = puzzle.solution
    replied = puzzle._replace(solution=(first, "k9-k8", last))
    assert replied.solution != puzzle.solution
    assert ideas(puzzle) == ideas(replied)
    assert ideas(puzzle) != ideas(found_at(BRIDGE))


def test_an_ending_gives_puzzles_without_the_other_side() -> None:
    """The same ending always gives the same puzzles."""
    apart = STAR.read(STRAGGLERS.replace("/13/4/3/2/1", "/13/1BBB/BBB/BB/B"))
    found = list(endings_in(apart))
    assert found
    assert found == list(endings_in(apart))
    assert all("B" not in puzzle.position for puzzle in found)


def test_a_race_of_three_or_with_swaps_gives_none() -> None:
    assert puzzle_at(STAR.start(3)) is None
    assert puzzle_at(STAR.start(2, swap=True)) is None
    assert race_at(engine.games["frisian"].start()) is None
