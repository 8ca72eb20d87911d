"""Matches in memory agree with the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from data import Post, PostState, Store, StoreError
from data.database.connection import Database
from engine.table.match import Match
from engine.table.record import Status
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.plans import watched
from tests.data.tables import (
    CHANNEL,
    HOST,
    OPPONENT,
    START,
    accepted,
    challenge,
    change,
    live,
    turn,
)

Change = Callable[[Store, Match], Awaitable[Any]]


async def shown(store: Store, match: Match) -> None:
    """Tick off all posts of a match, each by a message of its own."""
    for post in await store.outbox.posts(match.id):
        await store.outbox.mark_shown(post, 100 * match.id + post.event, call=7)


async def edited(store: Store, match: Match) -> None:
    """Tick off all posts of a match by one message that is edited."""
    for post in await store.outbox.posts(match.id):
        await store.outbox.mark_shown(post, 5)


async def removed(store: Store, match: Match) -> None:
    """Show and remove a post."""
    await shown(store, match)
    await store.outbox.mark_removed((await store.outbox.posts(match.id))[:1])


async def settled(store: Store, match: Match) -> None:
    """Mark all posts as stale and settle two of them, one of which was removed."""
    await removed(store, match)
    posts = await store.outbox.posts(match.id)
    await store.outbox.mark_stale(posts)
    await store.outbox.mark_settled(posts[:2])


async def refused(store: Store, match: Match) -> None:
    """Mark a match's last post as refused and told of."""
    *_, last = await store.outbox.posts(match.id)
    await store.outbox.mark_refused(last, "403 50001")
    await store.outbox.mark_told(last)


async def retried(store: Store, match: Match) -> None:
    """Mark a match's last post as refused and told of, and try it again."""
    await refused(store, match)
    await store.outbox.retry(channel=CHANNEL)


async def joined(store: Store, match: Match) -> None:
    """Mark a match's first post as shown by a later one."""
    await store.outbox.mark_joined((await store.outbox.posts(match.id))[:1])


async def moved(store: Store, match: Match) -> None:
    """Move a match to another channel."""
    await change(store, match.id, lambda match: match.move_to(CHANNEL + 1, now=START))


async def followed(store: Store, match: Match) -> None:
    """Add two followers and remove one of them."""
    await store.followers.add(match.id, 5, turns=True)
    await store.followers.add(match.id, 6, turns=False)
    await store.followers.remove(match.id, 5)


async def played(store: Store, match: Match) -> None:
    """Play a move."""
    await change(store, match.id, turn)


async def resigned(store: Store, match: Match) -> None:
    """End a match."""
    await change(store, match.id, lambda match: match.resign(HOST, now=START, source=None))


async def forgotten(store: Store, match: Match) -> None:
    """End a match, and forget a follower and a player."""
    await followed(store, match)
    await resigned(store, match)
    assert await store.forget(6)
    assert await store.forget(OPPONENT)


CHANGES: list[Change] = [
    shown, edited, removed, settled, refused, retried,
    joined, moved, followed, played, resigned, forgotten,
]  # fmt: skip


async def known(store: Store, match: Match) -> tuple[object, ...]:
    """Return the store's view of a match: itself, its posts and followers, and live lists."""
    live = [
        await store.live_of(person, channel)
        for person in (HOST, OPPONENT)
        for channel in (CHANNEL, CHANNEL + 1)
    ]
    outgoing = await store.outgoing(match.id)
    return await store.load(match.id), [*outgoing.posts], dict(outgoing.followers), live


@postgresql_at_night
@pytest.mark.parametrize("change", CHANGES)
async def test_what_is_known_is_what_is_stored(store: Store, change: Change) -> None:
    match = await live(store, turns=2)
    await known(store, match)
    await change(store, match)
    remembered = await known(store, match)
    store.memory.forget_all()
    assert await known(store, match) == remembered


@on_postgresql
async def test_what_is_known_of_several_matches_is_what_is_stored(store: Store) -> None:
    for each in CHANGES[:-1]:  # a person who still plays elsewhere cannot be forgotten
        await test_what_is_known_is_what_is_stored(store, each)


@postgresql_at_night
async def test_what_was_written_is_not_read_back(store: Store) -> None:
    match = await live(store)
    await store.live_of(HOST, CHANNEL)
    with watched(store) as queries:
        await store.live_of(HOST, CHANNEL)
        await played(store, match)
        await store.outbox.mark_shown((await store.outgoing(match.id)).posts[-1], 5)
        for mark in (store.outbox.mark_stale, store.outbox.mark_settled):
            await mark((await store.outgoing(match.id)).posts[-1:])
    ours = [statement for statement, _ in queries if "pg_" not in statement]
    verbs = [statement.split()[0] for statement in ours]
    assert verbs == ["UPDATE", "INSERT", "INSERT", "UPDATE", "UPDATE", "UPDATE"]


@postgresql_at_night
async def test_what_was_changed_meanwhile_is_not_kept_as_it_was_read(store: Store) -> None:
    match = await live(store)
    store.memory.forget_all()
    with store.memory.reading() as reading:
        read = await store.load(match.id)
        posted = await store.outbox.posted(match.id)
        await played(store, match)
        await shown(store, match)
        store.memory.keep(reading, read)
        store.memory.keep_posted(reading, match.id, posted)
        store.memory.keep_live(reading, CHANNEL, {})
    assert len((await store.load(match.id)).events) == len(match.events) + 1
    assert all(post.stands for post in await store.outbox.posts(match.id))


@postgresql_at_night
async def test_a_match_that_begins_meanwhile_is_not_missed(store: Store) -> None:
    with store.memory.reading() as reading:
        match = await live(store)
        store.memory.keep_live(reading, CHANNEL, {})
    assert await store.live_of(HOST, CHANNEL) == [match.id]


@postgresql_at_night
async def test_readers_and_writers_at_the_same_time_leave_the_truth(store: Store) -> None:
    matches = [await live(store) for _ in range(3)]

    async def reads() -> None:
        for _ in range(20):
            store.memory.forget_all()
            await store.matches(status=Status.LIVE)
            await store.live_of(HOST, CHANNEL)
            for match in matches:
                await store.outgoing(match.id)

    async def writes(match: Match) -> None:
        for number in range(10):
            await change(store, match.id, turn)
            post = (await store.outbox.posts(match.id))[-1]
            await store.outbox.mark_shown(post, 1000 * match.id + number)

    await asyncio.gather(reads(), *map(writes, matches))
    for match in matches:
        remembered = await known(store, match)
        store.memory.forget_all()
        assert await known(store, match) == remembered
        assert len((await store.load(match.id)).events) == len(match.events) + 10


@postgresql_at_night
async def test_what_was_not_written_is_not_known(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await live(store)
    post = Post(match.id, len(match.events), CHANNEL)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", failing)
        with pytest.raises(StoreError):
            await played(store, match)
        with pytest.raises(StoreError):
            await store.outbox.mark_shown(post, 5)
    assert await store.load(match.id) == match
    assert (await store.outbox.posts(match.id))[-1].state is PostState.PENDING


@postgresql_at_night
async def test_what_somebody_else_has_changed_can_be_forgotten(store: Store) -> None:
    match = await live(store)
    before = await known(store, match)
    other = await store.create(accepted(challenge()))
    store.memory.forget([match.id, other.id])
    with watched(store) as queries:
        assert (await known(store, match))[:3] == before[:3]
    assert len(queries) == 6


def failing(_: Database) -> None:
    """Raise StoreError, as if a transaction could not begin."""
    raise StoreError("The disk is full.")
