"""Tries at puzzles: the results of moves, and the texts about them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import engine
from cogs.language.catalogues import Translate
from cogs.language.typed_words import is_phrase_of
from data import Rated
from engine import Move, Position, Refusal, Text
from engine.puzzles import (
    Puzzle,
    Tried,
    goal_told,
    missed,
    refuted_told,
    spared,
    theme_told,
    tried,
)
from engine.puzzles.puzzle import EITHER, RACES
from engine.text import in_context, joined
from engine.values import POINT
from render import Way

GONE = Text("This puzzle is no longer in my book. Take another one.")

KNOWN = Text("This does not count for you: the solution was known.")

_UNSAID: Final = ("setup", "deadline")
"""Options left out of a puzzle's rules: the start of a match, and the deadline of its turns."""

TITLE, TITLE_OF_DAY = Text("Puzzle"), Text("Puzzle of the day")

NEXT_PUZZLE, POST_HERE, SOLUTION = Text("Next puzzle"), Text("Post here"), Text("Solution")

_ASKED_FOR: Final = in_context(
    "typed",
    "solution, the solution, show solution, show the solution, show me the solution, what is the "
    "solution, what's the solution, solution please, the answer, what is the answer, what's the "
    "answer, show me the answer, I give up, give up, we give up",
)
"""Phrases of people who give a puzzle up."""


def asks_for_solution(said: str) -> bool:
    """Return whether a text as a whole asks for a puzzle's solution, or gives the puzzle up."""
    return is_phrase_of(said, _ASKED_FOR)


def heading(puzzle: Puzzle, title: Text, translated: Translate) -> str:
    """Return the first line of a puzzle, a Markdown heading of the title and the game."""
    return f"### {translated(name_of(puzzle, title))}"


def name_of(puzzle: Puzzle, title: Text) -> Text:
    """Return the name of a puzzle: the title and the game."""
    return joined([title, engine.games[puzzle.game].title], " · ")


def task(puzzle: Puzzle, translated: Translate) -> str:
    """Return the task of a puzzle and its unusual rules, each on a line of its own."""
    asked = f"**{translated(Text('{sentence}.', sentence=goal_told(puzzle)))}**"
    options = engine.games[puzzle.game].options
    rules = [options[name].said(value) for name, value in puzzle.options if name not in _UNSAID]
    return "\n".join([asked, *(f"-# {translated(rule)}" for rule in rules)])


def goal_marks(puzzle: Puzzle, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the mark on the piece named in the goal, after ``moves`` of the solution.

    Return no marks if the goal names no piece.
    """
    point = puzzle.piece_after(moves)
    return () if point is None else (Move(POINT, (point,)),)


def line_of(moves: Sequence[str]) -> str:
    """Return moves as one line, empty without moves."""
    return f"`{'  '.join(moves)}`" if moves else ""


async def solution_of(puzzle: Puzzle, moves: Sequence[str], translated: Translate) -> str:
    """Return the moves of a solution, the loss that they avoid, and the theme of the puzzle.

    If the ``moves`` are not the book's solution, that is told instead of the loss.
    """
    theme = await asyncio.to_thread(_theme, puzzle)
    other = await next_best_text(puzzle)
    if not _is_solution(puzzle, moves):
        other = Text("The solution of the book: {moves}", moves=line_of(first_of(puzzle)))
    return "\n".join(
        [
            line_of(moves),
            *([translated(other)] if other is not None else []),
            f"-# {translated(theme)}",
        ]
    )


def _is_solution(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Return whether moves are the puzzle's own solution."""
    return len(moves) == len(puzzle.solution) and all(
        move in accepted.split(EITHER)
        for move, accepted in zip(moves, puzzle.solution, strict=True)
    )


@lru_cache(maxsize=256)
def _theme(puzzle: Puzzle) -> Text:
    return theme_told(puzzle)


def rated_text(rated: Rated | None) -> list[Text]:
    """Return the sentence about the new rating, none if the try did not count."""
    if rated is None:
        return []
    return [
        Text(
            "Your rating in these puzzles: {before} → {after}.",
            before=str(rated.before),
            after=str(rated.after),
        )
    ]


class Attempt(NamedTuple):
    """The result of moves: the whole ``line`` after them, with the bot's replies to right moves.

    ``said`` is what to tell the person. If the last move was ``wrong``, it is ``refused`` instead
    of part of the line, and ``ways`` show the move and its refutation. ``as_good`` marks a last
    move that is not the solution's but as good.
    """

    line: tuple[str, ...]
    said: Text
    wrong: bool = False
    solved: bool = False
    ways: tuple[Way, ...] = ()
    refused: str = ""
    as_good: bool = False


def has_next(puzzle: Puzzle, line: Sequence[str]) -> bool:
    """Return whether a puzzle's solution goes on after a line.

    An update may have shortened the solution while the puzzle was open.
    """
    return len(line) < len(puzzle.solution)


async def attempt(puzzle: Puzzle, line: Sequence[str], typed: Sequence[str]) -> Attempt:
    """Return the result of the ``typed`` moves, which must be legal after the ``line``.

    A person may type the other side's replies as well, without waiting for them. Raises Refusal
    if the solution has no move after the line.
    """
    return await asyncio.to_thread(_attempt, puzzle, tuple(line), list(typed))


def _attempt(puzzle: Puzzle, line: tuple[str, ...], typed: list[str]) -> Attempt:
    if not has_next(puzzle, line):
        raise Refusal(GONE)
    positions = puzzle.line()
    said: list[Text] = []
    while typed:
        step, position = len(line), positions[len(line)]
        text = typed.pop(0)
        move = position.parse(text)
        result = tried(puzzle, step, move)
        if not result.right:
            why = _why(puzzle, position, move, result)
            said.append(Text("`{move}` is not it. {why}", move=text, why=why))
            ways = _ways(move, result.refutation)
            return Attempt(line, joined(said), wrong=True, ways=ways, refused=text)
        if result.solved:
            return Attempt((*line, text), Text("Solved!"), solved=True)
        replies = first_of(puzzle)[step + 1 : step + 1 + len(result.replies)]
        line = (*line, first_of(puzzle)[step], *replies)
        said = [_answered(text, replies)]
        foreseen = typed[: len(replies)] == list(replies)
        typed = typed[len(replies) :] if foreseen else []
    return Attempt(line, joined(said))


def _why(puzzle: Puzzle, position: Position, move: Move, result: Tried) -> Text:
    """Return the explanation of a wrong move."""
    if puzzle.goal.kind in RACES:
        return missed(puzzle, position.play(move), result.refutation)
    return refuted_told(puzzle, position, move, result)


def _ways(move: Move, refutation: Sequence[Move]) -> tuple[Way, ...]:
    """Return the arrows for a wrong move and the first move of its refutation."""
    ways = (Way(move), *(Way(reply, better=True) for reply in refutation[:1]))
    return tuple(way for way in ways if way.move.kind == "move")


async def next_best_text(puzzle: Puzzle) -> Text | None:
    """Return the explanation why the second-best move fails, None if the puzzle has none.

    Only a puzzle whose solution wins nothing has one.
    """
    return await asyncio.to_thread(_next_best_text, puzzle)


@lru_cache(maxsize=256)
def _next_best_text(puzzle: Puzzle) -> Text | None:
    move = spared(puzzle)
    if move is None:
        return None
    position = puzzle.begin()
    why = _why(puzzle, position, move, tried(puzzle, 0, move))
    named = position.write(move)
    return Text("`{move}`, the next best, would not do. {why}", move=named, why=why)


def first_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the moves of a solution, the first of each group of equally good moves."""
    return tuple(move.split(EITHER)[0] for move in puzzle.solution)


def _answered(move: str, replies: Sequence[str]) -> Text:
    """Return the sentence about a right move after which the solver moves again."""
    if not replies:
        return Text("`{move}` is right. Go on!", move=move)
    return Text(
        "`{move}` is right. After {replies}, go on!",
        move=move,
        replies=", ".join(f"`{reply}`" for reply in replies),
    )
