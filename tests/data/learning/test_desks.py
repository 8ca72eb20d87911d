"""Desks in the database: one row each, one change at a time, deleted when unused."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import engine
from data import Desk, Store
from engine.study.branching_lines import Lines
from tests.data.kinds import postgresql_at_night
from tests.data.tables import HOST, OPPONENT, START

DESK = Desk.of(
    engine.games["frisian"].start(),
    HOST,
    "analysis",
    about="a test",
    side=1,
    lines=Lines.of(["32-28", "19-23"], at=1),
)


@postgresql_at_night
async def test_what_is_stored_is_found_again(store: Store) -> None:
    desk = await store.desks.add(DESK, START)
    assert desk == replace(DESK, id=desk.id, used=START)
    assert await store.desks.get(desk.id) == desk
    changed = await store.desks.save(desk.played("18-23").saying("more"), START)
    assert changed is not None
    assert changed.version == 1
    assert await store.desks.get(desk.id) == changed
    assert changed.lines.moves == ("32-28", "18-23")
    await store.desks.remove(desk.id)
    assert await store.desks.get(desk.id) is None


@postgresql_at_night
async def test_of_two_changes_of_one_state_the_first_counts(store: Store) -> None:
    desk = await store.desks.add(DESK, START)
    assert await store.desks.save(desk.at(0), START) is not None
    assert await store.desks.save(desk.at(2), START) is None
    found = await store.desks.get(desk.id)
    assert found is not None
    assert found.lines.at == 0


@postgresql_at_night
async def test_the_one_used_last_is_the_persons_own(store: Store) -> None:
    first = await store.desks.add(DESK, START)
    second = await store.desks.add(replace(DESK, kind="puzzle"), START + timedelta(hours=1))
    await store.desks.add(replace(DESK, person=OPPONENT), START + timedelta(hours=2))
    assert await store.desks.latest(HOST) == second
    assert await store.desks.latest(HOST, "analysis") == first
    used = await store.desks.save(first, START + timedelta(hours=3))
    assert await store.desks.latest(HOST) == used


@postgresql_at_night
async def test_what_nobody_uses_is_swept_away(store: Store) -> None:
    old = await store.desks.add(DESK, START)
    kept = await store.desks.add(DESK, START + timedelta(days=2))
    await store.desks.add(DESK, START + timedelta(days=31))
    assert await store.desks.get(old.id) is None
    assert await store.desks.get(kept.id) == kept
