"""A server's full disk: nothing saved is lost, and the bot goes on when there is space."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import Store, StoreError, Unavailable, outages, restore_to
from tests.data.outages import tried
from tests.data.tables import START, change, live, turn
from tests.disks import Disk, contents, small_disk
from tests.patience import PATIENCE
from tests.postgres import NOBODY, Server

KIBIBYTES = 40_000
"""The size of the disk: more than an empty database takes."""


@pytest.fixture
async def disk(server: Server) -> AsyncIterator[Disk]:
    """Yield the small disk of a tablespace ``small``."""
    with small_disk(server.folder / "disk", kibibytes=KIBIBYTES) as disk:
        if not os.geteuid():
            shutil.chown(disk.folder, NOBODY, NOBODY)
        place = disk.folder / "tablespace"
        place.mkdir()
        if not os.geteuid():
            shutil.chown(place, NOBODY, NOBODY)
        await server.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
        yield disk
        await server.execute("DROP TABLESPACE small")


@pytest.fixture
async def url(server: Server, disk: Disk) -> AsyncIterator[str]:
    """Yield the URL of a database in the tablespace ``small``."""
    assert disk
    name = await server.new(await server.migrated())
    await server.execute(f"ALTER DATABASE {name} SET TABLESPACE small")
    yield server.url(name)
    await server.drop(name)


async def test_on_a_full_disk_a_turn_is_not_saved_and_the_next_one_is_again(
    store: Store, disk: Disk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "TRIED_EVERY", 0.01)
    monkeypatch.setattr(outages, "monotonic", lambda: 0.0)
    match = await live(store)
    await store.check()
    disk.fill()

    async def play() -> None:
        nonlocal match
        for _ in range(1000):
            match = await change(store, match.id, lambda match: match.repost(now=START))

    refusal = r"^The database postgresql://.* cannot be written: the disk of its server is full \("
    with pytest.raises(Unavailable, match=refusal) as raised:
        await play()
    assert str(raised.value).endswith(
        "); free space there: nothing that was saved is lost, and no backup has to be restored."
    )
    with pytest.raises(Unavailable, match=refusal):
        await store.check()
    await tried(store, 3)
    assert not store.is_available
    store.memory.forget_all()
    assert await store.load(match.id) == match
    assert (await store.counts()).free is None
    assert store.failures == {"write": 1}

    disk.free()
    async with asyncio.timeout(PATIENCE):
        await store.available()
    await store.check()
    match = await change(store, match.id, turn)
    store.memory.forget_all()
    assert await store.load(match.id) == match
    said = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert len(said) == 2
    assert re.search(r" is back after \d+ s; 1 operations failed meanwhile\.$", said[1])


async def test_there_is_no_room_to_restore(
    store: Store, url: str, disk: Disk, tmp_path: Path
) -> None:
    match = await live(store, turns=5)
    copy = tmp_path / store.backup_name(START)
    await store.backup(copy)
    match = await change(store, match.id, turn)
    await store.close()
    disk.fill()
    with pytest.raises(StoreError, match=r"cannot be put in the place of .*No space left"):
        await restore_to(url, copy)
    disk.free()
    again = await Store.open(url)
    assert await again.load(match.id) == match
    await again.close()


async def test_a_backup_that_fills_its_disk_leaves_the_earlier_ones(
    store: Store, disk: Disk, tmp_path: Path
) -> None:
    assert disk
    with small_disk(tmp_path / "backups") as small:
        await live(store)
        earlier = small.folder / store.backup_name(START)
        await store.backup(earlier)
        before = earlier.read_bytes()
        small.fill()
        with pytest.raises(StoreError, match=rf"the disk of {small.folder} is full \(0"):
            await store.backup(small.folder / "copy.dump")
        small.free()
        assert contents(small.folder) == {earlier.name}
        assert earlier.read_bytes() == before
