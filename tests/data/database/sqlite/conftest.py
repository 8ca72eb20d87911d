"""A database for tests of damage."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from data import Store, backup, backup_of
from tests.data.database.sqlite.damages import MATCHES, execute
from tests.data.tables import START, live

FILLING = """
CREATE TABLE f (b BLOB);
INSERT INTO f VALUES (zeroblob(50000));
DROP TABLE f;
WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n LIMIT 2000)
INSERT INTO blocks SELECT i, i + 1 FROM n;
"""
"""Statements that make free pages, and an index of more than one level."""


@pytest.fixture(scope="session")
def used_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a closed database that has every kind of page, and its backups."""
    folder = tmp_path_factory.mktemp("used")
    file = folder / "damier.db"

    async def make() -> None:
        store = await Store.open(str(file))
        for _ in range(MATCHES):
            await live(store, 40)
        await store.facts.set("long", "z" * 20_000)
        await store.close()
        execute(file, script=FILLING)
        (folder / "backups").mkdir()
        for hour in (1, 2):
            name = backup.name_at(START.replace(hour=hour))
            await backup_of(str(file), folder / "backups" / name)

    asyncio.run(make())
    for left in folder.glob("damier.db-*"):
        left.unlink()
    return folder


@pytest.fixture
def file(used_once: Path, tmp_path: Path) -> Path:
    """Return a copy of a database that has been in use and is closed, beside its backups."""
    shutil.copytree(used_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "damier.db"


@pytest.fixture
def kind() -> str:
    """Return the one kind that all tests of this folder are about."""
    return "sqlite"
