"""Columns that follow from the record are compared with it, and rewritten if wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.sql.dml import UpdateBase

from data import Store, inspect
from data.database.schema import matches, seats, standings, tournaments
from data.inspection import FOLLOWING
from tests.data.outcomes.test_standings import stored
from tests.data.results import ANN, BEN, begun, ended
from tests.data.tables import START, change, turn
from tests.data.tournaments.events import new

CHANCE = random.Random(1)


async def execute(store: Store, statement: UpdateBase) -> None:
    async with store._database.writing() as connection:
        await connection.execute(statement)


async def rows(store: Store) -> list[dict[str, object]]:
    async with store._database.reading() as connection:
        found = (await connection.execute(select(matches).order_by(matches.c.id))).mappings()
        return [dict(row) for row in found]


async def test_all_that_follows_from_the_record_is_compared(url: str, store: Store) -> None:
    live = await begun(store)
    await change(store, live.id, turn)
    await begun(store, (ANN, BEN), game="halma")
    over = await ended(store)  # the last one: any draw of a number up to its own finds it
    right, standing = await rows(store), await stored(store)
    assert await store.compare(CHANCE) == []
    of_live = update(matches).where(matches.c.id == live.id)
    for column in ("awaited", "deadline", "duty", "due", "turn"):
        values = {"awaited": 3, "duty": True, "turn": 0}
        await execute(store, of_live.values({column: values.get(column, over.ended)}))
        said = f"{column} of match {live.id} is not as its events say"
        assert said in (await inspect(url, None)).wrong
        assert await store.compare(CHANCE) == [said]
        assert await rows(store) == right
    assert {"awaited", "deadline", "duty", "due", "turn"} < set(FOLLOWING)
    await execute(store, update(seats).where(seats.c.match == over.id).values(rank=1))
    said = f"seats of match {over.id} is not as its events say"
    assert (await store.compare(CHANCE))[0] == said
    assert await stored(store) == standing
    for wrong in (
        update(standings).where(standings.c.person == ANN).values(wins=7),
        delete(standings).where(standings.c.person == ANN),
    ):
        await execute(store, wrong)
        (one,) = await store.compare(CHANCE)
        assert one.startswith(f"what is kept of person {ANN} in frisian")
        assert await stored(store) == standing
    assert (await inspect(url, None)).wrong == ()


async def test_a_match_that_has_gone_on_is_left_as_it_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(store)
    await execute(store, update(matches).values(awaited=3))
    read = store._database.read

    async def meanwhile(*given: Any) -> object:  # noqa: ANN401 - passed on
        found: object = await read(*given)
        await change(store, match.id, turn)
        return found

    monkeypatch.setattr(store._database, "read", meanwhile)
    assert len(await store.compare(CHANCE)) == 1
    monkeypatch.undo()
    right = await rows(store)
    assert await store.compare(CHANCE) == []
    assert await rows(store) == right


async def test_what_follows_from_the_entries_of_a_tournament_is_compared(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    assert await store.compare(CHANCE) == []
    values = {"phase": "over", "version": 1, "players": 2, "due": None, "started": START}
    of_it = update(tournaments).where(tournaments.c.id == tournament.id)
    for column, value in values.items():
        await execute(store, of_it.values({column: value}))
        said = f"{column} of tournament {tournament.id} is not as its entries say"
        assert await store.compare(CHANCE) == [said]
        assert await store.compare(CHANCE) == []
