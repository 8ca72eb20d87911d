"""The state of Frisian draughts: its moves, counters, keys and values."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Position
from engine.capabilities.thinking import DECIDED
from engine.games.frisian import evaluation
from engine.games.frisian.state import FrisianState
from tests.engine.games.frisian.positions import OFFICIAL, PRESETS, late_positions, read
from tests.nightly import is_night


def state_of(position: Position) -> FrisianState:
    thinking = position.thinking
    assert thinking is not None
    state = thinking.state()
    assert isinstance(state, FrisianState)
    assert state is position.state
    return state


def check(position: Position, state: FrisianState) -> None:
    """Check a position against the state reached by the same moves."""
    anew = state_of(position.game.read(position.fen()))
    assert state == state_of(position) == anew
    assert hash(state) == hash(anew)
    assert state.balance == anew.balance
    assert state.key() == anew.key()
    codes = state.moves()
    legal = position.legal_moves()
    thinking = position.thinking
    assert thinking is not None
    moves = [thinking.move(code) for code in codes]
    assert len(set(codes)) == len(codes) == len(legal)
    assert set(moves) == set(legal)
    captures = bool(legal) and bool(legal[0].captured)
    assert state.tactical() == (codes if captures else [])
    assert [state.quiet(code) for code in codes] == [not captures] * len(codes)
    outcome = position.outcome()
    assert (outcome is not None) == (state.over() or not codes)
    if outcome is None:
        assert state.evaluate(0) == -state.evaluate(1)
        assert abs(state.evaluate(0)) < DECIDED - 500
    else:
        for seat in (0, 1):
            rank, other = outcome.ranks[seat], outcome.ranks[1 - seat]
            assert state.final(seat) == (other > rank) * DECIDED - (other < rank) * DECIDED


def lead(state: FrisianState) -> int:
    """Return the weighted sum of the terms for the side to move, before leads are scaled."""
    terms = evaluation.terms(state)
    total = sum(w * term for w, term in zip(evaluation.WEIGHTS, terms, strict=True))
    return total if state.side == 0 else -total


def check_value(state: FrisianState) -> None:
    """Check a state's value against the sum of the terms by their fitted weights."""
    own, enemy = int(state.own), int(state.enemy)
    pieces = own | enemy
    value = lead(state)
    value += value * (40 - pieces.bit_count()) // 80
    if not state.kings:
        assert state.evaluate(state.side) == value
    elif min(own.bit_count(), enemy.bit_count()) > 2:
        assert state.evaluate(state.side) == max(-DECIDED // 2, min(value, DECIDED // 2))
    else:
        assert abs(state.evaluate(state.side)) <= abs(value)


def play_along(position: Position, chance: Random, plies: int) -> None:
    """Play up to ``plies`` random moves on a position and its state, and compare them."""
    state = state_of(position)
    for _ in range(plies):
        check(position, state)
        check_value(state)
        if position.outcome() is not None or not position.legal_moves():
            break
        code = chance.choice(state.moves())
        thinking = position.thinking
        assert thinking is not None
        position = position.play(thinking.move(code))
        state = state.play(code)


@pytest.mark.parametrize("game", PRESETS)
def test_it_is_the_same_by_its_own_moves_along_random_games(game: str) -> None:
    for seed in range(6 if is_night() else 2):
        play_along(engine.games[game].start(), Random(seed), 150)


@pytest.mark.parametrize("game", PRESETS)
@given(data=st.data())
def test_it_is_the_same_in_late_positions_near_every_limit(game: str, data: st.DataObject) -> None:
    fen = data.draw(late_positions(game))
    play_along(read(fen, game), Random(data.draw(st.integers(0, 99))), 10)


@pytest.mark.parametrize("game", PRESETS)
@given(data=st.data())
def test_it_is_restless_where_the_enemy_could_capture_at_once(
    game: str, data: st.DataObject
) -> None:
    fen = data.draw(late_positions(game)).split(" ")[0]
    other = fen.replace("W:", "B:", 1) if fen[0] == "W" else fen.replace("B:", "W:", 1)
    assert state_of(read(fen, game)).restless() == bool(state_of(read(other, game)).tactical())


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("fen", ["W:WK46:BK4", "W:WK46:BK28", "W:WK46:BK5"])
def test_it_knows_when_one_king_against_one_goes_on(game: str, fen: str) -> None:
    for seed in range(4):
        play_along(read(fen, game), Random(seed), 3)


def test_its_key_tells_how_often_a_king_may_still_move() -> None:
    fens = ["W:WK46,28:BK5", "W:WK46,28:BK5 white-king=46:1", "W:WK46,28:BK5 white-king=46:2"]
    assert len({state_of(read(fen, "frisian-official")).key() for fen in fens}) == 3


def test_its_key_does_not_tell_what_is_counted_towards_a_draw() -> None:
    fens = ["W:WK46,K1:BK5", "W:WK46,K1:BK5 two-kings=3", "W:WK46,K1:BK5 idle=7"]
    assert len({state_of(read(fen)).key() for fen in fens}) == 1


@pytest.mark.parametrize("game", PRESETS)
def test_it_is_told_apart_by_every_count_and_by_its_rules(game: str) -> None:
    count = "idle=7" if game == "frisian" else "white-king=46:1"
    fens = ["W:WK46,28:BK5", f"W:WK46,28:BK5 {count}"]
    others = [read(fens[0], "frisian" if game in OFFICIAL else "frysk")]
    assert len({state_of(p) for p in [*(read(fen, game) for fen in fens), *others]}) == 3
    assert state_of(read(fens[0], game)) != state_of(read(fens[1], game))
    assert state_of(read(fens[0], game)) != state_of(others[0])
