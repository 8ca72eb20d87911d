"""The nodes a second that the computer visits in each game, and how long level 8 thinks.

Run ``python -m tools.benchmarks.computer.pace [GAME ...]``. The compiled engine is measured, too,
if it was built from these sources. The pace that a game declares is that of plain Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean

import engine
from engine.computer.compiling import ROOT, compiled

TURNS = (4, 16, 30, 50, 70)
"""The numbers of random moves before the positions searched."""

THINK = """
import json, sys
from time import process_time
import engine
from engine.computer import Computer
name, seats, options, texts = json.loads(sys.argv[1])
for text in texts:
    position = engine.games[name].read(text, seats, **options)
    position = position.seen_by(position.turn)
    began = process_time()
    thought = Computer(8).think([position])
    print(json.dumps([thought.nodes, process_time() - began, thought.depth, position.pace]))
"""

SETTINGS: list[tuple[str, int, dict[str, int]]] = [
    (name, seats, {}) for name in engine.games for seats in engine.games[name].seats
] + [("halma", 2, {"size": size}) for size in (10, 8)]


def positions(name: str, seats: int, options: dict[str, int]) -> list[str]:
    """Return the texts of positions after random moves."""
    texts = []
    for turns in TURNS:
        chance = Random(turns)
        position = engine.games[name].start(seats, **options)
        while position.setup is not None:
            position = position.play(chance.choice(position.legal_moves()))
        for _ in range(turns):
            after = position.play(chance.choice(position.legal_moves()))
            if after.outcome() is not None:
                break
            position = after
        texts.append(position.fen())
    return texts


def thoughts(folder: Path, asked: object) -> list[tuple[int, float, int, int]]:
    """Return level 8's nodes, seconds and depth in each position, and the game's pace.

    ``folder`` is that of the engine that thinks; ``asked`` are a game, seats, options and texts.
    """
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", THINK, json.dumps(asked)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in ran.stdout.splitlines()]


def main() -> None:
    """Print a line for each game, number of seats and kind of engine."""
    for name, seats, options in SETTINGS:
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        asked = (name, seats, options, positions(name, seats, options))
        for kind, folder in (("plain", ROOT), ("compiled", compiled())):
            if folder is None:
                continue
            found = thoughts(folder, asked)
            nodes, seconds = sum(row[0] for row in found), [row[1] for row in found]
            what = f"{name} {seats} {options or ''}"
            print(
                f"{what:30} {kind:8} {nodes / sum(seconds) / 1000:7.1f}"
                f" thousand nodes a second (pace {found[0][3]}); level 8: {fmean(seconds):.2f} s,"
                f" at most {max(seconds):.2f} s; depth {fmean(row[2] for row in found):.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
