"""Forced wins in Assaut: the strongest level finds the only winning move.

The positions come from the computer's games with itself. An exhaustive search of all moves,
including omitted captures and claims, shows that the move wins in the given number of plies
whatever the replies, and that no other move does.
"""

from __future__ import annotations

import pytest

from engine.computer import LEVELS, Computer
from tests.engine.exhaustive import forces
from tests.engine.games.assaut.positions import read
from tests.engine.games.assaut.test_state import state_of

WINS = [
    ("huff", "SS1/SSS/S2OSS1/3O3/6S/3/3 o", "d4-e4", 5),
    ("huff", "S2/1S1/S3O1S/2S4/S1S2SS/3/1O1 o", "e5-d4", 5),
    ("huff", "SS1/1O1/S1S4/1SS4/S1S4/3/S1O o", "e1-d2", 5),
    ("huff", "1SS/1S1/S1O3S/5S1/SO5/3/S1S o", "c5-d5", 5),
    ("huff", "1SS/SSS/OOSSS1S/2SSS2/1SS1S1S/1S1/S1S s", "d6-c7", 5),
    ("huff", "S1O/OSS/S1SSS1S/SSSSSS1/SSS3S/3/S2 s", "d6-d7", 5),
    ("huff", "1OS/OSS/S1SSS1S/SSSSSS1/SSS1SSS/SS1/S1S s", "d6-c7", 5),
    ("huff", "SSS/1SS/SOSSS1S/2SSSS1/2OSS1S/2S/S2 s", "d6-c6", 5),
    ("huff", "SSS/SSS/3SS1S/5O1/S3O2/3/3 s", "a3-b4", 3),
    ("forced", "SSS/1SS/2SSS1O/1OS1S1S/SSS2SS/SSS/3 s", "c5-c6", 5),
    ("forced", "SSS/SS1/2SSS1S/1O1SS2/S3O2/2S/2S s", "e5-e6", 5),
    ("forced", "1OO/SSS/1SS1S1S/SSSSSSS/SSS1SSS/3/S1S s", "d4-d5", 5),
    ("forced", "SSS/SSS/S3S1S/1OSSSS1/S4SS/3/1O1 s", "c4-c5", 3),
    ("forced", "3/3/S2SS1S/1O5/SS5/1OS/S1S o", "b4-c5", 5),
    ("forced", "1SS/3/S1S1S2/1SS4/S1O4/1O1/S2 o", "c3-b3", 5),
    ("forced", "S1S/SO1/S5S/1O3S1/SS4S/3/3 o", "d6-e5", 5),
]

every_win = pytest.mark.parametrize(("capture", "text", "move", "plies"), WINS)


@every_win
def test_one_move_alone_wins(capture: str, text: str, move: str, plies: int) -> None:
    position = read(text, capture=capture)
    state = state_of(position)
    thinking = position.thinking
    assert thinking is not None
    assert not forces(state, state.side, plies - 2)
    winning = [m for m in state.moves() if forces(state.play(m), state.side, plies - 1)]
    assert [position.write(thinking.move(found)) for found in winning] == [move]


@every_win
def test_the_strongest_level_finds_it(capture: str, text: str, move: str, plies: int) -> None:
    position = read(text, capture=capture)
    thought = Computer(LEVELS[-1]).think([position], nodes=20_000)
    assert position.write(thought.move) == move
    assert thought.value >= 10_000 - plies
