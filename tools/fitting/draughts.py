"""Fit the values of patterns of men in a game of draughts, and write them as a module.

Run ``python -m tools.fitting.draughts GAME [--games 3000] [--nodes 300] [--seed 1]``; with the
folder of the compiled engine first on ``PYTHONPATH``, the games take a quarter of the time. The
same arguments, programs and earlier weights give the same weights. Fitting is done in rounds, each
of which plays with the weights of the one before. With ``--data FILE``, which keeps all games, the
weights are fitted to the games of all rounds.

The computer plays against itself. For each quiet position without kings, the target is a weighted
mean of the search's values of that position and the later ones, and of the result; later ones have
less weight (TD(λ), R. Sutton 1988). The model is logistic. The values begin at 0 and are
drawn back to it, so that rare patterns count little.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import engine
from engine.draughts import DraughtsPosition, patterns
from engine.draughts.boards import Layout
from engine.draughts.evaluation import man
from tools.fitting.selfplay import Sample, games_of

ROOT: Final = Path(__file__).parents[2]

Array = Any
"""A numpy array; its shape and type do not matter to the type checker here."""

DECAY: Final = 0.95
"""The weight of later results in the target: the λ of TD(λ)."""

POINTS: Final = 135
"""The points in a logistic unit, so that a man more wins two games of three."""

EPOCHS: Final = 5
BATCH: Final = 4096
RATE: Final = 1.0
"""EPOCHS, BATCH and RATE of the descent (Adam).

They are the passes over the data, the positions a step, and the points a step at first.
"""

WIDTH: Final = 92
"""The characters of weights in a line of the module."""

PULL: Final = 0.1
"""The factor by which a value is drawn back to 0."""


def targets(games: Iterable[Sequence[Sample]]) -> list[tuple[Sample, float]]:
    """Return the positions of games without kings, each with side 0's target, from 0 to 1."""
    found = []
    for game in games:
        expected = game[-1].result if game else 0.5
        for sample in reversed(game):
            here = 1 / (1 + np.exp(-max(-2000, min(2000, sample.value)) / POINTS))
            expected = (1 - DECAY) * here + DECAY * expected
            if not sample.kings | sample.other_kings:
                found.append((sample, float(expected)))
    return found


class Data:
    """Positions as arrays: the numbers of their patterns by part, their stage, and their targets.

    Each position is there twice, the second time rotated with the colours exchanged.
    """

    def __init__(
        self,
        layout: Layout,
        position: type[DraughtsPosition],
        known: Sequence[tuple[Sample, float]],
    ) -> None:
        sets = np.array([[s.men, s.other_men] for s, _ in known], dtype=object)
        squares = sorted(layout.places)
        ours, theirs = (
            np.array([[men >> place & 1 for place in squares] for men in column], dtype=np.int32)
            for column in sets.T
        )
        ours, theirs = np.vstack([ours, theirs[:, ::-1]]), np.vstack([theirs, ours[:, ::-1]])
        worth = np.array([man(layout, position.worth, place) for place in squares])
        turns = np.array([1 - 2 * sample.side for sample, _ in known])
        expected = np.array([target for _, target in known])
        column = {place: number for number, place in enumerate(squares)}
        digits = ours + 2 * theirs
        parts = [part for window in layout.windows() for part in patterns.parts_of(window)]
        self.numbers = np.stack(
            [
                sum(digits[:, column[place]] * 3**n for n, place in enumerate(part))
                + number * patterns.PATTERNS
                for number, part in enumerate(parts)
            ],
            axis=1,
        )
        self.parts = len(parts)
        self.men = ours.sum(axis=1) + theirs.sum(axis=1)
        self.stage = (self.men - position.men) / (2 * position.men)
        self.base = ours @ worth - theirs @ worth[::-1]
        self.base += position.worth.turn * np.concatenate([turns, -turns])
        self.expected = np.concatenate([expected, 1 - expected])


def fitted(data: Data, seed: int) -> tuple[Array, Array]:
    """Return the values of patterns in points, and their slopes by stage, by part and number."""
    size = data.parts * patterns.PATTERNS
    rng = np.random.default_rng(seed)
    count = len(data.expected)
    steps = EPOCHS * max(count // BATCH, 1)
    weights = np.zeros((2, size))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        chosen = rng.integers(0, count, min(BATCH, count))
        numbers, stage = data.numbers[chosen], data.stage[chosen]
        error = chance(data, weights, chosen) - data.expected[chosen]
        slope = weights * PULL / count
        for n, errors in enumerate((error, error * stage)):
            each = np.repeat(errors / len(chosen), data.parts)
            slope[n] += np.bincount(numbers.ravel(), each, size)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.995 * square + 0.005 * slope * slope
        size_of_step = RATE * (1 - step / (steps + 1)) / (1 - 0.9**step)
        weights -= size_of_step * mean / (np.sqrt(square / (1 - 0.995**step)) + 1e-6)
    # The second half of the parts is the first one rotated; this makes their values exactly equal.
    turned = [patterns.turned(number) for number in range(patterns.PATTERNS)]
    values, slopes = weights.reshape(2, data.parts, patterns.PATTERNS)
    return tuple((w - w[::-1][:, turned]) / 2 for w in (values, slopes))  # type: ignore[return-value]


def chance(data: Data, weights: Array, chosen: Array) -> Array:
    """Return side 0's expected points in the chosen positions, by their numbers."""
    values, slopes = (weight[data.numbers[chosen]].sum(axis=1) for weight in weights)
    value = data.base[chosen] + values + slopes * data.stage[chosen]
    return 1 / (1 + np.exp(-value / POINTS))


def loss(data: Data, weights: Array) -> float:
    """Return the mean cross-entropy of the targets under the weights, in nats."""
    p = chance(data, weights, np.arange(len(data.men)))
    return float(-np.mean(data.expected * np.log(p) + (1 - data.expected) * np.log(1 - p)))


def module(game: str, text: str) -> str:
    """Return the text of the module with a game's weights."""
    lines = "\n".join(f'    "{text[n : n + WIDTH]}"' for n in range(0, len(text), WIDTH))
    title = str(engine.games[game].title)
    return f'"""What patterns of men are worth in {title}."""\n\nPATTERNS = (\n{lines}\n)\n'


def main() -> None:
    """Fit a game's weights, print the losses, and write its module."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting.draughts", description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="where the games of all rounds are kept")
    asked = parser.parse_args()
    position = engine.games[asked.game].start()
    assert isinstance(position, DraughtsPosition)
    layout = position.state.tables.layout
    games = list(games_of(engine.games[asked.game], asked.games, asked.nodes, asked.seed))
    if asked.data is not None:
        with asked.data.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(game) + "\n" for game in games)
        lines = asked.data.read_text(encoding="utf-8").splitlines()
        games = [[Sample(*sample) for sample in json.loads(line)] for line in lines]
    Random(asked.seed).shuffle(games)
    tenth = max(len(games) // 10, 1)
    known = Data(layout, type(position), targets(games[tenth:]))
    held_back = Data(layout, type(position), targets(games[:tenth]))
    values, slopes = fitted(known, asked.seed)
    weights = np.stack([values.ravel(), slopes.ravel()])
    for name, data in (("fitted to", known), ("held back", held_back)):
        before, after = loss(data, np.zeros_like(weights)), loss(data, weights)
        print(f"{name}: {len(data.men)} positions, loss {before:.4f}, now {after:.4f}")
    half = (known.parts + 1) // 2
    tables = [
        [(round(float(v)), round(float(s))) for v, s in zip(value, slope, strict=True)]
        for value, slope in zip(values[:half], slopes[:half], strict=True)
    ]
    path = ROOT / "engine" / "draughts" / "weights" / f"{asked.game}.py"
    path.write_text(module(asked.game, patterns.write(tables)), encoding="utf-8")


if __name__ == "__main__":
    main()
