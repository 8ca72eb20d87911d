"""Play the computer against that of another checkout, to measure a change's worth in games.

Run ``python -m tools.benchmarks.computer.versions GAME --other FOLDER [--games 100]
[--nodes 1000 | --seconds 0.1 | --level 5] [--options size=8 ...]``. ``FOLDER`` may be
that of the compiled engine. Seconds are processor time a move, for both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import engine
from engine.game import Game, Position
from engine.values import Move
from tools.benchmarks.computer.games import Player, computer, read_options, score, series

PLIES = 4
"""The number of random moves at the start of each pair of games."""

SENT = 12
"""The number of last positions of a line that are sent; the last one is to be moved in."""

SERVER = """
import json, sys, time, engine
from engine.computer import Computer
for line in sys.stdin:
    asked = json.loads(line)
    game = engine.games[asked["game"]]
    line = [game.read(text, asked["seats"], **asked["options"]) for text in asked["line"]]
    computer = Computer(asked["level"], asked["seed"], time.process_time)
    thought = computer.think(line, asked["seconds"], asked["nodes"])
    print(line[-1].write(thought.move), flush=True)
"""


def other(folder: Path, seed: int, level: int, seconds: float | None, nodes: int | None) -> Player:
    """Start a process with the computer of another checkout; return that computer as a player."""
    process = subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )
    asking, answers = process.stdin, process.stdout
    assert asking is not None
    assert answers is not None

    def choose(line: Sequence[Position]) -> Move:
        position = line[-1]
        asked = {
            "game": position.game.name,
            "seats": len(position.seats),
            "options": dict(position.options),
            "line": [past.fen() for past in line[-SENT:]],
            "level": level,
            "seed": seed,
            "seconds": seconds,
            "nodes": nodes,
        }
        asking.write(json.dumps(asked) + "\n")
        asking.flush()
        return position.parse(answers.readline().strip())

    return choose


def main() -> None:
    """Print the score of this checkout's computer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--options", nargs="*", default=[])
    asked = parser.parse_args()
    game: Game = engine.games[asked.game]
    rival = other(asked.other, 1, asked.level, asked.seconds, asked.nodes)
    games = series(
        game.start(2, **read_options(asked.options)),
        PLIES,
        range(asked.games),
        lambda number: computer(asked.level, number, asked.seconds, asked.nodes),
        lambda _: rival,
    )
    print(f"{asked.game:18} {score(games)}")


if __name__ == "__main__":
    main()
