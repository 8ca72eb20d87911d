"""Tournaments are loaded as they were stored, each entry once, all of a step or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from data import Card, Conflict, Store, UnknownTournament
from data.asynchronous import AsyncConnection
from data.database.backend import Shards
from data.tournaments import tournament_rows
from data.tournaments.bulletins import TOURNAMENT, bulletins_of
from engine.event_log import Repeated
from engine.table.clock import TimeControl
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Recurs
from engine.tournaments.tournament import Tournament
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.plans import scanned, watched
from tests.data.tables import CHANNEL, GUILD, HOST, START, challenge
from tests.data.tournaments.events import DAY, PEOPLE, begun, change, ended, new, now_of, played
from tests.patience import PATIENCE


class Killed(Exception):
    """Stands for the end of the process."""


async def stored(store: Store, tournament_id: int) -> Tournament:
    """Return a tournament from the database, not from memory."""
    store.tournaments.empty_memory()
    return await store.tournaments.load(tournament_id)


@postgresql_at_night
@pytest.mark.parametrize("form", Form)
async def test_a_tournament_comes_back_as_it_was(store: Store, form: Form) -> None:
    tournament = await store.tournaments.create(new(form, source="message:1"))
    assert tournament.id
    for step in (begun, played, lambda one: one.end(HOST, "Rain.", now=now_of(one) + DAY)):
        tournament = await change(store, tournament.id, step)
        assert await stored(store, tournament.id) == tournament
        (listed,) = await store.tournaments.listed(GUILD, limit=5)
        assert listed[:7] == (
            tournament.id, GUILD, CHANNEL, "Cup", form, "frysk", tournament.phase
        )  # fmt: skip
        assert (listed.players, listed.due) == (len(PEOPLE), tournament.due)
    assert tournament.phase is Phase.OVER
    assert (listed.started, listed.ended) == (tournament.state.begun, now_of(tournament))


@postgresql_at_night
async def test_an_entry_of_each_kind_comes_back(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    data = {"text": "« Çédille »", "list": [[1, None], {"a": 0.5, str(HOST): HOST}]}
    kinds = [kind for kind in Kind if kind not in {Kind.CREATE, Kind.JOIN}]
    async with store._database.writing() as connection:
        entries = [
            Entry(len(tournament.entries) + n, kind, START, HOST, data, f"interaction:{n}")
            for n, kind in enumerate(kinds, 1)
        ]
        await tournament_rows.LOG.add(connection, {"tournament": tournament.id}, entries)
    found = (await stored(store, tournament.id)).entries[len(tournament.entries) :]
    assert [(*_fields(one), one.data) for one in found] == [
        (*_fields(one), data) for one in entries
    ]


def _fields(entry: Entry) -> tuple[Any, ...]:
    return entry.number, entry.kind, entry.at, entry.person, entry.source


async def test_what_is_asked_twice_is_done_once(store: Store) -> None:
    first = new(source="interaction:1", recurs=Recurs.SEASON, form=Form.LEAGUE)
    tournament = await store.tournaments.create(first)
    with pytest.raises(Repeated):
        await store.tournaments.create(first)
    assert await store.tournaments.knows("interaction:1")
    assert not await store.tournaments.knows("interaction:2")

    def join(one: Tournament) -> Tournament:
        return one.join(5, every=False, now=START, source="interaction:2")

    await change(store, tournament.id, join)
    with pytest.raises(Repeated):
        await change(store, tournament.id, join)
    over = await change(store, tournament.id, ended)
    following = over.following(START + DAY * 9, now=now_of(over))
    assert following is not None
    second = await store.tournaments.create(following)
    assert (await stored(store, second.id)).previous == tournament.id
    with pytest.raises(Repeated):
        await store.tournaments.create(following)
    assert len(await store.tournaments.listed(GUILD, limit=9)) == 2


@on_postgresql
async def test_two_processes_do_nothing_twice(url: str) -> None:
    """One process has the tournament's guild, but the other may also get presses of buttons."""
    own = (GUILD >> 22) % 2
    ours, other = [
        await Store.open(url, shards=Shards(2, frozenset({shard}))) for shard in (own, 1 - own)
    ]
    heard, saved = asyncio.Event(), list[tuple[int, int]]()
    ours.heard.connect(lambda what, _: heard.set() if what == "tournament" else None)
    for store in (ours, other):
        store.tournaments.saved.connect(lambda one, new: saved.append((one.id, len(new))))
    tournament = await ours.tournaments.create(new())

    def join(source: str, person: int) -> Callable[[Tournament], Tournament]:
        return lambda one: one.join(person, every=False, now=START, source=source)

    async def meanwhile(first: str, second: str) -> None:
        async with other.tournaments.open(tournament.id) as table:
            await change(ours, tournament.id, join(first, int(first[-1])))
            table.tournament = join(second, int(second[-1]))(table.tournament)

    for first, second, error in (("one:1", "one:2", Conflict), ("one:3", "one:3", Repeated)):
        with pytest.raises(error):
            await meanwhile(first, second)
    await change(other, tournament.id, join("one:5", 5))
    await asyncio.wait_for(heard.wait(), PATIENCE)
    people = (await ours.tournaments.load(tournament.id)).state.people
    assert people == [*PEOPLE, 1, 3, 5]
    assert saved == [(tournament.id, 9), (tournament.id, 1), (tournament.id, 1)]
    for store in (ours, other):
        await store.close()


def test_what_happens_together_at_a_table_is_told_in_one_bulletin() -> None:
    daily = new(Form.SWISS)
    live = begun(replace(daily, terms=replace(daily.terms, time=TimeControl.read("10+5"))))
    at = now_of(live) + DAY

    def propose(one: Tournament, person: int) -> Tournament:
        return one.appointments.propose(person, 1, 1, [at], now=now_of(one), source=None)

    def tick(one: Tournament) -> Tournament:
        return one.tick(now=one.due or at, strengths={})

    told, before = list[list[Kind]](), live
    first, second = live.state.tables[0].players
    for step in (lambda t: propose(t, first), lambda t: propose(t, second), tick, tick, tick):
        after = step(before)
        new_ones = after.entries[len(before.entries) :]
        entries = [after.entries[bulletin.number - 1] for bulletin in bulletins_of(after, new_ones)]
        told.append([entry.kind for entry in entries])
        before = after
    assert told == [[Kind.PROPOSE], [Kind.AGREE], [Kind.REMIND], [Kind.REMIND], [Kind.REMIND]]
    assert before.state.tables[0].agreed is None


async def test_nothing_of_a_step_is_kept_unless_all_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step with entries, bulletins and titles is cut short before each of its statements."""
    tournament = await store.tournaments.create(new())
    saved: list[int] = []
    store.tournaments.saved.connect(lambda one, _: saved.append(len(one.entries)))
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
                await change(store, tournament.id, ended)
            except Killed:
                left = 99
                assert await stored(store, tournament.id) == tournament
                assert not await store.bulletins.pending()
                assert not await store.tournaments.titles_of(PEOPLE[0], GUILD)
            else:
                break
    assert last >= 4
    over = await stored(store, tournament.id)
    assert saved == [len(over.entries)]
    assert over.phase is Phase.OVER
    told = await store.bulletins.waiting(TOURNAMENT, over.id)
    kinds = [over.entries[one.number - 1].kind for one in told]
    assert kinds == [Kind.CALL, Kind.PAIR, Kind.END]
    assert len(await store.tournaments.titles_of(PEOPLE[0], GUILD)) == 1


@postgresql_at_night
async def test_what_is_cut_short_in_a_block_is_nothing(store: Store) -> None:
    tournament = await store.tournaments.create(new())

    async def cut_short() -> None:
        async with store.tournaments.open(tournament.id) as table:
            table.tournament = begun(table.tournament)
            raise KeyError

    with pytest.raises(KeyError):
        await cut_short()
    assert await store.tournaments.load(tournament.id) == tournament
    for wrong in (0, -1, tournament.id + 1, 2**40):
        with pytest.raises(UnknownTournament, match="There is no tournament"):
            await store.tournaments.load(wrong)


async def test_lists_have_what_they_should(store: Store) -> None:
    tournaments = store.tournaments
    waiting = await tournaments.create(new(people=PEOPLE[:2]))
    there = await tournaments.create(new(channel=7))
    elsewhere = await tournaments.create(new(guild=5, channel=8))
    over = await change(store, (await tournaments.create(new())).id, ended)
    due = there.due
    assert due is not None
    assert await tournaments.due(due - DAY) == []
    assert await tournaments.due(due) == [there.id, elsewhere.id]
    assert await tournaments.running() == [waiting.id, there.id, elsewhere.id]
    assert await tournaments.in_channel(7) == [there.id]
    assert await tournaments.in_server(5) == [elsewhere.id]
    assert await tournaments.of_person(PEOPLE[0], GUILD) == [waiting.id, there.id]
    assert await tournaments.of_person(PEOPLE[3], GUILD) == [there.id]
    await change(store, there.id, lambda one: one.leave(PEOPLE[3], now=START, source=None))
    assert await tournaments.of_person(PEOPLE[3], GUILD) == []

    async def ids(**wanted: Any) -> list[int]:  # noqa: ANN401 - passed on
        return [one.id for one in await tournaments.listed(GUILD, **wanted)]

    assert await ids(limit=9) == [over.id, there.id, waiting.id]
    assert await ids(limit=1, over=False) == [there.id]
    assert await ids(limit=9, over=True) == [over.id]
    assert await ids(limit=9, before=there.id) == [waiting.id]


async def test_a_card_is_behind_until_it_shows_the_last_entry(store: Store) -> None:
    tournaments = store.tournaments
    one = await tournaments.create(new())
    assert await tournaments.cards_behind() == [Card(one.id, None, None, 0)]
    await tournaments.set_card(one.id, CHANNEL, 4711, len(one.entries))
    assert await tournaments.cards_behind() == []
    one = await change(store, one.id, begun)
    assert await tournaments.cards_behind() == [Card(one.id, CHANNEL, 4711, 9)]
    await tournaments.set_card(one.id, CHANNEL, 4711, len(one.entries) - 1)
    assert await tournaments.cards_behind() == [await tournaments.card_of(one.id)]


async def test_a_match_knows_its_tournament(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    source = f"tournament:{tournament.id}.1.1.1"
    match = await store.create(replace(challenge(source=source), tournament=tournament.id))
    await store.create(challenge())
    store.memory.forget_all()
    assert (await store.load(match.id)).tournament == tournament.id
    assert await store.tournaments.matches_of(tournament.id) == [(match.id, source)]


@postgresql_at_night
async def test_a_join_takes_few_statements(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    with watched(store) as queries:
        await change(
            store, tournament.id, lambda one: one.join(9, every=True, now=START, source="press:9")
        )
    assert len(queries) <= 3


@postgresql_at_night
async def test_what_is_asked_often_is_found_by_an_index(store: Store) -> None:
    tournaments = store.tournaments
    tournament = await tournaments.create(new())
    with watched(store) as queries:
        tournaments.empty_memory()
        await change(store, tournament.id, ended)
        await tournaments.due(START)
        await tournaments.running()
        await tournaments.in_channel(CHANNEL)
        await tournaments.listed(GUILD, over=False, limit=5)
        await tournaments.of_person(PEOPLE[0], GUILD)
        await tournaments.knows("message:1")
        await tournaments.matches_of(tournament.id)
        await tournaments.cards_behind()
        await tournaments.card_of(tournament.id)
        await tournaments.titles_of(PEOPLE[0], GUILD)
        await tournaments.tour(GUILD, START, START + DAY)
    for statement, parameters in queries:
        if not statement.startswith("INSERT"):
            assert not await scanned(store, statement, parameters), statement
