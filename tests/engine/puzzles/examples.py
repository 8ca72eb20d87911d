"""Puzzles used by several tests."""

from __future__ import annotations

from engine.puzzles import Puzzle, PuzzleGoal, PuzzleTheme

SHOT = Puzzle(
    game="frisian",
    options=(),
    position="W:W27,31,33,36,37,39-41,43,46,47,50:B1,2,6,7,9-12,15-19,25",
    goal=PuzzleGoal("crown", men=1),
    solution=("27-21", "17x26", "31-27", "26x28", "33x4"),
    theme=PuzzleTheme("shot", 3),
    depth=3,
    official=True,
)
