"""Typed variants of a move's canonical text mean the same move, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import engine
from engine import AmbiguousMove, Position
from engine.capabilities.set_ups import is_placing, placing_moves
from engine.values import Move
from tests.engine.setups import Setup, usual_setups

BETWEEN = ("-", "x", " ", ".", ",", ", ", ">", "->", " -> ", "→", ":", "–", "")
AROUND = ("{}!", "1. {}", "12... {}", "{}.", " {} ", "17.{}!!")


def begun(setup: Setup, chance: random.Random) -> Position:
    """Return a game's first position after any secret set-up."""
    position = setup.start()
    while position.setup is not None:
        seat = position.setup.seats()[0]
        complete = position.setup.arrange(seat, position.setup.completion, {}, chance)
        for move in placing_moves(complete):
            position = position.play(move)
    return position


def played(setup: Setup, turns: int) -> Iterator[Position]:
    """Yield some positions of a random game of at most ``turns`` turns."""
    chance = random.Random(setup.game.name)
    position = begun(setup, chance)
    for _ in range(turns):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            return
        if chance.random() < 0.3:
            yield position
        position = position.play(chance.choice(moves))


def paths(position: Position) -> list[Move]:
    """Return up to eight legal moves that are written as paths."""
    moves = [move for move in position.legal_moves() if move.kind == "move"]
    return random.Random(position.fen()).sample(moves, min(8, len(moves)))


@usual_setups
def test_whatever_is_between_the_names_a_legal_move_is_read(setup: Setup) -> None:
    for position in played(setup, 40):
        for move in paths(position):
            path, equals, suffix = position.write(move).partition("=")
            for between in BETWEEN:
                names = path.replace("x", "-").split("-")
                if not between and not _can_stand_together(names):
                    continue
                typed = between.join(names) + equals + suffix
                assert _read(position, typed) in {move, None}, typed


@usual_setups
def test_what_is_around_a_move_is_left_out(setup: Setup) -> None:
    for position in played(setup, 40):
        for move in paths(position):
            text = position.write(move)
            assert position.parse(text) == move
            for around in AROUND:
                assert position.parse(around.format(text)) == move, around


def _can_stand_together(names: list[str]) -> bool:
    """Return whether ``names`` need no separator, unlike those of ``4-9`` and ``8-12-17``."""
    return names[0][0].isalpha() or {*map(len, names)} == {2} or sum(map(len, names)) == 3


def _read(position: Position, typed: str) -> Move | None:
    """Return the move of a text, None if the text is ambiguous, as 115 is: ``1-15`` or ``11-5``."""
    try:
        return position.parse(typed)
    except AmbiguousMove:
        assert typed.isdecimal()
        assert len(typed) == 3
        return None


def test_the_cross_needs_no_sign_in_alliance() -> None:
    position = engine.games["alliance"].start()
    turned = position.parse("c3-c4=+")
    for typed in ("c3-c4+", "c3c4+", "c3-c4 +", "c3.c4+!", "1. c3-c4+"):
        assert position.parse(typed) == turned
    assert position.parse("c3c4") == position.parse("c3-c4") != turned
    assert position.notation.is_notation("c3-c4+")


@pytest.mark.parametrize("typed", ["c6,e6", "c6 e6", "c6-e6", "c6e6", "@c6,e6", "C6, E6"])
def test_the_officers_are_placed_without_a_sign(typed: str) -> None:
    position = engine.games["assaut"].start()
    assert position.write(position.parse(typed)) == "@c6,e6"
    assert not is_placing("c6,e6")
