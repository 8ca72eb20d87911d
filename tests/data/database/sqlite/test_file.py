"""The file of a database belongs to one process, and is set up to lose nothing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from data import Store, StoreError
from data.database.connection import Database
from data.database.sqlite import driver, faults, file_check
from data.database.sqlite.backend import CONNECTIONS
from data.database.sqlite.driver import BUSY_TIMEOUT, LOG_KEPT
from data.database.sqlite.file_check import FileState
from data.database.sqlite.file_format import WAL, beside
from engine.table.record import Status
from tests.data.database.test_database import refusal
from tests.data.tables import START, change, live, turn


def write(file: Path, text: str) -> None:
    """Write a file of text."""
    file.write_text(text, encoding="utf-8")


def names(directory: Path) -> set[str]:
    """Return the names of the files in ``directory``."""
    return {file.name for file in directory.iterdir()}


@pytest.mark.parametrize("prefix", ["sqlite+aiosqlite:///", "sqlite:///", ""])
async def test_a_database_is_named_by_url_or_by_file(tmp_path: Path, prefix: str) -> None:
    store = await Store.open(f"{prefix}{tmp_path / 'a b%d.db'}")
    await live(store)
    await store.close()
    assert names(tmp_path) == {"a b%d.db", "a b%d.db.lock", "a b%d.db.used"}


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    for name, text in (("diary.db", "Today I played draughts. " * 100), ("a.db", "Not today.")):
        write(tmp_path / name, text)
        for _ in range(2):
            assert "file is not a database" in await refusal(str(tmp_path / name))


async def test_a_log_that_another_program_deletes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "damier.db"
    await (await Store.open(str(file))).close()
    log, stat = beside(file, WAL), Path.stat

    def told_of(path: Path, **options: Any) -> os.stat_result:  # noqa: ANN401 - passed on
        found = stat(path, **options)
        if path == log:
            log.unlink()
        return found

    monkeypatch.setattr(Path, "stat", told_of)
    log.write_bytes(bytes(40))
    assert file_check.check(file).state is FileState.SOUND
    for fault in (faults.unreadable, faults.not_writable):
        log.write_bytes(bytes(40))
        assert fault(file) is None


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


@pytest.mark.usefixtures("without_tables")
async def test_a_database_of_an_older_version_is_migrated(tmp_path: Path, url: str) -> None:
    old = Path(__file__).parent.with_name("version_0002.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "damier.db")) as connection:
        connection.executescript(old)
    store = await Store.open(url)
    live, resigned, challenge, declined = await store.matches()
    assert (live.record(), live.status) == ("1. 31-26 16-21 2. 32-27", Status.LIVE)
    assert (resigned.outcome or live.outcome) is not None
    assert (challenge.status, declined.status) == (Status.CHALLENGE, Status.OVER)
    await change(store, live.id, turn)
    await store.close()


@pytest.mark.usefixtures("without_tables")
async def test_former_players_make_room_for_computers(tmp_path: Path, url: str) -> None:
    old = Path(__file__).parent.with_name("version_0002.sql").read_text(encoding="utf-8")
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


SET = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "journal_size_limit")


async def test_every_connection_is_set_up(store: Store) -> None:
    async def pragmas(database: Database, inside: int) -> list[tuple[object, ...]]:
        async with database.reading() as connection:
            found = tuple(
                [
                    (
                        await connection.run_sync(Connection.exec_driver_sql, f"PRAGMA {name}")
                    ).scalar_one()
                    for name in SET
                ]
            )
            return [found, *(await pragmas(database, inside - 1) if inside else [])]

    full = 2
    assert (
        await pragmas(store._database, CONNECTIONS - 1)
        == [("wal", full, 1, BUSY_TIMEOUT, LOG_KEPT)] * CONNECTIONS
    )


async def test_a_writer_takes_the_file_before_it_reads(store: Store, tmp_path: Path) -> None:
    async with store._database.writing() as connection:
        await connection.run_sync(Connection.exec_driver_sql, "SELECT 1")
        other = sqlite3.connect(tmp_path / "damier.db", timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


async def test_a_full_disk_loses_the_turn_and_nothing_else(store: Store) -> None:
    match = await live(store)

    async def limit(pages: int) -> None:
        async with store._database.writing() as connection:
            await connection.run_sync(
                Connection.exec_driver_sql, f"PRAGMA max_page_count = {pages}"
            )

    async def fill() -> None:
        for _ in range(500):
            await change(store, match.id, lambda match: match.repost(now=START))

    await limit(1)
    with pytest.raises(StoreError, match="full"):
        await fill()
    match = await store.load(match.id)
    store.memory.forget_all()
    assert await store.load(match.id) == match
    assert (await store.outbox.posts(match.id))[-1].event == len(match.events)
    await limit(2**30)
    match = await change(store, match.id, turn)
    store.memory.forget_all()
    assert await store.load(match.id) == match


async def test_databases_in_memory_are_apart() -> None:
    first, second = [await Store.open("sqlite+aiosqlite://") for _ in range(2)]
    await live(first)
    assert await second.matches() == []
    await first.close()
    await second.close()


async def test_numbers_of_matches_are_never_given_twice(store: Store) -> None:
    async with store._database.reading() as connection:
        created = await connection.run_sync(
            Connection.exec_driver_sql,
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'matches'",
        )
        assert "AUTOINCREMENT" in created.scalar_one()


@pytest.mark.usefixtures("store")
async def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "damier.db")
    assert "in use" in await refusal(str(tmp_path / "link.db"))
