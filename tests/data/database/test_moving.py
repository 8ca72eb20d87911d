"""A bot's whole database is copied from one kind to the other and back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Table

from data import (
    BlockedServer,
    DailyPuzzle,
    Desk,
    Overview,
    Review,
    Store,
    StoreError,
    Wait,
    copy_database,
)
from data.asynchronous import AsyncConnection
from data.database import moving
from data.database.connection import Database
from data.database.schema import metadata
from engine.puzzles import FOLDER, read
from engine.rating import NEW
from tests.data.crowds.votes import begun, made, voted
from tests.data.crowds.votes import change as change_crowd
from tests.data.hands import execute
from tests.data.kinds import on_postgresql
from tests.data.results import ANN, BEN, ended
from tests.data.servers.test_servers import begun as begun_between_servers
from tests.data.tables import GUILD, HOST, OPPONENT, START, challenge, change, live, turn
from tests.data.tournaments.events import change as change_tournament
from tests.data.tournaments.events import ended as ended_tournament
from tests.data.tournaments.events import new

pytestmark = on_postgresql


FULL: list[bytes] = []
"""The file of a database with rows in every table, empty until it is made."""


@pytest.fixture
async def file(tmp_path: Path, migrated: bytes) -> str:
    """Return the path of an SQLite database with rows in every table."""
    if not FULL:
        first = tmp_path / "first.db"
        await asyncio.to_thread(first.write_bytes, migrated)
        await fill(first)
        FULL.append(await asyncio.to_thread(first.read_bytes))
    path = tmp_path / "full.db"
    await asyncio.to_thread(path.write_bytes, FULL[0])
    return str(path)


async def fill(path: Path) -> None:
    """Write at least one row to every table."""
    store = await Store.open(str(path))
    await ended(store)
    match = await live(store, turns=30)
    await store.followers.add(match.id, 5, turns=True)
    await store.blocks.add(HOST, 7)
    await store.operator.block_server(GUILD, START)
    await store.operator.block_person(7, START)
    await store.holidays.begin(HOST, START, START.replace(year=2027))
    await store.facts.set("name", "Çédille \N{CROWN} '\"\\")
    settings = await store.preferences.of_person(OPPONENT)
    await store.preferences.set_person(OPPONENT, settings.but(theme="slate"))
    for person in (ANN, BEN):
        await store.preferences.set_person(person, settings.but(puzzles=True))
    await store.overviews.put(Overview(3, GUILD, None))
    await store.puzzles.note_try(OPPONENT, "p", "checkers", right=True, first=NEW, at=START)
    shared = await store.shared_puzzles.open(GUILD, 3, "p", START)
    await store.shared_puzzles.play(shared, ["22-18"], OPPONENT, START)
    day = START.date()
    await store.daily_puzzles.put(DailyPuzzle(GUILD, day, "p", "checkers", 3, None))
    await store.daily_puzzles.solve(GUILD, day, OPPONENT, START)
    await store.lessons.add(HOST, "halma", 3)
    for _ in range(4):
        await store.desks.add(Desk.of(match.position, HOST, "lesson", about="3 0"), START)
    await store.reviews.put(Review(match.id), START)
    await store.reviews.wait(Wait(match.id, 9, OPPONENT, GUILD, "token", "fr", START))
    search = await store.match_puzzles.next_search()
    assert search is not None
    await store.match_puzzles.note(search, 1, read(FOLDER / "checkers.txt")[:1], done=False)
    tournament = await store.tournaments.create(new())
    await change_tournament(store, tournament.id, ended_tournament)
    crowds = await made(store)
    for step in (begun(), voted(ANN)):
        await change_crowd(store, crowds.id, step)
    server_match = await begun_between_servers(store)
    await store.servers.block(2, BlockedServer(3, "There"), server_match.created)
    last = await store.create(challenge())
    await store.close()
    await execute(
        f"sqlite+aiosqlite:///{path}",
        "INSERT INTO servers VALUES (1, '{\"threads\": true}')",
        "INSERT INTO seasons VALUES (1, 2, 'autumn', '2026-01-01 00:00:00')",
        "INSERT INTO move_guesses VALUES (1, 3, 4, 1, '32-28', 9, '2026-01-01 00:00:00', 1)",
        "INSERT INTO winner_guesses VALUES (1, 4, 0, '2026-01-01 00:00:00')",
        "INSERT INTO guessers VALUES (4, 'halma', 1, 1, 25.0, 8.0)",
        "INSERT INTO season_places VALUES (1, 'halma', 1, 3, 25.0, 8.0, 9)",
        "DELETE FROM desks WHERE id > 1",
        f"DELETE FROM posts WHERE match = {last.id}",  # noqa: S608 - a number of ours
        f"DELETE FROM events WHERE match = {last.id}",  # noqa: S608 - a number of ours
        f"DELETE FROM seats WHERE match = {last.id}",  # noqa: S608 - a number of ours
        f"DELETE FROM matches WHERE id = {last.id}",  # noqa: S608 - a number of ours
    )


@pytest.mark.usefixtures("without_tables")
async def test_there_and_back(file: str, url: str, tmp_path: Path) -> None:
    said = await copy_database(file, url)
    assert "3 matches" in said
    assert "all compared" in said
    back = str(tmp_path / "back.db")
    await copy_database(url, back)
    source, here, there = [await Store.open(one) for one in (file, url, back)]
    assert await source.matches() == await here.matches() == await there.matches() != []
    for table in metadata.sorted_tables:
        async with source._database.reading() as connection:
            assert (await connection.execute(table.select())).first(), table.name
    for store in (here, there):  # both go on as the source would have, and reuse no number
        match = await live(store, turns=2)
        assert match.id == 5
        await change(store, match.id, turn)
        desk = await store.desks.add(Desk.of(match.position, HOST, "lesson", about="3 0"), START)
        assert desk.id == 5
    for store in (source, here, there):
        await store.close()


@pytest.mark.usefixtures("without_tables")
async def test_every_number_that_a_server_gives_is_copied(file: str, url: str) -> None:
    await copy_database(file, url)
    given = await execute(
        url,
        "SELECT table_name FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%'",
    )
    assert {name for (name,) in given} == {table.name for table in moving.numbered()}


async def test_a_target_that_is_not_empty_is_refused(file: str, url: str) -> None:
    store = await Store.open(url)
    match = await live(store)
    await store.close()
    for source, target in ((file, url), (url, file)):
        with pytest.raises(StoreError, match="is not empty: there are rows in its table"):
            await copy_database(source, target)
    store = await Store.open(url)
    assert await store.matches() == [match]
    await store.close()


async def test_a_database_in_use_is_not_copied(file: str, url: str) -> None:
    store = await Store.open(file)
    with pytest.raises(StoreError, match="in use by another process"):
        await copy_database(file, url)
    await store.close()


@pytest.mark.usefixtures("without_tables")
async def test_what_is_cut_short_is_nothing(
    file: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = moving._compare

    async def breaks(*arguments: object) -> int:
        if arguments[2] is metadata.tables["events"]:
            raise asyncio.CancelledError
        return await compare(*arguments)  # type: ignore[arg-type] # passed on

    await copy_database(file, url)
    target = str(tmp_path / "new.db")
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_compare", breaks)
        with pytest.raises(asyncio.CancelledError):
            await copy_database(url, target)
    database = await Database.open(target)
    await database.read(moving._check_empty, target)
    await database.close()
    assert "3 matches" in await copy_database(url, target)


@pytest.mark.usefixtures("without_tables")
async def test_a_difference_is_seen(file: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = moving._batches
    seen = []

    async def other(connection: AsyncConnection, table: Table) -> AsyncIterator[list[moving.Row]]:
        async for rows in go_on(connection, table):
            if table.name == "events" and connection.sync_connection.dialect.name == "postgresql":
                seen.append(table.name)
                rows[0]["text"] = "32-28"
            yield rows

    monkeypatch.setattr(moving, "_batches", other)
    with pytest.raises(StoreError, match="row 1 of the table events would not be the same"):
        await copy_database(file, url)
    assert seen
