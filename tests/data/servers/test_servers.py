"""Matches between servers are loaded as they were stored, in both servers' processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

import engine
from data import BlockedServer, Store
from data.database.backend import shards_of
from engine import Refusal
from engine.event_log import Repeated
from engine.server_matches.server_match import Phase, Player, ServerMatch, Side
from engine.table.clock import TimeControl
from tests.data.database.postgres.test_shards import guild_of, listen, until_heard
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.tables import HOST, OPPONENT, START, live

GAME = engine.games["frysk"]
HERE, THERE = guild_of(0), guild_of(1)


def asked() -> ServerMatch:
    """Return a challenge of one server to another, not stored yet."""
    sides = Side(HERE, "« Çédille » *", 1, names=True), Side(THERE, "", 0)
    time = TimeControl.read("3d")
    return ServerMatch(0, GAME, GAME.start().options, time, 2, START, sides)


async def changed(
    store: Store, match: ServerMatch, *changes: Callable[[ServerMatch], ServerMatch]
) -> ServerMatch:
    """Return the match after ``changes``, each checked to be loaded as it was written."""
    for change in changes:
        found = await store.servers.change(match.id, change)
        assert found is not None
        assert await store.servers.load(match.id) == found
        match = found
    return match


async def begun(store: Store) -> ServerMatch:
    """Store and return a match of one board, with a team member who has no board."""
    match = await store.servers.create(asked(), "interaction:1")
    return await changed(
        store,
        match,
        lambda one: one.accept(Side(THERE, "There", 2)),
        lambda one: one.join(Player(0, HOST, "Ann", 1.5)),
        lambda one: one.join(Player(1, OPPONENT, "Ben", 0.0)),
        lambda one: one.join(Player(1, 77, "Cid", -1.0)),
        lambda one: one.ready(0),
    )


async def test_it_comes_back_as_it_was_and_knows_its_twins(store: Store) -> None:
    match = await begun(store)
    assert match.phase is Phase.PLAYING
    with pytest.raises(Repeated):
        await store.servers.create(asked(), "interaction:1")
    with pytest.raises(Refusal, match="begun already"):
        await store.servers.change(match.id, lambda one: one.ready(0))
    one, other = await live(store), await live(store)
    match = await changed(store, match, lambda m: m.with_match(1, 0, one.id))
    assert await store.servers.twin_of(one.id) is None
    match = await changed(store, match, lambda m: m.with_match(1, 1, other.id))
    assert await store.servers.twin_of(one.id) == (other.id, THERE, match.id)
    assert await store.servers.twin_of(other.id) == (one.id, HERE, match.id)
    assert await store.servers.going_on(THERE) == [match]
    match = await changed(store, match, lambda m: m.finished(START))
    assert await store.servers.going_on(HERE) == []
    assert await store.servers.lately(START, 5) == [match]
    assert await store.servers.lately(START + timedelta(seconds=1), 5) == []


async def test_blocks_and_messages(store: Store) -> None:
    servers = store.servers
    match = await begun(store)
    assert await servers.message_of(match.id, 1) is None
    await servers.set_message(match.id, 1, 2**62)
    assert await servers.message_of(match.id, 1) == 2**62
    for name in ("Old", "New"):
        await servers.block(HERE, BlockedServer(THERE, name), START)
    assert await servers.blocked(HERE) == [(THERE, "New")]
    assert await servers.blocked(THERE) == []
    assert await servers.unblock(HERE, THERE)
    assert not await servers.unblock(HERE, THERE)


@postgresql_at_night
async def test_who_is_forgotten_leaves_their_team_or_stays_without_a_name(store: Store) -> None:
    match = await begun(store)
    kept = (await store.kept_about(HOST))["teams of servers"]
    assert [(one["match between servers"], one["name"]) for one in kept] == [(match.id, "Ann")]
    assert await store.forget(HOST)
    assert await store.forget(77)
    after = await store.servers.load(match.id)
    assert after is not None
    assert [(p.person, p.name, p.strength) for p in after.players] == [
        (-1000, "", 0.0),
        (OPPONENT, "Ben", 0.0),
    ]
    assert after == replace(match, version=match.version + 2, players=after.players)


@on_postgresql
async def test_two_processes_change_it_one_after_the_other_and_hear_of_it(url: str) -> None:
    first, second = [await Store.open(url, shards=shards_of(str(n), 2)) for n in range(2)]
    heard = listen(second)
    match = await begun(first)
    await until_heard(heard, "servers", match.id)
    assert [one.id for one in await second.servers.lately(START, 5)] == [match.id]
    await first.servers.tell_of_twin(9)
    await until_heard(heard, "twin", 9)
    calls = []

    def slow(one: ServerMatch) -> ServerMatch:
        calls.append(one.version)
        return one.lost(START)

    assert await changed(second, match, slow)
    assert await changed(first, match, slow)
    assert calls == [match.version, match.version + 1]
    await first.close()
    await second.close()
