"""A book of a few puzzles, which stays the same whatever puzzles are added."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.learning import puzzle_choice
from cogs.timekeeping.paces import Paces
from tests.patience import PATIENCE

PUZZLES = Path(__file__).parent / "puzzles"

NODES = 2_000
"""Nodes enough to see that a wrong try is worse than the solution."""


@pytest.fixture(scope="module", autouse=True)
def few_puzzles() -> Iterator[None]:
    """Give every bot of a file these few puzzles, also the bot that its tests share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle_choice, "FOLDER", PUZZLES)
        yield


class Looks:
    """Takes second looks at tries in the test's own process, and keeps the questions ``asked``."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.failing = False
        self.silent = False

    async def answer(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Answer a question."""
        self.asked.append(question)
        if self.silent:
            await asyncio.sleep(math.inf)
        if self.failing:
            raise ThoughtFailed("It fails.")
        return answer_to(replace(question, nodes=min(question.nodes or 0, NODES)))

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Answer a question, in place of ``Workers.study``."""
        return await self.answer(question, rank)


@pytest.fixture
def looks() -> Looks:
    """The second looks of a test."""
    return Looks()


@pytest.fixture(autouse=True)
def looked_at_here(
    request: pytest.FixtureRequest, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Have wrong tries looked at in the test's own process, however long that takes."""
    looks: Looks = request.getfixturevalue("looks")
    monkeypatch.setattr(Workers, "study", looks.study)
    monkeypatch.setattr(paces, "second_look_within", PATIENCE)
