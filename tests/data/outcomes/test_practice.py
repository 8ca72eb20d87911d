"""Results against the computer: the newest ones, and the levels people have beaten."""

from __future__ import annotations

from datetime import timedelta

from data import Champion, Result, Store
from engine.table.record import computer
from tests.data.kinds import postgresql_at_night
from tests.data.results import ANN, BEN, CID, ended
from tests.data.tables import GUILD

HOUR = timedelta(hours=1)
EASY, HARD = computer(2), computer(7)


async def beaten(store: Store, guild: int, person: int) -> dict[str, int]:
    """Return the highest level that a person has beaten on a server, by game."""
    standings = await store.standings.of_person(guild, person)
    return {one.game: one.beaten for one in standings if one.beaten is not None}


@postgresql_at_night
async def test_the_newest_result_comes_first(store: Store) -> None:
    await ended(store, (ANN, EASY), (1, 2))
    await ended(store, (ANN, HARD), (2, 1), after=HOUR)
    await ended(store, (ANN, BEN), (1, 2), after=2 * HOUR)
    latest = await store.practice.latest(ANN, "frisian")
    assert latest == [Result(7, won=False, lost=True), Result(2, won=True, lost=False)]
    assert await store.practice.latest(ANN, "frysk") == []
    assert await store.practice.latest(BEN, "frisian") == []


@postgresql_at_night
async def test_a_draw_is_neither_won_nor_lost(store: Store) -> None:
    await ended(store, (ANN, EASY), (1, 1))
    assert await store.practice.latest(ANN, "frisian") == [Result(2, won=False, lost=False)]
    assert await beaten(store, GUILD, ANN) == {}


async def test_a_match_without_a_result_says_nothing(store: Store) -> None:
    await ended(store, (ANN, EASY), ())
    assert await store.practice.latest(ANN, "frisian") == []


@postgresql_at_night
async def test_the_highest_level_beaten_counts_on_its_server(store: Store) -> None:
    await ended(store, (ANN, HARD), (1, 2))
    await ended(store, (ANN, EASY), (1, 2), after=HOUR)
    await ended(store, (ANN, computer(8)), (2, 1), after=2 * HOUR)
    await ended(store, (ANN, EASY), (1, 2), game="frysk", after=3 * HOUR)
    assert await beaten(store, GUILD, ANN) == {"frisian": 7, "frysk": 2}
    assert await beaten(store, GUILD + 1, ANN) == {}


@postgresql_at_night
async def test_of_several_computers_all_have_to_come_behind(store: Store) -> None:
    people = (ANN, EASY, HARD, BEN)
    await ended(store, people, (2, 3, 1, 4), game="chinese-checkers")
    assert await beaten(store, GUILD, ANN) == {}
    await ended(store, people, (2, 3, 4, 1), game="chinese-checkers", after=HOUR)
    assert await beaten(store, GUILD, ANN) == {"chinese-checkers": 7}


@postgresql_at_night
async def test_champions_stand_by_level_and_wins_and_no_computer_is_one(store: Store) -> None:
    await ended(store, (ANN, EASY), (1, 2))
    await ended(store, (BEN, HARD), (1, 2), after=HOUR)
    await ended(store, (CID, HARD), (1, 2), after=2 * HOUR)
    await ended(store, (CID, HARD), (1, 2), after=3 * HOUR)
    await ended(store, (CID, EASY), (1, 2), after=4 * HOUR)
    champions = await store.standings.champions(GUILD, "frisian", limit=10)
    assert champions == [Champion(CID, 7, 2), Champion(BEN, 7, 1), Champion(ANN, 2, 1)]
