"""Several processes share a database, each with the matches of its own guilds."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from data import (
    ComputerMatches,
    Notice,
    Orders,
    Outgoing,
    PersonSettings,
    Store,
    StoreError,
    shards_of,
)
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status, computer
from tests.data.database.test_database import refusal
from tests.data.tables import GUILD, HOST, START, accepted, challenge, change, turn
from tests.patience import PATIENCE, until

Heard = asyncio.Queue[tuple[str, int]]


def guild_of(shard: int) -> int:
    """Return a guild of a shard, of two."""
    return ((GUILD >> 23 << 1) + shard) << 22


async def live(store: Store, shard: int) -> Match:
    """Store and return a live match in a guild of a shard."""
    match = await store.create(challenge(guild=guild_of(shard)))
    return await change(store, match.id, accepted)


def listen(store: Store) -> Heard:
    """Return a queue of everything that a store hears from other processes."""
    heard: Heard = asyncio.Queue()
    store.heard.connect(lambda what, which: heard.put_nowait((what, which)))
    return heard


async def until_heard(heard: Heard, what: str, which: int) -> None:
    """Wait until a store has heard of ``what``, with the number ``which``."""
    async with asyncio.timeout(PATIENCE):
        while await heard.get() != (what, which):
            pass


@pytest.fixture
async def stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Yield the stores of two processes, with the first and the second shard."""
    first, second = [await Store.open(url, shards=shards_of(str(n), 2)) for n in range(2)]
    yield first, second
    await first.close()
    await second.close()


async def test_each_has_the_matches_of_its_own_servers(stores: tuple[Store, Store]) -> None:
    matches = [await live(store, shard) for shard, store in enumerate(stores)]
    for store, match in zip(stores, matches, strict=True):
        later = START + timedelta(days=1000)
        assert {post.match for post in await store.outbox.pending()} == {match.id}
        assert await store.channels(START) == [(match.guild, match.channel)]
        assert set(await store.due(later)) <= {match.id}
        assert await store.lists.of_people([HOST]) == [match.id]
        assert await store.outbox.latest(timedelta(days=1)) == []
        assert len(await store.matches()) == 2  # the list of matches is of all shards


async def test_what_one_does_in_a_match_of_another_reaches_it(
    stores: tuple[Store, Store],
) -> None:
    first, second = stores
    heard = listen(second)
    match = await live(second, 1)
    saved: list[Outgoing] = []
    first.saved.connect(saved.append)
    second.saved.connect(saved.append)
    changed = await change(first, match.id, lambda match: turn(match, "message:1"))
    await until_heard(heard, "match", match.id)
    assert saved == []
    assert await second.load(match.id) == changed
    assert [post.event for post in await second.outbox.pending()] == [1, 3, 4]
    again = await change(second, match.id, turn)
    assert await first.load(match.id) == again
    assert (await change(first, match.id, turn)).events[:-1] == again.events


async def test_settings_changed_in_one_are_heard_of_in_the_others(
    stores: tuple[Store, Store],
) -> None:
    first, second = stores
    heard = listen(second)
    await first.preferences.set_person(HOST, PersonSettings(confirm=True))
    await until_heard(heard, "person", HOST)
    await first.close()
    heard = listen(second)
    assert await second.forget(HOST)


async def test_orders_given_in_one_are_heard_of_in_the_others(
    stores: tuple[Store, Store],
) -> None:
    first, second = stores
    heard = listen(second)
    for order in (
        first.operator.block_person(HOST, START),
        first.operator.block_server(GUILD, START),
        first.operator.set_notice(Notice("Back soon")),
        first.operator.unblock_person(HOST),
    ):
        await order
        await until_heard(heard, "orders", 0)
    assert await second.operator.orders() == Orders(frozenset({GUILD}), notice=Notice("Back soon"))


async def test_turns_of_both_at_once_are_all_there(stores: tuple[Store, Store]) -> None:
    matches = [await live(store, shard) for shard, store in enumerate(stores) for _ in range(4)]

    async def plays(number: int, match: Match) -> None:
        for _ in range(8):
            await change(stores[number // 4], match.id, turn)

    await asyncio.gather(*(plays(number, match) for number, match in enumerate(matches)))
    for number, match in enumerate(matches):
        store = stores[1 - number // 4]
        assert len((await store.load(match.id)).moves) == 8
        assert len(await store.outbox.posts(match.id)) == 10


async def test_who_is_given_the_same_shard_waits_until_the_other_is_gone(
    url: str, stores: tuple[Store, Store], caplog: pytest.LogCaptureFixture
) -> None:
    first, _ = stores
    waiting = asyncio.create_task(Store.open(url, shards=shards_of("0", 2)))
    match = await live(first, 0)
    await until(lambda: "Another process has the shards 0: waiting for it." in caplog.text)
    assert not waiting.done()
    await first.close()
    heir = await waiting
    assert await heir.load(match.id) == match
    await heir.close()


async def test_all_have_the_same_number_of_shards(url: str, stores: tuple[Store, Store]) -> None:
    with pytest.raises(StoreError, match="by a process with SHARD_COUNT=2: all processes"):
        await Store.open(url, shards=shards_of("2", 3))
    assert "SHARD_COUNT=2" in await refusal(url)
    assert len(await stores[0].matches()) == 0


async def test_an_sqlite_database_is_of_one_process(tmp_path: object) -> None:
    with pytest.raises(StoreError, match="set DATABASE_URL to a PostgreSQL server"):
        await Store.open(f"sqlite:///{tmp_path}/x.db", shards=shards_of("0", 2))


@pytest.mark.parametrize(("ids", "count"), [("0,2", 2), ("x", 2), ("-1", 2), ("0", None)])
def test_shards_that_there_are_not(ids: str, count: int | None) -> None:
    with pytest.raises(ValueError, match="SHARD_IDS"):
        shards_of(ids, count)


def test_shards_as_they_are_set() -> None:
    shards = shards_of("0,1", 4)
    assert [shards.have(guild_of(0)), shards.have(0)] == [True, True]
    assert not replace(shards, ids=frozenset({1})).have_first
    assert shards_of("", 4).are_all


async def test_two_processes_begin_no_more_matches_with_computers_than_are_admitted(
    stores: tuple[Store, Store],
) -> None:
    def admit(_: Match, has: ComputerMatches) -> None:
        if has.played >= 2:
            raise Refusal(Text("No more."))

    async def begin(shard: int) -> None:
        match = replace(challenge(guild=guild_of(shard)), people=(HOST, computer(3)))
        with suppress(Refusal):
            await stores[shard].create(match.begun(now=START, chance=random.Random(0)), admit)

    await asyncio.gather(*(begin(number % 2) for number in range(8)))
    begun = [await store.matches(status=Status.LIVE, person=HOST) for store in stores]
    assert len({match.id for matches in begun for match in matches}) == 2
