"""The light state and the position know the same moves, ends and places."""

from __future__ import annotations

import random
import re

import pytest

import engine
from engine import Outcome, Position
from engine.capabilities.thinking import DECIDED
from engine.computer import Computer
from engine.games.halma.light.state import HalmaState
from tests.engine.perft import Counts, known
from tests.engine.setups import SETUPS, Setup, name_of

HALMA = [setup for setup in SETUPS if setup.game.name in {"halma", "chinese-checkers"}]
MOST_TURNS = 1500

PURPOSES = 0.97, 0.0, 0.9, 0.7
"""How often a move is one towards the target; with other options than the usual, the first two."""

every_game = pytest.mark.parametrize(
    ("setup", "purpose"),
    [
        pytest.param(setup, purpose, id=f"{name_of(setup)} {purpose}")
        for setup in HALMA
        for purpose in (PURPOSES[:2] if setup.options else PURPOSES)
    ],
)


def light(position: Position) -> HalmaState:
    assert position.thinking is not None
    state = position.thinking.state()
    assert isinstance(state, HalmaState)
    return state


def check_same(state: HalmaState, position: Position) -> None:
    """A state that came about by moves is the one that is made of the position."""
    made = light(position)
    for name in ("seat", "side", "board", "home", "out", "idle", "played", "worth", "hash"):
        assert getattr(state, name) == getattr(made, name), name
    assert list(map(sorted, state.pieces)) == list(map(sorted, made.pieces))
    assert state.key() == made.key()
    assert state.side == position.seats[position.turn].team
    outcome = position.outcome()
    assert state.over() == made.over() == (outcome is not None)
    if outcome is not None:
        check_result(state, position, outcome)


def check_result(state: HalmaState, position: Position, outcome: Outcome) -> None:
    """Better ranks are better values; who has won alone has it all.

    Who gave up and who came last of the others are both at the bottom.
    """
    ranks = {seat.team: outcome.ranks[number] for number, seat in enumerate(position.seats)}
    values = {side: state.final(side) for side in range(state.sides())}
    for side, rank in ranks.items():
        alone = list(ranks.values()).count(rank) == 1
        assert not (rank == 1 and alone) or values[side] == DECIDED
        for other, lower in ranks.items():
            if rank < lower and other in state.out:
                assert values[side] >= values[other] == -DECIDED
            elif rank < lower:
                assert values[side] > values[other]
            elif rank == lower:
                assert values[side] == values[other]
    if len(set(ranks.values())) == 1:
        assert set(values.values()) == {0}


def check_moves(state: HalmaState, position: Position) -> None:
    assert position.thinking is not None
    moves = state.moves()
    assert [position.thinking.move(code) for code in sorted(moves)] == sorted(
        position.legal_moves(), key=lambda move: (move.path[0], move.path[-1])
    )
    likely = state.candidates()
    assert set(likely) <= set(moves)
    assert len(set(likely)) == len(likely)
    assert bool(likely) == bool(moves)


def nearly_drawn(position: Position, chance: random.Random) -> Position:
    """The position a few turns before the draw for want of pieces that enter their target."""
    state = light(position)
    playing = len(position.seats) - len(state.home) - len(state.out)
    idle = max(state.tables.rounds * playing - chance.randrange(1, 9), 0)
    text = re.sub(r" idle=\d+", "", position.fen()) + f" idle={idle}"
    return position.game.read(text, len(position.seats), **position.options)


@every_game
def test_games_are_the_same_turn_by_turn(setup: Setup, purpose: float) -> None:
    chance = random.Random(f"{name_of(setup)} {purpose}")
    position = setup.start()
    state = light(position)
    for turn in range(MOST_TURNS):
        check_same(state, position)
        if position.outcome() is not None:
            break
        if turn % 8 == 0:
            check_moves(state, position)
        move = state.candidates()[0] if chance.random() < purpose else chance.choice(state.moves())
        assert position.thinking is not None
        position = position.play(position.thinking.move(move))
        state = state.play(move)
        if chance.random() < 0.003:
            position = position.resign(chance.randrange(len(position.seats)))
            state = light(position)
        elif turn == 60 and not purpose:
            position = nearly_drawn(position, chance)
            state = light(position)
    else:
        pytest.fail("The game has no end.")


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param(counts, id=counts.name)
        for counts in known()
        if counts.position.game.name in {"halma", "chinese-checkers"}
    ],
)
def test_the_number_of_move_sequences_is_known(counts: Counts) -> None:
    state = light(counts.position)
    for depth in (1, 2, 3):
        assert perft(state, depth) == counts.by_depth[depth]


def perft(state: HalmaState, depth: int) -> int:
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        (Setup(HALMA[0].game, 2, {"size": 8}), "h4-h5 a5-a4 h5-h4 a4-a5"),
        (Setup(HALMA[-1].game, 2, {}), "d1-e5 n1-m5 e5-d1 m5-n1"),
    ],
)
def test_what_repeats_has_the_same_key(setup: Setup, moves: str) -> None:
    position = setup.start()
    keys = [light(position).key()]
    for text in moves.split():
        position = position.play(position.parse(text))
        keys.append(light(position).key())
    assert keys[0] == keys[-1]
    assert len(set(keys)) == len(keys) - 1


@pytest.mark.parametrize(("played", "all_leave"), [(0, False), (28, True)])
def test_pieces_in_the_own_camp_come_first_shortly_before_the_deadline(
    played: int, all_leave: bool
) -> None:
    game = engine.games["halma"]
    # Two of A are in their camp still; the others have longer jumps to make.
    text = f"8/8/2A1A3/3B1B2/2A1A3/5B2/6A1/7A A played={played},{played}"
    state = light(game.read(text, 2, size=8))
    starts = [move >> 8 for move in state.candidates()]
    assert (starts[0] in state.tables.homes[0]) == all_leave


def test_a_beginner_sees_no_long_chains_of_jumps() -> None:
    position = engine.games["halma"].read("8/8/2B5/8/4B3/8/6B1/7A A", 2, size=8)
    assert position.thinking is not None
    codes = position.thinking.seen(2)
    assert {position.write(position.thinking.move(code)) for code in codes} == {
        "h1-f3-d5", "h1-f3", "h1-g1", "h1-h2",
    }  # fmt: skip
    chain = position.parse("h1-b7")
    assert chain not in {Computer(1, seed).think([position]).move for seed in range(8)}
    assert Computer(1).think([position], nodes=100).move == chain
