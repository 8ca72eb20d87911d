"""Puzzles of race games: their piece is marked, and a side on its own moves every turn."""

from __future__ import annotations

from simcord import ResponseMessage

from cogs.learning.puzzle_boards import DeskPuzzle
from engine.puzzles import Puzzle, read
from tests.cogs.conftest import Club, alt_of, private_text
from tests.cogs.learning.conftest import PUZZLES
from tests.cogs.learning.test_puzzles import desk_of, shown, type_move

RACES = {puzzle.goal.kind: puzzle for puzzle in read(PUZZLES / "chinese-checkers.txt")}


SAID = {
    "reach": (
        "**Blue to play and bring the piece on i5 into the camp within 2 turns, whatever Red",
        "Marked: i5.",
        "`h5-h4` is not it. That way the piece is not in the camp in time.",
        "`e7-f6` is right. After `j5-l7-n4-n2`, go on!",
        "Building a bridge",
    ),
    "home": (
        "**Red to play and bring the last 3 pieces into the camp in 4 turns.**",
        "`m8-n4` is not it. That way it takes more than 4 turns.",
        "`k5-l6` is right. Go on!",
        "`l7-n4` is right. Go on!",
        "Last stragglers",
    ),
}
"""Sentences that the bot says while a puzzle is solved after a wrong first try, by its goal."""

WRONG = {"reach": "h5-h4", "home": "m8-n4"}


async def test_a_ladder_and_the_last_stragglers_are_solved_in_private(club: Club) -> None:
    result = await club.alice.slash(club.channel, "puzzle", game="chinese-checkers")
    assert "### Puzzle · Chinese checkers" in private_text(result)
    message = shown(result)
    for _ in RACES:
        standing = DeskPuzzle.read((await desk_of(club, club.alice)).about)
        puzzle = next(one for one in RACES.values() if one.id == standing.puzzle)
        said = await _solved(club, message, puzzle)
        for sentence in SAID[puzzle.goal.kind]:
            assert sentence in said
        await club.alice.click(message, label="Next puzzle")


async def _solved(club: Club, message: ResponseMessage, puzzle: Puzzle) -> str:
    """Let Alice solve a puzzle after a wrong try; return all that is said meanwhile."""
    said = [club.text(message.message), alt_of(message.message)]
    for text in (WRONG[puzzle.goal.kind], *(puzzle.solution[step] for step in puzzle.steps())):
        await type_move(club, club.alice, message, text)
        said.append(club.text(message.message))
        if text == WRONG[puzzle.goal.kind]:
            assert ("Marked: i5." in alt_of(message.message)) == bool(puzzle.goal.piece)
    assert "Solved!" in said[-1]
    assert "Marked" not in alt_of(message.message)
    return " ".join(said)
