"""The state of Les Alliés agrees with the slow rules throughout whole games."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine import Position
from engine.capabilities.thinking import DECIDED
from engine.games.allies.map.europe import FIELDS, FULL_BATTLE
from tests.engine.games.allies.positions import (
    CE,
    CW,
    EW,
    allies,
    at,
    battle,
    filled,
    ranks,
    said,
    turn,
)
from tests.nightly import at_night, mostly_at_night
from tests.oracles.allies_rules import Battle

MANY = 300
"""The number of legal moves from which on they are not compared: slow rules follow every path."""


def agree(position: Position, slow: Battle) -> bool:
    """Check a position and its state against the slow rules; return whether the game is over."""
    state, thinking = allies(position).state, allies(position).thinking
    assert said(position) == slow.said()
    assert state.over() == slow.is_over == (position.outcome() is not None)
    if slow.is_over:
        winners = [result[0] for result in slow.results if result is not None]
        won = winners[-1:] if slow.decisive else winners
        value = won.count("entente") - won.count("central")
        sign = (value > 0) - (value < 0)
        assert (state.final(0), state.final(1)) == (DECIDED * sign, -DECIDED * sign)
        one, other = ranks(position)[:2]
        assert (other > one) - (one > other) == sign
        return True
    assert state.side == position.seats[position.turn].team
    assert -DECIDED < state.evaluate(0) == -state.evaluate(1) < DECIDED
    codes = state.moves()
    if len(codes) < MANY:
        played = {code: thinking.move(code) for code in codes}
        assert sorted(played.values()) == sorted(position.legal_moves())
        assert set(map(turn, played.values())) == slow.turns()
        assert set(state.candidates()) <= set(codes)
        tactical = {code for code, move in played.items() if move.captured or move.kind != "move"}
        assert set(state.tactical()) == tactical
    return False


def play(position: Position, slow: Battle, chance: random.Random) -> tuple[Position, Battle]:
    """Play a random turn, most often a taking or a claim if there is one.

    Return the position after it, for the engine and for the slow rules.
    """
    state = allies(position).state
    likely = state.tactical()
    code = chance.choice(likely if likely and chance.random() < 0.9 else state.moves())
    move = allies(position).thinking.move(code)
    after = position.play(move)
    assert (allies(after).state, hash(after)) == (state.play(code), hash(state.play(code)))
    return after, slow.play(turn(move))


@pytest.mark.parametrize(
    ("field", "options"),
    mostly_at_night(
        product(FIELDS, [{}, {"majority": True}, {"strict": True}, {"quiet": 25}]),
        lambda case: not case[1] or case[0] == FULL_BATTLE,
    ),
    ids=str,
)
def test_games_are_those_of_the_slow_rules(field: str, options: dict[str, bool | int]) -> None:
    chance = random.Random(f"{field} {options}")
    position = filled(chance.randrange(1_000), "mixed", field=field, **options)
    slow = battle(position)
    for _ in range(100):
        if agree(position, slow) or len(allies(position).state.moves()) > MANY:
            break
        position, slow = play(position, slow, chance)


@pytest.mark.parametrize(
    ("given_up", "attack"),
    [
        ((0,), "entente-west"),
        at_night(((3,), "central-west")),
        ((1, 2), "central-west"),
        at_night(((0, 3), "entente-west")),
    ],
    ids=["west", "east", "at once", "at once too"],
)
def test_a_battle_goes_on_after_its_first_fight(given_up: tuple[int, ...], attack: str) -> None:
    chance = random.Random(f"{given_up} {attack}")
    position = filled(chance.randrange(1_000), attack=attack)
    turns = 0
    while turns < 30 or position.turn not in {EW, CW}:  # until a half-round begins
        position = position.play(chance.choice(position.legal_moves()))
        turns += 1
    slow = battle(position)
    for seat in given_up:
        position, slow = position.resign(seat), slow.surrender(seat)
    phases = set()
    for _ in range(80):
        phases.add(allies(position).state.phase)
        if agree(position, slow):
            break
        position, slow = play(position, slow, chance)
    if len(given_up) == 1:
        assert any(phase.pending for phase in phases)
        assert any(phase.ahead in {0, 1} and not phase.pending for phase in phases)
    else:
        assert any(phase.decisive for phase in phases)


@pytest.mark.parametrize(
    ("position", "ended"),
    [
        (at(0, "FM5 GN6 GD12 FK5", "quiet-west=79", field="west"), False),
        (at(0, "FM5 GE11 FK5", "quiet-west=79", field="west"), True),
        (at(0, "fM5 fM7 fK5 GC13", "quiet-west=79", field="west"), True),
        (at(0, "fM5 gC13", "", field="west"), True),
        (at(0, "fM5 gN6", "", field="west"), True),
        (at(0, "FM5 GN6 GP8", "", field="west"), True),
        (at(0, "fM5 FF4 fO5 fS5 gC13 gE11", "quiet-west=49", field="west", quiet=25), True),
        (at(1, "FA3 GC3", "", field="west"), True),
        (at(0, "FM5 GN6 RK29 DD20 DE23 HM25", "quiet-east=79"), False),
        (at(0, "fM5 fM7 fO5 gC13", "", field="west"), False),
        # The soldier on N10 cannot step, but can take.
        (at(1, "FN10 GM9 GM11 GO9 GO11 GL8 GL12 GP8 GX18", "", field="west"), False),
        # A General's stroke ends where it began.
        (at(0, "fN8 GM7 GK7 GK9 GM9 GE11", "", field="west"), False),
        # A promotion is undone.
        (at(1, "fL10 FM5 GN6 GE11", "claim-west=K9-L10!:M5", field="west"), False),
        # The border is open now, but closed for the stroke that was omitted before: E17xG15.
        (
            at(CE, "FM5 RE17 RB26 DF16 DF18 DC23", "west=entente-taken claim-east=A25-B26~:E17"),
            False,
        ),
    ],
    ids=str,
)
def test_single_turns_are_those_of_the_slow_rules(position: Position, ended: bool) -> None:
    if position.outcome() is not None:
        assert ended
        return
    slow = battle(position)
    after = [position.play(move) for move in position.legal_moves()]
    over = [
        agree(one, slow.play(turn(move)))
        for one, move in zip(after, position.legal_moves(), strict=True)
    ]
    assert any(over) == ended
