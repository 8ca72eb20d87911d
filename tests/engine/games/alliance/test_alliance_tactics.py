"""Forced wins in Dames-Alliance: the strongest level finds the only winning move.

An exhaustive search by the rules shows that the move wins in the given number of plies whatever
the replies, that no other move does, and that nothing wins sooner.
"""

from __future__ import annotations

import pytest

from engine.computer import LEVELS, Computer
from tests.engine.exhaustive import loses, wins
from tests.engine.games.alliance.positions import GAME

WINS = [
    ("3t4/4T3/3T4/2x5/8/8/1X6/2T5 w", "e7-f8=K", 5),
    ("8/8/8/1K6/8/1XK3X1/x6K/1k6 w", "b5-c5", 5),
    ("8/8/2t5/X7/T1T5/8/8/8 w", "c4-d5=x", 5),
    ("8/1x6/8/1X6/8/8/8/7T w", "b5-b6", 5),
    ("1t6/8/3T4/2T5/8/1T5T/8/8 w", "c5-b6=x", 5),
    ("t2t4/4T3/T1X5/8/8/8/4T3/8 w", "a6-b7", 5),
    ("2K4K/4x3/8/8/T7/8/8/8 w", "c8-d7", 5),
    ("2t5/8/2X5/8/3t4/8/4X3/8 w", "e2-d2", 5),
    ("3t4/3K4/8/2t5/8/2X5/8/8 w", "d7-d6", 5),
]

every_win = pytest.mark.parametrize(("text", "move", "plies"), WINS)


@every_win
def test_one_move_alone_wins(text: str, move: str, plies: int) -> None:
    position = GAME.read(text)
    winning = [found for found in position.legal_moves() if loses(position.play(found), plies - 1)]
    assert [position.write(found) for found in winning] == [move]
    assert not wins(position, plies - 2)


@every_win
def test_the_strongest_level_finds_it(text: str, move: str, plies: int) -> None:
    position = GAME.read(text)
    thought = Computer(LEVELS[-1]).think([position], nodes=20_000)
    assert position.write(thought.move) == move
    assert thought.value == 10_000 - plies


@pytest.mark.parametrize("turn", ["w", "b"])
def test_three_kings_hunt_one_down(turn: str) -> None:
    position = GAME.read(f"7k/8/8/8/8/8/8/KKK5 {turn}")
    line = [position]
    while position.outcome() is None:
        position = position.play(Computer(LEVELS[-1]).think(line, nodes=600).move)
        line.append(position)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 2)
