"""Puzzles: positions in which exactly one move wins or saves much, and how to find them.

>>> from engine.puzzles import FOLDER, read
>>> puzzle = read(FOLDER / "checkers.txt")[0]
>>> puzzle.begin().turn == puzzle.solver
True

The puzzles of each game are in a text file under ``data/puzzles``; ``python -m tools.puzzles``
makes and verifies these files.
"""

from __future__ import annotations

from engine.puzzles.files import FOLDER, from_text, read, read_all, to_text, write
from engine.puzzles.finding.detecting import puzzles_in
from engine.puzzles.puzzle import Puzzle, PuzzleGoal, PuzzleTheme, biggest_capture
from engine.puzzles.trying import Tried, is_as_good, is_far_worse, spared, tried
from engine.puzzles.words import goal_told, missed, refuted_told, theme_told

__all__ = [
    "FOLDER",
    "Puzzle",
    "PuzzleGoal",
    "PuzzleTheme",
    "Tried",
    "biggest_capture",
    "from_text",
    "goal_told",
    "is_as_good",
    "is_far_worse",
    "missed",
    "puzzles_in",
    "read",
    "read_all",
    "refuted_told",
    "spared",
    "theme_told",
    "to_text",
    "tried",
    "write",
]
