"""Two processes share a database; either can be killed at any moment, and another takes over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

import engine
from data import Shards, Store
from tests.loopback.killing import KILLED, SENT, STARTED, killed
from tests.loopback.server import LoopbackDiscord
from tests.loopback.shared import SharedTable
from tests.loopback.signed_up import sign_up
from tests.loopback.test_daily_puzzles import POINTS, noted
from tests.nightly import NIGHTLY, at_night
from tests.postgres import Server

COMMIT = "asyncpg.transaction:Transaction.commit"

UNSAVED = ["before:cogs.moves.play:Play.handle_message", f"before:{COMMIT}"]
"""Points at which a typed move is not saved: the next process reads it in the channel."""

SAVED = [f"after:{COMMIT}", f"before:{SENT}", f"after:{SENT}"]
"""Points at which a typed move is saved, but not marked as shown yet."""


@pytest.fixture
async def tables(postgres: Server) -> AsyncIterator[list[SharedTable]]:
    """One table on a server of each of two shards; their bots are not started yet."""
    name = await postgres.new(await postgres.migrated())
    async with LoopbackDiscord() as discord:
        laid = []
        for shard in range(2):
            guild = discord.world.guild(f"Club {shard}", shard=shard, shards=2)
            channel = discord.world.channel(guild, "draughts")
            ann, ben = (discord.world.member(guild, who) for who in ("Ann", "Ben"))
            table = SharedTable(
                discord, guild, channel, ann, ben, Path(), host=str(postgres.folder), name=name,
                shard=shard,
            )  # fmt: skip
            await table.lay()
            laid.append(table)
        yield laid
        for table in laid:
            for process in table.processes:
                print(process.log)  # noqa: T201 - shown if the test fails
                await process.end()
    await postgres.drop(name)


async def stand_by(table: SharedTable) -> None:
    """Start another process at a table, which waits for its shard."""
    table.new_bot()
    await table.bot.start()
    await table.discord.until(lambda: "waiting for it" in table.bot.log)


@pytest.mark.parametrize("daily", [True, at_night(False)], ids=["some points", "all points"])
async def test_each_is_killed_at_any_moment_and_nothing_is_lost_or_doubled(
    tables: list[SharedTable], *, daily: bool
) -> None:
    chance = random.Random(14)
    for table in tables:
        await table.start()
    for table in tables:
        await table.begin()
    typed: dict[int, list[str]] = {0: [], 1: []}
    points = [*UNSAVED[1:], *SAVED[::2]] if daily else [*UNSAVED, *SAVED]
    chance.shuffle(points)
    for number, fault in enumerate(points):
        table, other = tables[number % 2], tables[1 - number % 2]
        with killed(fault):
            posts, move = len(table.posts), table.legal()
            dying = table.bot
            await dying.arm(fault)
            if number % 3 == 2:  # a third process waits for its shard, and takes over
                await stand_by(table)
            await table.say(table.ann if "(White)" in table.last.text else table.ben, move)
            assert await dying.exit() == KILLED
            typed[table.shard].append(move)
            if table.bot is dying:
                await table.restart(forget=chance.random() < 0.5)
            else:
                await table.started()
            await table.shown(posts + 1)
            await table.settled()
            assert table.moves == typed[table.shard]
            await table.all_plain()
            table.check_shown()
            move = other.legal()  # the death of one process does not concern the other
            await other.play(move)
            typed[other.shard].append(move)
    for table in tables:
        await table.check(*["move"] * len(typed[table.shard]))
        assert table.moves == typed[table.shard]
        assert table.replies == []


@NIGHTLY
async def test_each_day_has_one_puzzle_on_each_server(tables: list[SharedTable]) -> None:
    for table in tables:
        table.at_noon()
        await table.start()
    for table in tables:
        await table.say(
            table.ann,
            f"{table.mention} settings server hour 0 zone UTC daily <#{table.channel.id}>",
        )
        await noted(table, 1)
    for count, point in enumerate(POINTS[2:4], start=2):
        table, other = tables[count % 2], tables[1 - count % 2]
        with killed(point):
            dying = table.bot
            await dying.arm(point)
            if count % 2:  # a third process waits for its shard, and takes over
                await stand_by(table)
            table.ahead += timedelta(days=1)
            other.ahead = table.ahead
            table.discord.world.snowflakes.ahead_ms = table.ahead // timedelta(milliseconds=1)
            for process in {dying, table.bot, other.bot}:
                await process.set_clock(table.ahead.total_seconds())
            assert await dying.exit() == KILLED
            if table.bot is dying:
                await table.restart(forget=bool(count % 2))
            else:
                await table.started()
            for each in tables:
                await noted(each, count)
    for table in tables:
        await table.leave()


@NIGHTLY
async def test_time_is_out_once(tables: list[SharedTable]) -> None:
    for table in tables:
        await table.start()
    for table in tables:
        await table.begin("frisian white 1h")
    for table in tables:
        await table.bot.arm("after:cogs.delivery.poster:Poster._show")
    await tables[0].later(minutes=61)
    tables[1].ahead = tables[0].ahead
    await tables[1].bot.set_clock(tables[1].ahead.total_seconds())
    for table in tables:
        assert await table.bot.exit() == KILLED
    for table in tables:
        await table.start()
        await table.settled()
    for table in tables:
        await table.leave()
        kinds = [kind for kind in table.kinds if kind not in {*STARTED, "gap", "outage"}]
        assert kinds == ["timeout", "abort"]
        table.check_shown()


async def test_what_is_sent_in_private_reaches_the_process_of_the_match(
    tables: list[SharedTable],
) -> None:
    _, table = tables
    for each in tables:
        each.publishes = True
        await each.start()
    start = engine.games["alliance"].start(setup="free")
    assert start.setup
    card = await table.challenge("alliance setup=free")
    await table.press(table.ben, "Accept", on=card)
    await table.discord.until(lambda: table.last is not card)
    await table.settled()
    count = len(table.posts)
    for who in (table.ann, table.ben):
        direct = table.discord.world.direct_messages(who.user)
        await table.discord.say(who, direct, start.setup.completion)
        await table.discord.until(lambda direct=direct: len(direct.messages) == 2)  # type: ignore[misc] # mypy infers no lambda with a default
        await table.discord.say(who, direct, "ready")
    await table.shown(count + 1)
    await table.settled()
    await table.all_plain()
    table.check_shown()
    published = [r for r in table.discord.requests if r.matches("PUT", "/applications/*/commands")]
    assert len(published) == 1  # by the process of the first shard
    for each in tables:
        await each.leave()


async def test_what_an_owner_orders_holds_in_all_processes(tables: list[SharedTable]) -> None:
    first, second = tables
    discord, (ann, ben) = first.discord, (first.ann, first.ben)
    discord.world.team = {ann.id: "admin", second.ann.id: "developer", ben.id: "read_only"}
    for table in tables:
        await table.start()
    await second.begin()
    direct = discord.world.direct_messages(ann.user)
    await discord.say(ann, direct, "owner notice Back soon")
    await discord.until(lambda: len(direct.messages) == 2)
    assert "Back soon" in [*direct.messages.values()][-1].text
    await discord.until(lambda: "operator's orders have changed" in second.bot.log)
    other = discord.world.direct_messages(ben.user)
    await discord.say(ben, other, "owner notice Mine")
    await discord.until(lambda: len(other.messages) == 2)
    assert "Hello" in [*other.messages.values()][-1].text
    developers = discord.world.direct_messages(second.ann.user)
    await discord.say(second.ann, developers, "owner notice")
    await discord.until(lambda: len(developers.messages) == 2)
    assert "Boards show: Maintenance: Back soon" in [*developers.messages.values()][-1].text
    await second.play(second.legal())
    assert "Maintenance: Back soon" in second.last.text
    count = len(second.posts)
    await discord.say(ann, direct, f"owner block server {second.guild.id}")
    await discord.until(lambda: len(direct.messages) == 4)
    question = [*direct.messages.values()][-1]
    hold = discord.hold("POST", f"/channels/{second.channel.id}/messages")
    await discord.press(ann, question, question.custom_id("Yes, block it"))
    await hold.reached()
    await discord.until(lambda: second.bot.log.count("operator's orders have changed") == 2)
    await discord.slash(second.ben, second.channel, "people list")
    assert second.guild.id in discord.world.bot_guilds  # until it is told
    hold.release()
    await discord.until(lambda: second.guild.id not in discord.world.bot_guilds)
    assert "takes it off the server" in (await second.shown(count + 1)).text
    assert first.guild.id in discord.world.bot_guilds
    await discord.invite_bot(second.guild)
    await discord.until(lambda: second.guild.id not in discord.world.bot_guilds)
    for table in tables:
        await table.leave()


async def test_one_process_pauses_while_the_other_one_moves(tables: list[SharedTable]) -> None:
    table = tables[0]
    others = [table.discord.world.member(table.guild, name) for name in ("Cas", "Dirk")]
    people = [table.ann, table.ben, *others]
    organiser = people[0].id
    own, other = (Shards(2, frozenset({shard})) for shard in range(2))
    url = f"postgresql+asyncpg://postgres@/{table.name}?host={table.host}"
    ids = [one.id for one in people]
    await sign_up(url, table.channel, ids, rounds=1, shards=own)
    await table.start()
    elsewhere = await Store.open(url, shards=other)

    def count(kind: str) -> int:
        return len(table.query(f"SELECT 1 FROM events WHERE kind = '{kind}'"))  # noqa: S608 - ours

    async def moved() -> None:
        """Play the first legal move of match 1, as the player whose turn it is."""
        board = next(p for p in reversed(table.posts) if "match #1" in p.text)
        who = next(one for one in people if f"{one.mention}, it is your turn" in board.text)
        position = engine.games["frisian"].start()
        moves = "SELECT text FROM events WHERE match = 1 AND kind = 'move' ORDER BY number"
        for (text,) in table.query(moves):
            position = position.play(position.parse(text))
        await table.say(who, position.write(position.legal_moves()[0]))

    async def stopped(times: int) -> None:
        """Have the other process pause the tournament while somebody moves, and resume it.

        This is the ``times``-th pause.
        """
        await asyncio.gather(
            moved(),
            elsewhere.tournaments.change(
                1, lambda t: t.organising.pause(organiser, "x", now=table.now, source=None)
            ),
        )
        await table.discord.until(lambda: count("pause") == 2 * times)
        await elsewhere.tournaments.change(
            1, lambda t: t.organising.resume(organiser, now=table.now, source=None)
        )
        await table.discord.until(lambda: count("resume") == 2 * times)
        await table.settled()

    made = "SELECT 1 FROM entries WHERE kind = 'make'"
    try:
        await table.discord.until(lambda: len(table.posts) == 2 and bool(table.query(made)))
        for times in range(1, 4):
            await stopped(times)
    finally:
        await elsewhere.close()
    assert count("timeout") == 0
    await table.leave()
    table.check_shown()
