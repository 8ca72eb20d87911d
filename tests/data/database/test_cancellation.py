"""A caller cancelled while writing has written everything or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiosqlite
import pytest

from data import Outgoing, Store
from engine.table.match import Match
from tests.data.kinds import on_sqlite, postgresql_at_night
from tests.data.tables import START, challenge, change, live, turn
from tests.patience import PATIENCE, until, waiters

Execute = Callable[..., Awaitable[Any]]


async def check_sound(store: Store, match_id: int, before: Match, written: list[Outgoing]) -> None:
    """Check that the last event is stored completely or not at all, and another one can follow.

    ``before`` is the match without the event, ``written`` the saves that the store announced.
    """
    pool = store._database._engine.sync_engine.pool
    assert pool.checkedout() == 0  # type: ignore[attr-defined] # our pool counts
    assert not store._database._in_hand
    store.memory.forget_all()
    match = await store.load(match_id)
    posts = await store.outbox.posts(match_id)
    assert len(match.events) - len(before.events) in {0, 1}
    assert match.until(len(before.events)) == before
    assert posts[-1].event == len(match.events)
    assert [saved.match for saved in written] == ([match] if match != before else [])
    await asyncio.wait_for(plays(store, match_id), PATIENCE)
    assert len((await store.load(match_id)).events) == len(match.events) + 1


async def plays(store: Store, match_id: int) -> None:
    """Add an event that fits a game of any length."""
    await change(store, match_id, lambda match: match.repost(now=START))


async def settle(task: asyncio.Task[None]) -> bool:
    """Wait for a task and return whether it was cancelled; raise its error if it failed."""
    await asyncio.wait({task})
    if not task.cancelled():
        task.result()
    return task.cancelled()


async def play_cancelled(
    store: Store, match_id: int, patch: pytest.MonkeyPatch, call: int, times: int
) -> bool:
    """Write an event, cancelling its task at ``times`` driver calls from ``call`` on.

    Return whether the task was cancelled. The match is forgotten first, so that its read can be
    cancelled too: a write that has begun is finished anyway.
    """
    store.memory.forget_all()
    execute: Execute = aiosqlite.core.Connection._execute
    task = asyncio.create_task(plays(store, match_id))
    calls = 0

    async def cancelling(
        connection: aiosqlite.Connection, *args: object, **kwargs: object
    ) -> object:
        nonlocal calls
        calls += 1
        if call <= calls < call + times:
            task.cancel()
            await asyncio.sleep(0)
        return await execute(connection, *args, **kwargs)

    patch.setattr(aiosqlite.core.Connection, "_execute", cancelling)
    return await settle(task)


@on_sqlite
@pytest.mark.parametrize("times", [1, 2, 3])
async def test_cancelled_at_each_call_of_the_driver(
    store: Store, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    match = await live(store)
    outcomes = set()
    cancelled = True
    call = 0
    while cancelled:
        call += 1
        assert call < 200
        before = await store.load(match.id)
        written: list[Outgoing] = []
        store.saved.connect(written.append)
        with monkeypatch.context() as patch:
            cancelled = await play_cancelled(store, match.id, patch, call, times)
        store.saved.disconnect(written.append)
        outcomes.add((cancelled, bool(written)))
        await check_sound(store, match.id, before, written)
    assert outcomes == {(True, False), (True, True), (False, True)}


@postgresql_at_night
async def test_cancelled_after_each_step_of_the_loop(store: Store) -> None:
    match = await live(store)
    for steps in range(60):
        before = await store.load(match.id)
        written: list[Outgoing] = []
        store.saved.connect(written.append)
        task = asyncio.create_task(plays(store, match.id))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await settle(task)
        store.saved.disconnect(written.append)
        await check_sound(store, match.id, before, written)


async def test_cancelled_while_it_waits_for_its_turn(store: Store) -> None:
    match = await live(store)
    async with store.match(match.id) as table:
        waiting = asyncio.create_task(plays(store, match.id))
        await until(lambda: waiters(store._units.lock(match.id)))
        waiting.cancel()
        assert await settle(waiting)
        table.match = turn(table.match)
    assert await store.load(match.id) == table.match


async def test_a_cancelled_reader_and_creator_leave_no_connection_behind(store: Store) -> None:
    async def works() -> None:
        match = await store.create(challenge())
        await store.matches()
        await store.load(match.id)
        await store.outbox.pending()

    for steps in range(0, 60, 2):
        task = asyncio.create_task(works())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await settle(task)
        assert store._database._engine.sync_engine.pool.checkedout() == 0  # type: ignore[attr-defined] # our pool counts
    for match in await store.matches():
        assert [post.event for post in await store.outbox.posts(match.id)] == [1]


async def test_closing_waits_for_what_a_cancelled_caller_had_begun(url: str) -> None:
    store = await Store.open(url)
    task = asyncio.create_task(store.create(challenge()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await store.close()
    assert task.cancelled()
    again = await Store.open(url)
    assert len(await again.matches()) == 1
    await again.close()


async def test_a_time_limit_is_one_too(store: Store) -> None:
    match = await live(store)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(plays(store, match.id), 0)
    assert await store.load(match.id) == match
