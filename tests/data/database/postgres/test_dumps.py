"""Backups of a server, written by pg_dump, with which --restore replaces the tables."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

from data import (
    Desk,
    ServerSettings,
    Store,
    StoreError,
    backup,
    backup_of,
    inspect,
    restore_to,
    settings_of,
)
from data.database.postgres import dumps
from tests.data.database.test_database import refusal, tables
from tests.data.hands import execute
from tests.data.tables import GUILD, HOST, START, change, live, turn


def names(directory: Path) -> set[str]:
    """Return the names of the files in ``directory``."""
    return {file.name for file in directory.iterdir()}


async def test_a_backup_is_restored_and_what_was_there_is_kept(
    store: Store, url: str, tmp_path: Path
) -> None:
    match = await live(store, turns=3)
    target = tmp_path / store.backup_name(START)
    assert target.suffix == ".dump"
    await store.backup(target)
    assert (target.stat().st_mode & 0o777) == 0o600
    later = await change(store, match.id, turn)
    with pytest.raises(StoreError, match="in use by another process"):
        await restore_to(url, target)
    await store.close()
    said = await restore_to(url, target)
    schema = said.split("its schema ")[1].split()[0]
    again = await Store.open(url)
    assert await again.matches() == [match]
    await change(again, match.id, turn)
    await again.backup(tmp_path / "again.dump")  # without the kept tables
    await again.close()
    kept = await execute(url, f"SELECT version FROM {schema}.matches")  # noqa: S608 - a name of ours
    assert kept == [(len(later.events),)]
    assert names(tmp_path) == {target.name, "again.dump"}


async def numbered(url: str) -> tuple[int, int]:
    """Return the numbers of a new match and of a new desk."""
    store = await Store.open(url)
    match = await live(store)
    desk = await store.desks.add(Desk.of(match.position, HOST, "lesson"), START)
    await store.close()
    return match.id, desk.id


async def test_no_number_given_since_the_backup_is_given_again(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await live(store)
    target = tmp_path / "copy.dump"
    await store.backup(target)
    await store.close()
    counted = count()
    monkeypatch.setattr(backup, "moment", lambda: str(next(counted)))
    assert await numbered(url) == (2, 1)
    for given in (2, 3):
        await restore_to(url, target)
        assert await numbered(url) == (given + 1, given)
    await execute(url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    await restore_to(url, target)  # those that were given are not known
    assert await numbered(url) == (backup.GAP + 2, backup.GAP + 1)


async def test_what_is_no_backup_changes_nothing(store: Store, url: str, tmp_path: Path) -> None:
    match = await live(store)
    await backup_of(url, tmp_path / "whole.dump")
    whole = (tmp_path / "whole.dump").read_bytes()
    (tmp_path / "half.dump").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.dump").write_text("SELECT 1;", encoding="utf-8")
    await store.close()
    for name in ("half", "text", "nothing"):
        with pytest.raises(StoreError, match="is not taken for a backup"):
            await restore_to(url, tmp_path / f"{name}.dump")
    store = await Store.open(url)
    assert await store.matches() == [match]
    await store.close()
    with pytest.raises(StoreError, match="There is a file"):
        await backup_of(url, tmp_path / "whole.dump")


async def test_without_its_programs_a_sentence_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(dumps, "_of_the_package", lambda _: [])
    with pytest.raises(StoreError, match=r"^There is no pg_dump: install PostgreSQL's client"):
        await store.backup(tmp_path / "copy.dump")
    assert not names(tmp_path)


@pytest.mark.usefixtures("without_tables")
async def test_a_look_from_outside(url: str, tmp_path: Path) -> None:
    assert not (await inspect(url, None)).exists
    assert await settings_of(url, GUILD) == ServerSettings()
    store = await Store.open(url)
    match = await live(store)
    await store.preferences.set_server(GUILD, ServerSettings(threads=True))
    await store.backup(tmp_path / store.backup_name(START))
    found = await inspect(url, tmp_path)
    assert (found.exists, found.refusal, found.matches, found.in_use) == (True, "", 1, True)
    assert found.size > 0
    assert (found.newest, found.newest_is_good) == (tmp_path / store.backup_name(START), True)
    assert (await settings_of(url, GUILD)).threads
    await store.close()
    assert not (await inspect(url, tmp_path)).in_use
    await execute(url, f"DELETE FROM seats WHERE match = {match.id}")  # noqa: S608 - a number of ours
    assert f"match {match.id} has not its seats" in (await inspect(url, None)).refusal
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in (await inspect(url, None)).refusal
    assert "newer version" in await refusal(url)
    assert "matches" in await tables(url)
