"""A book of a few puzzles, which stays the same whatever puzzles are added."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.learning import puzzle_book

PUZZLES = Path(__file__).parent / "puzzles"


@pytest.fixture(autouse=True)
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_book, "FOLDER", PUZZLES)
