"""A damaged, lost or foreign file is reported, and never opened as if it were sound."""

from __future__ import annotations

import logging
import re
import shutil
from itertools import count
from pathlib import Path

import pytest

from data import Store
from data.database.sqlite import backend, file_check
from data.database.sqlite.file_check import FileState, check
from data.database.sqlite.file_format import beside
from engine.table.record import Status
from tests.data.database.sqlite.damages import (
    MATCHES,
    STRUCTURE,
    WAYS,
    WITHOUT_A_WAY_BACK,
    be,
    execute,
    halve,
    lose,
    write_log,
)  # fmt: skip
from tests.data.database.sqlite.refusing import contents, newest, refusal

every_way = pytest.mark.parametrize("name", WAYS)


async def test_a_large_file_is_looked_through_once_it_is_open(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = file.parent / "backups"
    monkeypatch.setattr(file_check, "SCANNED_UP_TO", 0)
    monkeypatch.setattr(backend, "CHECKED_AFTER", 0.0)
    store = await Store.open(str(file), backups=backups)
    assert await store.damage(backups) == ""
    await store.close()
    STRUCTURE["a leaf of an index is zero"](file)
    store = await Store.open(str(file), backups=backups)
    said = await store.damage(backups)
    await store.close()
    assert f"The database {file} is damaged" in said
    assert f"--restore {newest(file)}" in said


async def test_the_check_of_a_large_file_rests_and_is_left_with_the_bot(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_check, "PIECE", 10)
    rests = count()
    found = check(file, full=False, in_use=True, rest=lambda: next(rests) < 0)
    assert found.state is FileState.SOUND
    assert next(rests) > MATCHES
    found = check(file, full=False, in_use=True, rest=lambda: True)
    assert found.state is FileState.UNAVAILABLE  # unknown: nobody waits for the check any more


async def test_what_is_whole_is_opened_and_says_nothing(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for _ in range(2):
        store = await Store.open(str(file), backups=file.parent / "backups")
        assert len(await store.matches()) == MATCHES
        await store.close()
    assert caplog.text == ""


async def test_what_was_killed_is_opened_and_says_nothing(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    write_log(file)
    store = await Store.open(str(file), backups=file.parent / "backups")
    assert {match.channel for match in await store.matches()} == {2}
    await store.close()
    assert caplog.text == ""


@every_way
async def test_every_damage_is_told(
    name: str, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    WAYS[name](file)
    if name == "log: gone":  # the database is whole, but the log's contents are unknown
        await (await Store.open(str(file))).close()
        assert "was not closed" in caplog.text
        assert "the last turns may be lost" in caplog.text
        return
    before = contents(file)
    said = await refusal(file)
    assert contents(file) == before
    way_back = f"`python bot.py --restore {newest(file)}`"
    assert WITHOUT_A_WAY_BACK.get(name, way_back) in said


def test_ways_are_many() -> None:
    assert len(WAYS) >= 73


# What is still readable


async def test_what_can_still_be_read_is_said(file: Path) -> None:
    execute(file, script="DELETE FROM posts; DELETE FROM events WHERE match = 2;")
    assert f"; {MATCHES - 1} of its {MATCHES} matches can still be read; " in await refusal(file)


async def test_where_pages_are_gone_the_rest_is_counted(file: Path) -> None:
    halve(file)
    assert (counted := re.search(r"; (\d+) of its (\d+) matches can ", await refusal(file)))
    assert 0 <= int(counted[1]) < int(counted[2]) <= MATCHES


async def test_where_nothing_can_be_read_that_is_said(file: Path) -> None:
    be(file, data=b"Dear Alice" * 1000)
    assert "; nothing in it can be read; " in await refusal(file)


async def test_a_live_match_that_cannot_be_read_is_told_and_the_others_go_on(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    execute(file, script="UPDATE events SET position = 'W:nonsense' WHERE match = 2;")
    store = await Store.open(str(file))
    assert len(await store.matches(status=Status.LIVE)) == MATCHES - 1
    assert "Match 2 (frisian) cannot be read." in caplog.text
    await store.close()


# A new database


async def test_where_none_was_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "damier.db").touch()
    for _ in range(2):
        store = await Store.open(str(tmp_path / "damier.db"), backups=tmp_path / "backups")
        await store.close()


async def test_beside_the_backups_of_another_a_database_can_be_new(file: Path) -> None:
    newest(file).rename(file.parent / newest(file).name)
    store = await Store.open(str(file.with_name("playground.db")))
    assert await store.matches() == []
    await store.close()


async def test_who_wants_to_begin_anew_is_told_how(file: Path) -> None:
    lose(file)
    shutil.rmtree(file.parent / "backups")
    said = await refusal(file)
    marker = beside(file, ".used")
    assert said.endswith(f"to begin with a new one, move away what tells of the old: {marker}.")
    marker.unlink()
    store = await Store.open(str(file))
    assert await store.matches() == []
    await store.close()


async def test_a_first_start_that_was_cut_short_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "damier.db"
    execute(file, script="PRAGMA journal_mode = WAL;")
    assert check(file).state is FileState.EMPTY
    await (await Store.open(str(file))).close()


# Large files


def test_a_large_file_is_not_checked_in_full_at_each_start(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    STRUCTURE["an index lacks a row"](file)
    size = file.stat().st_size
    monkeypatch.setattr(file_check, "FULL_UP_TO", size - 1)
    assert check(file).state is FileState.SOUND
    assert check(file, full=True).state is FileState.DAMAGED
    monkeypatch.setattr(file_check, "FULL_UP_TO", size)
    assert check(file).state is FileState.DAMAGED
