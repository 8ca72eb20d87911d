"""Matches with computers, which by default think in the test's own process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import discord
import pytest

import engine
from cogs.computers.computer_players import ComputerPlayers
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.timekeeping.paces import Paces
from engine.table.match import Match
from engine.table.record import NOWHERE
from engine.values import OptionValue
from tests.cogs.conftest import Club
from tests.cogs.results import posted
from tests.patience import PATIENCE


class Thoughts:
    """Answers computers' questions, and keeps them in ``asked``; no answer comes while held."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self._go_on = asyncio.Event()
        self._go_on.set()

    def hold(self) -> None:
        """Hold all answers until ``go_on`` is called."""
        self._go_on.clear()

    def go_on(self) -> None:
        """Give the answers that were held, and later ones at once."""
        self._go_on.set()

    async def think(self, question: Question) -> Answer:
        """Answer a question, in place of ``Workers.think``."""
        self.asked.append(question)
        await self._go_on.wait()
        return answer_to(question)


@pytest.fixture
def thoughts(paces: Paces, monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    found = Thoughts()
    monkeypatch.setattr(Workers, "think", found.think)
    monkeypatch.setattr(paces, "together", PATIENCE)  # however busy the machine is
    return found


async def against(
    club: Club,
    *computers: int,
    game: str = "frisian",
    seat: int = 0,
    wait: bool = True,
    private: bool = False,
    **options: OptionValue,
) -> Match:
    """Store a match of Alice against computers, which begins at once.

    It is played in the channel, or in her direct messages with the bot if ``private``. If
    ``wait``, wait until the computers have made their first moves, if any.
    """
    at = discord.utils.utcnow()
    match = Match.challenge(
        guild=NOWHERE if private else club.guild.id,
        channel=(club.alice.user.dm_channel if private else club.channel).id,
        game=engine.games[game], options=options, host=club.alice.id, opponents=computers,
        seat=seat, now=at, source=None,
    )  # fmt: skip
    match = await club.store.create(match.begun(now=at, chance=random.Random(0)))
    if wait:
        await answered(club)
    return match


async def exhibited(club: Club, computers: Sequence[int], game: str = "frisian") -> Match:
    """Store a match between computers, begun by Alice to watch it."""
    at = discord.utils.utcnow()
    match = Match.exhibition(
        guild=club.guild.id, channel=club.channel.id, game=engine.games[game], options={},
        host=club.alice.id, computers=computers, now=at, source=None,
    )  # fmt: skip
    return await club.store.create(match.begun(now=at, chance=random.Random(0)))


def players(club: Club) -> ComputerPlayers:
    """Return the bot's cog of computer players."""
    return club.bot.cog(ComputerPlayers)


async def answered(club: Club) -> None:
    """Wait until no computer has anything to do and all their moves are posted."""
    await club.env.settle()
    while players(club)._tasks:
        await asyncio.wait(players(club)._tasks)
    await posted(club)


async def play(club: Club, match: Match, move: str) -> Match:
    """Save a move of Alice's without waiting for the computer's answer."""
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        table.match = table.match.play(club.alice.id, move, now=now, source=None)
    return table.match
