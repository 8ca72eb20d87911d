"""A backup is the whole database at one moment, whatever is written meanwhile."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data import Store, StoreError, backup_of
from data.database import backup
from engine.table.record import Status
from tests.data.tables import START, change, live, turn
from tests.patience import until

TURNS = 200

COPYING = """
import sys
from pathlib import Path

from data.database.sqlite import copying

def check(*_, **__):
    print("written", flush=True)
    sys.stdin.read()

copying.check = check
copying.copy(*map(Path, sys.argv[1:]))
"""
"""A program that copies a database, but stops before the copy is checked."""

ROOT = Path(__file__).parents[4]


async def check(file: Path) -> int:
    """Check that a database is whole and its matches consistent; return its number of events."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        versions = dict(connection.execute("SELECT id, version FROM matches"))
        counted = dict(connection.execute("SELECT match, COUNT(*) FROM events GROUP BY match"))
    assert versions == counted
    store = await Store.open(str(file))
    matches = await store.matches()
    assert [(match.id, len(match.events)) for match in matches] == sorted(versions.items())
    for match in matches:
        assert len(match.record().split()) >= len(match.moves)
        posts = await store.outbox.posts(match.id)
        assert posts[-1].event == len(match.events)
    await store.close()
    return sum(counted.values())


def unfinished(directory: Path) -> list[Path]:
    """Return the partial files that copies have left in ``directory``."""
    return list(directory.glob("*.part"))


async def test_matches_go_on_while_backups_are_taken(store: Store, tmp_path: Path) -> None:
    backups = played = 0

    async def play() -> None:
        nonlocal played
        while played < TURNS or backups < 5:
            match = await live(store, 1)
            while match.status is Status.LIVE and len(match.events) < 50:
                match = await change(store, match.id, lambda m: turn(m, choice=len(m.events)))
                played += 1

    async def until_more_than(before: int) -> None:
        await until(lambda: played > before)

    async def copy() -> None:
        nonlocal backups
        for number in range(5):
            await until_more_than(played)
            await store.backup(tmp_path / f"{number}.db")
            backups += 1

    await asyncio.gather(play(), copy())
    events = [await check(tmp_path / f"{number}.db") for number in range(5)]
    assert events == sorted(events)
    assert events[0] < events[-1]


async def test_a_backup_needs_no_permission_of_the_process_that_plays(
    url: str, tmp_path: Path
) -> None:
    playing = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.data.turns", url, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert playing.stdout
    for number in range(2):
        for _ in range(20):
            await playing.stdout.readline()
        await backup_of(url, tmp_path / f"{number}.db")
    playing.kill()
    await playing.communicate()
    for number in range(2):
        assert await check(tmp_path / f"{number}.db") > 20 * number


async def test_a_backup_that_is_killed_leaves_no_half_file(store: Store, tmp_path: Path) -> None:
    await live(store, 5)
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COPYING, tmp_path / "damier.db", target, cwd=ROOT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    await process.stdout.readline()
    (part,) = unfinished(target.parent)
    assert part.stat().st_size > 0
    process.kill()
    assert await process.wait() != 0
    assert not target.exists()
    await store.backup(target)
    await check(target)


async def test_a_backup_replaces_no_other_file(store: Store, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Alice", encoding="utf-8")
    with pytest.raises(StoreError, match="already; give the backup another name"):
        await store.backup(letter)
    assert letter.read_text(encoding="utf-8") == "Dear Alice"


async def test_nobody_else_may_read_a_backup(store: Store, tmp_path: Path) -> None:
    await store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0


async def test_why_a_backup_cannot_be_made(store: Store, tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    await asyncio.to_thread(letter.write_text, "Dear Alice, " * 100)
    with pytest.raises(StoreError, match=r"^There is no folder .*nowhere\.$"):
        await store.backup(tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match=r"There is no database .*none\.db; go to"):
        await backup_of(str(tmp_path / "none.db"), tmp_path / "copy.db")
    with pytest.raises(StoreError, match="file is not a database"):
        await backup_of(str(letter), tmp_path / "copy.db")
    with pytest.raises(StoreError, match="//damier@localhost/damier cannot be copied to "):
        await backup_of("postgresql+asyncpg://damier@localhost/damier", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert unfinished(tmp_path) == []


async def test_a_backup_of_what_is_only_in_memory(tmp_path: Path) -> None:
    store = await Store.open("sqlite+aiosqlite://")
    with pytest.raises(StoreError, match="A database in memory is not copied"):
        await store.backup(tmp_path / "copy.db")
    await store.close()


def test_the_oldest_backups_go(tmp_path: Path) -> None:
    moments = [START.replace(microsecond=0) + timedelta(days=day) for day in range(5)]
    for moment in moments:
        (tmp_path / backup.name_at(moment)).touch()
    cut_short, in_work = tmp_path / ".damier-a.db.x.part", tmp_path / ".damier-b.db.y.part"
    for path in (cut_short, in_work, tmp_path / "letter.txt"):
        path.touch()
    now = datetime.now(UTC).timestamp()  # the disk may have another clock
    os.utime(in_work, (now, now))
    long_ago = now - 2 * backup.ABANDONED_AFTER.total_seconds()
    os.utime(cut_short, (long_ago, long_ago))
    backup.tidy(tmp_path, 2)
    assert list(backup.copies_in(tmp_path)) == moments[-2:]
    assert in_work.exists()
    assert not cut_short.exists()
    assert (tmp_path / "letter.txt").exists()
