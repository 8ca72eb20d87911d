"""Fits the curves from values to winning chances, and writes them as a module.

Run ``python -m tests.fitting.chances [GAME…] [--games 60] [--nodes 1000] [--seed 1]``; with the
folder of the compiled engine first on ``PYTHONPATH`` it takes a quarter of the time. The same
arguments and programs give the same curves. Curves of games that are not named stay as they are.

The computer plays with itself at a middle level, with its errors, so that being ahead is worth what
it is worth among people who make some. Of every position it is known what the search found it
worth to the seat to move, and what share of the others that seat came in before in the end, a draw
being one half. The unit of the logistic curve is the one under which these results are likeliest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

import engine
from engine.capabilities import thinking
from engine.computer import Computer
from engine.study.chances import CERTAIN
from engine.study.curves import CURVES
from engine.values import Options
from tests.benchmarks.computer.games import opening, play

ROOT: Final = Path(__file__).parents[2]

LEVEL: Final = 4
"""It sees what a good player sees, and overlooks about as much."""

PLIES: Final = 4
"""Random moves before it plays on."""

TURNS: Final = 400
"""A game of more turns for each pair of seats is drawn."""

UNITS: Final = range(20, 1001)

DUELS: Final = ("france-germany", "russia-germany", "russia-austria", "west", "east")

TABLES: Final[dict[tuple[str, int], Sequence[Options]]] = {
    **{(name, 2): [{}] for name in engine.games if name != "allies"},
    ("halma", 4): [{}],
    ("chinese-checkers", 3): [{}],
    ("chinese-checkers", 4): [{}],
    ("chinese-checkers", 6): [{}],
    ("allies", 2): [{"field": field} for field in DUELS],
    ("allies", 4): [{}],
}
"""What is played, by game and seats; several sets of options take turns."""


class Sample(NamedTuple):
    """What the search found a position worth to the seat to move, and what that seat won."""

    value: int
    share: float


class Recorder:
    """A player of the middle level that remembers what it thought."""

    def __init__(self, seed: int, nodes: int) -> None:
        self._computer = Computer(LEVEL, seed)
        self._nodes = nodes
        self.thought: list[tuple[int, int]] = []

    def __call__(self, line: Sequence[engine.Position]) -> engine.Move:
        """Return its move."""
        thought = self._computer.think(line, nodes=self._nodes)
        if abs(thought.value) < CERTAIN and len(line[-1].legal_moves()) > 1:
            self.thought.append((line[-1].turn, thought.value))
        return thought.move


def samples(name: str, seats: int, games: int, nodes: int, seed: int) -> Iterator[list[Sample]]:
    """Yield the positions of so many games of a table, by game."""
    tables = TABLES[name, seats]
    for number in range(games):
        chance = Random(f"{name} {seats} {seed} {number}")
        start = engine.games[name].start(seats, **tables[number % len(tables)])
        line = opening(start, PLIES, chance)
        player = Recorder(chance.randrange(1 << 30), nodes)
        played = play(line, [player] * seats, len(line) + TURNS * seats // 2)
        shares = played.points or (0.5,) * seats
        yield [Sample(value, shares[seat]) for seat, value in player.thought]


def unit(games: Sequence[Sequence[Sample]]) -> int:
    """Return the unit of the curve under which the results are likeliest."""
    data = [sample for game in games for sample in game]
    low, high = UNITS[0], UNITS[-1]
    while high - low > 2:  # the loss has one valley
        first, second = low + (high - low) // 3, high - (high - low) // 3
        if loss(data, first) < loss(data, second):
            high = second
        else:
            low = first
    return (low + high) // 2


def loss(data: Sequence[Sample], points: float) -> float:
    """Return the mean of what each result says against a curve, in nats."""
    total = 0.0
    for value, share in data:
        chance = min(max(1 / (1 + exp(-value / points)), 1e-4), 1 - 1e-4)
        total -= share * log(chance) + (1 - share) * log(1 - chance)
    return total / len(data)


BINS: Final = (-10_000, -400, -200, -100, -40, 40, 100, 200, 400, 10_000)


def report(data: Sequence[Sample], points: int) -> Iterator[str]:
    """Yield how well a curve fits: what was won, and what it expects, by values."""
    for low, high in pairwise(BINS):
        inside = [sample for sample in data if low <= sample.value < high]
        if inside:
            won = fmean(sample.share for sample in inside)
            expected = fmean(1 / (1 + exp(-sample.value / points)) for sample in inside)
            yield f"  {low:6} to {high:6}: {len(inside):6} won {won:.2f} expected {expected:.2f}"


def module(curves: dict[tuple[str, int], int]) -> str:
    """Return the module that holds the curves."""
    lines = [f'        ("{name}", {seats}): {points},' for (name, seats), points in curves.items()]
    head = (ROOT / "engine" / "study" / "curves.py").read_text().partition("CURVES:")[0]
    kind = "CURVES: Final[Mapping[tuple[str, int], int]] = MappingProxyType(\n    {\n"
    return head + kind + "\n".join(lines) + "\n    }\n)\n"


def main() -> None:
    """Fit the curves of games and write their module."""
    parser = argparse.ArgumentParser(prog="python -m tests.fitting.chances", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *engine.games])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"Compiled: {thinking.__file__.endswith('.so')}")
    curves = dict(CURVES)
    for name, seats in TABLES:
        if asked.game and name not in asked.game:
            continue
        games = list(samples(name, seats, asked.games, asked.nodes, asked.seed))
        data = [sample for game in games for sample in game]
        curves[name, seats] = unit(games)
        print(f"{name} {seats}: {curves[name, seats]} points, {len(data)} positions", flush=True)
        print("\n".join(report(data, curves[name, seats])), flush=True)
        known = {table: curves[table] for table in TABLES if table in curves}
        (ROOT / "engine" / "study" / "curves.py").write_text(module(known))


if __name__ == "__main__":
    main()
