"""Ended matches for reviews, and the questions that reviews ask the computer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace

import discord
from simcord import Env, InteractionResult, MemberActor

import engine
from cogs.analysis.reviews.command import Reviews
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import ThoughtFailed
from cogs.computers.worker_protocol import Answer, Question
from engine.study.judging import Judged, Mark
from engine.table.match import Match
from tests.cogs.conftest import Club
from tests.cogs.results import begun, posted
from tests.patience import PATIENCE

NODES = 600
"""The most nodes for a turn in these tests."""

MOVES = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14")
"""A short match: each side takes a man, and White plays some weak moves."""


class Study:
    """Answers the questions of reviews, and keeps them in ``asked``; no answer comes while held."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.asked: list[Question] = []
        self.failing = False
        self._go_on = asyncio.Event()
        self._go_on.set()
        self.left = 1 << 30

    def hold(self, after: int = 0) -> None:
        """Answer ``after`` more questions, and then none until ``go_on`` is called."""
        self.left = after
        self._go_on.clear()

    def go_on(self) -> None:
        self.left = 1 << 30
        self._go_on.set()

    async def study(self, question: Question) -> Answer:
        """Answer a question, in place of ``Workers.study``."""
        self.asked.append(question)
        if self.failing:
            raise ThoughtFailed("nothing comes of it")
        self.left -= 1
        if self.left < 0:
            await self.env.external_wait(self._go_on.wait(), reason="held")
        return answer_to(replace(question, nodes=min(question.nodes or NODES, NODES)))


async def ended(club: Club, moves: Sequence[str] = MOVES, *, rated: bool = True) -> Match:
    """Store and post a match that Alice, who is White, resigns after ``moves``."""
    match = await begun(club, rated=rated)
    async with club.store.match(match.id) as table:
        played = with_moves(table.match, moves)
        table.match = played.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    await posted(club)
    return table.match


async def ended_assaut(club: Club, moves: Sequence[str]) -> Match:
    """Store and post a match of Assaut that Alice resigns after ``moves``."""
    match = await begun(club, game="assaut")
    async with club.store.match(match.id) as table:
        played = with_moves(table.match, moves)
        table.match = played.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    await posted(club)
    return table.match


def with_moves(match: Match, moves: Sequence[str]) -> Match:
    """Return the match after ``moves``, played by its people in turn."""
    for move in moves:
        who = match.people[match.position.turn]
        match = match.play(who, move, now=discord.utils.utcnow(), source=None, sure=True)
    return match


def some_moves(count: int) -> list[str]:
    """Return the first ``count`` moves of a match in Frisian draughts that no other test plays."""
    position, chance, moves = engine.games["frisian"].start(), random.Random(4), []
    for _ in range(count):
        move = chance.choice(position.legal_moves())
        moves.append(position.write(move))
        position = position.play(move)
    return moves


async def reviewed(club: Club) -> None:
    """Wait until no review is pending."""
    await reviews(club).waiting._work.finish(PATIENCE)
    await club.env.settle()


def reviews(club: Club) -> Reviews:
    return club.bot.cog(Reviews)


async def ask(club: Club, member: MemberActor, match: Match) -> InteractionResult:
    return await member.slash(club.channel, "match review", match=match.id)


async def with_moments(club: Club, match: Match, count: int) -> None:
    """Store a finished review in which the first ``count`` turns are blunders."""
    turns = [
        Judged(turn.number, turn.seat or 0, 0.5, 0.3, (), Mark.BLUNDER)
        for turn in match.turns[:count]
    ]
    review = replace(await club.store.reviews.of(match.id), turns=tuple(turns[::-1]), done=True)
    await club.store.reviews.put(review, match.turns[0].at)


def usable(message: discord.Message) -> list[str]:
    """Return the labels of a message's enabled buttons."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [
        child.label or ""
        for row in rows
        for child in row.children
        if isinstance(child, discord.Button) and not child.disabled
    ]


async def moments(club: Club, asked: InteractionResult) -> str:
    """Page through the review that Alice ``asked`` for; return the texts of its moments."""
    assert asked.response is not None
    said = []
    while "Later" in usable(asked.response.message):
        await club.alice.click(asked.response, label="Later")
        said.append(club.text(asked.response.message))
    return "\n".join(said)
