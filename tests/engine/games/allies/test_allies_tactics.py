"""Forced wins in Les Alliés: the computer finds the moves that an exhaustive search finds."""

from __future__ import annotations

import pytest

from engine import Position
from engine.computer import Computer
from engine.games.allies.position import AlliesPosition
from tests.engine.exhaustive import forces
from tests.engine.games.allies.positions import CENTRAL, EE, ENTENTE, at
from tests.nightly import mostly_at_night

PLIES = 5
"""The length of each win in plies; none is shorter."""


FOUND = [
    (at(CENTRAL, "FR8 FP2 gT4 GQ3 gP8", field="west"), "T4-S3"),
    (at(ENTENTE, "fG5 FL4 fN2 FG3 GK7 GN6 GM7", field="west"), "L4-M5"),
    (at(ENTENTE, "RT26 rR24 DU29 DV28", field="east"), "T26-U27"),
    (at(ENTENTE, "RO31 RP30 rM31 dR28 DQ31", field="east"), "M31-L32"),
    (at(CENTRAL, "FL8 fL12 GN8 gI7 GI9", field="france-germany"), "I7-K9"),
    (at(ENTENTE, "fI13 FO15 FM15 FJ10 GM13 gK11 GN12", field="france-germany"), "I13xO13"),
    (at(ENTENTE, "rH26 rF28 rG29 RE25 DC27 DI27", field="russia-germany"), "H26-E23"),
    (at(CENTRAL, "RN28 rK27 hN24 HK25 HM25", field="russia-austria"), "N24-Q21"),
    (at(ENTENTE, "rF30 rH30 HG31 HJ24 HI29 HI27", field="russia-austria"), "F30xH32"),
    (at(EE, "RO31 RP30 rM31 dR28 DQ31", "west=entente-taken"), "M31-L32"),
]
"""Random positions, each with the only winning move."""


LONG = {"L4-M5", "T4-S3", "M31-L32", "F30xH32"}
"""Winning moves that take the computer seconds to find."""


@pytest.mark.parametrize(
    ("position", "move"),
    mostly_at_night(FOUND, lambda found: found[1] not in LONG),
    ids=[move for _, move in FOUND],
)
def test_the_computer_finds_the_only_move_that_wins(position: Position, move: str) -> None:
    assert isinstance(position, AlliesPosition)
    state = position.thinking.state()
    winning = [
        position.write(position.thinking.move(code))
        for code in state.candidates()
        if forces(state.play(code), state.side, PLIES - 1)
    ]
    assert winning == [move]
    assert not any(forces(state.play(code), state.side, PLIES - 3) for code in state.candidates())
    thought = Computer(8).think([position])
    assert position.write(thought.move) == move
    assert thought.value >= 10_000 - PLIES
