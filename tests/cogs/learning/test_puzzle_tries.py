"""The bot's puzzles, solved as a person solves them, and described in words."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from random import Random

import pytest

from cogs.language.catalogues import ENGLISH, translate_into
from cogs.learning import puzzle_choice
from cogs.learning.puzzle_choice import PuzzleBook
from cogs.learning.puzzle_tries import TITLE, attempt, first_of, heading, solution_of, task
from data import Seen
from engine.puzzles import FOLDER, biggest_capture, read_all
from engine.rating import NEW, Rating

BOOK = read_all()

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

OF_EACH = 6
"""The number of puzzles of each game that are tried here; the script verifies all of them."""


@pytest.mark.parametrize("game", BOOK)
def test_the_solution_solves_it_move_by_move(game: str) -> None:
    puzzles = BOOK[game]
    translated = translate_into(ENGLISH)
    for puzzle in puzzles[:: -(-len(puzzles) // OF_EACH)]:
        line: tuple[str, ...] = ()
        solved = False
        while not solved:
            made = asyncio.run(attempt(puzzle, line, [first_of(puzzle)[len(line)]]))
            assert not made.wrong
            line, solved = made.line, made.solved
        assert line == first_of(puzzle)
        told = [heading(puzzle, TITLE, translated), task(puzzle, translated)]
        told.append(asyncio.run(solution_of(puzzle, line, translated)))
        assert not [text for text in told if "{" in text]


def test_a_solution_that_wins_nothing_says_what_it_spares() -> None:
    (puzzle,) = (one for one in BOOK["assaut"] if one.id == "assaut-9a91c2")
    told = asyncio.run(solution_of(puzzle, first_of(puzzle), translate_into(ENGLISH)))
    assert "`c6-c7`, the next best, would not do. This lets Officers take 2 soldiers: " in told


def test_a_newcomer_gets_an_easy_puzzle_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_choice, "FOLDER", FOLDER)
    book = PuzzleBook()
    book.load()
    captures = set()
    for game in book.games:
        ratings = sorted(puzzle.rating for puzzle in BOOK[game.name])
        easy = ratings[len(ratings) // 4]
        chosen = [book.nearest(game.name, NEW, {}, {}, Random(seed))[0] for seed in range(5)]
        assert max(puzzle.rating for puzzle in chosen) <= easy
        if any(biggest_capture(one) == 2 and one.rating < easy for one in BOOK[game.name]):
            captures |= {biggest_capture(puzzle) for puzzle in chosen}
    assert captures == {2}


def test_a_newcomers_first_five_puzzles_stay_easy_whatever_the_first_tries_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_choice, "FOLDER", FOLDER)
    book = PuzzleBook()
    book.load()
    strong = Rating(NEW.mu + 3 * NEW.sigma, NEW.sigma)
    for game in book.games:
        seen: dict[str, Seen] = {}
        while len(seen) < 5:
            puzzle, _ = book.nearest(game.name, strong, {}, seen, Random(len(seen)))
            assert puzzle.rating < 1200, (game.name, len(seen))
            seen[puzzle.id] = Seen(NOON, NOON, right=True)
        hard = sorted(puzzle.rating for puzzle in BOOK[game.name])[-10]
        assert book.nearest(game.name, strong, {}, seen, Random(0))[0].rating >= hard
