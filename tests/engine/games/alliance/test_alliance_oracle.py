"""Dames-Alliance against an oracle that follows every path of every capture."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Move, Position
from engine.board import members
from engine.games.alliance.state import AllianceState
from engine.games.alliance.steps_and_jumps import longest_chains
from tests.engine.games.alliance.positions import GAME, at
from tests.nightly import is_night
from tests.oracles import alliance_rules

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
KINDS = {"X": "x", "T": "+", "K": "king"}


@st.composite
def positions(draw: st.DrawFn, most: int = 24) -> Position:
    """Return a random position of men with both crosses and kings, half the time close together."""
    area = draw(st.sampled_from([SQUARES, [s for s in SQUARES if s[0] in "bcdef"]]))
    squares = draw(st.lists(st.sampled_from(area), min_size=2, max_size=most, unique=True))
    pieces = []
    left = {"w": 12, "b": 12}
    for square in squares:
        colour, letter = draw(st.tuples(st.sampled_from("wb"), st.sampled_from("XXXTTTK")))
        if left[colour]:
            left[colour] -= 1
            promoted = square[1] == ("8" if colour == "w" else "1")
            letter = "K" if promoted else letter
            pieces.append((letter if colour == "w" else letter.lower()) + square)
    return at(draw(st.sampled_from("wb")), " ".join(pieces))


def oracle_pieces(position: Position) -> alliance_rules.Pieces:
    return {
        alliance_rules.square(position.board.names[point]): ("wb"[piece.seat], piece.kind)
        for point, piece in position.pieces()
    }


def turn(position: Position, move: Move) -> alliance_rules.Turn:
    """Return ``move`` in the oracle's terms."""
    names = position.board.names
    kind = dict(position.pieces())[move.path[0]].kind
    becomes = "king" if move.suffix == "K" else move.suffix or kind
    path = tuple(names[point] for point in move.path)
    return alliance_rules.Turn(path, frozenset(names[point] for point in move.captured), becomes)


@given(position=positions())
def test_legal_moves_and_what_they_leave_are_those_of_the_oracle(position: Position) -> None:
    pieces = oracle_pieces(position)
    try:
        expected = alliance_rules.turns(pieces, "wb"[position.turn])
    except alliance_rules.TooManyPaths:
        assume(False)
    moves = {turn(position, move): move for move in position.legal_moves()}
    assert moves.keys() == expected
    assert len(moves) == len(position.legal_moves())
    for played, move in moves.items():
        assert oracle_pieces(position.play(move)) == alliance_rules.play(pieces, played)


@given(seed=st.randoms(use_true_random=False), setup=st.sampled_from(["x", "plus", "rows"]))
@settings(max_examples=40 if is_night() else 5)
def test_whole_games_are_played_as_by_the_oracle(seed: random.Random, setup: str) -> None:
    position = GAME.start(setup=setup)
    while position.outcome() is None:
        moves = {turn(position, move): move for move in position.legal_moves()}
        assert moves.keys() == alliance_rules.turns(oracle_pieces(position), "wb"[position.turn])
        position = position.play(seed.choice(position.legal_moves()))


@given(position=positions(most=16))
def test_every_path_of_a_capture_is_understood(position: Position) -> None:
    moves = {
        (t.path[0], t.path[-1], t.taken): move
        for move in position.legal_moves()
        if move.captured and (t := turn(position, move)) and move.suffix in {"", "K"}
    }
    assume(moves)
    pieces = oracle_pieces(position)
    try:
        for start in {start for start, _, _ in moves}:
            for path, taken in alliance_rules.paths(pieces, alliance_rules.square(start), 2_000):
                move = moves.get((path[0], path[-1], taken))
                if move is not None:
                    assert position.parse("x".join(path)) == move
    except alliance_rules.TooManyPaths:
        assume(False)


@given(position=positions(), typed=st.lists(st.integers(0, 63), min_size=2, max_size=4))
def test_typed_squares_fit_whole_paths_first_then_squares_passed_in_order(
    position: Position, typed: list[int]
) -> None:
    moves = [move for move in position.legal_moves() if move.suffix in {"", "K"}]
    if moves:
        chosen = moves[typed[0] % len(moves)]
        typed = [chosen.path[0], *typed[2:], chosen.path[-1]]
    fitting = list(position.notation.fitting(typed, ""))
    expected = [move for move in moves if _passes(move, typed)]
    whole = [move for move in expected if list(move.path) == typed]
    if whole:
        assert fitting == whole
    elif fitting != expected:
        # The typed squares are another path with the effect of one move.
        assert len(fitting) == 1
        assert len(fitting[0].path) == len(typed)


def _passes(move: Move, typed: list[int]) -> bool:
    path = iter(move.path)
    return (move.path[0], move.path[-1]) == (typed[0], typed[-1]) and all(p in path for p in typed)


@given(position=positions())
def test_the_way_for_speed_finds_what_the_search_of_all_games_finds(position: Position) -> None:
    state = position.state
    assert isinstance(state, AllianceState)
    empty = state.empty()
    for start in (1 << place for place in members(state.diagonal | state.orthogonal | state.kings)):
        kind = state.kind_at(start)
        quick = longest_chains(start, kind, state.takeable(kind), empty)
        assert (quick or [start]) == list(state.chains(start).levels[-1])


@given(position=positions())
def test_a_jump_goes_over_the_next_square_onto_the_one_behind_it(position: Position) -> None:
    for move in position.legal_moves():
        if move.captured:
            for (start, end), over in zip(pairwise(move.path), move.captured, strict=True):
                middle = [(a + b) / 2 for a, b in zip(*map(_xy, (start, end)), strict=True)]
                assert tuple(middle) == _xy(over)


def _xy(point: int) -> tuple[float, float]:
    return GAME.start().board.xy[point]


DEAR = "Kf4 kg6 kg5 kf5 ke5 kc5 ke4 kg4 ke3 kf3 kg3 kd3 kg2"
"""One of the costliest positions that a search found: nearly a thousand capture states."""


@pytest.mark.parametrize("others", ["", "Ka1 Ka3 Ka5 Ka7 Kc1 Kc7 Ke1 Ke7 Kh8 Kh1 Kb8"])
def test_no_position_costs_much(others: str) -> None:
    position = at("w", f"{DEAR} {others}")
    moves = position.legal_moves()
    state = position.state
    assert isinstance(state, AllianceState)
    assert moves
    kings = [1 << place for place in members(state.kings)]
    assert sum(len(level) for king in kings for level in state.chains(king).levels) < 1_000
    assert all(position.parse(position.write(move)) == move for move in moves[:20])
