"""Databases store the key of each position as a number, so keys must not change.

A game whose keys change needs a migration that clears the stored keys of unfinished matches, as
``data/migrations/versions/v0017_keys.py`` does, and new lines in ``keys.txt``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.table.record import known_of

KEPT = dict(
    line.rsplit(" ", 1)
    for line in (Path(__file__).parent / "keys.txt").read_text(encoding="utf-8").splitlines()
)
BEGINNINGS = {
    f"{name} {seats}": (name, seats) for name in engine.games for seats in engine.games[name].seats
}


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_the_number_of_a_position_is_that_of_databases(beginning: str) -> None:
    name, seats = BEGINNINGS[beginning]
    position = engine.games[name].start(seats)
    for _ in range(7):  # each move is the first in the order of their texts
        moves = {position.write(move): move for move in position.legal_moves()}
        position = position.play(moves[min(moves)])
    assert known_of(position).key == int(KEPT[beginning])
