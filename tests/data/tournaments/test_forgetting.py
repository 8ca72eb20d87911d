"""A person who asks to be forgotten leaves their tournaments, which go on without them."""

from __future__ import annotations

import json

from sqlalchemy import Text, cast, or_, select

from data import Store
from data.database.schema import metadata
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.data.kinds import postgresql_at_night
from tests.data.tables import GUILD, START
from tests.data.tournaments.events import DAY, PEOPLE, begun, change, ended, new, now_of, played

GONE, *OTHERS = PEOPLE
FORMER = -1000


async def tables_with(store: Store, person: int) -> set[str]:
    """Return the names of the tables in which a person's id is anywhere, as text."""
    found = set()
    async with store._database.reading() as connection:
        for table in metadata.sorted_tables:
            there = or_(*(cast(column, Text).contains(str(person)) for column in table.columns))
            first = select(*table.primary_key.columns).where(there).limit(1)
            if (await connection.execute(first)).first() is not None:
                found.add(table.name)
    return found


async def test_no_id_is_left_and_all_goes_on(store: Store) -> None:
    saved: list[tuple[int, list[Kind]]] = []
    made = [
        await store.tournaments.create(new(form, name=f"Cup of <@{GONE}>"))
        for form in (*Form, Form.SWISS)
    ]
    league, over, signed_up = made[0], made[1], made[-1]
    for one in made[:-1]:
        await change(store, one.id, ended if one is over else begun)
    reason = f"<@{GONE}> and {GONE} asked for it."
    await change(
        store,
        league.id,
        lambda one: one.organising.decide(
            GONE, 1, _not_of(one, GONE), [2, 0], reason, now=now_of(one), source="press:1"
        ),
    )
    await change(
        store, league.id, lambda one: one.organising.name(5, GONE, now=now_of(one), source=None)
    )
    await change(
        store,
        league.id,
        lambda one: one.organising.agree_to_organise(GONE, now=now_of(one), source=None),
    )
    await change(
        store, league.id, lambda one: one.organising.name(GONE, 5, now=now_of(one), source=None)
    )
    await store.tournaments.set_card(over.id, 1, 2, 99)
    assert await tables_with(store, GONE) == {"tournaments", "entries", "titles"}
    store.tournaments.saved.connect(
        lambda one, some: saved.append((one.id, [e.kind for e in some]))
    )

    assert await store.forget(GONE, now=START + DAY * 30)
    assert await tables_with(store, GONE) == set()
    assert [number for number, _ in saved] == [one.id for one in made if one is not over]
    for number, kinds in saved:
        tournament = await store.tournaments.load(number)
        assert kinds == [Kind.LEAVE if number == signed_up.id else Kind.WITHDRAW]
        assert tournament.entries[-1].at == START + DAY * 30
        assert tournament.entries[-1].person == FORMER
        assert {*tournament.state.people} == {*OTHERS}
    decided = next(
        e for e in (await store.tournaments.load(league.id)).entries if "reason" in e.data
    )
    assert decided.data["reason"] == "a former player and a former player asked for it."
    assert decided.source == f"former:{decided.number}"
    title = (await store.tournaments.tour(GUILD, START, START + DAY * 99))[0]
    assert title.person in OTHERS
    (listed, *_) = await store.tournaments.listed(GUILD, limit=1)
    assert listed.name == "Cup of a former player"
    after = await change(store, league.id, ended_again)
    assert after.phase is Phase.OVER


def ended_again(tournament: Tournament) -> Tournament:
    """Return the tournament after the rest of its round was played and it was ended."""
    tournament = played(tournament)
    return tournament.end(5, "It rains.", now=now_of(tournament) + DAY)


@postgresql_at_night
async def test_who_is_in_none_any_more_is_taken_out_of_what_they_did(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    await change(store, tournament.id, lambda one: one.leave(GONE, now=START, source="press:1"))
    await store.tournaments.set_card(tournament.id, 1, 2, len(tournament.entries) + 1)
    before = await store.tournaments.load(tournament.id)
    assert await store.forget(GONE)
    after = await store.tournaments.load(tournament.id)
    assert len(after.entries) == len(before.entries)
    assert await tables_with(store, GONE) == set()


def _not_of(tournament: Tournament, person: int) -> int:
    """Return the number of a table of the first round at which ``person`` does not play."""
    tables = tournament.state.rounds[0].tables
    return next(one.number for one in tables if person not in one.players and len(one.players) > 1)


@postgresql_at_night
async def test_all_that_is_kept_and_nothing_about_others(store: Store) -> None:
    made = new().organising.name(GONE, OTHERS[0], now=START, source=None)
    tournament = await change(store, (await store.tournaments.create(made)).id, ended)
    kept = await store.kept_about(GONE)
    text = json.dumps(kept)
    assert not [one for one in OTHERS if str(one) in text]
    (mine,) = kept["tournaments"]
    (title,) = kept["titles"]
    assert mine["tournament"] == title["tournament"] == tournament.id
    assert [entry["kind"] for entry in mine["entries"]] == ["join", "ask", "check in"]
    assert [(one["round"], len(one["half points"])) for one in mine["tables"]] == [(1, 1)]
    assert mine["place"] == title["place"]


async def test_a_private_note_is_deleted(store: Store) -> None:
    tournament = await store.tournaments.create(new())
    await change(store, tournament.id, lambda one: begun(one).withdraw_gone(GONE, now=now_of(one)))
    notes = [one.person for one in await store.bulletins.pending()]
    assert notes == [None, None, GONE]
    assert await store.forget(GONE)
    assert [one.person for one in await store.bulletins.pending()] == [None, None]
