"""What stands on live boards: found among all, on this server and on others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import pytest

from cogs.study.fair_play import SOON, FairPlay
from data import LiveBoard, Store
from engine import Position
from engine.table.match import Match
from tests.data.tables import GUILD, HOST, challenge, change, live, turn

STRANGER = 4711


async def played(store: Store, plies: int) -> Match:
    """Return a live match of others on another server, with moves that nobody else plays."""
    match, chance = await live(store), random.Random(plies)
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
