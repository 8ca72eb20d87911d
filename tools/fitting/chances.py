"""Fit the curves from values to winning chances, and write them as a module.

Run ``python -m tools.fitting.chances [GAME…] [--seats 4] [--games 60] [--level 4] [--nodes 1000]
[--first 0]``; with the folder of the compiled engine first on ``PYTHONPATH``, it takes a quarter of
the time. The same arguments and programs give the same curves. Curves of games that are not named
stay as they are.

The computer plays against itself at a middle level, with errors like people's, so that an advantage
is worth as much as among people. A sample is the value that the search gives a position, for the
seat to move, and that seat's share of the points in the end (a draw is one half). The unit of the
logistic curve is the one under which these results are likeliest; its standard error is the
jackknife's, which leaves out each game in turn. With more than two sides, all places are
played for, and values ahead and behind each have their own unit (see ``engine.study.chances``).

Les Alliés is played with ``--level 6 --nodes 4000``: with few nodes, soldiers march past each
other, and even an advantage of thousands of points wins only every other game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

import engine
from engine.capabilities import thinking
from engine.study.chances import CERTAIN
from engine.study.curves import CURVES, Curve
from engine.values import Options
from tools.benchmarks.computer.games import ComputerPlayer, opening, play

ROOT: Final = Path(__file__).parents[2]

LEVEL: Final = 4
"""The level of the players, about that of a good human player."""

PLIES: Final = 4
"""The number of random moves at the start of a game."""

UNITS: Final = range(20, 4001)

PLACED: Final = 1000
"""With several sides, values beyond this many points count as decided, and are not used."""

THIN: Final = 3
"""One in this many positions is used, because neighbours are too much alike."""

DUELS: Final = ("france-germany", "russia-germany", "russia-austria", "west", "east")

TABLES: Final[dict[tuple[str, int, int], Sequence[Options]]] = {
    **{(name, 2, 2): [{}] for name in engine.games if name != "allies"},
    ("halma", 4, 4): [{"play_on": True}],
    ("chinese-checkers", 3, 3): [{"play_on": True}],
    ("chinese-checkers", 4, 4): [{"play_on": True}],
    ("chinese-checkers", 5, 5): [{"play_on": True}],
    ("chinese-checkers", 6, 6): [{"play_on": True}],
    ("allies", 2, 2): [{"field": field} for field in DUELS],
    ("allies", 4, 2): [{}],
}
"""The options of the games played, by game, seats and sides; several sets take turns."""


class Sample(NamedTuple):
    """The search's value of a position for the seat to move, and that seat's points in the end."""

    value: int
    share: float


class Recorder(ComputerPlayer):
    """A player that records its values: ``thought`` has pairs of seat and value."""

    def __init__(self, level: int, seed: int, nodes: int) -> None:
        super().__init__(level, seed, None, nodes)
        self.thought: list[tuple[int, int]] = []

    def __call__(self, line: Sequence[engine.Position]) -> engine.Move:
        """Return the computer's move; record its value unless decided or the only move."""
        thought = self.think(line)
        teams = {seat.team for seat in line[-1].seats}
        most = CERTAIN if len(teams) == 2 else PLACED
        if abs(thought.value) < most and len(line[-1].legal_moves()) > 1:
            self.thought.append((line[-1].turn, thought.value))
        return thought.move


def samples(
    table: tuple[str, int, int], numbers: Sequence[int], level: int, nodes: int
) -> Iterator[list[Sample]]:
    """Yield the samples of the games with these numbers, game by game."""
    name, seats, _ = table
    tables = TABLES[table]
    for number in numbers:
        options = tables[number % len(tables)]
        chance = Random(f"{name} {seats} {number} {sorted(options.items())}")
        start = engine.games[name].start(seats, **options)
        line = opening(start, PLIES, chance)
        player = Recorder(level, chance.randrange(1 << 30), nodes)
        played = play(line, [player] * seats)
        shares = played.points or (0.5,) * seats
        yield [Sample(value, shares[seat]) for seat, value in player.thought[::THIN]]


def curve(games: Sequence[Sequence[Sample]], sides: int) -> Curve:
    """Return the curve under which the results are likeliest."""
    data = [sample for game in games for sample in game]
    if sides == 2:
        both = unit(data)
        return Curve(both, both)
    ahead = unit([sample for sample in data if sample.value > 0])
    return Curve(ahead, unit([sample for sample in data if sample.value < 0]))


def errors(games: Sequence[Sequence[Sample]], sides: int) -> tuple[float, float]:
    """Return the standard errors of a curve's units, by the jackknife."""
    without = [curve([*games[:left], *games[left + 1 :]], sides) for left in range(len(games))]
    count = len(games)
    found = []
    for units in zip(*without, strict=True):
        mean = fmean(units)
        found.append(sqrt((count - 1) / count * sum((one - mean) ** 2 for one in units)))
    return found[0], found[1]


def unit(data: Sequence[Sample]) -> int:
    """Return the unit of the curve under which the results are likeliest."""
    low, high = UNITS[0], UNITS[-1]
    while high - low > 2:  # the loss has one valley
        first, second = low + (high - low) // 3, high - (high - low) // 3
        if loss(data, first) < loss(data, second):
            high = second
        else:
            low = first
    return (low + high) // 2


def loss(data: Sequence[Sample], points: float) -> float:
    """Return the mean cross-entropy of the results under a curve with this unit, in nats."""
    total = 0.0
    for value, share in data:
        chance = 1 / (1 + exp(min(max(-value / points, -9), 9)))
        total -= share * log(chance) + (1 - share) * log(1 - chance)
    return total / len(data)


BINS: Final = (-10_000, -800, -400, -200, -100, -40, 40, 100, 200, 400, 800, 10_000)


def report(data: Sequence[Sample], fitted: Curve) -> Iterator[str]:
    """Yield lines that compare the points won with those a curve expects, by ranges of values."""
    for low, high in pairwise(BINS):
        inside = [sample for sample in data if low <= sample.value < high]
        if inside:
            won = fmean(sample.share for sample in inside)
            expected = fmean(expectation(sample.value, fitted) for sample in inside)
            yield f"  {low:6} to {high:6}: {len(inside):6} won {won:.2f} expected {expected:.2f}"


def expectation(value: int, fitted: Curve) -> float:
    """Return the points, from 0 to 1, that a curve expects from a value."""
    return 1 / (1 + exp(-value / (fitted.ahead if value > 0 else fitted.behind)))


def module(curves: dict[tuple[str, int, int], Curve]) -> str:
    """Return the text of the module with the curves."""
    lines = [
        f'        ("{name}", {seats}, {sides}): Curve({fitted.ahead}, {fitted.behind}),'
        for (name, seats, sides), fitted in curves.items()
    ]
    head = (
        (ROOT / "engine" / "study" / "curves.py")
        .read_text(encoding="utf-8")
        .partition("CURVES:")[0]
    )
    kind = "CURVES: Final[Mapping[tuple[str, int, int], Curve]] = MappingProxyType(\n    {\n"
    return head + kind + "\n".join(lines) + "\n    }\n)\n"


def main() -> None:
    """Fit the curves of games and write their module."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting.chances", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *engine.games])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--level", type=int, default=LEVEL)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    print(f"Compiled: {thinking.__file__.endswith('.so')}")
    curves = dict(CURVES)
    for table in TABLES:
        name, seats, sides = table
        if (asked.game and name not in asked.game) or asked.seats not in {None, seats}:
            continue
        numbers = range(asked.first, asked.first + asked.games)
        games = list(samples(table, numbers, asked.level, asked.nodes))
        fitted = curves[table] = curve(games, sides)
        data = [sample for game in games for sample in game]
        ahead, behind = errors(games, sides)
        print(
            f"{name} {seats}: {fitted.ahead} points ahead (± {ahead:.0f}), {fitted.behind} behind "
            f"(± {behind:.0f}), {len(data)} positions of {len(games)} games",
            flush=True,
        )
        print("\n".join(report(data, fitted)), flush=True)
        known = {one: curves[one] for one in TABLES if one in curves}
        (ROOT / "engine" / "study" / "curves.py").write_text(module(known), encoding="utf-8")


if __name__ == "__main__":
    main()
