"""A database is opened whole, by one process, or refused in one sentence."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from data import Store, StoreError
from data.database import driver
from data.database.checking import MIGRATIONS, revisions
from data.database.connection import Database
from data.database.driver import BUSY_TIMEOUT
from data.database.opening import CONNECTIONS
from data.database.schema import UtcTime, metadata
from data.matches.cache import Cache
from data.matches.history import Tally, Viewer, Wanted
from engine.table.match import Match
from engine.table.record import Event, Kind, Status
from tests.data.results import ANN, BEN, begun, ended
from tests.data.tables import CHANNEL, GUILD, HOST, START, change, live, turn


async def refusal(url: str) -> str:
    """The sentence a database is refused with."""
    with pytest.raises(StoreError) as raised:
        await Store.open(url)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def execute(file: Path, *statements: str) -> None:
    """Somebody else's hand in a database file."""
    connection = sqlite3.connect(file)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def write(file: Path, text: str) -> None:
    """A file of text."""
    file.write_text(text)


def permit(path: Path, mode: int) -> None:
    """Gives and takes permissions."""
    path.chmod(mode)


def names(directory: Path) -> set[str]:
    """The files there."""
    return {file.name for file in directory.iterdir()}


# Opening


@pytest.mark.parametrize("prefix", ["sqlite+aiosqlite:///", "sqlite:///", ""])
async def test_a_database_is_named_by_url_or_by_file(tmp_path: Path, prefix: str) -> None:
    store = await Store.open(f"{prefix}{tmp_path / 'a b%d.db'}")
    await live(store)
    await store.close()
    assert names(tmp_path) == {"a b%d.db", "a b%d.db.lock", "a b%d.db.used"}


async def test_what_is_written_is_there_when_it_is_opened_again(url: str) -> None:
    store = await Store.open(url)
    match = await live(store, turns=3)
    posts = await store.outbox.posts(match.id)
    await store.close()
    store = await Store.open(url)
    assert await store.load(match.id) == match
    assert await store.outbox.posts(match.id) == posts
    await store.close()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    for name, text in (("diary.db", "Today I played draughts. " * 100), ("a.db", "Not today.")):
        write(tmp_path / name, text)
        for _ in range(2):
            assert "file is not a database" in await refusal(str(tmp_path / name))


async def test_a_directory_that_does_not_exist(tmp_path: Path) -> None:
    assert "there is no directory" in await refusal(str(tmp_path / "nowhere" / "damier.db"))
    assert not names(tmp_path)


async def test_a_directory_in_its_place(tmp_path: Path) -> None:
    assert "is a directory" in await refusal(str(tmp_path))


async def test_a_file_that_can_only_be_read(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Store.open(url)).close()
    connect = driver.connect

    async def reads(file: str, **options: Any) -> driver.Connection:  # noqa: ANN401 - passed on
        return await connect(f"file:{file}?mode=ro", uri=True, **options)

    with monkeypatch.context() as patch:
        patch.setattr(driver, "connect", reads)
        assert "readonly database" in await refusal(url)
    await (await Store.open(url)).close()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
async def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "damier.db"
    await (await Store.open(str(file))).close()
    permit(file, 0o400)
    assert "readonly" in await refusal(str(file))
    permit(tmp_path, 0o500)
    permit(tmp_path / "damier.db.lock", 0o400)
    try:
        assert "cannot be locked" in await refusal(str(file))
    finally:
        permit(tmp_path, 0o700)


@pytest.mark.parametrize(
    "url",
    [
        "nonsense://x", "sqlite+nothing:///x.db", "://", "sqlite+aiosqlite:///x.db?mode=ro",
        "postgresql+nothing://secret:password@localhost/x",
    ],
)  # fmt: skip
async def test_a_url_of_no_use(url: str) -> None:
    assert "password" not in await refusal(url)


async def test_a_database_of_a_newer_version(tmp_path: Path, url: str) -> None:
    store = await Store.open(url)
    await live(store)
    await store.close()
    with closing(sqlite3.connect(tmp_path / "damier.db")) as connection:
        ((version,),) = connection.execute("SELECT version_num FROM alembic_version")
    execute(tmp_path / "damier.db", "UPDATE alembic_version SET version_num = '9999'")
    for _ in range(2):
        assert "was written by a newer version of Damier" in await refusal(url)
    execute(tmp_path / "damier.db", f"UPDATE alembic_version SET version_num = '{version}'")  # noqa: S608 - ours
    store = await Store.open(url)
    assert len(await store.matches()) == 1
    await store.close()


async def test_a_database_of_an_older_version_is_migrated(tmp_path: Path, url: str) -> None:
    old = Path(__file__).with_name("version_0002.sql").read_text()
    with closing(sqlite3.connect(tmp_path / "damier.db")) as connection:
        connection.executescript(old)
    store = await Store.open(url)
    live, resigned, challenge, declined = await store.matches()
    assert (live.record(), live.status) == ("1. 31-26 16-21 2. 32-27", Status.LIVE)
    assert (resigned.outcome or live.outcome) is not None
    assert (challenge.status, declined.status) == (Status.CHALLENGE, Status.OVER)
    await change(store, live.id, turn)
    await store.close()


async def test_former_players_make_room_for_computers(tmp_path: Path, url: str) -> None:
    old = Path(__file__).with_name("version_0002.sql").read_text()
    with closing(sqlite3.connect(tmp_path / "damier.db")) as connection:
        connection.executescript(old)
        connection.execute("INSERT INTO facts VALUES ('number of the last former player', '-11')")
        connection.execute("UPDATE matches SET host = -11")
        connection.execute("UPDATE seats SET person = -11")
        connection.execute("UPDATE events SET person = -11 WHERE person > 0")
        connection.commit()
    store = await Store.open(url)
    live, *_ = await store.matches()
    assert live.host == -1010
    assert set(live.people) == {-1010}
    assert not live.computers
    assert {event.person for event in live.events} == {-1010, None}
    assert await store.facts.get("number of the last former player") == "-1010"
    await store.close()


async def test_results_from_before_both_had_moved_are_none_any_more(
    tmp_path: Path, url: str
) -> None:
    store = await Store.open(url)
    kept = await ended(store)
    early = await begun(store)

    def resigned(match: Match) -> Match:
        """The match as it ended by the rules of then: one has moved, the other resigns."""
        match = turn(match)
        number, position = len(match.events), match.position.resign(1)
        events = (
            *match.events,
            Event(number + 1, Kind.RESIGN, match.events[-1].at, 1, BEN, position=position.fen()),
            Event(number + 2, Kind.RESULT, match.events[-1].at),
        )
        return replace(match, events=events, line=(*match.line, position))

    await change(store, early.id, resigned)
    await store.close()
    with closing(sqlite3.connect(tmp_path / "damier.db")) as connection:
        connection.execute(f"UPDATE seats SET rank = seat + 1 WHERE match = {early.id}")  # noqa: S608 - a number of ours
        connection.execute(
            "INSERT INTO ratings SELECT id, person, r.guild, r.game, m.ended, mu, sigma "
            "FROM ratings AS r, matches AS m WHERE m.id = ? AND r.match = ?",
            (early.id, kept.id),
        )
        connection.execute("UPDATE alembic_version SET version_num = '0006'")
        connection.commit()
    store = await Store.open(url)
    assert await store.ratings.changes(early.id) == []
    assert len(await store.ratings.changes(kept.id)) == 2
    wanted = Wanted(GUILD, ANN, BEN)
    assert await store.history.score(wanted, Viewer([CHANNEL])) == Tally(1, 0, 0)
    await store.close()


async def test_a_database_of_another_program(tmp_path: Path, url: str) -> None:
    execute(tmp_path / "damier.db", "CREATE TABLE bookmarks (url TEXT)")
    assert "another program" in await refusal(url)


# The schema


def test_the_files_of_migrations_are_named_after_their_revisions() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    assert list(revisions()) == sorted(script.revision for script in scripts)


async def test_the_migrations_make_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with store._database.reading() as connection:
        assert await connection.run_sync(differences) == []
        created = await connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'matches'"
        )
        assert "AUTOINCREMENT" in created.scalar_one()


async def test_a_failed_migration_leaves_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise OperationalError("CREATE TABLE posts", {}, Exception("disk I/O error"))

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_index", breaks)
        assert "disk I/O error" in await refusal(url)
    connection = sqlite3.connect(tmp_path / "damier.db")
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    await (await Store.open(url)).close()


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        UtcTime().process_bind_param(START.replace(tzinfo=None), None)  # type: ignore[arg-type]


# Connections


async def test_every_connection_is_set_up(store: Store) -> None:
    async def pragmas(database: Database, inside: int) -> list[tuple[object, ...]]:
        async with database.reading() as connection:
            found = tuple(
                [
                    (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                ]
            )
            return [found, *(await pragmas(database, inside - 1) if inside else [])]

    full = 2
    assert (
        await pragmas(store._database, CONNECTIONS - 1)
        == [("wal", full, 1, BUSY_TIMEOUT)] * CONNECTIONS
    )


async def test_a_reader_does_not_wait_for_the_writer(store: Store) -> None:
    match = await live(store)
    async with asyncio.timeout(5), store._database.writing() as connection:
        await connection.exec_driver_sql("UPDATE matches SET channel = 5")
        store._known.put(match.until(1))
        assert await store.load(match.id) == match


async def test_readers_do_not_wait_behind_writers(store: Store) -> None:
    match = await live(store)
    async with store._database.writing():
        waiting = [
            asyncio.create_task(store.facts.set("number", str(number)))
            for number in range(2 * CONNECTIONS)
        ]
        await asyncio.sleep(0.05)
        store._known = Cache()
        assert await asyncio.wait_for(store.load(match.id), 5) == match
    await asyncio.gather(*waiting)


async def test_a_writer_takes_the_file_before_it_reads(store: Store, tmp_path: Path) -> None:
    async with store._database.writing() as connection:
        await connection.exec_driver_sql("SELECT 1")
        other = sqlite3.connect(tmp_path / "damier.db", timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


async def test_a_full_disk_loses_the_turn_and_nothing_else(store: Store) -> None:
    match = await live(store)

    async def limit(pages: int) -> None:
        async with store._database.writing() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    async def fill() -> None:
        for _ in range(500):
            await change(store, match.id, lambda match: match.repost(now=START))

    await limit(1)
    with pytest.raises(StoreError, match="full"):
        await fill()
    match = await store.load(match.id)
    store._known = Cache()
    assert await store.load(match.id) == match
    assert (await store.outbox.posts(match.id))[-1].event == len(match.events)
    await limit(2**30)
    match = await change(store, match.id, turn)
    store._known = Cache()
    assert await store.load(match.id) == match


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
    store._known = Cache()
    assert await store.load(match.id) == match


async def test_no_error_shows_what_was_to_be_written(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    match = await live(store)
    async with store._database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE events RENAME COLUMN source TO origin")
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


@pytest.mark.slow
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


@pytest.mark.usefixtures("store")
async def test_a_second_store_of_this_process_is_refused(url: str, tmp_path: Path) -> None:
    assert "in use" in await refusal(url)
    (tmp_path / "link.db").symlink_to(tmp_path / "damier.db")
    assert "in use" in await refusal(str(tmp_path / "link.db"))


async def test_databases_in_memory_are_apart() -> None:
    first, second = [await Store.open("sqlite+aiosqlite://") for _ in range(2)]
    await live(first)
    assert await second.matches() == []
    await first.close()
    await second.close()
