"""The computer's answers for people, worked out in the test's own process."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from datetime import timedelta

import pytest
from simcord import Env

from cogs.analysis.reviews import turns, waiting
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.timekeeping.paces import Paces
from tests.cogs.analysis.reviewed_matches import Study
from tests.patience import PATIENCE

MOST_NODES = 2_000


class Studies:
    """Answers questions without processes, and keeps them in ``asked``.

    No answer comes while ``silent`` is set; each question fails while ``failing`` is set.
    """

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.failing = False
        self.silent = False
        self.most_nodes = MOST_NODES

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Answer a question, in place of ``Workers.study``."""
        self.asked.append(question)
        if self.silent:
            await asyncio.sleep(math.inf)
        if self.failing:
            raise ThoughtFailed("It fails.")
        return answer_to(replace(question, nodes=min(question.nodes or 0, self.most_nodes)))


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give reviews the nodes of an uncompiled engine, whether the engine is compiled or not."""
    for module in (turns, waiting):
        monkeypatch.setattr(module, "is_fast", lambda: False)


@pytest.fixture
def studies(paces: Paces, monkeypatch: pytest.MonkeyPatch) -> Studies:
    """Answer questions; hints and warnings wait for answers as long as a busy machine takes."""
    found = Studies()
    monkeypatch.setattr(Workers, "study", found.study)
    for span in ("hint_within", "warning_within"):
        monkeypatch.setattr(paces, span, PATIENCE)
    return found


@pytest.fixture
def study(simcord_env: Env, paces: Paces, monkeypatch: pytest.MonkeyPatch) -> Study:
    """Answer the questions of reviews in the test's process; progress is saved at once."""
    found = Study(simcord_env)
    monkeypatch.setattr(Workers, "study", lambda _, question: found.study(question))
    monkeypatch.setattr(paces, "progress_every", timedelta())
    return found
