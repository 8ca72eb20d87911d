"""Queries caused by every message use an index."""

from __future__ import annotations

import random
from typing import Any

import pytest

from data import Store
from data.database.backend import Shards
from data.outcomes.history import Viewer, Wanted
from engine import Game, Position
from engine.table.record import Status
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.plans import scanned, watched
from tests.data.results import ended
from tests.data.tables import CHANNEL, GUILD, HOST, OPPONENT, change, live, turn


@postgresql_at_night
async def test_matches_take_two_queries_however_many_they_are(store: Store) -> None:
    for _ in range(5):
        await live(store, turns=2)
    store.memory.forget_all()
    with watched(store) as queries:
        assert len(await store.matches(status=Status.LIVE)) == 5
    assert len(queries) == 2
    with watched(store) as queries:
        assert len(await store.matches(status=Status.LIVE, person=HOST)) == 5
    assert len(queries) == 1


async def test_what_is_asked_often_is_found_by_an_index(store: Store) -> None:
    match = await live(store)
    store.memory.forget_all()
    with watched(store) as queries:
        await store.load(match.id)
        await store.matches(status=Status.LIVE)
        await store.matches(status=Status.LIVE, channel=CHANNEL)
        await store.matches(status=Status.LIVE, channel=CHANNEL, person=HOST)
        await store.matches(guild=GUILD, status=Status.LIVE)
        await store.matches(person=HOST)
        await store.outbox.pending()
        await store.outbox.posts(match.id)
        await store.outbox.post_of_message(1)
        await store.outbox.retry(channel=CHANNEL)
        await store.outbox.retry(guild=GUILD)
        await store.history.channels(GUILD)
        for wanted in (Wanted(GUILD), Wanted(GUILD, HOST), Wanted(GUILD, game="frisian")):
            await store.history.page(wanted, Viewer([CHANNEL], HOST), offset=0, limit=5)
        both = Wanted(GUILD, HOST, OPPONENT)
        await store.history.page(both, Viewer([CHANNEL]), offset=0, limit=5)
        await store.history.score(both, Viewer([CHANNEL]))
        await store.standings.of_person(GUILD, HOST)
        await store.standings.leaderboard(GUILD, "frisian", offset=0, limit=5)
        await store.standings.champions(GUILD, "frisian", limit=5)
        await store.ratings.course(GUILD, HOST)
        await store.ratings.changes(match.id)
        await ended(store)
    for statement, parameters in queries:
        if statement.startswith("INSERT"):
            continue
        read = await scanned(store, statement, parameters)
        assert not read, statement


@on_postgresql
async def test_what_is_of_some_shards_is_found_by_an_index_too(url: str) -> None:
    store = await Store.open(url, shards=Shards(2, frozenset({0})))
    match = await live(store)
    with watched(store) as queries:
        await store.lists.timed()
        await store.lists.with_duties()
        await store.lists.of_people([HOST])
        await store.due(match.events[-1].at)
        await store.channels(match.events[-1].at)
        await store.outbox.pending()
        await store.compare(random.Random(1))
    assert sum("4194304" in str(parameters) for _, parameters in queries) > 5
    for statement, parameters in queries:
        assert not await scanned(store, statement, parameters), statement
    await store.close()


@postgresql_at_night
async def test_of_a_long_match_only_what_its_board_tells_is_read_for_a_turn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await live(store, turns=30)
    store.memory.forget_all()
    read, game = list[str](), type(match.game)
    reading = game.read

    def watching(self: Game, text: str, *given: Any, **options: Any) -> Position:  # noqa: ANN401 - passed on
        read.append(text)
        return reading(self, text, *given, **options)

    monkeypatch.setattr(game, "read", watching)
    after = await change(store, match.id, turn)
    assert len(after.moves) == 31
    assert read == [event.position for event in match.events[:-3:-1]]
    assert list(after.line)[:-1] == list(match.line)
