"""The compiled computer visits the same nodes as the plain one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.computer import compiling
from engine.computer.compiling import ROOT, compiled
from tests.needs import COMPILED_ENGINE

THOUGHTS = """
import json
from random import Random
import engine
from engine.computer import Computer
found = {name: [] for name in engine.games}
for name, game in engine.games.items():
    for seed in range(3):
        chance, position = Random(seed), game.start()
        for _ in range(8 + 12 * seed):
            after = position.play(chance.choice(position.legal_moves()))
            if after.outcome() is not None:
                break
            position = after
        thought = Computer(8, seed).think([position.seen_by(position.turn)], nodes=400)
        found[name].append([*thought[:4], [str(move) for move in thought.variation]])
print(json.dumps([engine.computer.search.__file__, found]))
"""


def thoughts(folder: Path) -> tuple[str, dict[str, object]]:
    """Return the file of the search that ran, and its thoughts in each game."""
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", THOUGHTS],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    file, found = json.loads(ran.stdout)
    return file, found


@pytest.mark.needs(COMPILED_ENGINE)
def test_both_visit_the_same_nodes_in_every_game() -> None:
    folder = compiled()
    assert folder
    plain_file, plain = thoughts(ROOT)
    fast_file, fast = thoughts(folder)
    assert plain_file.endswith(".py")
    assert not fast_file.endswith(".py")
    assert plain.keys() == engine.games.keys()
    assert fast == plain


def test_it_is_made_anew_only_of_other_sources_or_in_another_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    levels: list[str] = []
    monkeypatch.setattr(compiling, "FOLDER", tmp_path / "fast")
    monkeypatch.setattr(compiling, "_STAMP", tmp_path / "fast" / "sources")
    monkeypatch.setattr(
        subprocess, "run", lambda *_, env, **__: levels.append(env["MYPYC_OPT_LEVEL"])
    )
    assert compiled() is None
    for level in ("1", "1", "2"):
        monkeypatch.setenv("MYPYC_OPT_LEVEL", level)
        compiling.main()
    assert levels == ["1", "2"]
    assert compiled() == tmp_path / "fast"
    monkeypatch.setattr(compiling, "_fingerprint", lambda: "of other sources")
    assert compiled() is None
