"""A book of a few puzzles, which stays the same whatever puzzles are added."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.learning import puzzle_choice

PUZZLES = Path(__file__).parent / "puzzles"


@pytest.fixture(autouse=True)
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_choice, "FOLDER", PUZZLES)
