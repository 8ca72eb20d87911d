"""The state of Dames-Alliance, compared with the position that holds it and with an oracle."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import assume, given

from engine import Position
from engine.capabilities.thinking import DECIDED, State, Thinking
from engine.games.alliance import evaluation
from engine.games.alliance.state import AllianceState
from tests.engine.games.alliance.positions import GAME, at
from tests.engine.games.alliance.test_alliance_oracle import oracle_pieces, positions, turn
from tests.nightly import thinned
from tests.oracles import alliance_rules

OPTIONS: list[dict[str, int | bool | str]] = [
    {"setup": setup, "kings_only": kings_only, "no_progress": no_progress}
    for setup, kings_only, no_progress in product(
        ("x", "plus", "rows"), ("agree", "auto"), (40, 80, 120)
    )
]


def thinking_of(position: Position) -> Thinking[State]:
    assert position.thinking is not None
    return position.thinking


def state_of(position: Position) -> State:
    return thinking_of(position).state()


def assert_same(position: Position) -> None:
    """Check that a position and its state have the same moves, results of moves, and end."""
    state, thinking = state_of(position), thinking_of(position)
    assert state is position.state
    codes = state.moves()
    moves = [thinking.move(code) for code in codes]
    assert len(codes) == len(set(moves)) == len(position.legal_moves())
    assert set(moves) == set(position.legal_moves())
    assert sorted(state.candidates()) == sorted(codes)
    captures = [code for code, move in zip(codes, moves, strict=True) if move.captured]
    fresh = position.game.read(position.fen(), None, **position.options)
    assert fresh.state == state
    assert sorted(state.tactical()) == sorted(captures) == sorted(state_of(fresh).tactical())
    for code, move in zip(codes, moves, strict=True):
        assert state.play(code) == position.play(move).state
        assert state.quiet(code) == (not move.captured and move.suffix != "K")
    outcome = position.outcome()
    assert (state.over() or not codes) == (outcome is not None)
    if outcome is not None:
        for seat in (0, 1):
            expected = 0 if outcome.ranks == (1, 1) else DECIDED * (3 - 2 * outcome.ranks[seat])
            assert state.final(seat) == expected


@given(position=positions())
def test_any_position_has_the_same_moves_and_end(position: Position) -> None:
    assert_same(position)


@pytest.mark.parametrize("number", thinned(range(len(OPTIONS)), 3))
def test_whole_games_are_the_same(number: int) -> None:
    chance = random.Random(number)
    rules = OPTIONS[number]
    position = GAME.start(None, **rules)
    auto, limit, idle = rules["kings_only"] == "auto", int(rules["no_progress"]), 0
    ended = None
    while ended is None:
        assert_same(position)
        pieces, colour = oracle_pieces(position), "wb"[position.turn]
        move = chance.choice(position.legal_moves())
        played = turn(position, move)
        position = position.play(move)
        idle = 0 if alliance_rules.is_progress(pieces, played) else idle + 1
        pieces, colour = alliance_rules.play(pieces, played), "bw"["wb".index(colour)]
        assert oracle_pieces(position) == pieces
        assert isinstance(position.state, AllianceState)
        assert position.state.idle == idle
        ended = alliance_rules.end(pieces, colour, idle=idle, limit=limit, auto=auto)
        outcome = position.outcome()
        assert (outcome and outcome.ranks) == ended
    assert_same(position)


@pytest.mark.parametrize("kings_only", ["agree", "auto"])
@pytest.mark.parametrize("no_progress", [40, 80, 120])
def test_the_counts_of_turns_end_the_game_at_the_same_turn(
    kings_only: str, no_progress: int
) -> None:
    chance = random.Random(no_progress)
    endings = set()
    for pieces in ("Ka1 Kc1 kh8", "Xa1 Kc1 kh8 xa7", "Ka1 Kb1 kg8 kh8 th7", "Ka1 ka3", "Xa2 ka3"):
        for side in "wb":
            idle = f"idle={no_progress - chance.randrange(1, 6)}"
            position = at(side, pieces, idle, kings_only=kings_only, no_progress=no_progress)
            while position.outcome() is None:
                assert_same(position)
                position = position.play(chance.choice(position.legal_moves()))
            assert_same(position)
            endings.add(str(position.outcome())[:20])
    assert len(endings) > 1


def test_keys_are_equal_where_the_position_repeats() -> None:
    position = at("w", "Ka1 Xc3 kh8 tf6")
    before = state_of(position).key()
    for move in ("a1-a2", "h8-h7", "a2-a1", "h7-h8"):
        position = position.play(position.parse(move))
        assert (state_of(position).key() == before) == (move == "h7-h8")
    others = ["Ka1 Tc3 kh8 tf6", "Ka1 Kc3 kh8 tf6", "Ka1 Xc3 kh8 xf6", "Ka1 Xc3 kh7 tf6"]
    keys = {state_of(at("w", pieces)).key() for pieces in others}
    assert len({before, state_of(at("b", "Ka1 Xc3 kh8 tf6")).key(), *keys}) == 6


def turned_about(position: Position) -> Position:
    """Return the position rotated by half a turn, with the colours exchanged."""
    pieces, turn = position.fen().split()[:2]
    return GAME.read(f"{pieces[::-1].swapcase()} {'bw'['wb'.index(turn)]}")


@given(position=positions())
def test_both_sides_are_valued_alike(position: Position) -> None:
    state, other = state_of(position), state_of(turned_about(position))
    value = state.evaluate(0)
    assert abs(value) < DECIDED // 2
    assert value == -state.evaluate(1) == other.evaluate(1)


@given(position=positions())
def test_the_fitting_sees_what_the_value_is_made_of(position: Position) -> None:
    assume(any(piece.kind != "king" for _, piece in position.pieces()))
    state = state_of(position)
    assert isinstance(state, AllianceState)
    terms = evaluation.terms(state)
    assert len(terms) == len(evaluation.NAMES) == len(evaluation.WEIGHTS)
    value = sum(w * term for w, term in zip(evaluation.WEIGHTS, terms, strict=True))
    assert state.evaluate(0) == value


def test_the_value_tells_a_winning_ending_from_a_drawn_one() -> None:
    one_more = state_of(at("w", "Ka1 Kc1 kh8")).evaluate(0)
    two_more = state_of(at("w", "Ka1 Kc1 Ke1 kh8")).evaluate(0)
    closer = state_of(at("w", "Kd5 Ke6 Kf5 kh8")).evaluate(0)
    assert 0 < one_more < 100 < two_more < closer
    assert state_of(at("b", "Ka1 Kc1 Ke1 Kg1 kh8 kf8 kd8")).evaluate(1) < 0


@pytest.mark.parametrize("man", "XT")
def test_a_man_before_the_last_row_is_worth_less_than_the_king_it_becomes(man: str) -> None:
    before = state_of(GAME.read(f"7k/3{man}4/8/8/8/6t1/8/K7 w"))
    after = state_of(GAME.read("3K3k/8/8/8/8/6t1/8/K7 w"))
    assert before.evaluate(0) < after.evaluate(0)


def test_the_computer_sets_all_crosses_in_some_variety() -> None:
    arrangements = set()
    for seed in range(8):
        chance = random.Random(seed)
        position = GAME.start(setup="free")
        while (move := thinking_of(position.seen_by(position.turn)).place(chance)) is not None:
            assert move in position.legal_moves()
            position = position.play(move)
        assert position.setup is None
        arrangements.add(position.fen())
    assert len(arrangements) == 8
