"""The state of Assaut, compared with the position that holds it and with an oracle."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Position, position_text
from engine.capabilities.thinking import DECIDED
from engine.computer import Computer
from engine.games.assaut.board import OFFICERS, ROWS, SOLDIERS
from engine.games.assaut.state import AssautState
from engine.values import OptionValue
from tests.each import check_each
from tests.engine.games.assaut.positions import ASSAUT, MANNERS, on, placed, read
from tests.engine.games.assaut.test_assaut_search import effect_of
from tests.nightly import is_night
from tests.oracles import assaut_rules

RULES: list[dict[str, OptionValue]] = [
    {"soldiers": manner, "first": first, "capture": capture, "no_block": no_block}
    for manner, first, capture, no_block in product(
        MANNERS, ("soldiers", "officers"), ("huff", "forced", "auto"), (False, True)
    )
]


def state_of(position: Position) -> AssautState:
    assert position.thinking is not None
    state = position.thinking.state()
    assert isinstance(state, AssautState)
    return state


def check(position: Position, state: AssautState) -> None:
    """Check a position against the state reached by the same moves."""
    thinking = position.thinking
    assert thinking is not None
    assert position.state == state == state_of(position)
    assert position.state is state_of(position)
    codes = state.moves()
    moves = [thinking.move(code) for code in codes]
    assert len(set(codes)) == len(codes)
    assert set(moves) == set(position.legal_moves())
    assert len(moves) == len(position.legal_moves())
    for code, move in zip(codes, moves, strict=True):
        assert position.play(move).state == state.play(code)
    assert set(state.candidates()) <= set(codes)
    assert set(state.tactical()) <= set(codes)
    assert bool(state.candidates()) == bool(codes)
    check_by_the_oracle(position)
    outcome = position.outcome()
    assert (outcome is not None) == (state.over() or not codes)
    if outcome is not None:
        for seat in (SOLDIERS, OFFICERS):
            rank, other = outcome.ranks[seat], outcome.ranks[1 - seat]
            assert state.final(seat) == (other > rank) * DECIDED - (other < rank) * DECIDED
    else:
        assert state.evaluate(SOLDIERS) == -state.evaluate(OFFICERS)
        assert abs(state.evaluate(SOLDIERS)) < DECIDED // 2


def check_by_the_oracle(position: Position) -> None:
    """Check a position's moves and winner against the oracle's, unless it has too many paths."""
    state, options = state_of(position), position.options
    if state.placing:
        return
    soldiers = set(map(assaut_rules.place, on(position, "soldier").split()))
    officers = set(map(assaut_rules.place, on(position, "officer").split()))
    turn = "so"[position.turn]
    manner, capture = str(options["soldiers"]), str(options["capture"])
    try:
        expected = assaut_rules.moves(soldiers, officers, turn, manner, capture)
    except assaut_rules.TooManyPaths:
        return
    played = [move for move in position.legal_moves() if move.kind == "move"]
    assert {effect_of(position, move) for move in played} == expected
    for move in played:
        if assaut_rules.is_progress(turn, effect_of(position, move)) or move.removed:
            assert state_of(position.play(move)).idle == 0
        elif not state.huffed:
            assert state_of(position.play(move)).idle == min(state.idle + 1, 100)
    winner = assaut_rules.winner(
        soldiers,
        officers,
        turn,
        can_move=bool(position.legal_moves()),
        no_block=bool(options["no_block"]),
    )
    outcome = position.outcome()
    ranks = {"s": (1, 2), "o": (2, 1), "": (1, 1) if state.idle >= 100 else None}[winner]
    assert (outcome and outcome.ranks) == ranks


def play_along(position: Position, chance: Random, plies: int) -> int:
    """Play random moves on a position and its state, and check them at every ply.

    Return the plies played, at most ``plies``.
    """
    state = state_of(position)
    for ply in range(plies):
        check(position, state)
        if position.outcome() is not None:
            return ply
        thinking = position.thinking
        assert thinking is not None
        code = chance.choice(chance.choice([state.moves(), state.tactical() or state.moves()]))
        position = position.play(thinking.move(code))
        state = state.play(code)
    return plies


def test_it_knows_the_same_moves_and_ends_along_random_games() -> None:
    def check_rules(rules: dict[str, OptionValue]) -> None:
        for seed in range(2 if is_night() else 1):
            play_along(ASSAUT.start(None, **rules), Random(seed), 120)

    check_each(check_rules, {"-".join(map(str, rules.values())): rules for rules in RULES})


@given(st.data())
def test_it_knows_the_same_in_positions_of_few_pieces_and_full_counts(data: st.DataObject) -> None:
    points = data.draw(st.permutations(range(33)))
    soldiers, officers = data.draw(st.integers(9, 24)), data.draw(st.integers(1, 2))
    rows = dict.fromkeys(points[:soldiers], "S")
    rows |= dict.fromkeys(points[soldiers : soldiers + officers], "O")
    text = position_text.write(ROWS, rows, data.draw(st.sampled_from("so")), {})
    idle = data.draw(st.sampled_from(["", " idle=97", " idle=100"]))
    rules = data.draw(st.sampled_from(RULES))
    play_along(ASSAUT.read(text + idle, None, **rules), Random(data.draw(st.integers(0, 99))), 8)


BLOCKED = placed("c5 e5 d6 d5 c6 e6 b5 f5 d4", "c7 d7 e7", "o").replace("OOO", "OSO")
"""Officers shut in on the top row of the fortress, with a soldier between them."""


@pytest.mark.parametrize("no_block", [False, True])
def test_blocking_the_officers_wins_or_loses(no_block: bool) -> None:
    position = read(BLOCKED, no_block=no_block)
    check(position, state_of(position))
    assert position.outcome() is not None
    assert not position.legal_moves()


@pytest.mark.parametrize("seed", range(6))
def test_states_are_the_same_where_positions_are(seed: int) -> None:
    chance = Random(seed)
    position = ASSAUT.start()
    keys = set()
    while position.outcome() is None:
        for seen in (position, position.seen_by(SOLDIERS)):
            keys.add((seen.key, state_of(seen).key()))
        position = position.play(chance.choice(position.legal_moves()))
    assert len({key for key, _ in keys}) == len({key for _, key in keys}) == len(keys)


@pytest.mark.parametrize("first", ["soldiers", "officers"])
def test_the_officers_begin_in_several_ways_with_one_in_the_middle(first: str) -> None:
    start = ASSAUT.start(first=first)
    texts = [start.write(Computer(1, seed).think([start]).move) for seed in range(40)]
    assert len(set(texts)) >= 6
    assert all("d6" in text for text in texts)
    assert {start.parse(text) for text in texts} <= set(start.legal_moves())
