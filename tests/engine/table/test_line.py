"""The line of play, and facts about its positions that need no reading."""

from __future__ import annotations

import random

import pytest

import engine
from engine.table.record import Line, LinePosition, known_of


@pytest.mark.parametrize("name", engine.games)
def test_a_position_that_is_read_again_has_the_same_key(name: str) -> None:
    game, chance = engine.games[name], random.Random(name)
    position = game.start()
    for _ in range(60):
        again = game.read(position.fen(), len(position.seats), **position.options)
        assert known_of(again) == known_of(position)
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            break
        position = position.play(chance.choice(moves))


def test_a_key_says_which_positions_may_be_the_same() -> None:
    start = engine.games["frisian"].start()
    moved = start.play(start.legal_moves()[0])
    assert known_of(start).key != known_of(moved).key
    assert (known_of(start).turn, known_of(moved).turn) == (0, 1)
    assert known_of(engine.games["allies"].start()).turn is None  # pieces are still being set up


def test_a_position_is_read_when_it_is_asked_for() -> None:
    start, read = engine.games["frisian"].start(), list[int]()

    def again() -> engine.Position:
        read.append(1)
        return start

    place = LinePosition(known=known_of(start), read=again)
    line = Line([place, LinePosition(start)])
    assert (place.turn, len(line), place.is_read) == (0, 2, False)
    assert list(line) == [start, start]
    assert not place.is_read  # looking through a line does not keep its positions
    assert line[0] == start
    assert place.is_read
    assert len(read) == 2
    assert line == Line.of([start, start])
