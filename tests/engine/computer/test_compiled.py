"""The compiled computer visits the same nodes as the plain one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.computer.compiling import ROOT, compiled

THOUGHTS = """
import json, sys
from random import Random
import engine
from engine.computer import Computer
game = engine.games[sys.argv[1]]
found = []
for seed in range(3):
    chance, position = Random(seed), game.start()
    for _ in range(8 + 12 * seed):
        after = position.play(chance.choice(position.legal_moves()))
        if after.outcome() is not None:
            break
        position = after
    thought = Computer(8, seed).think([position.seen_by(position.turn)], nodes=1000)
    found.append([*thought[:4], [str(move) for move in thought.variation]])
print(json.dumps([engine.computer.search.__file__, found]))
"""


def thoughts(name: str, folder: Path) -> tuple[str, object]:
    """The file of the search that ran, and what it thought."""
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", THOUGHTS, name],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    file, found = json.loads(ran.stdout)
    return file, found


@pytest.mark.parametrize("name", engine.games)
def test_both_visit_the_same_nodes(name: str) -> None:
    folder = compiled()
    if folder is None:
        pytest.skip("`make fast` has not been run on these sources")
    plain_file, plain = thoughts(name, ROOT)
    fast_file, fast = thoughts(name, folder)
    assert plain_file.endswith(".py")
    assert not fast_file.endswith(".py")
    assert fast == plain
