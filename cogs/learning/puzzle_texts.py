"""What posts and private boards say of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import engine
from cogs.language.catalogues import Translate
from cogs.learning.puzzle_tries import otherwise
from data import Rated
from engine import Move, Text
from engine.puzzles import Puzzle, goal_told, theme_told
from engine.text import joined
from engine.values import POINT

GONE = Text("This puzzle is in my book no longer. Take another one.")

KNOWN = Text("This does not count for you: the solution was known.")

_UNSAID: Final = ("setup", "deadline")
"""Options that do not matter to a puzzle: how a game begins, and what counts its turns."""

TITLE, TITLE_OF_DAY = Text("Puzzle"), Text("Puzzle of the day")

NEXT_PUZZLE, POST_HERE, SOLUTION = Text("Next puzzle"), Text("Post here"), Text("Solution")


def heading(puzzle: Puzzle, title: Text, translated: Translate) -> str:
    """Return the first line: what it is, and the game."""
    return f"### {translated(joined([title, engine.games[puzzle.game].title], ' · '))}"


def task(puzzle: Puzzle, translated: Translate) -> str:
    """Return what is asked, and rules that are not the usual ones."""
    asked = f"**{translated(Text('{sentence}.', sentence=goal_told(puzzle)))}**"
    options = engine.games[puzzle.game].options
    rules = [options[name].said(value) for name, value in puzzle.options if name not in _UNSAID]
    return "\n".join([asked, *(f"-# {translated(rule)}" for rule in rules)])


def spoken_of(puzzle: Puzzle, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return what the picture marks after moves of the solution: the piece that the goal names."""
    point = puzzle.piece_after(moves)
    return () if point is None else (Move(POINT, (point,)),)


def line_of(moves: Sequence[str]) -> str:
    """Return moves as one line, none for none."""
    return f"`{'  '.join(moves)}`" if moves else ""


async def solution_of(puzzle: Puzzle, moves: Sequence[str], translated: Translate) -> str:
    """Return the moves of a solution, what they spare, and what the puzzle was about."""
    about = [theme_told(puzzle.theme)]
    if puzzle.official:
        about.append(Text("holds by the official rules, too"))
    other = await otherwise(puzzle)
    return "\n".join(
        [
            line_of(moves),
            *([translated(other)] if other is not None else []),
            f"-# {translated(joined(about, ' · '))}",
        ]
    )


def rated_text(rated: Rated | None) -> list[Text]:
    """Return what a first try has made of a rating; nothing where it did not count."""
    if rated is None:
        return []
    return [
        Text(
            "Your rating in these puzzles: {before} → {after}.",
            before=str(rated.before),
            after=str(rated.after),
        )
    ]
