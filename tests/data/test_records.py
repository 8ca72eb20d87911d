"""Records of any kind: their copies in memory, and the order of their locks."""

from __future__ import annotations

import asyncio

from data import Store
from data.asynchronous import AsyncConnection
from data.matches import match_rows
from data.records import Cache, Known, Units
from tests.data.kinds import on_sqlite
from tests.patience import PATIENCE

pytestmark = on_sqlite


async def test_what_changes_while_it_is_read_is_not_kept(store: Store) -> None:
    meanwhile = [1]

    async def find(_: AsyncConnection, key: int) -> str:
        known.forget(meanwhile)
        meanwhile.clear()
        return f"record {key}"

    known = Known(store._database, find, lambda _: True, Cache[int, str](100, len))
    assert await known.load(1) == "record 1"
    assert known.get(1) is None, "the one that was read may be stale"
    known.keep(2, "another one")
    assert await known.load(2) == "another one"


async def test_what_another_process_may_change_is_not_kept(store: Store) -> None:
    async def find(_: AsyncConnection, key: int) -> str:
        return f"record {key}"

    known = Known(store._database, find, lambda one: one == "record 1", Cache[int, str](100, len))
    assert [await known.load(1), await known.load(2)] == ["record 1", "record 2"]
    assert (known.get(1), known.get(2)) == ("record 1", None)
    known.keep(1, "not ours any more")
    assert known.get(1) is None


async def test_two_who_want_the_same_locks_do_not_wait_for_each_other(store: Store) -> None:
    units = Units(store._database, match_rows.LOG, lambda _: None)

    async def hold(*keys: int) -> None:
        async with units.locked(keys):
            await asyncio.sleep(0)

    async with units.lock(1), units.lock(2):
        waiting = [asyncio.create_task(hold(*keys)) for keys in ((2, 1), (1, 2))]
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*waiting)
