"""Matches that are changed together, in one transaction."""

from __future__ import annotations

import pytest

from data import Store
from data.database.errors import Conflict
from engine.table.match import Match
from tests.data.kinds import postgresql_at_night
from tests.data.tables import START, live, turn


def moved(match: Match) -> Match:
    """Return the match in another channel, a change that is posted and stored."""
    return match.move_to(77, now=START)


def written(store: Store) -> int:
    """Return the number of transactions that have written."""
    return sum(store.times["write"].counts)


@postgresql_at_night
async def test_matches_changed_together_share_a_transaction(store: Store) -> None:
    ids = [(await live(store)).id for _ in range(3)]
    store.memory.forget_all()
    played = await store.load(ids[1])
    before = written(store)
    await store.batches.change([*reversed(ids), 99], moved)
    assert written(store) == before + 1
    assert [store.memory.match(one) is not None for one in ids] == [False, True, False]
    assert (await store.load(ids[1])).events[:-1] == played.events
    assert {match.channel for match in await store.some(ids)} == {77}
    async with store.match(ids[0]) as table:
        table.match = turn(table.match)
    assert (await store.load(ids[0])).turns


@postgresql_at_night
async def test_of_matches_changed_together_all_are_or_none(store: Store) -> None:
    first, second = await live(store), await live(store)

    with pytest.raises(Conflict):
        await store.batches.change(
            [first.id, second.id], lambda match: turn(match, "message:of one match alone")
        )
    assert await store.some([first.id, second.id]) == [first, second]
    await store.batches.change([first.id, second.id], moved)
    assert {match.channel for match in await store.some([first.id, second.id])} == {77}
