"""The computer at every game: its moves are legal and reproducible, and it finds wins."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import engine
from engine import Position
from engine.capabilities.thinking import DECIDED
from engine.computer import LEVELS, Computer
from engine.values import Move
from tests.engine.setups import Setup, name_of, usual_setups
from tests.nightly import at_night
from tests.tic_tac_toe import GAME as TIC_TAC_TOE

LITTLE = 60
"""Nodes: enough to show that a search works, too few to show how well."""


def after(position: Position, turns: int, chance: Random) -> Position:
    """Return the position after ``turns`` random moves, or before the one that ends the game."""
    for _ in range(turns):
        following = position.play(chance.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


@usual_setups
def test_it_plays_legal_moves_in_every_game_whatever_the_options(setup: Setup) -> None:
    chance = Random(name_of(setup))
    for turns in (0, 7, 20, 61):
        position = after(setup.start(), turns, chance)
        seen = position.seen_by(position.turn)
        thought = Computer(8, turns).think([seen], nodes=LITTLE)
        for move in thought.variation:
            assert move in position.legal_moves()
            position = position.play(move)
        assert thought.variation[0] == thought.move


@pytest.mark.parametrize(
    ("name", "level"), [*product(engine.games, (1,)), *map(at_night, product(engine.games, (4,)))]
)
def test_a_level_never_plays_an_illegal_move(name: str, level: int) -> None:
    chance = Random(f"{name} {level}")
    computer = Computer(level, seed=3)
    position = engine.games[name].start()
    for _ in range(20):
        thought = computer.think([position.seen_by(position.turn)])
        assert thought.move in position.legal_moves()
        position = position.play(thought.move)
        if position.outcome() is not None:
            break
        position = after(position, 2, chance)


@pytest.mark.parametrize("name", engine.games)
def test_the_same_position_level_and_seed_give_the_same_thought(name: str) -> None:
    start = after(engine.games[name].start(), 12, Random(5)).seen_by(None)
    assert Computer(3, 7).think([start]) == Computer(3, 7).think([start])
    assert Computer(8, 7).think([start], nodes=300) == Computer(8, 7).think([start], nodes=300)


@pytest.mark.parametrize("name", engine.games)
def test_no_two_seeds_play_the_same_opening(name: str) -> None:
    lines: set[tuple[Move, ...]] = set()
    for seed in range(6):
        position, moves = engine.games[name].start(), []
        for _ in range(6):
            moves.append(Computer(2, seed).think([position.seen_by(position.turn)]).move)
            position = position.play(moves[-1])
        lines.add(tuple(moves))
        if len(lines) > 1:
            return
    pytest.fail("Six seeds play the same opening.")


def test_it_is_told_what_there_is() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5, 6, 7, 8]
    for level in (0, 9):
        with pytest.raises(ValueError, match="There is no level"):
            Computer(level)


def test_a_game_that_is_over_has_no_move() -> None:
    over = TIC_TAC_TOE.read("xxxoo....")
    with pytest.raises(ValueError, match="The game is over"):
        Computer(8).think([over])


def test_a_game_that_gives_nothing_is_played_to_its_value() -> None:
    position = TIC_TAC_TOE.start()
    thought = Computer(8).think([position], nodes=20_000)
    assert thought.value == 0
    assert thought.depth >= 9


@pytest.mark.parametrize(
    ("grid", "move", "plies"),
    [
        ("xx.oo....", "c3", 1),
        ("x.o.o..x.", "a1", 0),
        ("x...o...x", "", 0),
        ("xo.......", "", 5),
    ],
)
def test_the_end_is_seen_and_counted_in_plies(grid: str, move: str, plies: int) -> None:
    position = TIC_TAC_TOE.read(grid)
    thought = Computer(8).think([position], nodes=20_000)
    if plies:
        assert thought.value == DECIDED - plies
        assert len(thought.variation) <= plies
    if move:
        assert position.write(thought.move) == move


@pytest.mark.parametrize("level", [2, 5, 8])
def test_a_budget_in_nodes_takes_the_place_of_the_levels(level: int) -> None:
    start = engine.games["international"].start()
    few = Computer(level).think([start], nodes=50)
    many = Computer(level).think([start], nodes=2_000)
    assert few.nodes <= 51
    assert few.depth < many.depth


@pytest.mark.parametrize("name", ["halma", "international"])
def test_all_moves_are_looked_at_once_however_small_the_budget(name: str) -> None:
    thought = Computer(8).think([engine.games[name].start(2)], nodes=5)
    assert thought.depth == 1


def test_a_budget_in_seconds_ends_the_thought() -> None:
    thought = Computer(8).think([engine.games["frisian"].start()], seconds=0.01)
    assert thought.nodes > 0
    assert isinstance(thought.move, Move)


def test_a_forced_move_is_not_thought_about_for_long() -> None:
    position = engine.games["international"].read("W:W28:B1,2,3,22")
    assert len(position.legal_moves()) == 1
    assert Computer(8).think([position]).nodes < 3_000


def test_what_stood_before_is_worth_a_draw() -> None:
    position = engine.games["international"].read("W:WK28,K33,K39,31,36:BK5,10")
    usual = Computer(8).think([position], nodes=2_000)
    before = position.play(usual.move)
    assert usual.value > 100
    assert Computer(8).think([before, position], nodes=2_000).move != usual.move


@pytest.mark.parametrize("nodes", [1, 300, 1_000, 1_500])
def test_a_thought_tells_what_it_would_have_held_with_fewer_nodes(nodes: int) -> None:
    position = engine.games["frisian"].start()
    held = Computer(8).think([position], nodes=2_000).early(nodes)
    fewer = Computer(8).think([position], nodes=nodes)
    assert (held.move, held.value) == (fewer.move, fewer.value)
