"""A server that restarts, or has other writers, loses no turn and saves none twice."""

from __future__ import annotations

import asyncio
import logging
import signal
from functools import partial
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text, update

from data import Store, StoreError, outages
from data.asynchronous import AsyncConnection
from data.database.postgres import backend, ownership
from data.database.postgres.backend import PostgresBackend
from data.database.schema import facts
from engine.table.match import Match
from engine.table.record import Status
from tests.data.hands import execute
from tests.data.tables import change, live, turn
from tests.nightly import at_night, is_night
from tests.patience import PATIENCE, until
from tests.postgres import Server

END_OWNER = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"


async def rows(store: Store, match: Match) -> tuple[Match, list[int]]:
    """Return a match from the database, and the events of its posts."""
    store.memory.forget_all()
    return await store.load(match.id), [post.event for post in await store.outbox.posts(match.id)]


@pytest.mark.parametrize(
    "how", [at_night(signal.SIGINT), signal.SIGQUIT], ids=["restarted", "crashed"]
)
async def test_turns_go_on_while_the_server_is_restarted(
    store: Store, server: Server, how: signal.Signals
) -> None:
    matches = [await live(store) for _ in range(3)]
    stopping = asyncio.Event()
    played: dict[int, Match] = {}

    async def plays(match: Match) -> None:
        number = 0
        while not stopping.is_set():
            number += 1
            source = f"message:{match.id}:{number}"
            match = await change(store, match.id, lambda found, source=source: turn(found, source))  # type: ignore[misc] # mypy infers no lambda with a default
            played[match.id] = match
            if match.status is not Status.LIVE:
                match = await live(store)

    def has_gone_on(before: int) -> bool:
        failed = any(task.done() for task in playing)
        return failed or sum(len(match.events) for match in played.values()) >= before + 6

    playing = [asyncio.create_task(plays(match)) for match in matches]
    for _ in range(3 if is_night() else 2):
        before = sum(len(match.events) for match in played.values())
        await server.restart(how)
        await until(partial(has_gone_on, before))
        assert not any(task.done() for task in playing), [task.result() for task in playing]
    stopping.set()
    await asyncio.gather(*playing)
    for match in played.values():
        kept, posts = await rows(store, match)
        assert kept == match
        assert posts == sorted(set(posts))
        assert posts[-1] == len(match.events)


@pytest.mark.parametrize("committed", [True, False])
async def test_a_commit_without_an_answer_is_neither_lost_nor_done_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    match = await live(store)
    commit = asyncpg.transaction.Transaction.commit
    cut: list[bool] = []

    async def cuts(self: Any) -> None:  # noqa: ANN401 - asyncpg has no types
        if not cut:
            cut.append(committed)
            if committed:
                await commit(self)
            self._connection.terminate()
        await commit(self)

    monkeypatch.setattr(asyncpg.transaction.Transaction, "commit", cuts)
    match = await change(store, match.id, turn)
    assert cut == [committed]
    kept, posts = await rows(store, match)
    assert kept == match
    assert posts == [1, 3, 4]


async def test_what_loses_against_another_transaction_is_done_again(store: Store, url: str) -> None:
    await store.facts.set("score", "0")
    attempts: list[str] = []

    async def adds(connection: AsyncConnection) -> None:
        found = await connection.scalar(
            facts.select().with_only_columns(facts.c.value).where(facts.c.name == "score")
        )
        attempts.append(found or "")
        if len(attempts) == 1:
            await execute(url, "UPDATE facts SET value = '40' WHERE name = 'score'")
        value = str(int(found or 0) + 2)
        await connection.execute(update(facts).where(facts.c.name == "score").values(value=value))

    await store._database.write(adds)
    assert attempts == ["0", "40"]
    assert await store.facts.get("score") == "42"


async def test_a_deadlock_is_undone_and_done_again(store: Store, server: Server, url: str) -> None:
    for name in ("first", "second"):
        await store.facts.set(name, "0")
    other = await asyncpg.connect(host=str(server.folder), user="postgres", database=url_name(url))
    await other.execute("SET deadlock_timeout = '60s'")
    attempts: list[int] = []
    waiting: list[asyncio.Task[Any]] = []

    async def sets(connection: AsyncConnection, name: str) -> None:
        await connection.execute(update(facts).where(facts.c.name == name).values(value="ours"))

    async def both(connection: AsyncConnection) -> None:
        attempts.append(1)
        await sets(connection, "first")
        if len(attempts) == 1:
            theirs = "UPDATE facts SET value = value || ' theirs' WHERE name = "
            await other.execute(f"BEGIN; {theirs} 'second'")
            script = f"{theirs} 'first'; COMMIT"
            waiting.append(asyncio.create_task(other.execute(script)))
        await sets(connection, "second")

    await store._database.write(both)
    await asyncio.gather(*waiting)
    await other.close()
    assert len(attempts) >= 2
    assert {await store.facts.get(name) for name in ("first", "second")} == {"ours"}


def url_name(url: str) -> str:
    """Return the name of the database in a URL."""
    return url.split("@/")[1].split("?", maxsplit=1)[0]


async def test_a_statement_that_takes_too_long_is_given_up(
    store: Store,
) -> None:
    limits: list[str | None] = []

    async def sleeps(connection: AsyncConnection) -> None:
        limits.append(await connection.scalar(text("SHOW statement_timeout")))
        await connection.run_sync(Connection.exec_driver_sql, "SET LOCAL statement_timeout = 1")
        await connection.run_sync(Connection.exec_driver_sql, "SELECT pg_sleep(600)")

    with pytest.raises(StoreError, match="statement timeout"):
        await store._database.write(sleeps)
    assert set(limits) == {backend.SETTINGS["statement_timeout"]}
    await live(store)


async def test_a_server_that_is_gone_is_logged_once(
    store: Store, server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "TRIED_EVERY", 0.01)
    match = await live(store)
    server.stop()
    changing = asyncio.create_task(change(store, match.id, turn))
    await until(lambda: not store.is_available)
    server.start()
    match = await changing
    async with asyncio.timeout(PATIENCE):
        await store.available()
    said = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert len(said) == 2
    assert "cannot be reached: " in said[0] or "cannot be used: " in said[0]
    assert " is back after " in said[1]
    store.memory.forget_all()
    assert await store.load(match.id) == match


async def test_a_server_that_cannot_be_reached_is_said_in_a_sentence(
    url: str, server: Server
) -> None:
    refused = url.replace(str(server.folder), "/nowhere")
    with pytest.raises(StoreError, match=r"^The database postgresql://postgres@/.*\.$"):
        await Store.open(refused)
    with pytest.raises(StoreError, match=r"database .*nothing.* does not exist\.$"):
        await Store.open(url.replace(url_name(url), "nothing"))


# One owner


async def test_a_lock_lost_with_its_connection_is_regained(store: Store, server: Server) -> None:
    match = await live(store)
    await server.execute(END_OWNER)
    match = await change(store, match.id, turn)
    assert (await rows(store, match))[0] == match


async def test_who_lost_it_to_another_writes_nothing_more(
    store: Store, server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await live(store)
    monkeypatch.setattr(ownership.Ownership, "_regain", lambda _: asyncio.sleep(0))
    await server.execute(END_OWNER)
    heir = await Store.open(url)
    lost = store._database.backend
    assert isinstance(lost, PostgresBackend)
    # The store acts as if it had not noticed yet that its connection is gone.
    monkeypatch.setattr(lost._ownership, "_held", lambda: None)
    with pytest.raises(StoreError, match="in use by another process"):
        await change(store, match.id, turn)
    assert len((await change(heir, match.id, turn)).moves) == 1
    await heir.close()
