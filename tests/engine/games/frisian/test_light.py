"""The light state of Frisian draughts says what the position says."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import Position
from engine.capabilities.thinking import DECIDED
from engine.games.frisian import evaluation
from engine.games.frisian.light.state import Counts, FrisianState
from engine.games.frisian.light.thinking import FrisianThinking
from tests.engine.games.frisian.positions import OFFICIAL, PRESETS, STRESS, read
from tests.engine.perft import Counts as Known
from tests.engine.perft import known

LEAVES = 30_000
"""Greater counts take too long."""


def thinking_of(position: Position) -> FrisianThinking:
    thinking = position.thinking
    assert isinstance(thinking, FrisianThinking)
    return thinking


def light(position: Position) -> FrisianState:
    return thinking_of(position).state()


def what_it_is(state: FrisianState) -> dict[str, object]:
    """All that a light state holds, but for what it found out about its moves."""
    parts: dict[str, object] = {
        name: getattr(state, name) for name in state.__slots__ if name[0] != "_"
    }
    return parts | {name: getattr(state.counts, name) for name in Counts.__slots__} | {"counts": 0}


def check(position: Position, state: FrisianState) -> None:
    """Compare a position with the light state that was reached by the same moves."""
    assert what_it_is(state) == what_it_is(light(position))
    assert state.key() == light(position).key()
    codes = state.moves()
    legal = position.legal_moves()
    moves = [thinking_of(position).move(code) for code in codes]
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
    """The weighted sum of the terms for the side to move, before leads are scaled."""
    terms = evaluation.terms(state)
    total = sum(w * term for w, term in zip(evaluation.WEIGHTS, terms, strict=True))
    return total if state.side == 0 else -total


def check_value(state: FrisianState) -> None:
    """Compare a state's value with the sum of the terms that the weights are fitted to."""
    pieces = state.own | state.enemy
    value = lead(state)
    value += value * (40 - pieces.bit_count()) // 80
    if not state.kings:
        assert state.evaluate(state.side) == value
    elif min(state.own.bit_count(), state.enemy.bit_count()) > 2:
        assert state.evaluate(state.side) == max(-DECIDED // 2, min(value, DECIDED // 2))
    else:
        assert abs(state.evaluate(state.side)) <= abs(value)


def play_along(position: Position, chance: Random, plies: int) -> None:
    """Play random moves on the position and the light state, and compare them on the way."""
    state = light(position)
    for _ in range(plies):
        check(position, state)
        check_value(state)
        if position.outcome() is not None or not position.legal_moves():
            break
        code = chance.choice(state.moves())
        position = position.play(thinking_of(position).move(code))
        state = state.play(code)


@pytest.mark.parametrize("game", PRESETS)
def test_it_knows_the_same_along_random_games(game: str) -> None:
    for seed in range(12):
        play_along(engine.games[game].start(), Random(seed), 150)


@st.composite
def late_positions(draw: st.DrawFn, game: str) -> str:
    """Few men, some kings, and counts near their limits."""
    squares = draw(st.lists(st.integers(1, 50), min_size=2, max_size=11, unique=True))
    men = draw(st.sampled_from([0, 0, 3, 9]))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for index, square in enumerate(squares):
        side = "WB"[index] if index < 2 else draw(st.sampled_from("WB"))
        last = square <= 5 if side == "W" else square > 45
        sides[side].append(f"{square}" if index < men and not last else f"K{square}")
    fields = ""
    pieces = [*sides["W"], *sides["B"]]
    kings_only = all("K" in piece for piece in pieces)
    if kings_only and sorted(map(len, sides.values())) == [1, 2]:
        fields += f" two-kings={draw(st.integers(1, 7))}"
    if game == "frisian" and any("K" in piece for piece in pieces):
        fields += f" idle={draw(st.sampled_from([3, 47, 49, 50]))}"
    for side, key in (("W", "white-king"), ("B", "black-king")):
        kings = [piece for piece in sides[side] if "K" in piece]
        if game != "frisian" and 0 < len(kings) < len(sides[side]) and draw(st.booleans()):
            fields += f" {key}={kings[0][1:]}:{draw(st.integers(1, 3))}"
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}{fields}"


@pytest.mark.parametrize("game", PRESETS)
@given(data=st.data())
@settings(max_examples=75, deadline=None)
def test_it_knows_the_same_in_late_positions_near_every_limit(
    game: str, data: st.DataObject
) -> None:
    fen = data.draw(late_positions(game))
    play_along(read(fen, game), Random(data.draw(st.integers(0, 99))), 10)


@pytest.mark.parametrize("game", PRESETS)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_it_is_restless_where_the_enemy_could_capture_at_once(
    game: str, data: st.DataObject
) -> None:
    fen = data.draw(late_positions(game)).split(" ")[0]
    other = fen.replace("W:", "B:", 1) if fen[0] == "W" else fen.replace("B:", "W:", 1)
    assert light(read(fen, game)).restless() == bool(light(read(other, game)).tactical())


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("fen", ["W:WK46:BK4", "W:WK46:BK28", "W:WK46:BK5"])
def test_it_knows_when_one_king_against_one_goes_on(game: str, fen: str) -> None:
    for seed in range(4):
        play_along(read(fen, game), Random(seed), 3)


def test_its_key_tells_how_often_a_king_may_still_move() -> None:
    fens = ["W:WK46,28:BK5", "W:WK46,28:BK5 white-king=46:1", "W:WK46,28:BK5 white-king=46:2"]
    assert len({light(read(fen, "frisian-official")).key() for fen in fens}) == 3


def test_its_key_does_not_tell_what_is_counted_towards_a_draw() -> None:
    fens = ["W:WK46,K1:BK5", "W:WK46,K1:BK5 two-kings=3", "W:WK46,K1:BK5 idle=7"]
    assert len({light(read(fen)).key() for fen in fens}) == 1


@pytest.mark.parametrize("game", OFFICIAL)
def test_more_captures_than_it_follows_are_still_a_legal_move(game: str) -> None:
    position = read(STRESS, game)
    for code in light(position).moves():
        assert thinking_of(position).move(code) in position.legal_moves()


def count(state: FrisianState, depth: int) -> int:
    """Return how many sequences of so many moves there are."""
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count(state.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("known_counts", "depth"),
    [
        pytest.param(counts, depth, id=f"{counts.name}-{depth}")
        for counts in known()
        if counts.name.startswith("fr")
        for depth, number in counts.by_depth.items()
        if number <= LEAVES
    ],
)
def test_it_counts_the_moves_that_are_known(known_counts: Known, depth: int) -> None:
    assert count(light(known_counts.position), depth) == known_counts.by_depth[depth]
