from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.loopback.guests import GuestTable
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.table import Table
from tests.loopback.world import Channel, Guild, Member

TINY_BOT = "tests.loopback.tiny_bot:main"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the tests that share a bot run in its loop."""
    for item in items:
        if isinstance(item, pytest.Function) and "guest" in item.fixturenames:
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def host(tmp_path_factory: pytest.TempPathFactory, migrated: bytes) -> AsyncIterator[Table]:
    """A real bot that is there as long as the tests of a file that want to be its guests."""
    file = tmp_path_factory.mktemp("host") / "damier.db"
    file.write_bytes(migrated)
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild()
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
        laid = Table(discord, guild, channel, ann, ben, file)
        await laid.start()
        yield laid
        await laid.leave()


@pytest_asyncio.fixture(loop_scope="module")
async def guest(host: Table) -> AsyncIterator[GuestTable]:
    """A table at a bot that others have used before; it must find it well."""
    assert host.bot.status is None, "the test before this one has ended the bot"
    laid = await GuestTable.at(host)
    yield laid
    print(laid.log)  # noqa: T201 - for who reads of a failure
    faults = host.discord.faults
    assert not faults.failures
    assert not faults.holds
