"""The pages of the running bot for Prometheus and supervisors, and its messages to systemd."""

from __future__ import annotations

import asyncio
import platform
import re
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import aiohttp
import asyncpg
import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from cogs import VERSION
from data import Store, shards_of
from data.database.postgres.ownership import LOCKS, MIGRATING
from tests.loopback.table import SEND, Table
from tests.nightly import at_night
from tests.patience import PATIENCE, looked_up
from tests.postgres import Server

ADDRESS = re.compile(r"Metrics are at (http://127\.0\.0\.1:\d+)/metrics")

IMPATIENT = {"DATABASE_ANSWERS_WITHIN": "1"}
"""The environment of a bot that waits for its database only one second."""

Figures = dict[tuple[str, ...], float]
"""The values of samples, by the sample's name and the values of its labels."""


class Asked:
    """A client of the bot's two pages, `metrics` and `healthz`."""

    def __init__(self, table: Table, client: aiohttp.ClientSession) -> None:
        self._table = table
        self._client = client

    async def _get(self, page: str) -> aiohttp.ClientResponse:
        found = ADDRESS.search(self._table.bot.log)
        assert found, self._table.bot.log
        response = await self._client.get(f"{found[1]}/{page}")
        await response.read()
        return response

    async def samples(self) -> list[Sample]:
        response = await self._get("metrics")
        assert (response.status, response.content_type) == (200, "text/plain")
        families = text_string_to_metric_families(await response.text())
        return [sample for family in families for sample in family.samples]

    async def figures(self) -> Figures:
        samples = await self.samples()
        return {(sample.name, *sample.labels.values()): sample.value for sample in samples}

    async def counted(self) -> Figures:
        """Wait until figures from the database are among the bot's figures; return them all."""
        return await looked_up(self.figures, lambda figures: ("damier_matches", "live") in figures)

    async def health(self) -> tuple[int, str]:
        response = await self._get("healthz")
        return response.status, await response.text()

    async def until(self, status: int) -> str:
        """Ask for the health until its answer has this HTTP status; return the answer's text."""
        return (await looked_up(self.health, lambda answer: answer[0] == status))[1]


@pytest.fixture
async def asked(table: Table, request: pytest.FixtureRequest) -> AsyncIterator[Asked]:
    timeout = aiohttp.ClientTimeout(PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout) as client:
        await table.start(METRICS_PORT="0", **getattr(request, "param", {}))
        yield Asked(table, client)


async def test_figures_of_a_turn(table: Table, asked: Asked) -> None:
    await table.begin()
    before = await asked.figures()
    assert before["damier_turns_total",] == 0
    table.discord.rate_limit_next(*SEND, retry_after=0.1)
    await table.play("32-28")
    figures = await asked.figures()
    assert figures["damier_turns_total",] == 1
    assert figures["damier_board_seconds_count",] == 1
    assert figures["damier_board_seconds_bucket", "+Inf"] == 1
    assert figures["damier_board_seconds_sum",] >= 0.1
    assert figures["damier_board_seconds_bucket", "0.05"] == 0
    assert figures["damier_rate_limits_total", "user"] == 1
    assert figures["damier_matches", "live"] == 1
    assert figures["damier_matches", "over"] == figures["damier_matches", "challenge"] == 0
    assert figures["damier_outbox", "waiting"] == figures["damier_outbox", "refused"] == 0
    for kind in ("read", "write"):
        taken = figures["damier_database_seconds_count", kind]
        assert taken > before["damier_database_seconds_count", kind]
        assert figures["damier_database_seconds_sum", kind] > 0
    assert figures["damier_event_loop_lag_seconds_count",] > 0
    assert figures["damier_thoughts", "thinking"] == figures["damier_thoughts", "waiting"] == 0
    assert figures["damier_thinking_processes",] == 0
    assert figures["damier_servers",] == 1
    assert 0 < figures["damier_gateway_latency_seconds", "0"] < PATIENCE
    assert figures["process_resident_memory_bytes",] > 0


async def test_figures_of_computers_and_of_what_discord_refuses(table: Table, asked: Asked) -> None:
    await table.say(table.ann, f"{table.mention} play frisian level 1")
    await table.shown(1)
    await table.discord.deny(table.channel, "send_messages")
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: len(table.moves) > 1)
    await table.discord.until(lambda: bool(table.query("SELECT 1 FROM posts WHERE why != ''")))
    figures = await asked.figures()
    assert figures["damier_thinking_processes",] == 1
    assert figures["damier_outbox", "refused"] > 0


async def test_it_is_well_while_gateway_and_database_answer(table: Table, asked: Asked) -> None:
    assert await asked.health() == (200, "gateway: ok\ndatabase: ok\n")
    async with table.discord.outage():
        assert await asked.until(503) == "gateway: shard 0 is not connected\ndatabase: ok\n"
    await asked.until(200)


@pytest.mark.parametrize("asked", [IMPATIENT], indirect=True)
async def test_a_database_that_hangs_is_told_at_once(table: Table, asked: Asked) -> None:
    with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(asked.health() for _ in range(3)))
        assert set(answers) == {
            (503, "gateway: ok\ndatabase: The database does not answer within 1 s.\n")
        }
        figures = await asked.counted()  # reading need not wait
        assert figures["damier_matches", "live"] == 0
        other.execute("ROLLBACK")
    await asked.until(200)
    await table.begin()
    await table.play("32-28")
    await table.check("move")


async def test_a_server_of_databases_that_is_gone(table: Table, postgres: Server) -> None:
    timeout = aiohttp.ClientTimeout(PATIENCE)
    url = postgres.url(await postgres.new())
    await table.start(METRICS_PORT="0", DATABASE_URL=url, **IMPATIENT)
    async with aiohttp.ClientSession(timeout=timeout) as client:
        asked = Asked(table, client)
        assert await asked.until(200) == "gateway: ok\ndatabase: ok\n"
        postgres.stop()
        try:
            assert "database: The database " in await asked.until(503)
            figures = await asked.figures()
            assert ("damier_matches", "live") not in figures
            assert figures["damier_servers",] == 1
        finally:
            postgres.start()
        await asked.until(200)
        assert (await asked.counted())["damier_matches", "live"] == 0


async def test_what_runs_how_its_backups_go_and_what_it_logs(table: Table) -> None:
    began = table.now.timestamp()
    await table.start(METRICS_PORT="0", BACKUP_DIR=str(table.database.parent / "backups"))
    await table.discord.until(lambda: "backup file=" in table.bot.log)
    assert f"Damier {VERSION}, discord.py" in table.bot.log.splitlines()[0]
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        asked = Asked(table, client)
        figures = await asked.figures()
        assert [key[1:] for key in figures if key[0] == "damier_build_info"] == [
            (discord.__version__, platform.python_version(), VERSION)
        ]
        assert figures["damier_standing_by",] == 0
        assert figures["damier_backup_succeeded",] == 1
        assert figures["damier_backup_interval_seconds",] == 24 * 60 * 60
        assert 0 <= figures["damier_backup_last_success_timestamp_seconds",] - began < PATIENCE
        logged = figures["damier_log_lines_total", "error"]
        await table.begin()
        table.discord.fail_next(*SEND, status=400, code=50035)
        await table.say(table.ann, "32-28")
        await table.discord.until(lambda: bool(table.query("SELECT 1 FROM posts WHERE why != ''")))
        figures = await asked.figures()
        assert figures["damier_log_lines_total", "error"] > logged


async def test_without_backups_there_are_no_figures_of_them(asked: Asked) -> None:
    assert not [key for key in await asked.figures() if key[0].startswith("damier_backup")]


async def test_a_process_that_waits_for_its_shards_says_so(table: Table, postgres: Server) -> None:
    url = postgres.url(await postgres.new())
    shared = {"METRICS_PORT": "0", "DATABASE_URL": url, "SHARD_COUNT": "1"}
    await table.start(**shared)
    first = table.bot
    spare = await table.new_bot(**shared).start()
    await table.discord.until(lambda: "waiting for it" in spare.log)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        asked = Asked(table, client)
        assert await asked.health() == (200, "standing by: another process has the shards\n")
        figures = await asked.figures()
        assert figures["damier_standing_by",] == 1
        assert ("damier_turns_total",) not in figures
        assert figures["process_resident_memory_bytes",] > 0
        await first.terminate()
        await table.started()
        assert await asked.until(200) == "gateway: ok\ndatabase: ok\n"
        assert (await asked.figures())["damier_standing_by",] == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, at_night(signal.SIGINT)])
async def test_a_process_that_waits_for_its_shards_leaves_when_it_is_told_to(
    table: Table, postgres: Server, number: signal.Signals
) -> None:
    url = postgres.url(await postgres.new())
    store = await Store.open(url, shards=shards_of("", 1))
    spare = await table.new_bot(DATABASE_URL=url, SHARD_COUNT="1").start()
    await table.discord.until(lambda: "waiting for it" in spare.log)
    spare.send_signal(number)
    assert await spare.exit() == 0
    assert "Traceback" not in spare.log
    await store.close()


async def test_while_the_database_is_migrated_nobody_should_end_it(
    table: Table, postgres: Server
) -> None:
    name = await postgres.new()
    other = await asyncpg.connect(host=str(postgres.folder), user="postgres", database=name)
    await other.execute(f"SELECT pg_advisory_lock({LOCKS}, {MIGRATING})")
    bot = await table.new_bot(METRICS_PORT="0", DATABASE_URL=postgres.url(name)).start()
    await table.discord.until(lambda: ADDRESS.search(bot.log) is not None)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        asked = Asked(table, client)
        assert await asked.health() == (200, "starting: the database is being opened\n")
        assert (await asked.figures())["damier_standing_by",] == 0
        await other.close()
        await table.started()
        assert await asked.until(200) == "gateway: ok\ndatabase: ok\n"


async def test_before_it_has_logged_in_it_is_not_well(table: Table) -> None:
    hold = table.discord.hold("GET", "/users/@me")
    bot = await table.new_bot(METRICS_PORT="0").start()
    await hold.reached()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        asked = Asked(table, client)
        assert await asked.health() == (
            503, "gateway: the bot is not logged in yet\ndatabase: ok\n",
        )  # fmt: skip
        assert (await asked.figures())["damier_servers",] == 0
    hold.release()
    await bot.terminate()


async def test_a_port_that_is_taken(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        bot = await table.new_bot(METRICS_PORT=str(port)).start()
        assert await bot.exit() == 1
    assert "Traceback" not in bot.log
    last = bot.log.splitlines()[-1]
    assert last.startswith(f"Metrics cannot be served on 127.0.0.1, port {port}: ")
    assert not table.discord.requests


# The supervisor


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(PATIENCE)
        yield listening


async def hear(told: socket.socket) -> str:
    return (await asyncio.to_thread(told.recv, 1000)).decode()


async def test_systemd_is_told_that_it_is_ready_and_alive(
    table: Table, told: socket.socket
) -> None:
    hold = table.discord.hold("GET", "/users/@me")
    bot = await table.new_bot(NOTIFY_SOCKET=told.getsockname(), WATCHDOG_USEC="100000").start()
    await hold.reached()
    told.setblocking(False)
    with pytest.raises(BlockingIOError):
        told.recv(1000)
    told.settimeout(PATIENCE)
    hold.release()
    assert [await hear(told) for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    last = asyncio.create_task(after_the_watchdog(told))
    assert await bot.terminate() == 0
    assert await last == "STOPPING=1"


async def after_the_watchdog(told: socket.socket) -> str:
    """Return the first line that systemd is told after those of the watchdog."""
    while (line := await hear(told)) == "WATCHDOG=1":
        pass
    return line


async def test_a_systemd_that_reads_nothing_keeps_nobody_waiting(
    table: Table, told: socket.socket
) -> None:
    await table.start(NOTIFY_SOCKET=told.getsockname(), WATCHDOG_USEC="2000")
    ticks = table.log.count("told: Store.due")
    await table.discord.until(lambda: table.log.count("told: Store.due") > ticks + 1)
    await table.leave()
    assert "Traceback" not in table.log
