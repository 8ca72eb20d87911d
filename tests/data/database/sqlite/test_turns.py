"""A unit of work waits for its connection's thread as rarely as possible."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident

import aiosqlite
import pytest
from sqlalchemy import insert, select

from data import Store
from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.errors import Conflict
from data.database.schema import facts
from data.database.sqlite.driver import Connection
from tests.data.tables import change, live, turn

VALUES = {"name": "colour", "value": "green"}


Execute = Callable[..., Awaitable[object]]


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    return await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'damier.db'}")


@contextmanager
def waits(patch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Yield a list that collects the calls to connections' threads while the block runs."""
    asked: list[object] = []
    execute: Execute = aiosqlite.core.Connection._execute

    async def counting(connection: aiosqlite.Connection, *args: object, **more: object) -> object:
        asked.append(args)
        return await execute(connection, *args, **more)

    with patch.context() as patched:
        patched.setattr(aiosqlite.core.Connection, "_execute", counting)
        yield asked


async def test_a_statement_has_a_thread_of_its_own(store: Store) -> None:
    threads: list[int] = []
    async with store._database.reading() as connection:
        of_driver = connection.sync_connection.connection.driver_connection
        assert isinstance(of_driver, Connection)
        await of_driver.take_turn(lambda _: threads.append(get_ident()))
    assert threads != [get_ident()]
    await store.close()


async def test_a_turn_waits_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await live(store)
    with waits(monkeypatch) as asked:
        await change(store, match.id, turn)
        assert len(asked) == 1
        await store.outbox.mark_shown((await store.outbox.posts(match.id))[-1], 5)
        assert len(asked) == 2
    store.memory.forget_all()
    assert (await store.outbox.posts(match.id))[-1].message == 5
    await store.close()


async def test_what_is_left_for_later_is_written_before_what_comes_after_it(store: Store) -> None:
    async with store._database.writing() as connection:
        await connection.execute(insert(facts).values(VALUES), execution_options={LATER: True})
        value = select(facts.c.value).where(facts.c.name == VALUES["name"])
        assert await connection.scalar(value) == "green"
    assert await store.facts.get("colour") == "green"
    await store.close()


async def test_what_fails_later_leaves_nothing_behind(store: Store) -> None:
    async def write(connection: AsyncConnection, name: str) -> None:
        for row in ({**VALUES, "name": name}, VALUES):
            await connection.execute(insert(facts).values(row), execution_options={LATER: True})

    await store._database.write(write, "shape")
    with pytest.raises(Conflict):
        await store._database.write(write, "size")
    assert await store.facts.get("size") is None
    await store.facts.set("size", "large")
    assert await store.facts.get("size") == "large"
    await store.close()


async def test_what_was_left_for_later_is_gone_with_its_transaction(store: Store) -> None:
    async def fails(connection: AsyncConnection) -> None:
        await connection.execute(insert(facts).values(VALUES), execution_options={LATER: True})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store._database.write(fails)
    await store.facts.set("shape", "round")
    assert await store.facts.get("colour") is None
    await store.close()
