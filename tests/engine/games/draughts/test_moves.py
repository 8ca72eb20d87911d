"""Legal moves of draughts, compared with a simple oracle and two other programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import engine
from engine import Piece, Position
from tests.engine.games.draughts.oracle import RULES, Oracle, TooManyPaths
from tests.nightly import is_night
from tests.oracles.moves import (
    PY_DRAUGHTS,
    Effect,
    effect,
    py_draughts_moves,
    pydraughts_board,
    pydraughts_moves,
)

PLAYED = 150 if is_night() else 50
"""The number of positions from random play to compare."""

every_game = pytest.mark.parametrize("game", RULES)


@cache
def played(game: str) -> tuple[Position, ...]:
    """Return positions of random games, mostly those with a capture."""
    rng = random.Random(game)
    positions: dict[str, Position] = {}
    while len(positions) < PLAYED * (2 if game == "turkish" else 1):
        position: Position = engine.games[game].start()
        while position.outcome() is None:
            moves = position.legal_moves()
            if moves[0].captured or rng.random() < 0.3:
                positions[position.fen()] = position
            position = position.play(rng.choice(moves))
    return tuple(positions.values())


@cache
def scattered(game: str) -> tuple[Position, ...]:
    """Return positions of 3 to 14 men and kings on random squares."""
    rng = random.Random(game)
    names = engine.games[game].start().board.names
    positions: list[Position] = []
    while len(positions) < PLAYED:
        squares = rng.sample(names, rng.randint(3, 14))
        cut = rng.randint(1, min(5, len(squares) - 1))
        white, black = (
            ",".join(rng.choice(("K", "", "")) + name for name in side)
            for side in (squares[:cut], squares[cut:])
        )
        try:
            position = engine.games[game].read(f"{rng.choice('WB')}:W{white}:B{black}")
        except ValueError:
            continue  # a man on its last row, or too many pieces
        positions.append(position)
    return tuple(positions)


def effects(position: Position) -> set[Effect]:
    return {effect(position, move) for move in position.legal_moves()}


def bare(position: Position) -> str:
    """Return a position's FEN without counters or ranges of squares."""
    sides: dict[str, list[str]] = {"White": [], "Black": []}
    for point, (seat, kind) in position.pieces():
        king = "K" if kind == "king" else ""
        sides[str(position.seats[seat].name)].append(king + position.board.names[point])
    turn = str(position.seats[position.turn].name)[0]
    return f"{turn}:W{','.join(sides['White'])}:B{','.join(sides['Black'])}"


@every_game
def test_the_moves_are_those_of_the_oracle(game: str) -> None:
    oracle = Oracle(game)
    compared = 0
    for position in (*played(game), *scattered(game)):
        try:
            assert effects(position) == oracle.moves(bare(position)), position
            compared += 1
        except TooManyPaths:
            continue
    assert compared > 1.9 * PLAYED


@every_game
def test_pydraughts_allows_the_same(game: str) -> None:
    compared = 0
    for position in played(game):
        # In pydraughts, Turkish kings step over other pieces.
        if game == "turkish" and Piece(position.turn, "king") in dict(position.pieces()).values():
            continue
        fen = bare(position)
        assert effects(position) == pydraughts_moves(game, pydraughts_board(game, fen)), fen
        compared += 1
        if compared == PLAYED:
            return
    pytest.fail(f"only {compared} positions were compared")


@pytest.mark.parametrize("game", PY_DRAUGHTS)
def test_py_draughts_allows_the_same(game: str) -> None:
    for position in (*played(game), *scattered(game)):
        fen = bare(position)
        assert effects(position) == py_draughts_moves(game, fen), fen


def _captures(game: str) -> Iterator[Position]:
    return (
        p
        for p in (*played(game), *scattered(game))
        if p.legal_moves()[:1] and p.legal_moves()[0].captured
    )


@every_game
def test_every_capture_can_be_typed_square_by_square(game: str) -> None:
    for position in _captures(game):
        names = position.board.names
        for move in position.legal_moves():
            assert position.parse("x".join(names[point] for point in move.path)) == move
