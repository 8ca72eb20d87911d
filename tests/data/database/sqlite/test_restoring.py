"""Restoring a damaged database, and backups worth restoring."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from data import Desk, Store, StoreError, backup, backup_of, restore_to
from data.database.sqlite.file_check import FileState, check
from data.database.sqlite.file_format import size_of
from tests.data.database.sqlite.damages import (
    MATCHES,
    ROWS,
    SCHEMA,
    STRUCTURE,
    WAYS,
    Damage,
    execute,
    halve,
    lose_all,
    write_log,
)  # fmt: skip
from tests.data.database.sqlite.refusing import contents, newest, refusal
from tests.data.tables import HOST, START, live
from tests.nightly import thinned

INSIDE = STRUCTURE | SCHEMA | ROWS


class Killed(Exception):
    """Stands for the end of the process."""


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


# Numbers of matches, which buttons carry


async def numbered(file: Path) -> tuple[int, int]:
    """Return the numbers of a new match and of a new desk."""
    store = await Store.open(str(file))
    match = await live(store)
    desk = await store.desks.add(Desk.of(match.position, HOST, "lesson"), START)
    await store.close()
    return match.id, desk.id


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each file that is kept a name of its own, even in the same second."""
    counted = count()
    monkeypatch.setattr(backup, "moment", lambda: f"now-{next(counted)}")


def nothing(file: Path) -> None:
    """Leave the database as it is."""


@pytest.mark.usefixtures("moments")
@pytest.mark.parametrize(
    "damage",
    [nothing, WAYS["rows: a match without seats"], WAYS["schema: no events"], halve],
)  # fmt: skip
async def test_numbers_given_since_the_backup_are_not_given_again(
    damage: Damage, file: Path
) -> None:
    assert await numbered(file) == (MATCHES + 1, 1)
    copy = newest(file)
    damage(file)
    assert "skipped" not in await restore_to(str(file), copy)
    assert await numbered(file) == (MATCHES + 2, 2)
    assert "skipped" not in await restore_to(str(file), copy)
    assert await numbered(file) == (MATCHES + 3, 3)


@pytest.mark.parametrize(
    "name",
    [
        "structure: page 1 is rubbish", "another file: gone with what was beside it",
        "another file: another program's", "another file: a database without tables",
        "log: its header", "log: a frame in its midst", "log: gone", "log: an old one",
    ],
)  # fmt: skip
async def test_where_numbers_given_since_are_not_known_many_are_skipped(
    name: str, file: Path
) -> None:
    assert await numbered(file) == (MATCHES + 1, 1)
    WAYS[name](file)
    assert f"; {backup.GAP} numbers of matches are skipped" in await restore_to(
        str(file), newest(file)
    )
    match, desk = await numbered(file)
    assert match in {backup.GAP + MATCHES + 1, backup.GAP + MATCHES + 2}
    assert desk in {backup.GAP + 1, backup.GAP + 2}


async def test_numbers_of_a_database_that_was_begun_anew_are_not_enough(file: Path) -> None:
    lose_all(file)
    assert await numbered(file) == (1, 1)
    await restore_to(str(file), newest(file))
    assert await numbered(file) == (backup.GAP + MATCHES + 1, backup.GAP + 2)


async def test_an_impossible_number_is_not_taken_over(file: Path) -> None:
    execute(file, script="UPDATE sqlite_sequence SET seq = 1 << 62 WHERE name = 'matches';")
    await restore_to(str(file), newest(file))
    assert (await numbered(file))[0] == backup.GAP + MATCHES + 1


async def test_a_table_that_only_the_replaced_version_has_goes_on_after_the_next_upgrade(
    file: Path,
) -> None:
    assert await numbered(file) == (MATCHES + 1, 1)
    copy = file.parent / "old.db"
    execute(
        copy, script=Path(__file__).parent.with_name("version_0002.sql").read_text(encoding="utf-8")
    )
    await restore_to(str(file), copy)
    assert await numbered(file) == (MATCHES + 2, 2)


@pytest.mark.usefixtures("moments")
async def test_an_interrupted_restore_gives_no_number_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The restore is cut short before it flushes the copy, moves each file, flushes the moves."""
    steps = iter(range(0))
    rename, sync = Path.rename, backup.sync

    def act(work: Callable[..., None], *given: Path) -> None:
        if next(steps, None) is None:
            raise Killed
        work(*given)

    last, lasted = await numbered(file), 0
    while True:
        write_log(file)
        steps = iter(range(lasted))
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", lambda *given: act(rename, *given))
            patch.setattr(backup, "sync", partial(act, sync))
            try:
                await restore_to(str(file), newest(file))
                break
            except Killed:
                lasted += 1
        if size_of(file):
            last = await higher(file, last)
        await restore_to(str(file), newest(file))
        last = await higher(file, last)
    assert lasted >= len(["the copy", "the database", "its log", "the new one", "the folder"])
    await higher(file, last)


async def higher(file: Path, last: tuple[int, int]) -> tuple[int, int]:
    """Return the next numbers. Fails if they are not higher than the last."""
    given = await numbered(file)
    assert all(one > other for one, other in zip(given, last, strict=True))
    return given


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
