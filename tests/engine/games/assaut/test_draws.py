"""The computer's avoidance of draws in Assaut."""

from __future__ import annotations

from engine.computer import Computer
from tests.engine.games.assaut.positions import read

CLOSE = "SSS/1S1/S1OOSS1/SS1SSSS/SS1SSSS/1SS/1SS o"
"""The soldiers close in; both sides can move back and forth."""

TO_AND_FRO = "c5-c4", "d6-c6", "c4-c5", "c6-d6"


def test_officers_who_are_worse_do_not_repeat_but_wait_for_the_soldiers_to_step_on() -> None:
    line = [read(CLOSE)]
    for text in TO_AND_FRO:
        line.append(line[-1].play(line[-1].parse(text)))
    thought = Computer(8).think(line, nodes=5_000)
    assert -600 < thought.value < -300
    assert line[-1].play(thought.move).key not in {position.key for position in line}
