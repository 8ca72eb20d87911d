"""What stands on live boards: found among all, on this server and on others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest

import engine
from cogs.study.fair_play import SOON, Asked, FairPlay
from data import LiveBoard, Store
from engine import Position
from engine.table.match import Match
from tests.data.tables import GUILD, HOST, accepted, challenge, change, live, turn

STRANGER = 4711


async def played(store: Store, plies: int, *, rated: bool = False) -> Match:
    """Return a live match of others on another server, with moves that nobody else plays."""
    match = await store.create(replace(challenge(), rated=rated))
    match, chance = await change(store, match.id, accepted), random.Random(plies)
    for _ in range(plies):
        match = await change(store, match.id, partial(turn, choice=chance.randrange(100)))
    return match


def line(match: Match) -> list[Position]:
    return [*match.line]


async def test_an_opening_counts_where_one_is_and_a_later_position_everywhere(store: Store) -> None:
    fair = FairPlay(store)
    opening, middle = await played(store, 3), await played(store, 40)
    assert not await fair.forbids(line(opening), STRANGER, ())
    assert await fair.forbids(line(opening), STRANGER, {GUILD})
    assert await fair.forbids(line(opening), HOST, ())
    assert await fair.forbids(line(middle), STRANGER, ())
    before, there = line(middle)[:-8], line(middle)[-1]
    assert not await fair.forbids(before, STRANGER, ())
    assert await fair.forbids(before, STRANGER, (), expected=[there])
    soon = [there]
    while len(soon) < SOON:
        soon.append(soon[-1].play(soon[-1].legal_moves()[0]))
    assert await fair.forbids(soon, STRANGER, ())
    assert not await fair.forbids(soon[-1:], STRANGER, ())


async def test_a_board_is_read_once_a_turn(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fair, boards = FairPlay(store), store.live_boards.boards
    read: list[int] = []

    async def reading(ids: Sequence[int]) -> list[LiveBoard]:
        read.extend(ids)
        return await boards(ids)

    monkeypatch.setattr(store.live_boards, "boards", reading)
    matches = [await live(store) for _ in range(3)]
    await store.create(challenge())  # one that has not begun has no board
    for _ in range(2):
        assert await fair.forbids(line(matches[0]), STRANGER, {GUILD})
    assert read == [match.id for match in matches]
    await change(store, matches[1].id, turn)
    assert await fair.forbids(line(matches[0]), STRANGER, {GUILD})
    assert read[3:] == [matches[1].id]


FRISIAN = engine.games["frisian"]


def near(position: Position) -> Iterator[Position]:
    """Yield positions close to one: a man more, a man less, one elsewhere, two plies on."""
    where = {name: position.board.point[name] for name in position.board.names}
    men = {seat: [p for p, one in position.pieces() if one.seat == seat] for seat in (0, 1)}
    free = [point for point in where.values() if point not in men[0] + men[1] and 10 <= point < 40]

    def of(white: Sequence[int], black: Sequence[int]) -> Position:
        names = position.board.names
        texts = (",".join(sorted(names[point] for point in side)) for side in (white, black))
        return FRISIAN.read("W:W{}:B{}".format(*texts), 2)

    yield of([*men[0], free[0]], men[1])
    yield of(men[0][1:], men[1])
    yield of([*men[0][1:], free[-1]], men[1])
    yield of([*men[0], free[0]], men[1][2:])
    after = position
    for _ in range(2):
        after = after.play(after.legal_moves()[-1])
    yield after


async def test_what_is_near_a_rated_match_of_ones_own_or_ones_server(store: Store) -> None:
    fair = FairPlay(store)
    friendly = await played(store, 33)
    assert not [one for one in near(friendly.position) if await fair.forbids([one], HOST, {GUILD})]
    rated = await played(store, 40, rated=True)
    for one in near(rated.position):
        assert await fair.forbids([one], HOST, ()), one.fen()
        assert await fair.forbids([one], STRANGER, {GUILD}), one.fen()
        assert not await fair.forbids([one], STRANGER, ()), one.fen()
    far = line(rated)[-12]
    assert not await fair.forbids([far], HOST, {GUILD})
    few = FRISIAN.read("W:WK1,K50:BK26", 2)
    ending = await played(store, 0, rated=True)
    assert not await fair.forbids([few], HOST, {GUILD})
    assert not await fair.forbids([line(ending)[0]], STRANGER, ())


async def test_several_positions_are_asked_about_at_once(store: Store) -> None:
    fair = FairPlay(store)
    rated = await played(store, 40, rated=True)
    known = line(rated)
    asked = [Asked(known[: ply + 1]) for ply in range(len(known))]
    hidden = await fair.forbidden(asked, HOST, {GUILD})
    assert len(known) - 1 in hidden
    assert len(known) - 12 not in hidden
    for place, one in enumerate(asked):
        assert (place in hidden) is await fair.forbids(one.line, HOST, {GUILD})


async def test_a_match_that_is_not_rated_is_asked_about_for_rated_ones_alone(store: Store) -> None:
    fair = FairPlay(store)
    friendly = await played(store, 40)
    assert not await fair.forbids_in_match(friendly, HOST)
    await played(store, 40, rated=True)
    assert await fair.forbids_in_match(friendly, HOST)
    assert await fair.forbids_in_match(friendly, STRANGER)
