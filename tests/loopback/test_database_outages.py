"""Outages of the bot's database: people are told, and the bot goes on by itself afterwards."""

from __future__ import annotations

import re
import resource
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from tests.disks import small_disk
from tests.loopback.process import BotProcess
from tests.loopback.table import Table
from tests.loopback.test_metrics import Asked
from tests.patience import PATIENCE
from tests.postgres import Server

NOT_SAVED = "This could not be saved: my database cannot be used at the moment."

LOGGED = "told: Maintenance.log_figures"
"""The line of the fault point at which the bot logs its figures."""


def limit(bot: BotProcess, size: int) -> None:
    """Keep a bot from writing files beyond ``size`` bytes, such as its database."""
    most = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (size, most))


@asynccontextmanager
async def asked(table: Table) -> AsyncIterator[Asked]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        yield Asked(table, client)


LATE = "Can't keep up"
"""Part of a warning of discord.py, for a slow machine or an immediate second heartbeat answer."""


def complaints(table: Table) -> list[str]:
    """Return the log's warnings and errors, without those of LATE."""
    lines = [line for line in table.bot.log.splitlines() if "ERROR" in line or "WARNING" in line]
    return [line for line in lines if LATE not in line]


async def test_it_goes_on_once_there_is_space(table: Table, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        table.database = Path(shutil.copy(table.database, disk.folder / "damier.db"))
        await table.start(METRICS_PORT="0")
        await table.begin()
        await table.play("32-28")
        async with asked(table) as pages:
            assert await pages.until(200) == "gateway: ok\ndatabase: ok\n"
            figures = await pages.counted()
            assert figures["damier_database_bytes",] > 100_000
            assert 0 < figures["damier_database_free_bytes",] < 4096 * 1024
            disk.fill()
            health = await pages.until(503)
            assert health.startswith(
                f"gateway: ok\ndatabase: The database {table.database} cannot be written: the disk "
                f"of {disk.folder} is full (0.0 MB are free); free space there: nothing that was "
            )
            for number in range(3):
                await table.say(table.ben, "19-23")
                await table.discord.until(lambda n=number: len(table.replies) > n)  # type: ignore[misc] # mypy infers no lambda with a default
            assert all(reply.startswith(NOT_SAVED) for reply in table.replies)
            figures = await pages.counted()
            assert figures["damier_database_failures_total", "write"] >= 3
            assert figures["damier_database_free_bytes",] == 0
            disk.free()
            assert await pages.until(200) == "gateway: ok\ndatabase: ok\n"
        await table.play("19-23")
        begun, over = complaints(table)
        assert f"The database {table.database} cannot be written: the disk of" in begun
        assert f"The database {table.database} is back after " in over
        await table.check("move", "move")


async def test_it_starts_on_a_full_disk_with_a_sentence(table: Table, tmp_path: Path) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    await table.bot.kill()
    with small_disk(tmp_path / "disk") as disk:
        for path in table.database.parent.glob("damier.db*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, disk.folder)
        table.database = disk.folder / "damier.db"
        disk.fill()
        bot = await table.new_bot().start()
        assert await bot.exit() == 1
        assert "Traceback" not in bot.log
        assert f" cannot be opened: the disk of {disk.folder} is full (0.0 MB" in bot.log
        assert "damaged" not in bot.log
        disk.free()
        await table.start()
        await table.play("19-23")
        await table.check("move", "move")


async def test_what_is_typed_is_refused_and_can_be_sent_again(table: Table) -> None:
    await table.start()
    await table.begin()
    limit(table.bot, 1)
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: table.replies)
    pressed = await table.press_move(table.ann)
    form = await table.press(table.ann, "Type the move", on=table.private(table.ann))
    (line,) = table.discord.inputs(form)
    pressed = await table.discord.submit(form, {line: "32-28"})
    await table.discord.until(lambda: pressed.text)
    assert pressed.text.startswith("This could not be done: my database cannot be used")
    limit(table.bot, resource.RLIM_INFINITY)
    await table.discord.until(lambda: " is back after " in table.bot.log)
    await table.play("32-28")
    assert len(complaints(table)) == 2
    await table.check("move")


async def test_what_was_typed_while_it_was_away_is_done_after_an_outage(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.leave()
    await table.say(table.ann, "32-28")
    hold = table.discord.hold("GET", "/channels/*/messages")
    bot = await table.new_bot().start()
    await hold.reached()
    limit(bot, 1)
    hold.release()
    await table.discord.until(lambda: " cannot be written: " in bot.log)
    limit(bot, resource.RLIM_INFINITY)
    await table.shown(3)
    await table.check("move")


async def test_a_disk_that_fills_up_at_the_start(table: Table) -> None:
    hold = table.discord.hold("GET", "/users/@me")
    bot = await table.new_bot().start()
    await hold.reached()
    limit(bot, 1)
    hold.release()
    assert await bot.exit() == 1
    assert "Traceback" not in bot.log
    assert bot.log.splitlines()[-1].startswith(f"The database {table.database} cannot be written: ")


async def test_a_server_that_is_gone_for_longer_than_it_is_waited_for(
    table: Table, postgres: Server
) -> None:
    name = await postgres.new(await postgres.migrated())
    await table.start(
        "tell:cogs.operating.maintenance:Maintenance.log_figures",
        DATABASE_URL=postgres.url(name),
        DATABASE_RETRIED_FOR="0",
        HEALTH_EVERY="0.01",
    )
    card = await table.challenge()
    await table.press(table.ben, "Accept", on=card)
    await table.shown(2)
    await table.plain(card)
    postgres.stop()
    try:
        for number, said in enumerate(("32-28", f"{table.mention} 32-28")):
            await table.say(table.ann, said)
            await table.discord.until(lambda n=number: len(table.replies) > n)  # type: ignore[misc] # mypy infers no lambda with a default
        assert all(reply.startswith(NOT_SAVED) for reply in table.replies)
        logged = table.bot.log.count(LOGGED)
        await table.discord.until(lambda: table.bot.log.count(LOGGED) > logged + 1)
    finally:
        postgres.start()
    await table.discord.until(lambda: " is back after " in table.bot.log)
    await table.say(table.ann, "32-28")
    await table.shown(3)
    await table.leave()
    begun, over = complaints(table)
    assert re.search(r" cannot be (?:reached|used|read): ", begun)  # whatever asks first
    assert " operations failed meanwhile." in over
    assert "Traceback" not in table.bot.log


async def test_a_server_that_is_gone_while_the_bot_logs_in(table: Table, postgres: Server) -> None:
    url = postgres.url(await postgres.new(await postgres.migrated()))
    env = {"DATABASE_URL": url, "DATABASE_RETRIED_FOR": "0"}
    await table.start(**env)
    card = await table.challenge()
    await table.press(table.ben, "Accept", on=card)
    await table.shown(2)
    await table.plain(card)
    await table.leave()
    await table.say(table.ann, "32-28")
    hold = table.discord.hold("GET", "/gateway/bot")
    bot = await table.new_bot("tell:data.outages:Outage.fail", **env).start()
    await hold.reached()
    postgres.stop()
    try:
        hold.release()
        await table.discord.until(
            lambda: "told: Outage.fail" in bot.log.partition(" Logged in as ")[2]
        )
    finally:
        postgres.start()
    await table.shown(3)
    await table.leave()
    assert "Traceback" not in bot.log
