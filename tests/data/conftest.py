"""Fixtures for tests on each kind of database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data import Store
from tests.made_once import compile_once, load_migrations_once
from tests.postgres import Server


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Compile statements and load migrations once for all databases."""
    with pytest.MonkeyPatch.context() as patch:
        compile_once(patch)
        load_migrations_once(patch)
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of database; ``tests.data.kinds`` has marks for tests of one kind alone."""
    return str(request.param)


@pytest.fixture
def server(kind: str, request: pytest.FixtureRequest) -> Server | None:
    """Return the PostgreSQL server, None for SQLite."""
    return request.getfixturevalue("postgres") if kind == "postgresql" else None


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the current folder, to which a server's database is backed up before an upgrade."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def without_tables() -> None:
    """Leave a new database without tables, for tests of migrations or that fill it themselves."""


@pytest.fixture
async def url(
    server: Server | None, request: pytest.FixtureRequest, tmp_path: Path, migrated: bytes
) -> AsyncIterator[str]:
    """Yield the URL of a new database.

    It is a copy of a migrated one, as migrating takes half a second, or has no tables if the test
    uses ``without_tables``.
    """
    is_migrated = "without_tables" not in request.fixturenames
    if server is None:
        file = tmp_path / "damier.db"
        if is_migrated:
            await asyncio.to_thread(file.write_bytes, migrated)
        yield f"sqlite+aiosqlite:///{file}"
        return
    name = await server.new(await server.migrated() if is_migrated else None)
    yield server.url(name)
    await server.drop(name)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()
