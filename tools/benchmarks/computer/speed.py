"""The speed of the rules and the search of each game, compared with another checkout.

Run ``python -m tools.benchmarks.computer.speed --other FOLDER [GAME ...] [--rounds 5]``. Both
checkouts take turns in processes of their own, and times are the processor's, so that other
programs on the machine change the ratios little. If both have a compiled engine, its search is
compared, too. ``FOLDER`` needs only the engine's public interface.

A ply is what a match does with a position: list the moves, play one, and ask whether the game
is over. Perft counts the sequences of moves from the start; the search is level 8's with a fixed
number of nodes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import engine
from engine.computer.compiling import FOLDER as COMPILED
from engine.computer.compiling import ROOT
from tools.benchmarks.computer.games import opening

TURNS = (0, 8, 20, 40, 60)
"""The numbers of random moves before the positions measured."""

NODES = 20_000
COUNTED = 3_000
"""The fewest sequences that perft counts: it deepens until it reaches this number, or depth 6."""

MEASURE = """
import json, sys
from time import process_time
import engine
from engine.computer import Computer

asked = json.loads(sys.argv[1])
game = engine.games[asked["game"]]

def read(text):
    return game.read(text, asked["seats"], **asked["options"])

def perft(position, depth):
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)

def timed(work):
    began = process_time()
    count = work()
    return count, process_time() - began

positions = [read(text) for text in asked["texts"]]
measured = {"plies": [0, 0.0], "perft": [0, 0.0], "search": [0, 0.0]}
if asked["rules"]:
    for line in asked["lines"]:
        position = game.start(asked["seats"], **asked["options"])
        played = []
        for text in line:
            move = position.parse(text)
            played.append(move)
            position = position.play(move)
        for _ in range(3):
            position = game.start(asked["seats"], **asked["options"])
            began = process_time()
            for move in played:
                position.legal_moves()
                position = position.play(move)
                position.outcome()
            measured["plies"][0] += len(played)
            measured["plies"][1] += process_time() - began
    depth = 1
    start = read(asked["texts"][0])
    while perft(start, depth) < asked["counted"] and depth < 6:
        depth += 1
    count, seconds = timed(lambda: perft(start, depth))
    measured["perft"] = [count, seconds]
Computer(8).think([positions[-1].seen_by(positions[-1].turn)], nodes=100)  # tables are made once
for position in positions:
    position = position.seen_by(position.turn)
    count, seconds = timed(lambda: Computer(8).think([position], nodes=asked["nodes"]).nodes)
    measured["search"][0] += count
    measured["search"][1] += seconds
print(json.dumps({name: count / seconds for name, (count, seconds) in measured.items() if seconds}))
"""

Rates = dict[str, float]
"""The plies, perft sequences and search nodes a second of processor time, by name."""


class Setting(NamedTuple):
    """A game to measure, with the texts of positions, and the moves of lines of random play."""

    game: str
    seats: int
    options: dict[str, int]
    texts: list[str]
    lines: list[list[str]]

    def __str__(self) -> str:
        """Return the game with its seats and options."""
        return " ".join(map(str, [self.game, self.seats, *self.options.values()]))


def settings(names: Sequence[str]) -> list[Setting]:
    """Return the settings to measure for these games, or for all if there are no names."""
    chosen: list[tuple[str, int, dict[str, int]]] = [
        (name, seats, {})
        for name in names or engine.games
        for seats in {engine.games[name].seats[0], engine.games[name].seats[-1]}
    ]
    return [Setting(*one, *_played(*one)) for one in chosen]


def _played(name: str, seats: int, options: dict[str, int]) -> tuple[list[str], list[list[str]]]:
    texts, lines = [], []
    for turns in TURNS:
        chance = Random(turns)
        position = engine.games[name].start(seats, **options)
        placed = []
        while position.setup is not None:
            placed.append(position.play(chance.choice(position.legal_moves())))
            position = placed[-1]
        line = opening(position, turns, chance)
        if line[-1].outcome() is None:
            texts.append(line[-1].fen())
        if turns and not placed:
            lines.append(_texts(line))
    return texts, lines


def _texts(line: Sequence[engine.Position]) -> list[str]:
    """Return the written moves between the positions of a line."""
    written = []
    for before, after in pairwise(line):
        move = next(move for move in before.legal_moves() if before.play(move) == after)
        written.append(before.write(move))
    return written


def measure(folder: Path, setting: Setting, *, rules: bool) -> Rates:
    """Return the rates of one run in a checkout; without ``rules``, only that of the search."""
    asked = {**setting._asdict(), "nodes": NODES, "counted": COUNTED, "rules": rules}
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", MEASURE, json.dumps(asked)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    rates: Rates = json.loads(ran.stdout)
    return rates


def compare(setting: Setting, ours: Path, other: Path, rounds: int, *, rules: bool) -> None:
    """Print the median of each rate for the other checkout and this one, and their ratio."""
    runs = [
        (measure(other, setting, rules=rules), measure(ours, setting, rules=rules))
        for _ in range(rounds)
    ]
    for name in runs[0][0]:
        before = median(run[0][name] for run in runs)
        after = median(run[1][name] for run in runs)
        ratio = median(run[1][name] / run[0][name] for run in runs)
        kind = "" if rules else " compiled"
        print(
            f"{setting!s:22} {name + kind:15} {before:10,.0f} {after:10,.0f} a second;"
            f" ratio {ratio:.2f}",
            flush=True,
        )


def main() -> None:
    """Print three lines for each game and number of seats, and one for the compiled search."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    compiled = COMPILED.relative_to(ROOT)
    for setting in settings(asked.games):
        compare(setting, ROOT, asked.other, asked.rounds, rules=True)
        both = ROOT / compiled, asked.other / compiled
        if all(folder.is_dir() for folder in both):
            compare(setting, *both, asked.rounds, rules=False)


if __name__ == "__main__":
    main()
