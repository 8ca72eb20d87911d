"""Guesses are stored before their move, scored once, and a forgotten person's are renamed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from data import Conflict, Store, shards_of
from data.database import schema
from engine.errors import Refusal
from engine.guesses.move_guesses import MOST_CHANGES, MoveGuess
from engine.table.match import Match
from tests.data.hands import execute
from tests.data.kinds import on_postgresql, postgresql_at_night
from tests.data.plans import scanned, watched
from tests.data.tables import GUILD, START, accepted, challenge, change, live, turn
from tests.patience import looked_up

ANN, BEN, CID = 11, 12, 13


def guess(match: Match, person: int, move: str = "", *, choices: int = 9) -> MoveGuess:
    """Return a person's guess of the next move, by default the one that ``turn`` plays."""
    position = match.position
    played = position.write(position.legal_moves()[0])
    return MoveGuess(match.since, person, move or played, choices, match.events[-1].at)


async def guessed(store: Store, match: Match, guesses: Sequence[MoveGuess]) -> Match:
    """Return the match after storing these guesses and playing the move of ``turn``."""
    for one in guesses:
        await store.guesses.put_move(match, one)
    return await change(store, match.id, turn)


async def test_a_guess_takes_two_statements_and_none_comes_after_its_move(store: Store) -> None:
    match = await live(store)
    first = guess(match, ANN)
    later = first.at + timedelta(minutes=1)
    with watched(store) as queries:
        assert await store.guesses.put_move(match, first) is None
        assert await store.guesses.put_move(match, first._replace(at=later)) == first.move
        assert await store.guesses.put_move(match, first._replace(move="31-27")) == first.move
    asked = [query for query in queries if query[0].startswith(("SELECT", "INSERT", "UPDATE"))]
    assert len(asked) == 2 + 1 + 2
    with watched(store) as reads:
        assert await store.guesses.of_winner(match.id) == []
        assert not await store.guesses.awaits_score(match.id + 1)
        assert await store.guesses.of_turn(match.id, 99) == []
        assert await store.guesses.standing(ANN) == []
    for query in [*reads, *asked]:
        assert not query[0].startswith("SELECT") or await scanned(store, *query) == []
    changed = first._replace(move="31-27", number=2)
    assert await store.guesses.of_turn(match.id, match.since) == [first, changed]
    await store.guesses.put_winner(match, ANN, 0, START)
    await store.guesses.put_winner(match, BEN, 1, START)
    await store.guesses.put_winner(match, ANN, -1, START)
    for number in range(MOST_CHANGES - 1):
        await store.guesses.put_move(match, first._replace(move=f"1-{number}"))
    with pytest.raises(Refusal, match="it stays"):
        await store.guesses.put_move(match, first)
    await change(store, match.id, turn)
    with pytest.raises(Conflict):
        await store.guesses.put_move(match, first)
    with pytest.raises(Conflict):
        await store.guesses.put_winner(match, CID, 1, START)
    assert [one[:2] for one in await store.guesses.of_winner(match.id)] == [(ANN, -1), (BEN, 1)]


async def test_guesses_are_scored_once_by_few_statements(store: Store) -> None:
    many = range(100, 193)
    match = await live(store)
    changed = [guess(match, who, move) for who in (CID, ANN) for move in ("1-2", "1-3")]
    match = await guessed(store, match, [*changed, *[guess(match, who) for who in (ANN, *many)]])
    late = guess(match, BEN)._replace(at=match.events[-1].at + timedelta(seconds=1))
    forced = guess(match, CID, choices=1)
    match = await guessed(store, match, [guess(match, ANN, "1-2"), late, forced])
    waiting = guess(match, ANN)
    await store.guesses.put_move(match, waiting)
    with watched(store) as queries:
        assert await store.guesses.unscored() == [match.id]
        assert await store.guesses.score(match) == 99  # the last person's may be cut off
    assert len(queries) <= 8
    assert await store.guesses.score(match) == 2
    for query in queries:
        assert not query[0].startswith("SELECT") or await scanned(store, *query) == []
    assert await store.guesses.score(match) == 0
    (ann,) = await store.guesses.standing(ANN)
    (other,) = await store.guesses.standing(100)
    assert (ann.guesses, ann.right, other.guesses, other.right) == (2, 1, 1, 1)
    assert ann.rating.mu < other.rating.mu
    assert await store.guesses.standing(BEN) == []
    (cid,) = await store.guesses.standing(CID)
    assert (cid.guesses, cid.right) == (1, 0)
    match = await change(store, match.id, turn)
    assert await store.guesses.awaits_score(match.id)
    assert await store.guesses.score(match) == 1
    ((_, _, guesses, right),) = await store.guesses.standing(ANN)
    assert (guesses, right) == (3, 2)
    assert await store.guesses.unscored() == []


@postgresql_at_night
async def test_a_number_stands_for_who_asks_to_be_forgotten(store: Store) -> None:
    match = await live(store)
    await store.guesses.put_winner(match, ANN, 0, START)
    first = guess(match, ANN)
    match = await guessed(store, match, [first])
    await store.guesses.score(match)
    await store.guesses.put_move(match, guess(match, ANN))
    kept = await store.kept_about(ANN)
    assert [one["right"] for one in kept["guesses of moves"]] == [True, None]
    assert [one["side"] for one in kept["guesses of winners"]] == [0]
    assert [one["right"] for one in kept["guessing"]] == [1]
    assert await store.forget(ANN)
    assert [one[:2] for one in await store.guesses.of_winner(match.id)] == [(-1000, 0)]
    assert await store.guesses.of_turn(match.id, first.turn) == [first._replace(person=-1000)]
    assert await store.guesses.of_turn(match.id, match.since) == []  # an unscored guess is deleted
    assert await store.guesses.standing(ANN) == []
    assert await store.guesses.standing(-1000) == []


WAITING_FOR_A_LOCK = (
    "SELECT COUNT(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
async def other(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Yield the stores of two processes, each with one of two shards."""
    first, second = [await Store.open(url, shards=shards_of(str(n), 2)) for n in range(2)]
    yield first, second
    await first.close()
    await second.close()


@on_postgresql
async def test_the_owner_scores_what_another_process_has_heard(
    other: tuple[Store, Store], url: str
) -> None:
    owner, hearing = other
    if not owner.shards.have(GUILD):
        owner, hearing = hearing, owner
    match = await owner.create(challenge())
    match = await change(owner, match.id, accepted)
    known = await hearing.load(match.id)
    await hearing.guesses.put_move(known, guess(known, ANN))
    assert await hearing.guesses.unscored() == []
    assert await owner.guesses.unscored() == [match.id]
    version = schema.matches.c.version
    async with owner._database.writing() as connection:  # while a move is being saved
        await connection.execute(update(schema.matches).values(version=version + 1))
        waiting = asyncio.create_task(hearing.guesses.put_move(known, guess(known, BEN)))
        await looked_up(partial(execute, url, WAITING_FOR_A_LOCK), lambda rows: rows != [(0,)])
        assert not waiting.done()
    with pytest.raises(Conflict):
        await waiting
    async with owner._database.writing() as connection:
        await connection.execute(update(schema.matches).values(version=version - 1))
    match = await change(owner, match.id, turn)
    with pytest.raises(Conflict):
        await hearing.guesses.put_move(known, guess(known, CID))
    assert await owner.guesses.score(match) == 1
