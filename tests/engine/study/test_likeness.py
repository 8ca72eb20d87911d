"""Boards that look alike: rotated, with sides exchanged, or a move apart."""

from __future__ import annotations

import random

import pytest

import engine
from engine import Position
from engine.study import likeness
from tests.engine.setups import Setup, usual_setups


def after(position: Position, chance: random.Random, plies: int) -> Position:
    for _ in range(plies):
        moves = position.legal_moves()
        if position.outcome() is not None or not moves:
            break
        captures = [move for move in moves if move.captured]
        position = position.play(chance.choice(captures or moves))
    return position


@usual_setups
def test_every_move_leads_to_a_board_that_may_follow(setup: Setup) -> None:
    chance = random.Random(5)
    position = after(setup.start(), chance, 2)
    for _ in range(25):
        if position.outcome() is not None or not position.legal_moves():
            break
        before, size, seats = likeness.shown(position), len(position.board), len(position.seats)
        assert before in likeness.turned(position)
        for move in position.legal_moves()[:: max(1, len(position.legal_moves()) // 10)]:
            then = position.play(move)
            assert likeness.may_follow(before, likeness.shown(then), size, seats), position.write(
                move
            )
        position = after(position, chance, 1)


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("frisian", "W:WK28,33:B19,20", "B:W31,32:BK23,18"),
        ("alliance", "8/x7/8/8/8/8/6X1/8 w", "8/1x6/8/8/8/8/7X/8 b"),
    ],
)
def test_the_other_side_of_a_position_looks_like_it(game: str, one: str, other: str) -> None:
    first, second = (engine.games[game].read(text) for text in (one, other))
    assert likeness.shown(first) in likeness.turned(second)
    assert likeness.turned(first) == likeness.turned(second)


def test_pieces_of_another_kind_are_not_alike() -> None:
    read = engine.games["frisian"].read
    man, king = read("W:W28:B19"), read("W:WK28:B19")
    assert likeness.turned(man).isdisjoint(likeness.turned(king))
    size, seats = len(man.board), len(man.seats)
    far = read("W:W31,32,33:B1,2,3")
    assert not likeness.may_follow(likeness.shown(man), likeness.shown(far), size, seats)
