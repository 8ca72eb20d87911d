from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.lending import Lender
from tests.loopback.guests import GuestTable
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.table import Table
from tests.loopback.world import Channel, Guild, Member

TINY_BOT = "tests.loopback.tiny_bot:main"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that share a bot in the event loop of their module, which is the bot's."""
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
        """Start the tiny bot with a fault point and these environment variables; wait for login."""
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
    """A guild, a channel and two members for the real bot, which is not started yet."""
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild()
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
        laid = Table(discord, guild, channel, ann, ben, new_database)
        yield laid
        print(laid.story)  # noqa: T201 - shown if the test fails
        for process in laid.processes:
            print(process.log)  # noqa: T201 - shown if the test fails


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hosts(
    tmp_path_factory: pytest.TempPathFactory, migrated: bytes
) -> AsyncIterator[Lender[Table]]:
    """Real bots lent to the `guest` tests of a file: one for all, a new one after each failure."""

    @asynccontextmanager
    async def make() -> AsyncIterator[Table]:
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

    lender = Lender(make)
    yield lender
    await lender.close()


@pytest_asyncio.fixture(loop_scope="module")
async def guest(hosts: Lender[Table], request: pytest.FixtureRequest) -> AsyncIterator[GuestTable]:
    """A table at a running bot that other tests share; the test must not break or end the bot."""
    host = await hosts.lend(request.node)
    laid = await GuestTable.at(host)
    yield laid
    print(laid.log)  # noqa: T201 - shown if the test fails
    faults = host.discord.faults
    assert not faults.failures
    assert not faults.holds
    assert host.bot.status is None, "the test has ended the bot"
