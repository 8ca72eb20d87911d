"""A full or read-only disk: nothing saved is lost, and nothing is called damaged."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data import (
    Store,
    StoreError,
    Unavailable,
    backup,
    backup_of,
    copy_database,
    inspect,
    outages,
    restore_to,
)
from data.database.sqlite import copying
from data.database.sqlite.file_format import WAL, beside
from data.database.sqlite.marker import SUFFIX, Marker
from engine.table.match import Match
from tests.data.database.sqlite.refusing import refusal
from tests.data.outages import tried
from tests.data.tables import START, change, live, turn
from tests.disks import Disk, contents, small_disk
from tests.patience import PATIENCE

NO_LOSS = "nothing that was saved is lost, and no backup has to be restored."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with small_disk(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture
def file(disk: Disk, new_database: Path) -> Path:
    return Path(shutil.copy(new_database, disk.folder / "damier.db"))


async def killed(file: Path, folder: Path, turns: int) -> Match:
    """Leave the database as a killed bot does, with an unclosed log; return its match."""
    store = await Store.open(str(shutil.copy(file, folder / file.name)))
    match = await live(store, turns)
    for suffix in ("", WAL, SUFFIX):
        shutil.copy(beside(folder / file.name, suffix), file.parent)
    await store.close()
    return match


async def until_full(store: Store, match: Match) -> Match:
    """Write to a match until nothing more can be saved; return the match last saved."""
    for _ in range(1000):
        try:
            match = await change(store, match.id, lambda found: found.repost(now=START))
        except Unavailable:
            return match
    raise AssertionError("the disk is not full")


# The running bot


async def test_on_a_full_disk_a_turn_is_not_saved_and_the_next_one_is_again(
    file: Path, disk: Disk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "TRIED_EVERY", 0.01)
    monkeypatch.setattr(outages, "monotonic", lambda: 0.0)
    store = await Store.open(str(file))
    match = await live(store)
    disk.fill()
    match = await until_full(store, match)
    for _ in range(3):
        with pytest.raises(
            Unavailable,
            match=rf"^The database {file} cannot be written: the disk of {disk.folder} is full "
            rf"\(0\.0 MB are free\); free space there: {NO_LOSS}$",
        ):
            await change(store, match.id, lambda match: match.repost(now=START))
    with pytest.raises(Unavailable, match="is full"):
        await store.check()
    assert not store.is_available
    store.memory.forget_all()
    assert await store.load(match.id) == match  # saved matches can be read meanwhile
    counts = await store.counts()
    assert counts.free == 0
    assert counts.size > 100_000
    assert store.failures == {"write": 4}

    disk.free()
    async with asyncio.timeout(PATIENCE):
        await store.available()
    await store.check()
    match = await change(store, match.id, turn)
    store.memory.forget_all()
    assert await store.load(match.id) == match
    await store.close()
    said = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert len(said) == 2
    assert said[0].startswith(f"The database {file} cannot be written: the disk of ")
    back = rf"The database {re.escape(str(file))} is back after \d+ s; 4 operations failed"
    assert re.match(back, said[1])


async def test_a_full_disk_is_noticed_although_nobody_plays(file: Path, disk: Disk) -> None:
    """Small writes may go on for a while, as they overwrite the old log."""
    store = await Store.open(str(file))
    match = await live(store, 20)
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
    disk.fill()
    match = await change(store, match.id, turn)
    with pytest.raises(Unavailable, match="is full"):
        await store.check()
    store.memory.forget_all()
    assert await store.load(match.id) == match
    await store.close()


async def test_an_outage_is_logged_once_a_minute(
    file: Path, disk: Disk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "TRIED_EVERY", 0.01)
    seconds = 1000.0
    monkeypatch.setattr(outages, "monotonic", lambda: seconds)
    store = await Store.open(str(file))
    match = await live(store)
    disk.fill()
    match = await until_full(store, match)

    for seconds in (1059.0, 1060.0, 1061.0, 1120.0):  # noqa: B007 - the patched clock's time
        await tried(store, 3)
    after = " That is so since {} s; 1 operations failed meanwhile."
    said = [record.getMessage().rpartition(NO_LOSS)[2] for record in caplog.records]
    assert said == ["", after.format(60), after.format(120)]
    await store.close()


async def test_a_disk_that_can_only_be_read_is_no_damage(file: Path, disk: Disk) -> None:
    store = await Store.open(str(file))
    await live(store)
    await store.close()
    before = contents(disk.folder)
    disk.make_read_only()
    said = await refusal(file)
    assert f"the disk of {disk.folder} can only be read; see the system's log" in said
    assert said.endswith(NO_LOSS)
    assert (await inspect(str(file), None)).refusal == said.replace("locked", "opened")
    with pytest.raises(StoreError, match="can only be read"):
        await restore_to(str(file), file)
    assert contents(disk.folder) == before


# Opening


async def test_a_database_on_a_full_disk_is_not_called_damaged(
    file: Path, disk: Disk, tmp_path: Path
) -> None:
    match = await killed(file, tmp_path, turns=5)
    disk.fill()
    said = await refusal(file)
    assert said.startswith(f"The database {file} cannot be opened: the disk of {disk.folder} is ")
    assert said.endswith(NO_LOSS)
    found = await inspect(str(file), None)
    assert found.refusal == said
    disk.free()
    store = await Store.open(str(file))
    assert await store.load(match.id) == match
    await store.close()


async def test_what_was_closed_on_a_full_disk_is_opened_without_a_warning(
    file: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(str(file))
    match = await live(store)
    disk.fill()
    await store.close()
    assert Marker(file).closed()
    disk.free()
    store = await Store.open(str(file))
    assert not Marker(file).closed()
    assert await store.load(match.id) == match
    await store.close()
    assert not caplog.records


async def test_a_disk_without_room_for_another_file(tmp_path: Path, new_database: Path) -> None:
    with small_disk(tmp_path / "disk", files=3) as disk:
        file = Path(shutil.copy(new_database, disk.folder / "damier.db"))
        (disk.folder / "letter.txt").touch()
        said = await refusal(file)
        assert f"the disk of {disk.folder} has no room for another file; free space there" in said
        (disk.folder / "letter.txt").unlink()


# Backups, and the way back


async def test_a_backup_needs_space_that_is_left_for_matches(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(str(file))
    await live(store)
    backups = file.parent / "backups"
    backups.mkdir()
    with pytest.raises(StoreError, match=r"that needs 1\d MB, and the disk of .* has \d MB; free"):
        await store.backup(backups / "copy.db")
    await store.backup(tmp_path / "copy.db")
    assert contents(backups) == set()
    monkeypatch.setattr(copying, "SPARE", 0)
    await store.backup(backups / "copy.db")
    await store.close()


async def test_a_backup_that_fills_the_disk_leaves_the_earlier_ones(
    file: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = file.parent / "backups"
    backups.mkdir()
    earlier = backups / backup.name_at(START)
    monkeypatch.setattr(copying, "SPARE", 0)
    await backup_of(str(file), earlier)
    before = earlier.read_bytes()
    monkeypatch.setattr(copying, "_check_space", lambda *_: None)  # it fills up later
    disk.fill()
    with pytest.raises(StoreError, match=r"cannot be copied to .*: the disk of .* is full") as said:
        await backup_of(str(file), backups / "new.db")
    assert "--restore" not in str(said.value)
    assert contents(backups) == {earlier.name}
    assert earlier.read_bytes() == before


async def test_where_there_is_no_space_to_restore_all_stays_as_it_was(
    file: Path, disk: Disk, tmp_path: Path
) -> None:
    store = await Store.open(str(file))
    match = await live(store)
    await store.backup(tmp_path / "copy.db")
    match = await change(store, match.id, turn)
    await store.close()
    disk.fill()
    before = contents(disk.folder)
    with pytest.raises(StoreError, match=r"cannot be put in the place of .*: the disk of .* full"):
        await restore_to(str(file), tmp_path / "copy.db")
    assert contents(disk.folder) == before
    disk.free()
    store = await Store.open(str(file))
    assert await store.load(match.id) == match
    await store.close()


async def test_a_copy_to_a_full_disk_leaves_the_source_as_it_is(
    disk: Disk, new_database: Path
) -> None:
    store = await Store.open(str(new_database))
    match = await live(store)
    for number in range(100):
        await store.facts.set(f"fact {number}", "x" * 10_000)
    await store.close()
    target = disk.folder / "copy.db"
    (disk.folder / "letter").write_bytes(bytes(3_000_000))
    with pytest.raises(StoreError, match=rf"^The database {target} cannot be written: the disk of"):
        await copy_database(str(new_database), str(target))
    (disk.folder / "letter").unlink()
    assert "1 matches" in await copy_database(str(new_database), str(target))
    store = await Store.open(str(target))
    assert await store.load(match.id) == match
    await store.close()
    assert not beside(target, WAL).exists()
