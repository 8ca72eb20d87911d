"""Refutations of wrong tries: the boards show the pieces taken and lost that they claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import Move, Position
from engine.puzzles import (
    Puzzle,
    PuzzleGoal,
    PuzzleTheme,
    read_all,
    refuted_told,
    theme_told,
    tried,
)
from engine.puzzles.puzzle import RACES, plain_kinds
from tests.nightly import few, is_night

BOOK = [one for puzzles in read_all().values() for one in puzzles if one.goal.kind not in RACES]

NODES = 1_000
"""Nodes enough for a refutation, if not for the best one."""

MEN_FOR_MEN = Puzzle(
    game="checkers",
    options=(),
    position="B:W18-20,23,25,29-32:B1,4-6,8-11,13,21",
    goal=PuzzleGoal("gain", men=1),
    solution=("10-15", "19x10", "6x22", "25x18", "11-16", "20x11", "8x22"),
    theme=PuzzleTheme("shot", 2),
    depth=4,
)


def sides(position: Position, team: int) -> tuple[int, int]:
    """Return the numbers of pieces of a team and of all others."""
    own = [position.seats[piece.seat].team == team for _, piece in position.pieces()]
    return sum(own), len(own) - sum(own)


def counted(text: str) -> int:
    """Return the number of pieces in a phrase such as "2 men and a king"."""
    parts = re.split(r", | and ", text)
    return sum(int(part.split()[0]) if part[0].isdigit() else 1 for part in parts)


def claimed(said: str) -> tuple[int, int] | None:
    """Return the pieces that the solver takes and loses by a sentence, None if it does not count.

    A line that ends the game does not count, as it may end in the middle of an exchange.
    """
    if said.startswith(("There is a much better move", "The advantage is", "This loses")):
        return None
    if (trade := re.search(r"After .+: (.+) taken(?:,| and) (.+) lost[.,]", said)) is not None:
        return counted(trade[1]), counted(trade[2])
    if (robbed := re.match(r"This (?:lets .+? (?:take|huff)|loses) (.+?): ", said)) is not None:
        return 0, sum(counted(part) for part in re.split(" and take ", robbed[1]))
    if (won := re.match(r"That wins (?!nothing)(.+?)(?:, but .+)?: ", said)) is not None:
        return counted(won[1]), 0
    return 0, 0


def wrong_tries() -> Iterator[tuple[Puzzle, Move]]:
    chance = Random(26)
    for puzzle in few(BOOK, 40):
        position = puzzle.begin()
        rights = puzzle.accepted(0, position)
        wrong = [move for move in position.legal_moves() if move not in rights]
        for move in wrong if is_night() else [chance.choice(wrong)]:
            yield puzzle, move


def test_the_sum_is_that_of_the_boards_and_holds_at_rest() -> None:
    traded = 0
    for puzzle, move in wrong_tries():
        start = puzzle.begin()
        result = tried(puzzle, 0, move, NODES)
        if result.right:
            continue
        said = str(refuted_told(puzzle, start, move, result))
        claim, end = claimed(said), start.play(move)
        for text in re.findall("`([^`]+)`", said):
            end = end.play(end.parse(text))
        if claim is None:
            continue
        where = f"{puzzle.id} {start.write(move)}: {said}"
        own = start.seats[start.turn].team
        (had, they_had), (have, they_have) = sides(start, own), sides(end, own)
        assert (they_had - they_have, had - have) == claim, where
        moves = end.legal_moves()
        assert end.outcome() is not None or not all(one.captured for one in moves), where
        assert "helps" not in said or result.helps, where
        kinds = {piece.kind for at in (start, end) for _, piece in at.pieces()}
        if puzzle.goal == PuzzleGoal("gain", puzzle.goal.men) and kinds <= plain_kinds(start.game):
            assert claim[0] - claim[1] < puzzle.goal.men, where
        traded += all(claim)
    assert traded > 5


@pytest.mark.parametrize("move", ["10-14", "11-15", "8-12"])
def test_a_swap_is_called_no_help(move: str) -> None:
    start = MEN_FOR_MEN.begin()
    said = str(
        refuted_told(
            MEN_FOR_MEN, start, start.parse(move), tried(MEN_FOR_MEN, 0, start.parse(move))
        )
    )
    assert "helps" not in said
    assert re.search(r"wins nothing|take|lost", said), said


def test_a_shot_says_what_is_given_for_it() -> None:
    assert str(theme_told(MEN_FOR_MEN)) == "Shot: give 3, take 4"
    given_nothing = MEN_FOR_MEN._replace(
        position="W:W28:B3,15,24", solution=("28x10",), theme=PuzzleTheme("shot", 2)
    )
    assert str(theme_told(given_nothing)) == "Shot of 2 pieces"
