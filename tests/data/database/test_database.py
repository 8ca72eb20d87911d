"""A sound database is opened by one process; any other is refused in one sentence."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, inspect, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from data import Store, StoreError
from data.database import schema
from data.database.columns import UtcTime
from data.database.postgres import ownership
from data.database.revisions import MIGRATIONS, revisions
from data.database.schema import metadata
from data.database.sqlite.backend import CONNECTIONS
from tests.data.hands import execute
from tests.data.kinds import postgresql_at_night
from tests.data.results import begun
from tests.data.tables import HOST, START, change, live, turn
from tests.patience import PATIENCE, until, waiters


async def refusal(url: str) -> str:
    """Return the sentence that refuses a database."""
    with pytest.raises(StoreError) as raised:
        await Store.open(url)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def tables(url: str) -> list[str]:
    """Return the names of a database's tables."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        found = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()
    return found


# Opening


@postgresql_at_night
async def test_what_is_written_is_there_when_it_is_opened_again(url: str) -> None:
    store = await Store.open(url)
    match = await live(store, turns=3)
    posts = await store.outbox.posts(match.id)
    await store.close()
    store = await Store.open(url)
    assert await store.load(match.id) == match
    assert await store.outbox.posts(match.id) == posts
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense://x", "sqlite+nothing:///x.db", "://", "sqlite+aiosqlite:///x.db?mode=ro",
        "postgresql+nothing://secret:password@localhost/x",
    ],
)  # fmt: skip
async def test_a_url_of_no_use(url: str) -> None:
    assert "password" not in await refusal(url)


async def test_a_database_of_a_newer_version(url: str) -> None:
    store = await Store.open(url)
    await live(store)
    await store.close()
    ((version,),) = await execute(url, "SELECT version_num FROM alembic_version")
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    for _ in range(2):
        assert "was written by a newer version of Damier" in await refusal(url)
    await execute(url, f"UPDATE alembic_version SET version_num = '{version}'")  # noqa: S608 - ours
    store = await Store.open(url)
    assert len(await store.matches()) == 1
    await store.close()


async def listed(url: str) -> list[tuple[object, ...]]:
    """Return the columns by which matches are listed, by match, after opening the database."""
    store = await Store.open(url)
    async with store._database.reading() as connection:
        what = "SELECT id, turn, awaited, deadline, duty FROM matches ORDER BY id"
        found = [tuple(row) for row in await connection.run_sync(Connection.exec_driver_sql, what)]
    await store.close()
    return found


@postgresql_at_night
@pytest.mark.parametrize("wrong", ["turn = 1", "turn = NULL", "awaited = NULL"])
async def test_columns_of_lists_that_disagree_with_the_position_are_repaired(
    url: str, wrong: str
) -> None:
    store = await Store.open(url)
    await begun(store)
    await store.close()
    before = await listed(url)
    await execute(url, f"UPDATE matches SET {wrong}")  # noqa: S608 - named above
    assert await listed(url) == before


@pytest.mark.usefixtures("without_tables")
async def test_a_database_of_another_program(url: str) -> None:
    await execute(url, "CREATE TABLE bookmarks (url TEXT)")
    assert "another program" in await refusal(url)


# The schema


def test_the_files_of_migrations_are_named_after_their_revisions() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    assert list(revisions()) == sorted(script.revision for script in scripts)


async def test_the_migrations_make_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        opts = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=opts)
        return list(compare_metadata(context, metadata))

    async with store._database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_what_is_put_is_added_or_takes_the_place_of_what_is_there(store: Store) -> None:
    async def put(*rows: dict[str, Any], kept: tuple[str, ...] | None = ()) -> list[Any]:
        async with store._database.writing() as connection:
            await connection.put(schema.standings, *rows, kept=kept)
            found = select(*(schema.standings.c[name] for name in ("person", "wins", "losses")))
            return list(await connection.execute(found.order_by("person")))

    def row(person: int, wins: int, losses: int) -> dict[str, Any]:
        counts = {"draws": 0, "without_result": 0, "rated": 0, "settled": False, "beaten_times": 0}
        key = {"person": person, "guild": 1, "game": "frisian", "since": START}
        return {**key, "wins": wins, "losses": losses, **counts}

    assert await put() == []
    assert await put(row(1, 1, 1), row(2, 2, 2)) == [(1, 1, 1), (2, 2, 2)]
    assert await put(row(2, 3, 3), row(3, 4, 4)) == [(1, 1, 1), (2, 3, 3), (3, 4, 4)]
    assert await put(row(2, 5, 5), kept=("wins",)) == [(1, 1, 1), (2, 3, 5), (3, 4, 4)]
    assert await put(row(2, 6, 6), kept=None) == [(1, 1, 1), (2, 3, 5), (3, 4, 4)]


@pytest.mark.usefixtures("without_tables")
async def test_a_failed_migration_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise OperationalError("CREATE TABLE posts", {}, Exception("disk I/O error"))

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_index", breaks)
        assert "disk I/O error" in await refusal(url)
    assert await tables(url) == []
    await (await Store.open(url)).close()


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        UtcTime().process_bind_param(START.replace(tzinfo=None), None)  # type: ignore[arg-type]


# Connections


async def test_a_reader_does_not_wait_for_the_writer(store: Store) -> None:
    match = await live(store)
    async with asyncio.timeout(PATIENCE), store._database.writing() as connection:
        await connection.run_sync(Connection.exec_driver_sql, "UPDATE matches SET channel = 5")
        store.memory.forget_all()
        assert await store.load(match.id) == match


async def test_readers_do_not_wait_behind_writers(store: Store) -> None:
    match = await live(store)
    async with store._database.writing():
        waiting = [
            asyncio.create_task(store.facts.set("number", str(number)))
            for number in range(2 * CONNECTIONS)
        ]
        await until(lambda: waiters(store._database._writing) == len(waiting))
        store.memory.forget_all()
        assert await asyncio.wait_for(store.load(match.id), PATIENCE) == match
    await asyncio.gather(*waiting)


async def test_a_commit_that_fails_leaves_nothing(store: Store) -> None:
    match = await live(store)
    engine = store._database._writer.sync_engine

    def fails(_: Connection) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    event.listen(engine, "commit", fails)
    with pytest.raises(StoreError, match="disk I/O error"):
        await change(store, match.id, turn)
    event.remove(engine, "commit", fails)
    assert await store.load(match.id) == match
    assert len(await store.outbox.posts(match.id)) == 2
    match = await change(store, match.id, turn)
    store.memory.forget_all()
    assert await store.load(match.id) == match


async def test_no_error_shows_what_was_to_be_written(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    match = await live(store)
    async with store._database.writing() as connection:
        await connection.run_sync(
            Connection.exec_driver_sql, "ALTER TABLE events RENAME COLUMN source TO origin"
        )
    with pytest.raises(StoreError) as raised:
        await change(store, match.id, lambda match: turn(match, "message:424242"))
    error: BaseException | None = raised.value
    while error:
        assert "424242" not in str(error)
        error = error.__cause__
    first, second = await store.outbox.pending()
    await store.outbox.mark_shown(second, 545454)
    with pytest.raises(StoreError):
        await store.outbox.mark_shown(first, 545454)
    assert "424242" not in caplog.text
    assert "545454" not in caplog.text
    assert str(HOST) not in caplog.text


# One owner


@postgresql_at_night
@pytest.mark.usefixtures("store")
async def test_a_second_process_is_refused(url: str) -> None:
    code = (
        "import asyncio, data\n"
        "try:\n"
        f"    asyncio.run(data.Store.open({url!r}))\n"
        "except data.StoreError as error:\n"
        "    print(error)\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert "is in use by another process." in said.decode()


@postgresql_at_night
@pytest.mark.usefixtures("store")
async def test_a_second_store_of_this_process_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "PATIENCE", 0)
    assert "in use" in await refusal(url)
