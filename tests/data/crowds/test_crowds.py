"""Crowds are loaded as they were stored, each vote once, all of a step or nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data import Conflict, CrowdPost, CrowdRecord, Store, UnknownCrowd
from data.asynchronous import AsyncConnection
from data.database.backend import Shards
from engine.crowds.crowd import Crowd
from engine.crowds.record import How, Kind
from engine.crowds.terms import CrowdTerms, Nobody, Shown, Way
from engine.errors import Refusal
from engine.event_log import Repeated
from tests.data.crowds.votes import (
    MINUTE,
    ONE,
    PEOPLE,
    TWO,
    Step,
    at_end,
    begun,
    change,
    made,
    moved,
    voted,
)
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.plans import scanned, watched
from tests.data.tables import GUILD, HOST, START
from tests.patience import PATIENCE

ANN, BOB, CID, DAN, EVE, FAY, GIL, _ = PEOPLE


class Killed(Exception):
    """Stands for the end of the process."""


async def stored(store: Store, match_id: int) -> tuple[Crowd, ...]:
    """Return the crowds of a match from the database, not from memory."""
    store.crowds.empty_memory()
    return await store.crowds.of_match(match_id)


@postgresql_at_night
async def test_crowds_come_back_as_they_were(store: Store) -> None:
    terms = CrowdTerms(
        Way.DAILY, role=5, captain=ANN, hour=7, weekdays=frozenset({0, 6}), zone="Europe/Paris",
        shown=Shown.END, quorum=3, nobody=Nobody.CLOCK, level=2, guard=True, days_here=4,
        messages=2,
    )  # fmt: skip
    match = await made(store, terms)
    assert [(one.user, one.terms.way) for one in await stored(store, match.id)] == [
        (ONE, Way.DAILY), (TWO, Way.RELAY)
    ]  # fmt: skip
    for step in (
        begun(), voted(ANN), voted(BOB, "31-26"), voted(CID), at_end, begun(3), voted(BOB),
        lambda one: one.bar(BOB, HOST, now=START, source="press:1"),
        lambda one: one.propose(CID, "resign", now=START, source="message:9"),
    ):  # fmt: skip
        one = await change(store, match.id, step)
        _, two = known = await store.crowds.of_match(match.id)
        assert known == await stored(store, match.id) == (one, two)
        assert two.voters == one.voters
    assert one.terms == terms
    assert [entry.kind for entry in one.entries[:2]] == [Kind.BEGIN, Kind.VOTE]
    assert await store.crowds.of_match(match.id + 1) == ()
    for wrong in (match.id + 1, 0, 2**40):
        with pytest.raises(UnknownCrowd):
            await store.crowds.load(wrong, ONE)
    with pytest.raises(UnknownCrowd):
        await store.crowds.load(match.id, -1)


@postgresql_at_night
async def test_a_vote_takes_two_statements(store: Store) -> None:
    match = await made(store)
    await change(store, match.id, begun())
    for step in (voted(ANN), voted(BOB), voted(ANN, "31-26"), voted(CID, source="message:1")):
        with watched(store) as queries:
            await change(store, match.id, step)
            await store.crowds.of_match(match.id)
            await store.crowds.load(match.id, TWO)
        assert len(queries) == 2
    with watched(store) as queries:
        await store.crowds.thread_of(match.id, ONE)
        await store.crowds.of_match(match.id)
    assert not queries


async def test_what_is_sent_twice_is_done_once(store: Store) -> None:
    """A message that is sent again after its turn is known by its source."""
    match = await made(store, source="message:1")
    with pytest.raises(Repeated):
        await made(store, source="message:1")
    saved: list[tuple[int, int, list[Kind]]] = []
    store.crowds.saved.connect(
        lambda one, new: saved.append((one.match, one.user, [entry.kind for entry in new]))
    )
    await change(store, match.id, begun())
    await change(store, match.id, voted(ANN, source="message:2"))
    assert await store.crowds.knows(match.id, ONE, "message:2")
    assert not await store.crowds.knows(match.id, TWO, "message:2")
    for again in (ANN, BOB):
        with pytest.raises(Repeated):
            await change(store, match.id, voted(again, "31-26", "message:2"))
    await change(store, match.id, at_end)
    await change(store, match.id, begun(3))
    with pytest.raises(Repeated):
        await change(store, match.id, voted(ANN, "31-26", "message:2"))
    one, _ = await stored(store, match.id)
    assert [entry.kind for entry in one.entries] == [Kind.BEGIN]
    kinds = [[Kind.BEGIN], [Kind.VOTE], [Kind.CLOSE], [Kind.BEGIN]]
    assert saved == [(match.id, ONE, some) for some in kinds]


@postgresql_at_night
async def test_nothing_of_a_step_is_kept_unless_all_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step with a new voter's vote and an end is cut short before each of its statements."""
    match = await made(store)
    await change(store, match.id, begun())
    await change(store, match.id, voted(ANN))
    before, _ = await stored(store, match.id)
    saved: list[int] = []
    store.crowds.saved.connect(lambda one, _: saved.append(one.count))
    execute, last, left = AsyncConnection.execute, 0, 0

    async def killed(self: AsyncConnection, statement: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on
        nonlocal left
        if statement.is_dml:
            left -= 1
            if left < 0:
                raise Killed
        return await execute(self, statement, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(AsyncConnection, "execute", killed)
        for last in range(9):
            left = last
            try:
                after = await change(store, match.id, lambda one: at_end(voted(BOB)(one)))
            except Killed:
                left = 99
                assert (await stored(store, match.id))[0] == before
                assert await store.crowds.faithful(match.id) == [(ANN, ONE, 1, 0)]
                assert await store.crowds.due(START + MINUTE * 60) == [(match.id, ONE)]
            else:
                break
    assert last >= 4
    assert saved == [after.count] == [before.count + 2]
    assert (await stored(store, match.id))[0] == after
    assert await store.crowds.faithful(match.id) == [(ANN, ONE, 1, 1), (BOB, ONE, 1, 1)]
    assert await store.crowds.due(START + MINUTE * 60) == []


@postgresql_at_night
async def test_what_is_cut_short_in_a_block_is_nothing(store: Store) -> None:
    match = await made(store)
    before = await change(store, match.id, begun())

    def two_turns(one: Crowd) -> Crowd:
        return at_end(voted(ANN)(one)).begin(3, now=START)

    with pytest.raises(ValueError, match="in a unit of work of its own"):
        await change(store, match.id, two_turns)

    def fails(one: Crowd) -> Crowd:
        voted(ANN)(one)
        raise KeyError

    with pytest.raises(KeyError):
        await change(store, match.id, fails)
    assert (await stored(store, match.id))[0] == before


@postgresql_at_night
async def test_who_is_on_one_side_is_on_no_other(store: Store) -> None:
    match = await made(store)
    await change(store, match.id, begun())
    await change(store, match.id, begun(), TWO)
    await change(store, match.id, voted(ANN))
    with pytest.raises(Refusal, match="play for the other side"):
        await change(store, match.id, moved(ANN), TWO)
    await change(store, match.id, moved(BOB), TWO)
    assert await store.crowds.faithful(match.id) == [(BOB, TWO, 1, 1), (ANN, ONE, 1, 0)]


@postgresql_at_night
async def test_after_a_conflict_it_is_read_anew(store: Store) -> None:
    """The notice of another process's write may come late, or not at all."""
    match = await made(store)
    await change(store, match.id, begun())
    stale = store.crowds._known.get(match.id)
    assert stale is not None
    await change(store, match.id, voted(ANN))
    store.crowds._known.keep(match.id, stale)
    with pytest.raises(Conflict):
        await change(store, match.id, voted(BOB))
    one = await change(store, match.id, voted(BOB))
    assert one.ballot is not None
    assert [*one.ballot.votes] == [ANN, BOB]


@on_postgresql
async def test_two_processes_count_nothing_twice(url: str) -> None:
    """One process has the guild, but the other may also get presses of buttons."""
    own = (GUILD >> 22) % 2
    ours, other = [
        await Store.open(url, shards=Shards(2, frozenset({shard}))) for shard in (own, 1 - own)
    ]
    heard, saved = asyncio.Event(), list[int]()
    ours.heard.connect(lambda what, _: heard.set() if what == "crowd" else None)
    for store in (ours, other):
        store.crowds.saved.connect(lambda _, new: saved.append(len(new)))
    match = await made(ours)
    await change(ours, match.id, begun())
    await change(ours, match.id, begun(), TWO)

    async def meanwhile(first: Step, user: int, second: Step) -> None:
        async with other.crowds.open(match.id, ONE) as table:
            await change(ours, match.id, first, user)
            table.crowd = second(table.crowd)

    for first, user, second, error in (
        (voted(ANN), ONE, voted(BOB), Conflict),  # two entries of one number
        (voted(BOB, source="message:1"), ONE, voted(BOB, source="message:1"), Repeated),
        (moved(CID), TWO, voted(CID), Conflict),  # one person on two sides
        (at_end, ONE, at_end, Conflict),  # a vote ends once
    ):
        with pytest.raises(error):
            await meanwhile(first, user, second)
    await change(ours, match.id, begun(3))
    await change(other, match.id, voted(DAN))
    await asyncio.wait_for(heard.wait(), PATIENCE)
    one = await ours.crowds.load(match.id, ONE)
    assert one.ballot is not None
    assert [*one.ballot.votes] == [DAN]
    assert saved == [1] * 7
    people = [(ANN, ONE, 1, 1), (BOB, ONE, 1, 1), (CID, TWO, 1, 1), (DAN, ONE, 1, 0)]
    assert sorted(await ours.crowds.faithful(match.id)) == people
    for store in (ours, other):
        await store.close()


async def test_lists_have_what_they_should(store: Store) -> None:
    crowds = store.crowds
    first, second = await made(store), await made(store, guild=5)
    await change(store, second.id, begun(), TWO)  # a relay waits
    ends = (await change(store, second.id, begun())).due
    assert ends is not None
    assert await crowds.due(ends - MINUTE) == []
    assert await crowds.due(ends) == [(second.id, ONE)]
    everybody = [(match.id, user) for match in (first, second) for user in (ONE, TWO)]
    assert await crowds.running() == everybody
    await change(store, second.id, lambda one: one.end(now=ends))
    assert await crowds.due(ends) == []
    assert await crowds.running() == [each for each in everybody if each != (second.id, ONE)]


async def test_a_thread_is_known_while_its_match_goes_on(store: Store) -> None:
    crowds = store.crowds
    match = await made(store)
    assert await crowds.in_thread(7) is None
    await crowds.set_thread(match.id, ONE, 7)
    await crowds.set_thread(match.id, TWO, 8)
    await crowds.set_shown(match.id, ONE, 4711, 3)
    for again in (False, True):
        if again:
            crowds.empty_memory()
        assert await crowds.in_thread(7) == (match.id, ONE)
        assert await crowds.thread_of(match.id, TWO) == 8
        assert await crowds.post_of(match.id, ONE) == CrowdPost(7, 4711, 3)
    with watched(store) as queries:
        for thread in (7, 8, 9):
            await crowds.in_thread(thread)
    assert not queries
    await crowds.set_thread(match.id, TWO, None)
    await change(store, match.id, lambda one: one.end(now=START))
    for _ in range(2):
        assert [await crowds.in_thread(thread) for thread in (7, 8)] == [None, None]
        crowds.empty_memory()
    assert await crowds.thread_of(match.id, ONE) == 7


async def test_what_was_voted_is_there_to_look_back_on(store: Store) -> None:
    match = await made(store)
    for step in (
        begun(), voted(ANN), voted(BOB, "31-26"), voted(CID, "31-26"), voted(ANN, "33-28"), at_end,
        begun(3), voted(CID), voted(DAN),
        lambda one: one.drop("32-28", now=one.since, source=None), voted(CID, "31-26"), at_end,
        begun(5), voted(ANN),
    ):  # fmt: skip
        await change(store, match.id, step)
    for step in (begun(2), moved(EVE), begun(4), moved(FAY), begun(6)):
        await change(store, match.id, step, TWO)
    await change(
        store, match.id, lambda one: one.retract(FAY, now=one.since, source="press:1"), TWO
    )
    first, second = await store.crowds.history(match.id, ONE)
    assert (first.event, first.turn, first.text, first.how) == (1, 1, "31-26", How.VOTES)
    assert first.tally == (("31-26", BOB, 2), ("33-28", ANN, 1))
    assert first.votes == {ANN: "33-28", BOB: "31-26", CID: "31-26"}
    assert (second.text, second.how, second.tally) == ("31-26", How.FEW, (("31-26", CID, 1),))
    (relayed,) = await store.crowds.history(match.id, TWO)
    assert (relayed.event, relayed.text, relayed.how, relayed.person) == (2, "19-23", None, EVE)
    assert await store.crowds.history(match.id, -1) == []
    assert await store.crowds.faithful(match.id) == [
        (CID, ONE, 2, 2), (ANN, ONE, 2, 0), (BOB, ONE, 1, 1), (EVE, TWO, 1, 1), (DAN, ONE, 1, 0)
    ]  # fmt: skip
    elsewhere = await made(store, guild=5)
    await change(store, elsewhere.id, begun())
    await change(store, elsewhere.id, voted(CID))
    assert await store.crowds.record_of(CID, GUILD) == CrowdRecord(1, 2, 2)
    assert await store.crowds.record_of(ANN, GUILD) == CrowdRecord(0, 2, 0)
    assert await store.crowds.record_of(GIL, GUILD) == CrowdRecord(0, 0, 0)


@postgresql_at_night
async def test_what_is_asked_often_is_found_by_an_index(store: Store) -> None:
    crowds = store.crowds
    match = await made(store)
    with watched(store) as queries:
        await crowds.in_thread(7)
        for step in (begun(), voted(ANN), voted(ANN, "31-26"), at_end, begun(3)):
            await change(store, match.id, step)
        await stored(store, match.id)
        await crowds.set_thread(match.id, ONE, 7)
        await crowds.due(START)
        await crowds.running()
        await crowds.knows(match.id, ONE, "message:1")
        await crowds.history(match.id, ONE)
        await crowds.faithful(match.id)
        await crowds.record_of(ANN, GUILD)
        await crowds.in_thread(7)
    for statement, parameters in queries:
        if not statement.startswith("INSERT"):
            assert not await scanned(store, statement, parameters), statement
