"""An earlier version's database is backed up, upgraded and completed, or left as it was."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import event, make_url
from sqlalchemy.engine import Engine

from data import Store, StoreError, backfill, backup, inspect, restore_to
from data.database import revisions as schema_revisions
from data.database.connection import Database
from data.database.postgres import backend as postgres
from data.database.postgres import dumps, ownership
from data.database.revisions import revisions
from engine.table.record import known_of
from tests.data import older
from tests.data.hands import execute
from tests.data.kinds import on_postgresql, on_sqlite, postgresql_at_night
from tests.data.results import ANN
from tests.data.tables import GUILD, change, turn
from tests.needs import UNSHARE, leave_out
from tests.patience import until
from tests.postgres import Server

OVER, LIVE = 5, 9
"""The numbers of ended and of live matches; the second ended one ended before both had moved."""


CHANCE = random.Random(1)


class Killed(Exception):
    """Stands for the end of the process."""


pytestmark = pytest.mark.usefixtures("elsewhere")


async def leave(url: str) -> None:
    """Fill a new database as an earlier version left it."""
    over = [older.resigned(older.played(0 if hour == 1 else 4, hour=hour)) for hour in range(OVER)]
    live = [older.played(hour % 3, hour=hour) for hour in range(LIVE)]
    await older.make(url, older.RESULTS_BEFORE_MOVES, older.rows_of([*over, *live]))


LEFT: list[bytes] = []
"""The file of a database that an earlier version left, empty until it is made."""


@pytest.fixture
async def old(server: Server | None, tmp_path: Path) -> AsyncIterator[str]:
    """Yield the URL of a database that an earlier version left."""
    if server is None:
        file = tmp_path / "damier.db"
        url = f"sqlite+aiosqlite:///{file}"
        if not LEFT:
            await leave(url)
            LEFT.append(await asyncio.to_thread(file.read_bytes))
        await asyncio.to_thread(file.write_bytes, LEFT[0])
        yield url
        return
    name = await server.new(await server.template("earlier", leave))
    yield server.url(name)
    await server.drop(name)


async def revision(url: str) -> str:
    """Return the revision of a database."""
    ((found,),) = await execute(url, "SELECT version_num FROM alembic_version")
    return str(found)


async def kept(url: str) -> list[list[tuple[Any, ...]]]:
    """Return the stored rows about matches, without those that differ at each opening."""
    tables = {
        "matches": "id, status, turn, awaited, deadline, duty", "seats": "*",
        "ratings": "match, person, mu, sigma",
        "standings": "person, wins, losses, without_result, rated, mu, sigma",
    }  # fmt: skip
    rows = [await execute(url, f"SELECT {what} FROM {name}") for name, what in tables.items()]  # noqa: S608 - named above
    facts = "SELECT name, value FROM facts WHERE name NOT LIKE 'owner%'"
    return [sorted(map(tuple, some), key=str) for some in (*rows, await execute(url, facts))]


def before(directory: Path) -> list[Path]:
    """Return the backups made before upgrades, by name."""
    return sorted(directory.glob(f"*.before-{revisions()[-1]}"))


def names(directory: Path) -> set[str]:
    """Return the names of the files in ``directory``."""
    return {file.name for file in directory.iterdir()}


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("data")]


# The backup


@postgresql_at_night
async def test_a_backup_leads_back_to_the_version_before(old: str, tmp_path: Path) -> None:
    store = await Store.open(old)
    assert await store.compare(CHANCE) == []
    matches = await store.matches()
    await change(store, OVER + 1, turn)
    await store.close()
    (copy,) = before(tmp_path)
    assert (copy.stat().st_mode & 0o777) == 0o600
    await restore_to(old, copy)
    assert await revision(old) == older.RESULTS_BEFORE_MOVES
    store = await Store.open(old)
    assert await store.matches() == matches
    await store.close()
    assert before(tmp_path) == [copy]  # the second upgrade replaced it


@postgresql_at_night
async def test_daily_backups_and_this_one_leave_each_other_alone(old: str, tmp_path: Path) -> None:
    folder = tmp_path / "some" / "backups"
    store = await Store.open(old, backups=folder)
    assert not backup.copies_in(folder)
    for hour in range(2):
        await store.backup(folder / store.backup_name(older.played(0, hour=hour).events[0].at))
    backup.tidy(folder, 1)
    await store.close()
    assert len(backup.copies_in(folder)) == 1
    assert len(before(folder)) == 1


@postgresql_at_night
@pytest.mark.usefixtures("without_tables")
async def test_a_new_database_and_one_of_this_version_are_not_backed_up(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(2):
        await (await Store.open(url)).close()
    assert not before(tmp_path)
    assert not lines(caplog)


@postgresql_at_night
async def test_the_last_few_are_kept_and_nothing_of_interrupted_ones(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_revisions, "KEPT", 2)
    store = await Store.open(old)
    await store.close()
    (copy,) = before(tmp_path)
    stem = copy.name.removesuffix(revisions()[-1])
    await restore_to(old, copy)
    for number in ("0012", "0013"):
        (tmp_path / f"{stem}{number}").write_text("an earlier one", encoding="utf-8")
    for left in (f"{copy.name}.new", f".{copy.name}.new.abc.part", "damier.db.before-me"):
        (tmp_path / left).write_text("left", encoding="utf-8")
    await (await Store.open(old)).close()
    found = {name for name in names(tmp_path) if "before" in name}
    assert found == {f"{stem}0013", copy.name, "damier.db.before-me"}


@postgresql_at_night
async def test_without_the_backup_nothing_is_upgraded(old: str, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file in the way", encoding="utf-8")
    with pytest.raises(StoreError) as raised:
        await Store.open(old, backups=tmp_path / "backups")
    assert "cannot be copied to" in str(raised.value)
    assert str(raised.value).endswith("; " + schema_revisions.NOT_WITHOUT + ".")
    assert await revision(old) == older.RESULTS_BEFORE_MOVES
    await (await Store.open(old)).close()


@on_sqlite
@pytest.mark.needs(UNSHARE)
async def test_without_room_for_the_backup_nothing_is_upgraded(old: str, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    code = (
        "import asyncio, pathlib, sys, data\n"
        "try:\n"
        "    asyncio.run(data.Store.open(sys.argv[1], backups=pathlib.Path(sys.argv[2])))\n"
        "except data.StoreError as error:\n"
        "    print(error, *pathlib.Path(sys.argv[2]).iterdir(), sep='\\n')\n"
    )
    mounted = f'mount -t tmpfs -o size=64k tmpfs {small} && exec "$@"'
    process = await asyncio.create_subprocess_exec(
        "unshare", "-Urm", "sh", "-c", mounted, "sh", sys.executable, "-c", code, old, small,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    said, wrong = await process.communicate()
    if b"unshare" in wrong or b"mount" in wrong:
        leave_out(UNSHARE)
    (sentence,) = said.decode().splitlines()
    assert "has 0 MB; free space there; it is upgraded once" in sentence
    assert await revision(old) == older.RESULTS_BEFORE_MOVES


@on_postgresql
async def test_on_a_server_without_its_programs_a_folder_for_backups_decides(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(dumps, "_of_the_package", lambda _: [])
    with pytest.raises(StoreError, match="There is no pg_dump"):
        await Store.open(old, backups=tmp_path)
    assert await revision(old) == older.RESULTS_BEFORE_MOVES
    await (await Store.open(old)).close()
    assert "No backup is made before the upgrade. There is no pg_dump 1" in caplog.text
    assert await revision(old) == revisions()[-1]


# What is done


@postgresql_at_night
async def test_an_upgrade_says_what_it_does_and_what_it_changes_for_players(
    old: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(backfill, "TOLD_EVERY", 0)
    monkeypatch.setattr(backfill, "AT_ONCE", 2)
    await (await Store.open(old)).close()
    said = "\n".join(lines(caplog))
    for part in (
        f"is upgraded from version 0006 to {revisions()[-1]}.",
        "The backup of what was before the upgrade is ",
        "Migration 0007 is done: Matches that ended before two sides had moved",
        "By the rules of this version 1 matches that have ended have another result, or none ",
        "because not every side had moved: 2.",
        f"On server {GUILD}, 2 ratings of frisian that came of such results are gone, and the ",
        "ratings of 2 people have changed.",
        "2 of 9 matches are completed.",
        "10 matches are completed; that took ",
    ):
        assert part in said


@postgresql_at_night
async def test_a_look_from_outside_tells_of_the_upgrade_to_come(old: str) -> None:
    found = await inspect(old, None)
    assert (found.refusal, found.matches) == ("", OVER + LIVE)
    assert "The next start backs it up, and upgrades it from version 0006 to " in found.notes[0]
    await (await Store.open(old)).close()
    assert (await inspect(old, None)).notes == ()


@postgresql_at_night
async def test_matches_are_completed_many_at_a_time(old: str) -> None:
    commits = 0

    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    event.listen(Engine, "commit", count)
    try:
        await (await Store.open(old)).close()
    finally:
        event.remove(Engine, "commit", count)
    assert commits < LIVE + OVER


@postgresql_at_night
async def test_ratings_are_as_if_they_had_never_been_wrong(old: str) -> None:
    store = await Store.open(old)
    (standing,) = await store.standings.of_person(GUILD, ANN)
    assert (standing.tally.wins, standing.without_result) == (OVER - 1, 1)
    assert await store.ratings.changes(2) == []
    before_it, after_it = [await store.ratings.changes(number) for number in (1, 3)]
    assert {one.person: one.after for one in before_it} == {
        one.person: one.before for one in after_it
    }
    await store.close()


@postgresql_at_night
@pytest.mark.usefixtures("without_tables")
async def test_what_counts_as_the_same_position_is_known_anew_of_matches_that_go_on(
    url: str,
) -> None:
    live, over = older.played(3), older.resigned(older.played(4, hour=1))
    tables = older.rows_of([live, over])
    for row in tables["events"]:
        row["key"] = 5  # as another version wrote it
    await older.make(url, "0016", tables)
    async with AsyncExitStack() as stack:
        store = await Store.open(url)
        stack.push_async_callback(store.close)
        places = (await store.load(1)).line.places
        assert [place.key for place in places] == [known_of(one.read()).key for one in places]
        assert len({place.key for place in places}) == len(places) == 4
    assert {row[0] for row in await execute(url, "SELECT key FROM events WHERE match = 2")} == {5}


# Interruptions


async def test_an_upgrade_interrupted_at_any_write_goes_on_where_it_was(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(old)).close()
    whole = await kept(old)
    (copy,) = before(tmp_path)
    transact = Database.transact
    monkeypatch.setattr(backfill, "AT_ONCE", 1)
    writes = 0

    async def dies(self: Database, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on
        nonlocal writes
        writes += 1
        if writes == 3:  # two more are done each time
            raise Killed
        return await transact(self, *args, **kwargs)

    await restore_to(old, copy)
    kills = 0
    while kills < LIVE + OVER:
        writes = 0
        with monkeypatch.context() as patch:
            patch.setattr(Database, "transact", dies)
            try:
                await (await Store.open(old)).close()
            except Killed:
                kills += 1
                continue
        break
    assert LIVE // 2 <= kills < LIVE + OVER
    assert await kept(old) == whole


@on_postgresql
async def test_of_two_processes_one_waits_while_the_other_upgrades(
    old: str, server: Server, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    caplog.set_level(logging.INFO)
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "1ms")
    other = await asyncpg.connect(
        host=str(server.folder), user="postgres", database=make_url(old).database
    )
    await other.execute("SELECT pg_advisory_lock($1, $2)", ownership.LOCKS, ownership.MIGRATING)
    opening = asyncio.create_task(Store.open(old))
    await until(lambda: "Another process opens the database" in caplog.text or opening.done())
    assert not opening.done()
    assert await revision(old) == older.RESULTS_BEFORE_MOVES
    await other.close()
    await (await opening).close()
    assert await revision(old) == revisions()[-1]
