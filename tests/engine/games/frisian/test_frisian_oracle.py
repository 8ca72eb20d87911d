"""Legal moves and typed squares against a slow generator that follows every path."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Move
from tests.engine.games.frisian import oracle
from tests.engine.games.frisian.positions import (
    PRESETS,
    effects,
    oracle_captures,
    oracle_pieces,
    read,
)

pytestmark = pytest.mark.slow


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Random positions with few men and kings, so that every path can be followed."""
    squares = draw(st.lists(st.integers(1, 50), min_size=2, max_size=16, unique=True))
    kings = draw(st.integers(0, 5))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for index, square in enumerate(squares):
        side = draw(st.sampled_from("WB"))
        promoted = square <= 5 if side == "W" else square > 45
        sides[side].append(f"K{square}" if promoted or index < kings else str(square))
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
@settings(max_examples=250, deadline=None)
def test_legal_moves_are_those_of_an_oracle_that_follows_every_path(game: str, fen: str) -> None:
    position = read(fen, game)
    try:
        expected = oracle_captures(position, game)
    except oracle.TooManyPaths:
        assume(False)
    assert effects(position) == expected
    if not expected:
        quiet = {(m.path[0] + 1, m.path[-1] + 1) for m in position.legal_moves()}
        assert quiet == oracle.quiet_moves(oracle_pieces(position), "WB"[position.turn])


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
@settings(max_examples=100, deadline=None)
def test_every_path_of_a_capture_is_understood(game: str, fen: str) -> None:
    position = read(fen, game)
    assume(any(move.captured for move in position.legal_moves()))
    legal = {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): m
        for m in position.legal_moves()
    }
    pieces = oracle_pieces(position)
    try:
        for start in {m.path[0] + 1 for m in position.legal_moves()}:
            for squares, taken in oracle.capture_paths(pieces, oracle.place(start), 2_000):
                move = legal.get((squares[0], squares[-1], taken))
                if move is not None:
                    assert position.parse("x".join(map(str, squares))) == move
    except oracle.TooManyPaths:
        assume(False)


@given(
    fen=positions(),
    game=st.sampled_from(PRESETS),
    typed=st.lists(st.integers(0, 49), min_size=2, max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_typed_squares_fit_whole_paths_first_then_squares_passed_in_order(
    fen: str, game: str, typed: list[int]
) -> None:
    position = read(fen, game)
    moves = position.legal_moves()
    if moves:
        chosen = moves[typed[0] % len(moves)]
        typed = [chosen.path[0], *typed[2:], chosen.path[-1]]
    fitting = list(position.notation.fitting(typed, ""))
    expected = [move for move in moves if _passes(move, typed)]
    whole = [move for move in expected if list(move.path) == typed]
    if whole:
        assert fitting == whole
    elif fitting != expected:
        # Another path with the effect of one move.
        assert len(fitting) == 1
        assert len(fitting[0].path) == len(typed)


def _passes(move: Move, typed: list[int]) -> bool:
    path = iter(move.path)
    return (move.path[0], move.path[-1]) == (typed[0], typed[-1]) and all(p in path for p in typed)
