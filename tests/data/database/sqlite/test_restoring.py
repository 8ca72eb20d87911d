"""Restoring a damaged database, and backups worth restoring."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import Store, StoreError, backup, backup_of, restore_to
from data.database.sqlite.file_check import FileState, check
from tests.data.database.sqlite.damages import (
    MATCHES,
    ROWS,
    SCHEMA,
    STRUCTURE,
    WAYS,
    execute,
    halve,
    write_log,
)  # fmt: skip
from tests.data.database.sqlite.refusing import contents, newest, refusal
from tests.data.tables import START
from tests.nightly import thinned

INSIDE = STRUCTURE | SCHEMA | ROWS


# Without a good backup


async def test_the_newest_backup_that_is_good_is_named(file: Path) -> None:
    oldest, middle = sorted((file.parent / "backups").iterdir())
    halve(middle)
    halve(file)
    assert f"--restore {oldest}`" in await refusal(file)
    halve(oldest)
    said = await refusal(file)
    assert "no good backup is in " in said
    assert f"`sqlite3 {file} .recover`" in said


async def test_a_backup_in_a_folder_with_a_space_is_named_for_the_shell(file: Path) -> None:
    backups = file.parent / "my backups"
    (file.parent / "backups").rename(backups)
    halve(file)
    with pytest.raises(StoreError, match=r"--restore '/.*/my backups/damier-.*\.db'`"):
        await Store.open(str(file), backups=backups)


async def test_backups_beside_the_database_are_found(file: Path) -> None:
    copy = newest(file).rename(file.parent / newest(file).name)
    shutil.rmtree(file.parent / "backups")
    halve(file)
    with pytest.raises(StoreError, match=f"--restore {copy}`"):
        await Store.open(str(file))


# Restoring


@pytest.mark.parametrize(
    "name",
    [
        "structure: cut in half", "structure: page 1 is zero", "rows: a match without seats",
        "another file: gone", "another file: empty", "another file: a text",
        "another file: another program's", "log: its salt", "log: a journal of another",
    ],
)  # fmt: skip
async def test_the_way_back_leads_back(name: str, file: Path) -> None:
    WAYS[name](file)
    before = contents(file)
    said = await restore_to(str(file), newest(file))
    store = await Store.open(str(file), backups=file.parent / "backups")
    assert len(await store.matches()) == MATCHES
    await store.close()
    old = [path for path in file.parent.glob("damier.replaced-*") if not path.name.endswith("-shm")]
    if file.name in before:
        assert str(min(old)) in said
    kept = {path.read_bytes() for path in old if path.stat().st_size}
    assert kept == set(before.values()) - {before.get("damier.db.used")}


async def test_a_backup_is_not_restored_while_the_bot_runs(file: Path) -> None:
    store = await Store.open(str(file))
    with pytest.raises(StoreError, match="in use by another process"):
        await restore_to(str(file), newest(file))
    await store.close()


@pytest.mark.parametrize("name", ["cut in half", "no facts", "a match without seats"])
async def test_what_is_restored_is_checked_first(name: str, file: Path) -> None:
    copy = newest(file)
    INSIDE[name](copy)
    before = contents(file)
    with pytest.raises(StoreError, match="is not taken for a backup: it "):
        await restore_to(str(file), copy)
    assert contents(file) == before


async def test_what_is_no_backup_is_not_restored(file: Path) -> None:
    before = contents(file)
    for copy, why in (
        (file, "is the database itself"),
        (file.parent / "none.db", r"There is no file .*none\.db"),
        (file.parent, "that is a directory"),
    ):
        with pytest.raises(StoreError, match=why):
            await restore_to(str(file), copy)
    with pytest.raises(StoreError, match="postgresql://damier@localhost/damier cannot be opened"):
        await restore_to("postgresql+asyncpg://damier@localhost/damier", newest(file))
    assert contents(file) == before


async def test_a_backup_of_an_older_version_is_restored(file: Path) -> None:
    copy = file.parent / "old.db"
    copy.unlink(missing_ok=True)
    execute(
        copy, script=Path(__file__).parent.with_name("version_0002.sql").read_text(encoding="utf-8")
    )
    assert "with 4 matches" in await restore_to(str(file), copy)
    store = await Store.open(str(file))
    assert len(await store.matches()) == 4
    await store.close()


async def test_a_turn_that_was_in_the_log_is_kept_beside(file: Path) -> None:
    write_log(file)
    await restore_to(str(file), newest(file))
    (old,) = file.parent.glob("damier.replaced-*Z.db")
    with closing(sqlite3.connect(old)) as connection:
        assert set(connection.execute("SELECT channel FROM matches")) == {(2,)}


async def test_what_was_kept_is_never_overwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "moment", lambda: "now")
    await restore_to(str(file), newest(file))
    before = {path: path.read_bytes() for path in file.parent.glob("damier.d*")}
    with pytest.raises(StoreError, match=r"there is a file .*damier\.replaced-now\.db already"):
        await restore_to(str(file), newest(file))
    assert {path: path.read_bytes() for path in file.parent.glob("damier.d*")} == before


# Backups


@pytest.mark.parametrize("name", thinned(INSIDE, 6))
async def test_a_damaged_database_makes_no_backup(name: str, file: Path) -> None:
    """A backup of a damaged database fails, or the copy is sound, as copying may repair it."""
    INSIDE[name](file)
    target = file.parent / "copy.db"
    try:
        await backup_of(str(file), target)
    except StoreError as error:
        assert not target.exists()
        assert not list(file.parent.glob(".*.part"))
        assert "cannot be copied" in str(error)  # noqa: PT017 - there may be none
    else:
        assert check(target, full=True).state is FileState.SOUND


async def test_a_copy_that_is_spoilt_on_its_way_to_the_disk_is_none(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "sync", halve)
    target = file.parent / "backups" / backup.name_at(START.replace(hour=3))
    with pytest.raises(StoreError) as raised:
        await backup_of(str(file), target)
    assert f"--restore {newest(file)}`" in str(raised.value)
    assert not target.exists()
    assert len(list((file.parent / "backups").iterdir())) == 2
