"""The computer's comparisons of moves in one position."""

from __future__ import annotations

import pytest

import engine
from engine.capabilities.thinking import DECIDED
from engine.computer import Computer
from engine.values import Move
from tests.tic_tac_toe import GAME

THREATS = GAME.read("xx.oo....")
"""Crosses win at the end of the first row, and lose if they leave the second to the noughts."""


def at(point: int) -> Move:
    return next(move for move in THREATS.legal_moves() if move.path == (point,))


def test_moves_are_compared_as_far_as_each_other() -> None:
    wins, saves = Computer(8).compare([THREATS], [at(2), at(5)], 500)
    assert wins == DECIDED - 1 > saves
    saves, loses = Computer(8).compare([THREATS], [at(5), at(8)], 500)
    assert loses == 2 - DECIDED < saves


def test_the_second_best_is_the_best_of_the_others() -> None:
    second = Computer(8).second([THREATS], at(2), 500)
    assert second is not None
    assert second.move == at(5)


def test_a_forced_move_has_no_second() -> None:
    position = engine.games["frisian"].read("W:W28:B23,1")
    (move,) = position.legal_moves()
    assert Computer(8).second([position], move, 500) is None


def test_a_move_that_is_not_there_is_not_compared() -> None:
    position = engine.games["frisian"].start()
    with pytest.raises(ValueError, match="not looked at"):
        Computer(8).compare([position], [Move("move", (0, 1))], 100)


def test_many_sides_are_compared_as_well() -> None:
    position = engine.games["chinese-checkers"].start(3)
    moves = position.legal_moves()[:3]
    assert len(Computer(8).compare([position], moves, 300)) == 3
