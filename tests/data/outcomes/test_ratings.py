"""Ratings follow from the results, however these arise and change."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta, timezone

import pytest
from sqlalchemy import select

from data import Store
from data.database.schema import ratings
from data.outcomes import ratings as ratings_module
from data.outcomes.ratings import _teams
from engine.rating import NEW, Rating, rate
from engine.table.match import Match
from engine.table.record import MOST_RATED, Status
from tests.data.kinds import postgresql_at_night
from tests.data.results import ANN, BEN, CID, DOT, begun, decided, ended
from tests.data.tables import GUILD, HOST, START, change
from tests.nightly import thinned

DAY = timedelta(days=1)
Row = tuple[int, int, float, float]


async def stored(store: Store) -> list[Row]:
    """Return all stored ratings: match, person, mu, sigma."""
    async with store._database.reading() as connection:
        rows = await connection.execute(select(ratings).order_by(ratings.c.match, ratings.c.person))
        return [(row.match, row.person, row.mu, row.sigma) for row in rows]


def from_scratch(matches: list[Match]) -> list[Row]:
    """Return the ratings computed from the matches alone, in the plainest way."""
    known: dict[tuple[int, str, int], Rating] = {}
    rows: list[Row] = []
    over = [m for m in matches if m.rated and m.outcome and m.status is Status.OVER and m.ended]
    for match in sorted(over, key=lambda m: (m.ended or START, m.id)):
        assert match.outcome is not None
        teams: dict[int, set[int]] = {}
        places: dict[int, int] = {}
        for seat, person, rank in zip(match.seats, match.people, match.outcome.ranks, strict=True):
            teams.setdefault(seat.team, set()).add(person)
            places[seat.team] = rank
        if sum(map(len, teams.values())) > len(set(match.people)):
            continue

        def key(person: int, match: Match = match) -> tuple[int, str, int]:
            return match.guild, match.game.name, person

        ordered = [sorted(teams[team]) for team in sorted(teams)]
        after = rate(
            [[known.get(key(person), NEW) for person in team] for team in ordered],
            [places[team] for team in sorted(teams)],
        )
        for team, rated in zip(ordered, after, strict=True):
            for person, rating in zip(team, rated, strict=True):
                known[key(person)] = rating
                rows.append((match.id, person, *rating))
    return sorted(rows)


async def check(store: Store) -> None:
    wanted = from_scratch(await store.matches())
    found = await stored(store)
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    for row, right in zip(found, wanted, strict=True):
        assert row[2:] == pytest.approx(right[2:], abs=1e-9)


@postgresql_at_night
async def test_the_winner_gains_what_the_loser_loses(store: Store) -> None:
    match = await ended(store)
    (won, lost) = await store.ratings.changes(match.id)
    assert (won.person, lost.person) == (ANN, BEN)
    assert won.before == lost.before == NEW
    assert won.after.shown - 1500 == 1500 - lost.after.shown > 0
    await check(store)


async def test_times_may_be_of_any_zone(store: Store) -> None:
    east = timezone(timedelta(hours=12))
    await ended(store)
    match = await begun(store, at=(START + timedelta(minutes=1)).astimezone(east))
    await decided(store, match, (2, 1), (START + timedelta(minutes=2)).astimezone(east))
    west = timezone(-timedelta(hours=12))
    match = await begun(store, at=(START + timedelta(minutes=3)).astimezone(west))
    await decided(store, match, (1, 2), (START + timedelta(minutes=4)).astimezone(west))
    await check(store)


@postgresql_at_night
@pytest.mark.parametrize("seed", thinned(range(12), 6))
async def test_any_results_and_corrections_give_what_is_computed_from_scratch(
    store: Store, seed: int
) -> None:
    chance = random.Random(seed)
    matches: list[Match] = []
    for _ in range(25):
        moment = START + timedelta(hours=chance.randrange(40))
        if matches and chance.random() < 0.4:
            one = chance.choice(matches)
            ranks = chance.choice([(1, 2), (2, 1), (1, 1), ()])
            if len(one.people) != 2 and ranks:
                ranks = (1, *(chance.randint(1, 3) for _ in one.people[1:]))
            await decided(store, one, ranks, moment + 9 * DAY)
            continue
        if chance.random() < 0.2:
            people = chance.sample([ANN, BEN, CID, DOT], 4)
            match = await begun(store, people, game="halma", at=moment)
            ranks = (1, 2, 3, 3)
        else:
            people = chance.sample([ANN, BEN, CID, DOT], 2)
            match = await begun(
                store,
                people,
                game=chance.choice(["frisian", "assaut"]),
                rated=chance.random() < 0.8,
                guild=chance.choice([GUILD, GUILD + 1]),
                at=moment,
            )
            ranks = chance.choice([(1, 2), (2, 1), (1, 1)])
        matches.append(match)
        if chance.random() < 0.8:
            await decided(store, match, ranks, moment)
    assert any(match.rated for match in matches)
    await check(store)


@postgresql_at_night
async def test_a_match_that_is_decided_late_counts_where_it_ended_first(store: Store) -> None:
    first = await ended(store, after=DAY)
    second = await ended(store, (BEN, CID), after=2 * DAY)
    before = await store.ratings.changes(second.id)
    first = await decided(store, first, (2, 1), START + 5 * DAY)
    assert first.ended == START + DAY
    changed = await store.ratings.changes(second.id)
    assert changed != before
    assert next(change for change in changed if change.person == BEN).before.shown > 1500
    await check(store)


@postgresql_at_night
async def test_annulled_matches_leave_no_ratings(store: Store) -> None:
    match = await ended(store)
    await decided(store, match, (), START + DAY)
    assert await stored(store) == []


@postgresql_at_night
async def test_aborted_unrated_declined_and_live_matches_do_not_count(store: Store) -> None:
    await ended(store, rated=False)
    await begun(store)
    aborted = await begun(store)
    await change(store, aborted.id, lambda m: m.abort(ANN, now=START, source=None))
    assert await stored(store) == []
    assert await store.ratings.changes(aborted.id) == []


async def test_few_rated_matches_of_two_people_are_begun_within_a_day(store: Store) -> None:
    for _ in range(MOST_RATED - 1):
        await ended(store, (BEN, ANN))
    await begun(store, (ANN, CID))
    await ended(store, (ANN, BEN), rated=False)
    await ended(store, (ANN, BEN), ranks=())
    await ended(store, (ANN, BEN), game="assaut")
    await ended(store, (ANN, BEN), guild=GUILD + 1)
    later = await begun(store, rated=False, at=START + DAY - timedelta(minutes=1))
    assert not await store.ratings.met_too_often(later)
    await begun(store)  # a live match counts too
    assert await store.ratings.met_too_often(later)
    another_day = await begun(store, rated=False, at=START + DAY)
    assert not await store.ratings.met_too_often(another_day)
    others = await begun(store, (CID, DOT), rated=False, at=START)
    assert not await store.ratings.met_too_often(others)


async def test_who_deletes_their_data_does_not_become_another_person_by_it(store: Store) -> None:
    for _ in range(MOST_RATED):
        await ended(store, (ANN, BEN))
    assert await store.forget(BEN, START)
    again = await begun(store, (BEN, ANN), rated=False)
    assert await store.ratings.met_too_often(again)
    others = await begun(store, (BEN, CID), rated=False)
    assert not await store.ratings.met_too_often(others)


@postgresql_at_night
async def test_games_and_servers_have_ratings_of_their_own(store: Store) -> None:
    await ended(store)
    other = await ended(store, (BEN, ANN), game="assaut", after=DAY)
    elsewhere = await ended(store, (BEN, ANN), guild=GUILD + 1, after=DAY)
    for match in (other, elsewhere):
        assert all(change.before == NEW for change in await store.ratings.changes(match.id))


@postgresql_at_night
async def test_only_matches_after_a_changed_one_are_computed_anew(store: Store) -> None:
    matches = [await ended(store, after=day * DAY) for day in range(5)]
    before = await stored(store)
    await decided(store, matches[3], (2, 1), START + 9 * DAY)
    after = await stored(store)
    assert before[:6] == after[:6]
    assert before[6:] != after[6:]


@postgresql_at_night
async def test_two_people_of_like_strength_settle_after_ten_to_fifteen_matches(
    store: Store,
) -> None:
    settled = None
    for number in range(1, 21):
        match = await ended(store, ranks=(1, 2) if number % 2 else (2, 1), after=number * DAY)
        changes = await store.ratings.changes(match.id)
        if settled is None and all(change.after.settled for change in changes):
            settled = number
    assert settled is not None
    assert 10 <= settled <= 15


@postgresql_at_night
async def test_the_leaderboard_has_settled_players_first(store: Store) -> None:
    for number in range(20):
        ranks = (1, 2) if number % 3 else (2, 1)
        await ended(store, ranks=ranks, after=number * DAY)
    await ended(store, (CID, DOT), after=30 * DAY)
    await ended(store, (CID, DOT), after=31 * DAY)
    board = await store.standings.leaderboard(GUILD, "frisian", offset=0, limit=10)
    assert [place.person for place in board.places] == [ANN, BEN, CID, DOT]
    assert [place.place for place in board.places] == [1, 2, 3, 4]
    assert [place.matches for place in board.places] == [20, 20, 2, 2]
    assert board.places[2].rating.mu > board.places[1].rating.mu
    assert board.total == 4
    part = await store.standings.leaderboard(GUILD, "frisian", offset=1, limit=2)
    assert (part.places, part.total) == (board.places[1:3], 4)
    for place in board.places:
        (standing,) = await store.standings.of_person(GUILD, place.person)
        assert (standing.place, standing.rating) == (place.place, place.rating)
    assert await store.standings.of_person(GUILD, HOST) == []


@postgresql_at_night
async def test_the_course_of_a_rating(store: Store) -> None:
    for day in range(3):
        await ended(store, after=day * DAY)
    steps = await store.ratings.course(GUILD, ANN)
    assert [step.ended for step in steps] == [START + day * DAY for day in range(3)]
    assert [step.rating.shown for step in steps] == sorted(step.rating.shown for step in steps)


async def test_the_ratings_are_written_with_the_result_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(store)

    async def failing(*_: object) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(ratings_module, "recompute", failing)
    with pytest.raises(RuntimeError):
        await decided(store, match, (1, 2), START)
    assert (await store.load(match.id)).status is Status.LIVE
    monkeypatch.undo()
    await decided(store, match, (1, 2), START)
    assert len(await stored(store)) == 2


async def test_results_at_the_same_time_are_rated_one_after_the_other(store: Store) -> None:
    chance = random.Random(3)
    matches = [await begun(store, chance.sample([ANN, BEN, CID, DOT], 2)) for _ in range(12)]
    moments = [START + timedelta(seconds=chance.randrange(5)) for _ in matches]
    await asyncio.gather(
        *(
            decided(store, match, (1, 2), moment)
            for match, moment in zip(matches, moments, strict=True)
        )
    )
    assert len(await stored(store)) == 24
    await check(store)


@postgresql_at_night
async def test_who_had_his_data_deleted_still_counts_for_the_others(store: Store) -> None:
    first = await ended(store)
    last = await ended(store, after=DAY)
    before = [change.after for change in await store.ratings.changes(last.id)]
    assert await store.forget(ANN)
    assert [change.after for change in await store.ratings.changes(last.id)] == before
    board = await store.standings.leaderboard(GUILD, "frisian", offset=0, limit=5)
    assert [place.person for place in board.places] == [BEN]
    await decided(store, await store.load(first.id), (2, 1), START + 9 * DAY)
    await check(store)
    assert len(await stored(store)) == 4


@postgresql_at_night
async def test_ratings_outlive_the_process(url: str) -> None:
    store = await Store.open(url)
    match = await ended(store)
    before = await stored(store)
    await store.close()
    again = await Store.open(url)
    try:
        assert await stored(again) == before
        await decided(again, await again.load(match.id), (2, 1), START + DAY)
        await check(again)
    finally:
        await again.close()


@pytest.mark.parametrize(
    ("seated", "teams"),
    [
        ([(ANN, 0, 1), (BEN, 1, 2)], [([ANN], 1), ([BEN], 2)]),
        ([(ANN, 0, 2), (BEN, 1, 1), (ANN, 0, 2)], [([ANN], 2), ([BEN], 1)]),
        ([(ANN, 0, 1), (BEN, 1, 2), (CID, 0, 1)], [([ANN, CID], 1), ([BEN], 2)]),
        ([(ANN, 0, 1), (ANN, 1, 2)], None),
        ([(ANN, 0, 1), (BEN, 0, 1)], None),
        ([(ANN, 0, 1), (0, 1, 2)], None),
        ([(ANN, 0, None), (BEN, 1, None)], None),
    ],
    ids=["two", "several seats", "partners", "themselves", "no opponent", "nobody", "no result"],
)
def test_who_played_in_which_team(
    seated: list[tuple[int, int, int | None]], teams: list[tuple[list[int], int]] | None
) -> None:
    assert _teams(seated) == teams
