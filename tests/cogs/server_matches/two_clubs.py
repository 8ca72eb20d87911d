"""Two clubs, each on its own server, that play each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
import pytest_asyncio
from simcord import Env, MemberActor

from cogs.server_matches.conductor import ServerMatchConductor
from data import Store
from engine.server_matches.server_match import Phase, ServerMatch
from engine.table.match import Match
from engine.table.record import Status, is_person
from tests.cogs.conftest import Club, SharedBot, opened
from tests.patience import looked_up, until

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Clubs(NamedTuple):
    """Two clubs with channels for matches between servers, and the member who manages each."""

    home: Club
    away: Club
    boss: MemberActor
    chief: MemberActor

    @property
    def both(self) -> tuple[Club, Club]:
        return self.home, self.away

    async def settle(self) -> None:
        """Wait until all steps and posts that follow are done."""
        conductor = self.home.bot.cogs[ServerMatchConductor.__name__]
        assert isinstance(conductor, ServerMatchConductor)
        await self.home.env.settle()
        await until(lambda: not conductor.is_busy)
        await self.home.env.settle()

    async def until(self, phase: Phase) -> None:
        """Wait until the newest match between the two clubs has reached a phase."""
        await looked_up(self.only, lambda match: match.phase is phase)

    async def challenge(self, words: str = "frysk", boards: int = 1) -> ServerMatch:
        """Let the first club challenge the other; return their newest match."""
        number = str(self.away.guild.id)
        said = f"{self.home.me} servers challenge {number} {words} {boards} boards"
        await self.boss.send(self.home.channel, said)
        await self.settle()
        return await self.only()

    async def only(self) -> ServerMatch:
        """Return the newest match between the two clubs, as it is stored now."""
        guilds = {self.home.guild.id, self.away.guild.id}
        found = [
            one
            for one in await self.home.store.servers.lately(LONG_AGO, 99)
            if {side.guild for side in one.sides} == guilds
        ]
        return found[0]

    def card(self, club: Club) -> discord.Message:
        """Return the post of the newest match between servers in a club."""
        posts = [one for one in club.messages if "###" in club.text(one)]
        return posts[-1]

    async def click(self, club: Club, member: MemberActor, label: str) -> str:
        """Press a button of a club's newest card; return the private answer."""
        result = await member.click(self.card(club), label=label)
        await self.settle()
        answer = result.followups[-1] if result.followups else result.response
        assert answer is not None
        assert answer.ephemeral
        return club.text(answer.message)

    async def begun(self, words: str = "frysk", boards: int = 1) -> ServerMatch:
        """Begin a match on one or two boards: Alice, then Bob, of each club joins."""
        await self.challenge(words, boards)
        await self.click(self.away, self.chief, "Accept")
        for club in self.both:
            for member in (club.alice, club.bob)[:boards]:
                await self.click(club, member, "Join")
        return await self.only()

    async def matches(self, club: Club) -> list[Match]:
        """Return a club's matches in the newest match between the clubs, in the boards' order."""
        match = await self.only()
        side = match.side_of(club.guild.id)
        return await club.store.some([board.matches[side] or 0 for board in match.boards])

    async def player(self, club: Club, board: int) -> MemberActor:
        """Return the member of a club who plays on a board; boards are numbered from 1."""
        people = (await self.matches(club))[board - 1].people
        return next(one for one in (club.alice, club.bob) if one.id in people)

    async def play(self, board: int = 1) -> None:
        """Let the player to move on a board type a legal move."""
        for club in self.both:
            match = (await self.matches(club))[board - 1]
            if match.status is Status.LIVE and is_person(match.players[match.position.turn]):
                member = await self.player(club, board)
                move = match.position.write(match.position.legal_moves()[0])
                await member.send(club.channel, move)
                await self.settle()
                return


@pytest_asyncio.fixture(loop_scope="module")
async def clubs(
    shared_bot: SharedBot, language: str, request: pytest.FixtureRequest
) -> AsyncIterator[Clubs]:
    """Two clubs with the bot that the file's tests share."""
    request.node.funcargs["env"] = shared_bot[0]  # where the simulator looks for a test's clock
    async with two(shared_bot, language) as clubs:
        yield clubs


@pytest.fixture
async def own_clubs(
    simcord_env: Env, store: Store, new_database: Path, language: str
) -> AsyncIterator[Clubs]:
    """Two clubs with a bot of their own."""
    async with two((simcord_env, store, new_database), language) as clubs:
        yield clubs


@asynccontextmanager
async def two(bot: SharedBot, language: str) -> AsyncIterator[Clubs]:
    """Open two clubs of a bot, each with a channel and a manager for matches between servers."""
    with opened(*bot, language) as home, opened(*bot, language) as away:
        heads = []
        for club in (home, away):
            may = discord.Permissions(manage_guild=True)
            role = club.guild.create_role("Heads", permissions=may)
            heads.append(club.guild.add_member(club.env.create_user("mona"), roles=[role]))
            await club.bot.preferences.change_server(
                club.guild.id, abroad_channel=club.channel.id, abroad_names=True
            )
        yield Clubs(home, away, *heads)
        await home.env.settle()
