"""Stored standings agree with the matches, whatever happens to these."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select

from data import Store
from data.backfill import FILLED
from data.database.schema import facts, standings
from data.outcomes import standings_upkeep
from engine.rating import CAUTION, SETTLED_BELOW
from engine.table.match import Match
from engine.table.record import Kind, Status, computer, is_computer, level_of
from tests.data.kinds import postgresql_at_night
from tests.data.outcomes.test_ratings import from_scratch
from tests.data.plans import watched
from tests.data.results import ANN, BEN, CID, DOT, begun, decided, ended
from tests.data.tables import GUILD, START, change
from tests.nightly import at_night

DAY = timedelta(days=1)
EASY, HARD = computer(2), computer(7)
TABLES: dict[str, list[tuple[int, ...]]] = {
    "frisian": [(ANN, BEN), (BEN, CID), (CID, ANN), (ANN, EASY), (HARD, BEN), (DOT, ANN)],
    "chinese-checkers": [(ANN, BEN, CID), (DOT, EASY, ANN), (BEN, HARD, EASY, CID)],
    "halma": [(ANN, BEN, CID, DOT), (ANN, EASY, BEN, HARD)],
}
Key = tuple[int, int, str]


async def stored(store: Store) -> dict[Key, dict[str, Any]]:
    async with store._database.reading() as connection:
        rows = (await connection.execute(select(standings))).mappings()
        return {(row["person"], row["guild"], row["game"]): dict(row) for row in rows}


def plainly(matches: Iterable[Match]) -> dict[Key, dict[str, Any]]:
    """Return the standings computed from the matches alone, in the plainest way."""
    known = sorted(matches, key=lambda m: (m.ended or START, m.id))
    rated = {(match, person): (mu, sigma) for match, person, mu, sigma in from_scratch(known)}
    rows: dict[Key, dict[str, Any]] = {}
    beaten: dict[Key, list[int]] = {}
    for match in known:
        if match.ended is None or not any(event.kind is Kind.START for event in match.events):
            continue
        ranks = match.outcome.ranks if match.outcome else [None] * len(match.people)
        seated = list(zip(match.people, [seat.team for seat in match.seats], ranks, strict=True))
        for person in set(match.people) - {EASY, HARD}:
            key = (person, match.guild, match.game.name)
            row = rows.setdefault(
                key,
                {
                    "person": person, "guild": match.guild, "game": match.game.name,
                    "since": match.ended, "wins": 0, "draws": 0, "losses": 0, "without_result": 0,
                    "rated": 0, "mu": None, "sigma": None, "settled": False, "strength": None,
                },
            )  # fmt: skip
            team, own = next((team, rank) for who, team, rank in seated if who == person)
            others = [(who, rank) for who, other, rank in seated if other != team]
            if own is None:
                row["without_result"] += 1
            else:
                best = min(rank for _, rank in others if rank is not None)
                row["wins" if own < best else "losses" if own > best else "draws"] += 1
                levels = [level_of(who) for who, rank in others if is_computer(who)]
                behind = [own < (rank or 0) for who, rank in others if is_computer(who)]
                if levels and all(behind):
                    beaten.setdefault(key, []).append(max(levels))
            if (match.id, person) in rated:
                mu, sigma = rated[match.id, person]
                row["rated"] += 1
                row.update(
                    mu=mu, sigma=sigma, settled=sigma < SETTLED_BELOW, strength=mu - CAUTION * sigma
                )
    for key, row in rows.items():
        levels = beaten.get(key, [])
        row["beaten"] = max(levels, default=None)
        row["beaten_times"] = levels.count(max(levels)) if levels else 0
    return rows


async def check(store: Store, matches: Iterable[Match]) -> None:
    found, wanted = await stored(store), plainly(matches)
    assert found.keys() == wanted.keys()
    for key, row in wanted.items():
        about = ("mu", "sigma", "strength")
        measured = [found[key].pop(name) for name in about]
        assert measured == [pytest.approx(row.pop(name), abs=1e-9) for name in about]
        assert found[key] == row


def ranks_for(people: tuple[int, ...], chance: random.Random) -> tuple[int, ...]:
    """Return random ranks for ``people``, or none for no result."""
    if len(people) == 4 and chance.random() < 0.3:
        return (1, 2, 1, 2)
    result = [chance.randint(1, len(people)) for _ in people]
    least = min(result)
    return tuple(rank - least + 1 for rank in result) if chance.random() < 0.9 else ()


@postgresql_at_night
@pytest.mark.parametrize("seed", [0, at_night(1)])
async def test_whatever_happens_they_are_what_the_history_says(store: Store, seed: int) -> None:
    chance = random.Random(seed)
    for step in range(30):
        ids = [match.id for match in await store.matches(status=Status.OVER)]
        act = chance.random()
        if ids and act < 0.2:  # a moderator gives an ended match another result, or none
            match = await store.load(chance.choice(ids))
            await decided(store, match, ranks_for(match.people, chance), START + step * DAY)
            continue
        game = chance.choice(list(TABLES))
        people = chance.choice(TABLES[game])
        # Some matches end at the same time, some before others that were stored earlier.
        after = chance.choice([timedelta(hours=chance.randrange(4)), step * DAY])
        rated = not {EASY, HARD} & {*people}
        if act < 0.3:
            match = await begun(store, people, game=game, rated=rated, at=START + after)
            now = START + after
            await change(
                store,
                match.id,
                lambda m, now=now: m.abort(m.persons[0], now=now, source=None),  # type: ignore[misc]
            )
            continue
        await ended(store, people, ranks_for(people, chance), game=game, rated=rated, after=after)
    matches = await store.matches()
    await check(store, matches)
    assert await store.forget(BEN)
    await ended(store, (ANN, CID), after=50 * DAY)
    await decided(store, matches[0], (1,) * len(matches[0].people), START + 60 * DAY)
    store.memory.forget_all()
    await check(store, await store.matches())
    kept = await stored(store)
    async with store._database.writing() as connection:
        for guild in await standings_upkeep.guilds(connection):
            await standings_upkeep.fill(connection, guild)
    assert await stored(store) == kept


@postgresql_at_night
async def test_a_result_is_added_and_nothing_older_is_read(store: Store) -> None:
    for day in range(3):
        await ended(store, after=day * DAY)
    match = await begun(store)
    with watched(store) as queries:
        await decided(store, match, (2, 1), START + 9 * DAY)
    asked = [statement for statement, _ in queries if "standings" in statement]
    assert [statement.split()[0] for statement in asked] == ["SELECT", "INSERT"]
    assert (await store.standings.of_person(GUILD, BEN))[0].tally == (1, 0, 3)


async def test_what_ended_before_they_were_kept_is_filled_in_once(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings_upkeep, "MATCHES_AT_ONCE", 2)
    caplog.set_level("INFO")
    store = await Store.open(url)
    for number in range(5):
        await ended(store, after=number % 2 * DAY, guild=GUILD + number % 2)
    await ended(store, (ANN, EASY), rated=False)
    wanted = await stored(store)
    async with store._database.writing() as connection:
        await connection.execute(delete(standings))
        await connection.execute(delete(facts).where(facts.c.name == FILLED))
    await store.close()
    assert "Standings are computed" not in caplog.text
    store = await Store.open(url)
    assert await stored(store) == wanted
    assert caplog.text.count("Standings are computed from all matches that have ended") == 1
    await store.close()
    caplog.clear()
    store = await Store.open(url)
    await store.close()
    assert "Standings are computed" not in caplog.text


@postgresql_at_night
async def test_a_former_player_is_on_no_leaderboard_and_in_nobodys_way(store: Store) -> None:
    for day in range(2):
        await ended(store, (ANN, BEN), after=day * DAY)
    assert await store.forget(ANN)
    board = await store.standings.leaderboard(GUILD, "frisian", offset=0, limit=5)
    assert [(place.place, place.person) for place in board.places] == [(1, BEN)]
    (standing,) = await store.standings.of_person(GUILD, BEN)
    assert standing.place == 1
    assert ANN not in {person for person, _, _ in await stored(store)}
