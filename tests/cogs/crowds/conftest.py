"""Matches of crowds, whose computers think in the test's own process."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord import InteractionResult, MemberActor

from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.crowds.controls import CrowdAction, CrowdControl
from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import crowd
from tests.cogs.computers.conftest import answered, thoughts
from tests.cogs.conftest import Club, private_text
from tests.cogs.lasting import control

__all__ = ["thoughts"]

FEW = 2_000
"""Nodes of a judgement: enough to see that pieces are lost at once."""


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the computer judge in the test's own process."""

    async def study(question: Question) -> Answer:
        return answer_to(replace(question, nodes=FEW))

    monkeypatch.setattr(Workers, "study", lambda _, question, _rank: study(question))


async def gathered(club: Club, words: str) -> Match:
    """Let Alice begin a match of crowds; return it."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return (await club.matches())[-1]


async def typed(club: Club, who: MemberActor, *moves: str) -> Match:
    """Let ``who`` type moves, each answered by the computers; return the last match."""
    for move in moves:
        await who.send(club.channel, move)
        await answered(club)
    return (await club.matches())[-1]


async def pressed(
    club: Club, who: MemberActor, action: CrowdAction, rest: str = "", user: int = crowd()
) -> str:
    """Let ``who`` press a crowd's button on the current board of the last match.

    Return the private answer, or an empty text.
    """
    match = (await club.matches())[-1]
    button = CrowdControl(action, match.id, user, match.since, rest).button("x")
    return _said(await (await control(club, who, button)))


def _said(result: InteractionResult) -> str:
    """Return the private answer to an interaction, or an empty text."""
    shown = result.response
    return private_text(result) if shown is not None and shown.ephemeral else ""


async def crowd_of(club: Club, match: Match, number: int = 0) -> Crowd:
    """Return a crowd of a match as it is now."""
    return await club.store.crowds.load(match.id, crowd(number))


def played(match: Match) -> list[str]:
    """Return the moves of a match."""
    return [event.text for event in match.moves]
