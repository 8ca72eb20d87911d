"""A person who asks to be forgotten is in no table any more; others' matches stay whole."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Column, DateTime, Table, insert
from sqlalchemy.types import JSON, Boolean, Float, Integer

import engine
from data import Store
from data.database import schema
from data.database.columns import UtcTime
from data.members.privacy import FORMER
from engine.table.match import Match
from engine.table.record import OPEN, Kind, Status
from tests.data.kinds import on_sqlite, postgresql_at_night
from tests.data.outcomes.test_ratings import from_scratch, stored
from tests.data.results import ANN, BEN, CID, decided, ended
from tests.data.tables import CHANNEL, GUILD, HOST, OPPONENT, START, challenge, change, live, turn

OTHERS = frozenset(
    {
        *("guild", "other_guild", "channel", "message", "call", "key", "thread"),
        *("card", "card_channel", "about"),
    }
)
"""Columns of large numbers that are not ids of people."""

ROWS = 40
"""The first key of rows made by the tests rather than by matches."""


def dump(file: Path) -> str:
    """Return the whole database as text."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def values(person: int, key: int) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield rows for every table, with ``person`` in one column after another that can hold ids."""
    for table in schema.metadata.sorted_tables:
        persons: list[Column[Any] | None] = [
            column
            for column in table.columns
            if isinstance(column.type, BigInteger) and column.name not in OTHERS
        ]
        if table is schema.blocked_persons:
            persons = []  # a blocked person stays on the list
        for number, holding in enumerate(persons or [None]):
            row = {column.name: _value(column, key + number) for column in table.columns}
            if table is schema.events:
                row["text"] = f"<@{person}> {person}"
            if holding is not None:
                row[holding.name] = person
            yield table, row


def _value(column: Column[Any], key: int) -> object:
    match column.type:
        case BigInteger():
            return key
        case Integer():
            return key
        case Boolean():
            return False
        case Float():
            return 25.0
        case JSON():
            return {}
        case UtcTime() | DateTime():
            return START
    return str(key)


async def fill(store: Store, person: int, key: int) -> None:
    """Write rows to every table, with ``person`` in every column that can hold ids."""
    async with store._database.writing() as connection:
        for table, row in values(person, key):
            await connection.execute(insert(table).values(row))


async def played_out(store: Store) -> Match:
    """Return a match in which both have moved, and the opponent has resigned."""
    match = await live(store, 6)
    return await change(
        store,
        match.id,
        lambda m: m.resign(OPPONENT, now=m.events[-1].at, source=f"message:{match.id}"),
    )


@postgresql_at_night
async def test_nothing_is_left_in_any_table(store: Store, tmp_path: Path) -> None:
    await fill(store, OPPONENT, ROWS)
    await played_out(store)
    assert await store.forget(OPPONENT)
    assert str(OPPONENT) not in dump(tmp_path / "damier.db")


@on_sqlite
async def test_nothing_is_left_between_the_rows_of_the_file(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    settings = (await store.preferences.of_person(OPPONENT)).but(theme="slate")
    await store.preferences.set_person(OPPONENT, settings)
    assert await store.forget(OPPONENT)
    await store.close()
    assert b'"slate"' not in (tmp_path / "damier.db").read_bytes()


@postgresql_at_night
async def test_one_number_stands_for_him_in_all_matches(store: Store) -> None:
    first, second = await played_out(store), await played_out(store)
    assert await store.forget(OPPONENT)
    numbers = {(await store.load(match.id)).people[1] for match in (first, second)}
    assert numbers == {-1000}
    match = await store.load(first.id)
    assert {event.person for event in match.events} == {HOST, -1000, None}
    assert set(match.people) == {HOST, -1000}


@postgresql_at_night
async def test_the_next_one_gets_another_number(store: Store) -> None:
    match = await played_out(store)
    assert await store.forget(OPPONENT)
    assert await store.forget(HOST)
    assert (await store.load(match.id)).people == (-1001, -1000)
    assert (await store.load(match.id)).host == -1001


@postgresql_at_night
async def test_the_record_is_what_it_was(store: Store) -> None:
    match = await played_out(store)
    before = await store.load(match.id)
    assert await store.forget(OPPONENT)
    after = await store.load(match.id)
    assert after.record() == before.record()
    assert after.line == before.line
    assert [(e.kind, e.at, e.seat, e.text) for e in after.events] == [
        (e.kind, e.at, e.seat, e.text) for e in before.events
    ]
    assert len(after.last_turn) == len(before.last_turn)


@postgresql_at_night
async def test_two_messages_stay_two(store: Store) -> None:
    """The messages of a forgotten player stay apart without their sources."""
    match = await live(store)
    for number in range(4):
        match = await change(store, match.id, partial(turn, source=f"message:{number}"))
    await change(store, match.id, lambda m: m.resign(HOST, now=START, source=None))
    assert await store.forget(HOST)
    sources = [event.source for event in (await store.load(match.id)).moves]
    assert len(set(sources)) == 4
    assert "message:0" not in sources
    assert sources[1] == "message:1"


@postgresql_at_night
async def test_the_others_go_on_without_him(store: Store) -> None:
    game = engine.games["halma"]
    people = [OPPONENT, 7, 8]
    match = Match.challenge(
        guild=GUILD,
        channel=CHANNEL,
        game=game,
        options=game.start(4).options,
        host=HOST,
        opponents=people,
        seat=0,
        now=START,
        source=None,
    )
    match = await store.create(match)
    for person in people:
        match = match.accept(person, now=START, source=None, chance=random.Random(1))
    await change(store, match.id, lambda _: match)
    assert not await store.forget(OPPONENT)
    assert (await store.load(match.id)).people == match.people
    await change(store, match.id, lambda m: m.leave(OPPONENT, now=START))
    assert await store.forget(OPPONENT)
    match = await store.load(match.id)
    assert match.status is Status.LIVE
    assert -1000 in match.people
    while match.position.turn != 3:
        match = await change(store, match.id, turn)
    assert -1000 not in {match.people[seat] for seat in match.to_act}


@postgresql_at_night
async def test_the_ratings_of_others_stay_and_can_be_computed_again(store: Store) -> None:
    tables = [(ANN, BEN), (BEN, CID), (CID, ANN), (BEN, ANN)]
    for number, people in enumerate(tables):
        await ended(store, people, after=timedelta(days=number))
    before = await stored(store)
    assert await store.forget(BEN)
    renamed = [(m, -1000 if person == BEN else person, *values) for m, person, *values in before]
    assert sorted(await stored(store)) == sorted(renamed)
    assert (await store.standings.leaderboard(GUILD, "frisian", offset=0, limit=9)).total == 2

    first = (await store.matches())[0]
    await decided(store, first, (2, 1), START + timedelta(days=9))
    assert sorted(await stored(store)) == from_scratch(await store.matches())
    assert sorted(await stored(store)) != sorted(renamed)


@postgresql_at_night
async def test_who_is_still_expected_has_to_leave_first(store: Store) -> None:
    match = await live(store, 2)
    assert not await store.forget(HOST)
    await change(store, match.id, lambda m: m.leave(HOST, now=START))
    assert await store.forget(HOST)


def test_a_challenge_is_left_by_host_and_guest() -> None:
    for person, kind in ((HOST, Kind.WITHDRAW), (OPPONENT, Kind.DECLINE)):
        match = challenge().leave(person, now=START)
        assert match.events[-1].kind is kind
        assert match.leave(person, now=START) is match


def test_an_open_challenge_that_he_joined_is_closed() -> None:
    game = engine.games["halma"]
    match = Match.challenge(
        guild=GUILD,
        channel=CHANNEL,
        game=game,
        options=game.start(4).options,
        host=HOST,
        opponents=[OPEN, OPEN, OPEN],
        seat=0,
        now=START,
        source=None,
    )
    match = match.join(OPPONENT, now=START, source=None, chance=random.Random(1))
    assert match.leave(OPPONENT, now=START).status is Status.OVER


@postgresql_at_night
async def test_a_match_that_is_changed_meanwhile_does_not_bring_him_back(
    store: Store, tmp_path: Path
) -> None:
    match = await played_out(store)

    async def repost() -> None:
        async with store.match(match.id) as table:
            table.match = table.match.repost(now=START)

    await asyncio.gather(repost(), store.forget(HOST), repost())
    assert str(HOST) not in dump(tmp_path / "damier.db")
    assert (await store.load(match.id)).host == -1000


async def test_a_reason_that_names_him_names_nobody(store: Store) -> None:
    await fill(store, OPPONENT, ROWS)
    assert await store.forget(OPPONENT)
    async with store._database.reading() as connection:
        text = await connection.scalar(
            schema.events.select().with_only_columns(schema.events.c.text)
        )
    assert text == f"{FORMER} {FORMER}"


async def test_a_longer_number_in_a_reason_is_not_theirs(store: Store) -> None:
    await fill(store, OPPONENT, ROWS)
    reason = f"<@!{OPPONENT}>, not <@1{OPPONENT}> or {OPPONENT}2"
    async with store._database.writing() as connection:
        await connection.execute(schema.events.update().values(text=reason))
    await store.forget(OPPONENT)
    async with store._database.reading() as connection:
        text = await connection.scalar(
            schema.events.select().with_only_columns(schema.events.c.text)
        )
    assert text == f"{FORMER}, not <@1{OPPONENT}> or {OPPONENT}2"


async def test_everything_kept_about_a_person_and_nothing_about_others(store: Store) -> None:
    match = await played_out(store)
    await fill(store, OPPONENT, ROWS)
    kept = await store.kept_about(OPPONENT)
    json.dumps(kept)
    ours = next(found for found in kept["matches"] if found["match"] == match.id)
    assert [event["kind"] for event in ours["events"]].count("move") == 3
    assert ours["events"][-1]["kind"] == "resign"
    assert ours["seats"] == [{"seat": 1, "rank": 2}]
    assert not ours["host"]
    assert kept["blocks"] == [str(ROWS)]
    assert kept["follows"] == [{"match": ROWS, "turns": False}]
    assert len(kept["holidays"]) == len(kept["ratings"]) == 1
    assert str(HOST) not in json.dumps(kept)
    assert match.line[-1].fen() not in json.dumps(kept)


@postgresql_at_night
async def test_nothing_is_kept_about_strangers(store: Store) -> None:
    await played_out(store)
    kept = await store.kept_about(4711)
    assert not any(value for key, value in kept.items() if key != "person")
