"""Puzzles: a person's first try alone changes their rating and the puzzle's."""

from __future__ import annotations

from datetime import date, timedelta

from data import DAILY_PUZZLE, SHARED_PUZZLE, DailyPuzzle, Seen, Store
from engine.rating import NEW, Rating
from tests.data.kinds import postgresql_at_night
from tests.data.tables import CHANNEL, GUILD, HOST, OPPONENT, START

PUZZLE, OTHER, GAME = "checkers-1", "checkers-2", "checkers"
LATER = START + timedelta(minutes=5)
DAY = date(2026, 3, 1)


@postgresql_at_night
async def test_the_first_try_alone_is_rated(store: Store) -> None:
    puzzles = store.puzzles
    await puzzles.show(HOST, PUZZLE, GAME, START)
    assert await puzzles.seen(HOST, GAME) == {PUZZLE: Seen(START, None, None)}
    wrong = await puzzles.note_try(HOST, PUZZLE, GAME, right=False, first=NEW, at=LATER)
    assert wrong is not None
    assert wrong.before == NEW
    assert wrong.after.shown < NEW.shown
    again = await puzzles.note_try(HOST, PUZZLE, GAME, right=True, first=NEW, at=LATER)
    assert again is None
    assert await puzzles.note_solved(HOST, PUZZLE, GAME, LATER)
    assert not await puzzles.note_solved(HOST, PUZZLE, GAME, LATER)
    assert await puzzles.seen(HOST, GAME) == {PUZZLE: Seen(START, LATER, False)}
    assert await puzzles.rating_of(HOST, GAME) == wrong.after
    assert await puzzles.rating_of(OPPONENT, GAME) == NEW


async def test_a_puzzle_that_beats_people_is_rated_higher(store: Store) -> None:
    easy = Rating(20.0, 5.0)
    rated = await store.puzzles.note_try(HOST, PUZZLE, GAME, right=False, first=easy, at=START)
    assert rated is not None
    its = (await store.puzzles.ratings(GAME))[PUZZLE]
    assert its.mu > easy.mu
    assert its.sigma < easy.sigma
    won = await store.puzzles.note_try(OPPONENT, PUZZLE, GAME, right=True, first=easy, at=START)
    assert won is not None
    assert (await store.puzzles.ratings(GAME))[PUZZLE].mu < its.mu  # not from the first


async def test_what_was_solved_elsewhere_is_not_rated(store: Store) -> None:
    assert await store.puzzles.note_solved(HOST, PUZZLE, GAME, START)
    first = await store.puzzles.note_try(HOST, PUZZLE, GAME, right=True, first=NEW, at=START)
    assert first is None


@postgresql_at_night
async def test_the_standing_has_the_last_rating_of_each_game(store: Store) -> None:
    await store.puzzles.show(HOST, "halma-1", "halma", START)  # neither tried nor solved
    await store.puzzles.note_try(HOST, PUZZLE, GAME, right=True, first=NEW, at=START)
    await store.puzzles.note_solved(HOST, PUZZLE, GAME, START)
    last = await store.puzzles.note_try(HOST, OTHER, GAME, right=True, first=NEW, at=LATER)
    assert last is not None
    (one,) = await store.puzzles.standing(HOST)
    assert (one.game, one.rating, one.solved) == (GAME, last.after, 1)


@postgresql_at_night
async def test_of_two_who_play_at_once_one_is_first(store: Store) -> None:
    shared = await store.shared_puzzles.open(GUILD, CHANNEL, PUZZLE, START)
    await store.shared_puzzles.show(shared.id, 77)
    assert await store.shared_puzzles.get(shared.id) == shared._replace(message=77)
    assert await store.shared_puzzles.play(shared, ["22-18", "11-15"], None, START)
    assert not await store.shared_puzzles.play(shared, ["22-18", "11-15"], None, START)
    (open_since,) = [*(await store.shared_puzzles.waiting(START)).items()]
    assert open_since == (CHANNEL, START)
    here = await store.shared_puzzles.newest(CHANNEL)
    assert here is not None
    assert await store.shared_puzzles.play(here, [*here.line, "18x11"], HOST, START)
    assert not await store.shared_puzzles.play(here, [*here.line, "18x11"], OPPONENT, START)
    assert (await store.shared_puzzles.get(here.id) or here).solver == HOST
    assert not await store.shared_puzzles.waiting(START)
    told = await store.bulletins.waiting(SHARED_PUZZLE, shared.id)
    assert [(one.number, one.channel) for one in told] == [(0, CHANNEL), (4, CHANNEL), (7, CHANNEL)]


@postgresql_at_night
async def test_a_day_has_one_puzzle_and_each_solver_once(store: Store) -> None:
    one = DailyPuzzle(GUILD, DAY, PUZZLE, GAME, CHANNEL, None)
    await store.daily_puzzles.put(one._replace(puzzle=OTHER))
    (bulletin,) = await store.bulletins.waiting(DAILY_PUZZLE, GUILD)
    await store.bulletins.mark_refused(bulletin, "403 50013")
    await store.daily_puzzles.put(one)
    assert await store.bulletins.waiting(DAILY_PUZZLE, GUILD) == [bulletin]
    await store.daily_puzzles.note(GUILD, DAY, 5)
    following = one._replace(day=DAY + timedelta(days=1), puzzle=OTHER)
    await store.daily_puzzles.put(following)
    found = await store.daily_puzzles.of_server(GUILD, limit=5)
    assert found == [following, one._replace(message=5)]
    for person in (HOST, HOST, OPPONENT):
        await store.daily_puzzles.solve(GUILD, DAY, person, START)
    assert await store.daily_puzzles.solvers(GUILD, DAY) == 2
    assert await store.daily_puzzles.solvers(GUILD, following.day) == 0
