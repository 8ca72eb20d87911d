"""Stored matches are those that were played, even with several writers at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

import engine
from data import Outgoing, Store, StoreError, UnknownMatch
from data.database.connection import Database
from data.database.errors import Conflict
from data.matches import quotas
from engine.errors import Refusal
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import (
    NOWHERE,
    OPEN,
    Kind,
    NotYourTurn,
    SeatSetUp,
    Status,
    computer,
)
from tests.data.kinds import postgresql_at_night
from tests.data.tables import (
    CHANNEL,
    GUILD,
    HOST,
    OPPONENT,
    START,
    accepted,
    challenge,
    change,
    live,
    turn,
)
from tests.patience import PATIENCE, until

NOW = timedelta(0)


def move(match: Match, source: str) -> Match:
    """Return the match after a move of the seat to move; raise Refusal if the match is not live."""
    if match.status is not Status.LIVE:
        raise Refusal(match.game.title)
    return turn(match, source, choice=len(match.events))


def offered(match: Match) -> int:
    """Return the number of the standing offer, 0 for none."""
    return match.offer.number if match.offer else 0


Action = Callable[[Match, int, datetime, str], Match]

ACTIONS: dict[str, Action] = {
    "accept": lambda match, person, now, source: match.accept(
        person, now=now, source=source, chance=random.Random(source)
    ),
    "decline": lambda match, person, now, source: match.decline(person, now=now, source=source),
    "withdraw": lambda match, person, now, source: match.withdraw(person, now=now, source=source),
    "tick": lambda match, _, now, source: match.tick(now=now, chance=random.Random(source)),
    "take back": lambda match, person, now, source: match.offer_takeback(
        person, now=now, source=source
    ),
    "abort": lambda match, person, now, source: match.abort(person, now=now, source=source),
    "holiday": lambda match, person, now, source: match.start_holiday(
        person, now + timedelta(days=1), now=now, source=source
    ),
    "back": lambda match, person, now, source: match.end_holiday(person, now=now, source=source),
    "claim": lambda match, person, now, source: match.claim_time(person, now=now, source=source),
    "give back": lambda match, _, now, __: match.give_back(now - timedelta(hours=1), now, now=now),
    "move": lambda match, _, __, source: move(match, source),
    "move again": lambda match, _, __, source: move(match, source),
    "offer": lambda match, person, now, source: match.offer_agreement(
        person, "draw", now=now, source=source
    ),
    "agree": lambda match, person, now, source: match.agree(
        person, offered(match), now=now, source=source
    ),
    "refuse": lambda match, person, now, source: match.refuse(
        person, offered(match), now=now, source=source
    ),
    "resign": lambda match, person, now, source: match.resign(person, now=now, source=source),
    "relocate": lambda match, _, now, source: match.relocate(
        match.channel + 1, now=now, source=source
    ),
    "repost": lambda match, _, now, source: match.repost(now=now, source=source),
}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(ACTIONS)),
            st.sampled_from([HOST, OPPONENT, 5]),
            st.timedeltas(timedelta(0), timedelta(hours=15)),
        ),
        max_size=15,
    )
)
async def test_a_match_in_any_state_is_loaded_as_it_was_saved(
    migrated: bytes,
    tmp_path_factory: pytest.TempPathFactory,
    actions: list[tuple[str, int, timedelta]],
) -> None:
    file = tmp_path_factory.mktemp("any state") / "damier.db"
    await asyncio.to_thread(file.write_bytes, migrated)
    store = await Store.open(str(file))
    expected = await store.create(challenge(source="message:1"))
    now = START
    for number, (action, person, later) in enumerate([("accept", OPPONENT, NOW), *actions]):
        now += later
        with suppress(Refusal):
            async with store.match(expected.id) as table:
                table.match = ACTIONS[action](table.match, person, now, f"message:{number + 2}")
            expected = table.match
        store.memory.forget_all()
        loaded = await store.load(expected.id)
        assert loaded == expected
        assert loaded.line == expected.line
        assert loaded.status is expected.status
        assert await store.matches(status=expected.status) == [expected]
    await store.close()


@postgresql_at_night
async def test_every_event_keeps_who_when_text_position_and_source(store: Store) -> None:
    match = await store.create(challenge(source="interaction:1"))
    async with store.match(match.id) as table:
        table.match = accepted(table.match, "interaction:2")
    async with store.match(match.id) as table:
        table.match = turn(table.match, "message:3")
    store.memory.forget_all()
    challenged, accept, start, move = (await store.load(match.id)).events
    assert (challenged.kind, challenged.person, challenged.source) == (
        Kind.CHALLENGE, HOST, "interaction:1",
    )  # fmt: skip
    assert (accept.kind, accept.person, accept.seat) == (Kind.ACCEPT, OPPONENT, 1)
    assert (start.kind, start.person, start.seat) == (Kind.START, None, None)
    assert start.position == match.game.start().fen()
    assert (move.kind, move.person, move.seat, move.source) == (Kind.MOVE, HOST, 0, "message:3")
    assert move.text
    assert move.position == table.match.position.fen()
    assert move.at == START + timedelta(seconds=1)
    assert move.at.tzinfo is UTC


async def test_a_time_of_another_zone_is_the_same_time(store: Store) -> None:
    match = await live(store)
    elsewhere = START.astimezone(timezone(timedelta(hours=9))) + timedelta(minutes=1)
    async with store.match(match.id) as table:
        table.match = table.match.repost(now=elsewhere)
    store.memory.forget_all()
    assert (await store.load(match.id)).events[-1].at == elsewhere


@postgresql_at_night
async def test_that_a_match_is_played_blindfold_is_kept(store: Store) -> None:
    for blindfold in (True, False):
        match = await store.create(replace(challenge(), blindfold=blindfold))
        store.memory.forget_all()
        assert (await store.load(match.id)).blindfold is blindfold


async def test_seats_drawn_by_lot_are_kept(store: Store) -> None:
    swapped = set()
    for number in range(12):
        game = challenge().game
        match = await store.create(
            Match.challenge(
                guild=GUILD, channel=CHANNEL, game=game, options={}, host=HOST,
                opponents=[OPPONENT], seat=None, now=START, source=None,
            )
        )  # fmt: skip
        async with store.match(match.id) as table:
            table.match = table.match.accept(
                OPPONENT, now=START, source=None, chance=random.Random(number)
            )
        store.memory.forget_all()
        loaded = await store.load(match.id)
        assert loaded.people == table.match.people
        assert loaded.drawn
        swapped.add(loaded.people)
    assert swapped == {(HOST, OPPONENT), (OPPONENT, HOST)}


async def test_a_match_that_begins_on_fewer_seats_keeps_no_others(store: Store) -> None:
    match = await store.create(
        Match.challenge(
            guild=GUILD, channel=CHANNEL, game=engine.games["halma"], options={}, host=HOST,
            opponents=[OPEN] * 3, seat=None, now=START, source=None,
        )
    )  # fmt: skip
    chance = random.Random(1)
    await change(
        store, match.id, lambda one: one.join(OPPONENT, now=START, source=None, chance=chance)
    )
    begun = await change(
        store, match.id, lambda one: one.begin(HOST, now=START, source=None, chance=chance)
    )
    assert set(begun.people) == {HOST, OPPONENT}
    store.memory.forget_all()
    assert (await store.load(match.id)).people == begun.people
    assert await store.compare(chance) == []


@postgresql_at_night
async def test_an_exception_in_the_block_leaves_everything_as_it_was(store: Store) -> None:
    match = await live(store)

    def fails(_: Match) -> Match:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await change(store, match.id, fails)
    assert await store.load(match.id) == match
    assert len(await store.outbox.posts(match.id)) == 2


@postgresql_at_night
async def test_a_refused_move_leaves_everything_as_it_was(store: Store) -> None:
    match = await live(store)
    with pytest.raises(Refusal):
        await change(
            store, match.id, lambda match: match.play(5, "32-28", now=START, source="message:1")
        )
    assert await store.load(match.id) == match


@postgresql_at_night
async def test_a_block_that_changes_nothing_writes_nothing(store: Store) -> None:
    match = await live(store)
    written: list[Outgoing] = []
    store.saved.connect(written.append)
    async with store.match(match.id) as table:
        table.match = table.match.until(len(match.events))
    assert written == []


@postgresql_at_night
async def test_what_happened_cannot_be_taken_back(store: Store) -> None:
    match = await live(store, turns=2)
    with pytest.raises(ValueError, match="only be added to"):
        await change(store, match.id, lambda match: turn(match.until(3), choice=1))
    assert await store.load(match.id) == match


@postgresql_at_night
async def test_an_unknown_match_is_a_lookup_error_before_the_block(store: Store) -> None:
    for match_id in (0, 1, -1, 2**40, 2**70):
        entered = False
        with pytest.raises(LookupError) as raised:
            async with store.match(match_id):
                entered = True
        assert isinstance(raised.value, UnknownMatch)
        assert not entered
        with pytest.raises(UnknownMatch):
            await store.load(match_id)


async def test_of_two_moves_at_the_same_instant_one_is_played(store: Store) -> None:
    match = await live(store)

    async def plays(number: int) -> None:
        async with store.match(match.id) as table:
            table.match = table.match.play(
                HOST, match.position.write(match.position.legal_moves()[number]),
                now=START, source=f"message:{number}",
            )  # fmt: skip

    results = await asyncio.gather(plays(0), plays(1), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), NotYourTurn]
    assert len((await store.load(match.id)).moves) == 1


@postgresql_at_night
async def test_the_same_message_delivered_twice_at_once_is_played_once(store: Store) -> None:
    match = await live(store)

    async def plays() -> None:
        async with store.match(match.id) as table:
            table.match = turn(table.match, "message:1")

    results = await asyncio.gather(plays(), plays(), plays(), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Repeated, Repeated]


async def test_one_match_does_not_wait_for_another(store: Store) -> None:
    first, second = await live(store), await live(store)
    async with asyncio.timeout(PATIENCE), store.match(first.id) as outer:
        async with store.match(second.id) as inner:
            inner.match = turn(inner.match)
        outer.match = turn(outer.match)
    assert len((await store.load(first.id)).moves) == 1
    assert len((await store.load(second.id)).moves) == 1


@postgresql_at_night
async def test_locks_are_not_kept(store: Store) -> None:
    match = await live(store, turns=3)
    assert match.id not in store._units._locks


@postgresql_at_night
async def test_many_matches_at_once_are_all_saved(store: Store) -> None:
    matches = [await live(store) for _ in range(20)]

    async def plays(match_id: int) -> None:
        for _ in range(5):
            async with store.match(match_id) as table:
                table.match = turn(table.match)

    await asyncio.gather(*(plays(match.id) for match in matches))
    assert {len(match.moves) for match in await store.matches()} == {5}


async def execute(database: Database, statement: str) -> None:
    async with database.writing() as connection:
        await connection.run_sync(Connection.exec_driver_sql, statement)


async def test_the_chance_of_a_set_up_is_stored_and_older_set_ups_have_none(store: Store) -> None:
    new = Match.challenge(
        guild=GUILD, channel=CHANNEL, game=engine.games["allies"], options={}, host=HOST,
        opponents=[OPPONENT], seat=0, now=START, source=None,
    )  # fmt: skip
    match = await change(store, (await store.create(new)).id, accepted)
    assert match.seat_setting_up(HOST) == 0
    await change(store, match.id, lambda one: one.with_seed(HOST, 2**61 + 1))
    store.memory.forget_all()
    assert (await store.load(match.id)).set_up_of(0) == SeatSetUp(seed=2**61 + 1)
    older = """UPDATE matches SET drafts = '{"0": {"placed": {}, "ready": false}}'"""
    await execute(store._database, older)
    store.memory.forget_all()
    found = await store.load(match.id)
    assert found.set_up_of(0) == SeatSetUp()
    again = found.with_seed(HOST, 3)
    assert again.with_seed(HOST, 4) is again


async def test_a_match_changed_behind_the_block_is_not_written(store: Store) -> None:
    match = await live(store)

    async def plays() -> None:
        async with store.match(match.id) as table:
            table.match = turn(table.match)
            await execute(store._database, "UPDATE matches SET version = version + 1")

    with pytest.raises(StoreError, match="gone on meanwhile"):
        await plays()
    await execute(store._database, "UPDATE matches SET version = version - 1")
    assert await store.load(match.id) == match
    assert len(await store.outbox.posts(match.id)) == 2


async def test_a_source_is_unique_in_its_match_even_where_match_does_not_look(
    store: Store,
) -> None:
    match = await live(store)

    async def plays() -> None:
        async with store.match(match.id) as table:
            table.match = turn(table.match, "message:9")
            await execute(store._database, "UPDATE events SET source = 'message:9' WHERE number=1")

    with pytest.raises(Repeated):
        await plays()
    assert len((await store.load(match.id)).events) == len(match.events)
    assert len(await store.outbox.posts(match.id)) == 2


@postgresql_at_night
async def test_a_message_that_moved_in_one_match_moves_in_no_other(store: Store) -> None:
    first, second = await live(store), await live(store)
    async with store.match(first.id) as table:
        table.match = turn(table.match, "message:9")
    with pytest.raises(Repeated):
        async with store.match(second.id) as table:
            table.match = turn(table.match, "message:9")
    assert await store.load(second.id) == second


@postgresql_at_night
async def test_a_challenge_delivered_twice_is_one_match(store: Store) -> None:
    async def challenges() -> Match:
        return await store.create(challenge(source="message:1"))

    results = await asyncio.gather(challenges(), challenges(), return_exceptions=True)
    assert [type(result) for result in results] == [Match, Repeated]
    assert len(await store.matches()) == 1


@postgresql_at_night
async def test_only_a_new_match_is_created(store: Store) -> None:
    match = await store.create(challenge())
    with pytest.raises(ValueError, match="stored already"):
        await store.create(match)


async def test_ids_are_given_once(store: Store) -> None:
    first = await store.create(challenge())
    for table in ("posts", "events", "seats", "matches"):
        await execute(store._database, f"DELETE FROM {table}")  # noqa: S608 - one of ours
    assert (await store.create(challenge())).id > first.id


async def test_matches_by_state_place_and_person(store: Store) -> None:
    first = await live(store)
    second = await store.create(challenge(channel=1))
    third = await store.create(challenge(host=6, guild=3))
    async with store.match(third.id) as table:
        table.match = table.match.withdraw(6, now=START, source=None)
    third = table.match
    assert await store.matches() == [first, second, third]
    assert await store.matches(status=Status.LIVE) == [first]
    assert await store.matches(status=Status.CHALLENGE) == [second]
    assert await store.matches(status=Status.OVER) == [third]
    assert await store.matches(channel=CHANNEL) == [first, third]
    assert await store.matches(guild=GUILD) == [first, second]
    assert await store.matches(person=HOST) == [first, second]
    assert await store.matches(person=OPPONENT) == [first, second, third]
    assert await store.matches(person=6, status=Status.LIVE) == []
    assert await store.matches(status=Status.LIVE, channel=CHANNEL, person=HOST) == [first]


async def test_a_match_that_cannot_be_read_is_left_out_of_lists(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await live(store), await live(store)
    store.memory.forget_all()
    await execute(store._database, f"UPDATE matches SET game='chess' WHERE id={first.id}")  # noqa: S608 - likewise
    assert await store.matches() == [second]
    assert "chess" in caplog.text
    with pytest.raises(StoreError, match="chess"):
        await store.load(first.id)


@postgresql_at_night
async def test_a_value_that_is_out_of_date_is_not_written_over_a_later_one(store: Store) -> None:
    match = await live(store, turns=2)
    store.memory.written(None, match.until(4), None)
    with pytest.raises(Conflict):
        async with store.match(match.id) as table:
            table.match = turn(table.match)
    assert await store.load(match.id) == match


async def test_facts(store: Store) -> None:
    assert await store.facts.get("colour") is None
    await store.facts.set("colour", "green")
    await store.facts.set("colour", "blue")
    assert await store.facts.get("colour") == "blue"


@postgresql_at_night
async def test_a_closed_store_says_so(store: Store) -> None:
    match = await live(store)
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.load(match.id)
    with pytest.raises(StoreError, match="closed"):
        async with store.match(match.id):
            pass


@postgresql_at_night
async def test_closing_waits_for_units_of_work_in_hand(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, done = await live(store), list[str]()
    release = store._database.backend.release

    async def released() -> None:
        done.append("closed")
        await release()

    monkeypatch.setattr(store._database.backend, "release", released)
    async with store.match(match.id) as table:
        closing = asyncio.create_task(store.close())
        await until(lambda: store._database._closing)
        for _ in range(100):  # far more turns of the loop than it takes to begin
            await asyncio.sleep(0)
        table.match = turn(table.match)
    done.append("saved")
    await closing
    assert done == ["saved", "closed"]
    again = await Store.open(url)
    assert len((await again.load(match.id)).moves) == 1
    await again.close()


async def test_matches_of_computers_are_found_and_do_not_count_as_a_persons(store: Store) -> None:
    against_people, alone = await live(store), replace(challenge(), people=(HOST, computer(3)))
    match = await store.create(alone.begun(now=START, chance=random.Random(0)))
    assert match.status is Status.LIVE
    assert await store.lists.with_duties() == []  # a person is to move
    match = await change(store, match.id, turn)
    assert await store.lists.with_duties() == [match.id]
    assert (await store.live_in(GUILD)).total() == 2
    assert (await store.live_in(GUILD, person=HOST)).total() == 1
    assert (await store.load(match.id)).duty == match.duty
    assert against_people.duty is None


@postgresql_at_night
async def test_whatever_is_written_of_a_match_is_told(store: Store) -> None:
    told: list[Match] = []
    store.changed.connect(told.append)
    match = await live(store)
    assert told[-1] == match
    async with store.match(match.id) as table:
        table.match = table.match.move_to(77, now=START)
    assert told[-1] == table.match


@postgresql_at_night
async def test_a_match_in_private_messages_is_no_import(store: Store) -> None:
    match = replace(challenge(guild=NOWHERE, channel=CHANNEL), people=(HOST, computer(3)))
    match = await store.create(match.begun(now=START, chance=random.Random(0)))
    assert await store._database.read(quotas.of, HOST) == []
    assert await store.forget(HOST) is False
