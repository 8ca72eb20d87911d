"""Posts are written together with their events, and kept until they are shown."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from data import Outgoing, Post, PostState, Store
from tests.data.kinds import postgresql_at_night
from tests.data.tables import CHANNEL, HOST, START, accepted, challenge, live, turn


@postgresql_at_night
async def test_what_is_saved_at_once_is_one_post(store: Store) -> None:
    match = await store.create(challenge())
    async with store.match(match.id) as table:
        table.match = accepted(table.match)
    async with store.match(match.id) as table:
        table.match = turn(turn(table.match))
    async with store.match(match.id) as table:
        table.match = table.match.resign(HOST, now=START, source=None)
    assert await store.outbox.posts(match.id) == [
        Post(match.id, number, CHANNEL) for number in (1, 3, 5, 7)
    ]


@postgresql_at_night
async def test_posts_come_in_order_of_matches_and_events(store: Store) -> None:
    first, second = await live(store), await live(store)
    for match_id in (second.id, first.id, second.id):
        async with store.match(match_id) as table:
            table.match = turn(table.match)
    assert [(post.match, post.event) for post in await store.outbox.pending()] == [
        (first.id, 1), (first.id, 3), (first.id, 4),
        (second.id, 1), (second.id, 3), (second.id, 4), (second.id, 5),
    ]  # fmt: skip
    assert await store.outbox.posts(first.id) == (await store.outbox.pending())[:3]


@postgresql_at_night
async def test_saved_is_called_after_the_commit_when_there_is_something_to_post(
    store: Store,
) -> None:
    written: list[Outgoing] = []
    store.saved.connect(written.append)
    match = await live(store)
    assert [len(saved.match.events) for saved in written] == [1, 3]
    assert [len(saved.new) for saved in written] == [1, 2]
    assert written[-1].match == match


@postgresql_at_night
async def test_a_failing_listener_does_not_undo_a_turn(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    match = await live(store)

    def fails(_: Outgoing) -> None:
        raise RuntimeError("nobody home")

    store.saved.connect(fails)
    async with store.match(match.id) as table:
        table.match = turn(table.match)
    assert await store.load(match.id) == table.match
    assert "nobody home" in caplog.text


@postgresql_at_night
async def test_a_post_is_ticked_off_and_found_by_its_message(store: Store) -> None:
    match = await live(store)
    first, second = await store.outbox.pending()
    await store.outbox.mark_shown(first, 2**62)
    shown = Post(match.id, 1, CHANNEL, PostState.SHOWN, 2**62)
    assert await store.outbox.pending() == [second]
    assert await store.outbox.posts(match.id) == [shown, second]
    assert await store.outbox.post_of_message(2**62) == shown
    assert await store.outbox.post_of_message(5) is None


@postgresql_at_night
async def test_a_message_shows_the_last_of_its_posts(store: Store) -> None:
    match = await live(store)
    first, second = await store.outbox.pending()
    await store.outbox.mark_shown(first, 9)
    await store.outbox.mark_shown(second, 9)
    states = [(post.state, post.message) for post in await store.outbox.posts(match.id)]
    assert states == [(PostState.JOINED, None), (PostState.SHOWN, 9)]
    found = await store.outbox.post_of_message(9)
    assert found is not None
    assert found.event == second.event
    assert await store.outbox.pending() == []


async def test_a_refused_post_waits_until_it_is_tried_again(store: Store) -> None:
    match, other = await live(store), await live(store)
    first, second, *_ = await store.outbox.pending()
    await store.outbox.mark_shown(first, 9)
    await store.outbox.mark_refused(second, "403 50013")
    assert [post.match for post in await store.outbox.pending()] == [other.id] * 2
    refused = (await store.outbox.posts(match.id))[1]
    assert (refused.state, refused.why, refused.told) == (PostState.REFUSED, "403 50013", False)
    await store.outbox.mark_told(refused)
    assert (await store.outbox.posts(match.id))[1].told

    assert await store.outbox.retry(channel=CHANNEL + 1) == []
    assert await store.outbox.retry(guild=match.guild + 1) == []
    assert await store.outbox.retry(match=other.id) == []
    for retried in (
        store.outbox.retry(channel=CHANNEL),
        store.outbox.retry(guild=match.guild),
        store.outbox.retry(match=match.id),
        store.outbox.retry(guild=match.guild, channel=CHANNEL, match=match.id),
        store.outbox.retry(),
    ):
        await store.outbox.mark_refused(second, "403 50013")
        assert await retried == [match.id]
        again = (await store.outbox.posts(match.id))[1]
        assert (again.state, again.why, again.told) == (PostState.PENDING, None, True)


@postgresql_at_night
async def test_what_is_shown_is_never_refused(store: Store) -> None:
    match = await live(store)
    first, _ = await store.outbox.pending()
    await store.outbox.mark_shown(first, 9)
    await store.outbox.mark_refused(first, "404")
    assert (await store.outbox.posts(match.id))[0].state is PostState.SHOWN


async def test_what_is_not_shown_follows_its_match_to_another_channel(store: Store) -> None:
    match = await live(store, turns=1)
    first, second, third = await store.outbox.pending()
    await store.outbox.mark_shown(first, 9)
    await store.outbox.mark_refused(second, "404 10003")
    async with store.match(match.id) as table:
        table.match = table.match.relocate(77, now=START, source="interaction:1")
    await store.outbox.mark_refused(third, "404 10003")  # a late answer from the old channel
    assert await store.outbox.posts(match.id) == [
        Post(match.id, 1, CHANNEL, PostState.SHOWN, 9),
        Post(match.id, 3, 77),
        Post(match.id, 4, 77),
        Post(match.id, 6, 77),
    ]
    assert (await store.load(match.id)).channel == 77


async def test_the_newest_id_is_the_largest_of_messages_and_sources(store: Store) -> None:
    assert await store.newest_id() == 0
    match = await store.create(challenge(source="message:99"))
    assert await store.newest_id() == 99
    async with store.match(match.id) as table:
        table.match = accepted(table.match, "interaction:1000")
    assert await store.newest_id() == 1000
    await store.outbox.mark_shown((await store.outbox.pending())[0], 2**60)
    assert await store.newest_id() == 2**60


async def test_the_last_messages_are_told_by_their_ids(store: Store) -> None:
    span = timedelta(minutes=2)
    assert await store.outbox.latest(span) == []
    posted: list[int] = []
    for minute in (0, 7, 8, 9):
        match = await live(store)
        posted.append(match.id)
        first, second = await store.outbox.posts(match.id)
        await store.outbox.mark_shown(first, minute + 1)
        called = discord.utils.time_snowflake(START + timedelta(minutes=minute))
        if minute == 8:
            await store.outbox.mark_shown(second, 100, call=called)
        else:
            await store.outbox.mark_shown(second, called)
    assert [post.match for post in await store.outbox.latest(span)] == posted[1:]
