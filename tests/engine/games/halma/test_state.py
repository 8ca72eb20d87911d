"""The state of Halma and Chinese checkers agrees with an oracle throughout random games."""

from __future__ import annotations

import random
import re

import pytest

import engine
from engine import Outcome, Position
from engine.capabilities.thinking import DECIDED
from engine.computer import Computer
from engine.games.halma import turns as ends
from engine.games.halma.position import JumpingPosition
from engine.games.halma.state import HalmaState
from tests.each import check_each
from tests.engine.setups import Part, Setup, name_of, setups_with
from tests.nightly import is_night
from tests.oracles import halma_rules as oracle

GAMES = "halma", "chinese-checkers"
MOST_TURNS = 1500

PURPOSES = (0.97, 0.0, 0.7, 0.9) if is_night() else (0.97, 0.0, 0.7)
"""Probabilities that a move goes towards the target, for one game each.

Set-ups with options use the first alone, or at night the first two.
"""


ENDS = {
    ends.GOES_ON: "",
    ends.TOO_LATE: "late",
    ends.NOBODY_CAN_MOVE: "blocked",
    ends.NOBODY_ENTERS: "idle",
    ends.PLACES_DECIDED: "places",
}
"""The oracle's names of the ends."""


def state_of(position: Position) -> HalmaState:
    assert isinstance(position, JumpingPosition)
    return position.state


def plain(setup: Setup) -> oracle.SlowPosition:
    """Return the oracle's first position of a game."""
    options = dict(setup.start().options)
    if setup.game.name == "halma":
        ground = oracle.squares(int(options["size"]), setup.seats)
    else:
        ground = oracle.star(setup.seats, int(options["pieces"]))
    return oracle.SlowPosition.start(ground, options)


def check_same(position: Position, slow: oracle.SlowPosition) -> None:
    names = position.board.names
    assert {names[point]: piece.seat for point, piece in position.pieces()} == slow.pieces
    state = state_of(position)
    assert (position.turn, tuple(state.home), tuple(state.out)) == slow[3:6]
    limit = slow.rounds() * max(len(slow.playing()), 1)
    assert state.idle == min(slow.idle, limit)
    deadline = int(slow.options.get("deadline", 0))
    assert state.played == [min(number, deadline) for number in slow.played if deadline]
    assert ENDS[state.end] == slow.ended()
    assert state.side == position.seats[position.turn].team == slow.team(position.turn)
    outcome = position.outcome()
    assert state.over() == (outcome is not None)
    if outcome is not None:
        assert outcome.ranks == slow.ranks()
        check_result(state, position, outcome)


def check_read(position: Position) -> None:
    """Check that a state reached by moves equals the state read from its text."""
    read = position.game.read(position.fen(), len(position.seats), **position.options)
    assert read == position
    state, again = state_of(position), state_of(read)
    assert (state.worth, state.key()) == (again.worth, again.key())
    assert list(map(sorted, state.pieces)) == list(map(list, again.pieces))


def check_result(state: HalmaState, position: Position, outcome: Outcome) -> None:
    """Check that better ranks have better values, and a sole winner the highest.

    A side that resigned has the lowest value, which the last of the others may share.
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


def check_moves(position: Position, slow: oracle.SlowPosition) -> None:
    assert position.thinking is not None
    moves = position.legal_moves()
    assert sorted(map(position.write, moves)) == sorted(slow.turns().values())
    state = position.thinking.state()
    assert tuple(map(position.thinking.move, state.moves())) == moves
    likely = state.candidates()
    assert set(likely) <= set(state.moves())
    assert len(set(likely)) == len(likely)
    assert bool(likely) == bool(moves)


def nearly_drawn(slow: oracle.SlowPosition, chance: random.Random) -> oracle.SlowPosition:
    """Return the position up to eight turns before the draw by rounds without progress."""
    limit = slow.rounds() * len(slow.playing())
    return slow._replace(idle=max(limit - chance.randrange(1, 9), 0))


@pytest.mark.parametrize("part", ["usual", "options"])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_turn_by_turn(game: str, part: Part) -> None:
    cases: dict[str, tuple[Setup, float]] = {}
    for setup in setups_with(game, part):
        for purpose in PURPOSES[: 2 if is_night() else 1] if setup.options else PURPOSES:
            cases[f"{name_of(setup)} {purpose}"] = setup, purpose
    check_each(play_beside, cases)


def play_beside(case: tuple[Setup, float]) -> None:
    """Play a random game by the state and the oracle, and compare them."""
    setup, purpose = case
    chance = random.Random(f"{name_of(setup)} {purpose}")
    position = setup.start()
    slow = plain(setup)
    for turn in range(MOST_TURNS):
        check_same(position, slow)
        if position.outcome() is not None:
            break
        if turn % 8 == 0:
            check_read(position)
            check_moves(position, slow)
        state = state_of(position)
        move = state.candidates()[0] if chance.random() < purpose else chance.choice(state.moves())
        assert position.thinking is not None
        position = position.play(position.thinking.move(move))
        slow = slow.play(position.board.names[move >> 8], position.board.names[move & 255])
        if chance.random() < 0.003:
            seat = chance.randrange(len(position.seats))
            if not position.outcome() and position.seats[seat].active:
                position, slow = position.resign(seat), slow.resign(seat)
        elif turn == 60 and not purpose:
            slow = nearly_drawn(slow, chance)
            text = re.sub(r" idle=\d+", "", position.fen()) + f" idle={slow.idle}"
            position = setup.read(text)
    else:
        pytest.fail("The game has no end.")


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        (Setup(engine.games["halma"], 2, {"size": 8}), "h4-h5 a5-a4 h5-h4 a4-a5"),
        (Setup(engine.games["chinese-checkers"], 2, {}), "d1-e5 n1-m5 e5-d1 m5-n1"),
    ],
)
def test_what_repeats_has_the_same_key(setup: Setup, moves: str) -> None:
    position = setup.start()
    keys = [state_of(position).key()]
    for text in moves.split():
        position = position.play(position.parse(text))
        keys.append(state_of(position).key())
    assert keys[0] == keys[-1]
    assert len(set(keys)) == len(keys) - 1


@pytest.mark.parametrize(("played", "all_leave"), [(0, False), (28, True)])
def test_pieces_in_the_own_camp_come_first_shortly_before_the_deadline(
    played: int, all_leave: bool
) -> None:
    game = engine.games["halma"]
    # Two pieces of A are still in their camp; the others have longer jumps to make.
    text = f"8/8/2A1A3/3B1B2/2A1A3/5B2/6A1/7A A played={played},{played}"
    state = state_of(game.read(text, 2, size=8))
    starts = [move >> 8 for move in state.candidates()]
    assert (starts[0] in state.rules.homes[0]) == all_leave


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
