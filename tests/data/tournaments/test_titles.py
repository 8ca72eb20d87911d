"""The lasting results of tournaments: final places, the tour, and seasons of ratings."""

from __future__ import annotations

import itertools
from datetime import timedelta

from data import Store, Title, TourPlace
from engine.table.record import computer
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.data.kinds import postgresql_at_night
from tests.data.outcomes.test_standings import stored
from tests.data.results import ANN, BEN, CID
from tests.data.results import ended as match_ended
from tests.data.tables import GUILD, HOST, START
from tests.data.tournaments.events import DAY, PEOPLE, begun, change, new, now_of, played


def with_standings(tournament: Tournament, *standings: tuple[int, int, int]) -> Tournament:
    """Return the tournament ended with ``standings``: each a place, the player and the group."""
    rows = [[place, player, 0, group] for place, player, group in standings]
    return played(_all_playing(begun(tournament))).add(
        Kind.END, START + DAY * 9, standings=rows, reason=""
    )


def _all_playing(tournament: Tournament) -> Tournament:
    """Return the tournament with a round paired in which everybody plays somebody."""
    people = tournament.state.people
    tables = [{"players": [one, other]} for one, other in itertools.pairwise(people)]
    return tournament._pair(tables, now_of(tournament))


async def test_nobody_has_a_place_without_a_game(store: Store) -> None:
    """One tournament was ended in its first round, the other by decisions and walkovers alone."""
    early = await store.tournaments.create(new())
    await change(
        store, early.id,
        lambda one: played(begun(one)).end(HOST, "Rain.", now=now_of(one) + DAY),
    )  # fmt: skip
    decided = await store.tournaments.create(new(Form.KNOCKOUT))

    def walked(one: Tournament) -> Tournament:
        one = begun(one)
        first, *others = one.state.open_tables
        one = one.organising.decide(
            HOST, 1, first.number, [2, 0], "So.", now=now_of(one), source=None
        )
        for table in others:
            one = one.score_table(table, [2, 0], How.WALKOVER, game=1, now=now_of(one))
        return one.end(None, "", now=now_of(one) + DAY)

    await change(store, decided.id, walked)
    for person in PEOPLE:
        assert await store.tournaments.titles_of(person, GUILD) == []


@postgresql_at_night
async def test_titles_and_the_tour_come_of_final_places(store: Store) -> None:
    a, b, c, d, e, *_ = PEOPLE
    league = await store.tournaments.create(new(Form.LEAGUE))
    await change(
        store, league.id,
        lambda one: with_standings(
            one, (1, a, 0), (2, computer(3), 0), (3, b, 0), (3, c, 0), (1, d, 1), (2, e, 1)
        ),
    )  # fmt: skip
    swiss = await store.tournaments.create(new())
    await change(store, swiss.id, lambda one: one.leave(e, now=START, source=None))
    places = ((1, d, 0), (2, e, 0), (3, b, 0))
    await change(store, swiss.id, lambda one: with_standings(one, *places))
    cancelled = await change(store, (await store.tournaments.create(new())).id, begun)
    await change(
        store,
        cancelled.id,
        lambda one: one.organising.cancel(HOST, "Rain.", now=now_of(one), source=None),
    )
    when = START + DAY * 9
    assert await store.tournaments.titles_of(d, GUILD) == [
        Title(swiss.id, d, "Cup", Form.SWISS, "frysk", 0, 1, 3, when, swiss.channel),
        Title(league.id, d, "Cup", Form.LEAGUE, "frysk", 1, 1, 2, when, league.channel),
    ]
    assert await store.tournaments.titles_of(d, GUILD + 1) == []
    tour = await store.tournaments.tour(GUILD, START, when + timedelta(seconds=1))
    assert tour == [
        TourPlace(d, 4, 2), TourPlace(a, 3, 1), TourPlace(b, 2, 2), TourPlace(c, 1, 1),
        TourPlace(e, 1, 1),
    ]  # fmt: skip
    assert await store.tournaments.tour(GUILD, START, when) == []


async def test_a_closed_season_keeps_its_tables_once(store: Store) -> None:
    await match_ended(store, (ANN, BEN))
    await match_ended(store, (CID, BEN), game="halma")
    before = await stored(store)
    season = await store.seasons.close_season(GUILD, "autumn 2026", START + DAY)
    boards = {
        game: (await store.standings.leaderboard(GUILD, game, offset=0, limit=9)).places
        for game in ("frisian", "halma")
    }
    assert await stored(store) == before
    await match_ended(store, (BEN, ANN), after=DAY * 2)
    assert await store.seasons.close_season(GUILD, "autumn 2026", START + DAY * 3) == season
    (one,) = await store.seasons.seasons_of(GUILD)
    assert one == (season, "autumn 2026", START + DAY, ("frisian", "halma"))
    closed = await store.seasons.season(GUILD, season)
    assert closed is not None
    assert closed.tables == boards
    assert [place.person for place in boards["frisian"]] == [ANN, BEN]
    assert await store.seasons.season(GUILD + 1, season) is None
    first = await store.seasons.season(GUILD, season, game="halma", limit=1)
    assert first is not None
    assert first.tables == {"halma": boards["halma"][:1]}


@postgresql_at_night
async def test_who_is_forgotten_is_in_no_closed_season(store: Store) -> None:
    await match_ended(store, (ANN, BEN))
    season = await store.seasons.close_season(GUILD, "2026", START)
    (kept,) = (await store.kept_about(ANN))["closed seasons"]
    assert (kept["game"], kept["place"], kept["matches"]) == ("frisian", 1, 1)
    assert await store.forget(ANN)
    closed = await store.seasons.season(GUILD, season)
    assert closed is not None
    assert [place.person for place in closed.tables["frisian"]] == [-1000, BEN]
