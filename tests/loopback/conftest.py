from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.table import Table
from tests.loopback.world import Channel, Guild, Member

TINY_BOT = "tests.loopback.tiny_bot:main"


@dataclass
class Club:
    """A loopback Discord with a guild of two members and a channel."""

    discord: LoopbackDiscord
    guild: Guild
    channel: Channel
    ann: Member
    ben: Member

    async def bot(self, fault: str = "", **env: str) -> BotProcess:
        """The tiny bot, logged in."""
        return await self.discord.bot(TINY_BOT, fault=fault, env=env).ready()


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild()
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
        yield Club(discord, guild, channel, ann, ben)


@pytest.fixture
async def table(new_database: Path) -> AsyncIterator[Table]:
    """The real bot is not started yet."""
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild()
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
        laid = Table(discord, guild, channel, ann, ben, new_database)
        yield laid
        for process in laid.processes:
            print(process.log)  # noqa: T201 - for who reads of a failure
