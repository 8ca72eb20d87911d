"""A book of a few puzzles, which stays the same whatever puzzles are added."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.learning import puzzle_choice

PUZZLES = Path(__file__).parent / "puzzles"


@pytest.fixture(scope="module", autouse=True)
def few_puzzles() -> Iterator[None]:
    """A bot that the tests of a file share has them, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle_choice, "FOLDER", PUZZLES)
        yield
