"""Positions of live boards are recognised, on this server and on others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

import engine
from cogs.computers.fair_play import GENUINE, SOON, Asked, FairPlay, ended
from data import LiveBoard, Store
from engine import Position, archive
from engine.table.match import Match
from engine.table.record import Status, abroad
from tests.data.tables import GUILD, HOST, START, accepted, challenge, change, live, turn

STRANGER = 4711


async def played(
    store: Store, plies: int, *, rated: bool = False, guest: int | None = None
) -> Match:
    """Store a live match of others on another server, with moves that nobody else plays.

    ``guest`` is an opponent from yet another server, not on this one.
    """
    made = replace(challenge(), rated=rated)
    if guest is not None:
        made = replace(made, people=(HOST, guest))
    match, chance = await store.create(made), random.Random(plies)
    begun = partial(Match.begun, now=START, chance=chance) if guest is not None else accepted
    match = await change(store, match.id, begun)
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
    """Yield positions close to ``position``: one to three men differ, or two plies are played."""
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
    assert not await fair.forbids_in_match(friendly, [HOST])
    await played(store, 40, rated=True)
    assert await fair.forbids_in_match(friendly, [HOST])
    assert await fair.forbids_in_match(friendly, [STRANGER])


async def test_a_match_between_servers_counts_as_a_rated_one(store: Store) -> None:
    fair, friendly = FairPlay(store), await played(store, 40)
    await played(store, 40, guest=abroad(7))
    assert await fair.forbids_in_match(friendly, [HOST])


# What cheats would try


async def test_who_asks_in_private_is_known_to_be_on_the_server_where_they_have_played(
    store: Store,
) -> None:
    fair = FairPlay(store)
    rated = await played(store, 40, rated=True)
    one = next(near(rated.position))
    assert not await fair.forbids([one], STRANGER, ())
    own = await store.create(challenge(host=STRANGER))
    await change(store, own.id, lambda match: match.withdraw(STRANGER, now=START, source=None))
    assert await fair.forbids([one], STRANGER, ())
    assert not await fair.forbids([one], STRANGER + 1, ())


async def test_a_match_that_is_nearly_a_copy_is_none_if_it_is_older_or_rated(store: Store) -> None:
    fair = FairPlay(store)
    rated = await played(store, 40, rated=True)
    for one in near(rated.position):
        for person, guilds in ((HOST, ()), (STRANGER, {GUILD})):
            made_up = await fair.forbids([one], person, guilds)
            copied = await fair.forbids([one], person, guilds, ended=START + timedelta(hours=1))
            older = await fair.forbids([one], person, guilds, ended=START - timedelta(hours=1))
            genuine = await fair.forbids([one], person, guilds, ended=GENUINE)
            assert (made_up, copied, older, genuine) == (True, True, False, False), one.fen()
    assert await fair.forbids([rated.position], STRANGER, (), ended=GENUINE)


async def test_whose_match_counts_and_when_it_was_over(store: Store) -> None:
    def finish(match: Match) -> Match:
        return match.resign(HOST, now=START + timedelta(hours=1), source=None)

    friendly, rated = await played(store, 6), await played(store, 6, rated=True)
    assert (ended(friendly), ended(rated)) == (None, None)
    assert ended(await change(store, friendly.id, finish)) == START + timedelta(hours=1)
    assert ended(await change(store, rated.id, finish)) == GENUINE
    record = archive.read('[Game "frisian"] 1. 32-28 19-23')
    imported = archive.match_of(record, HOST, now=START, source=None)
    assert imported.status is Status.OVER
    assert ended(imported) is None


async def test_a_line_that_is_expected_to_come_near_is_not_told(store: Store) -> None:
    fair = FairPlay(store)
    rated = await played(store, 40, rated=True)
    far, close = line(rated)[-14], next(near(rated.position))
    assert not await fair.forbids([far], HOST, ())
    assert await fair.forbids([far], HOST, (), expected=[close])


async def test_plies_with_captures_lead_not_away_from_ones_own_match(store: Store) -> None:
    fair = FairPlay(store)
    rated = await played(store, 28, rated=True)
    asked = []
    for first in rated.position.legal_moves():
        for second in (once := rated.position.play(first)).legal_moves():
            for third in (twice := once.play(second)).legal_moves()[:3]:
                asked += [Asked([twice]), Asked([twice.play(third)])]
    assert len(await fair.forbidden(asked, HOST, ())) == len(asked)


async def test_an_opening_that_others_play_takes_nothing_from_an_ended_match(store: Store) -> None:
    fair = FairPlay(store)
    opening = await played(store, 3, rated=True)
    there = opening.position
    later = [*opening.line]
    while len(later) < 10:
        later.append(later[-1].play(later[-1].legal_moves()[0]))
    for person in (HOST, STRANGER):
        assert await fair.forbids([there], person, {GUILD}, ended=GENUINE)
        for at in range(5, 10):
            line = later[:at]
            assert not await fair.forbids(line, person, {GUILD}, ended=GENUINE)
    assert not await fair.forbids(later[:5], STRANGER, {GUILD})
    assert await fair.forbids(later[:5], HOST, {GUILD})
