"""Play games, fit the weights of an evaluation to their results, and print the weights.

Run ``python -m tools.fitting GAME [--games 600] [--nodes 300] [--seed 1]``. The same arguments
give the same weights. The model is logistic: the chance to win is the logistic function of the
weighted sum of a quiet position's terms (as in P. Österlund's tuning of chess programs, 2014).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from importlib import import_module
from math import exp, log
from random import Random
from types import ModuleType
from typing import NamedTuple

import engine
from engine.capabilities.thinking import MAN
from engine.game import Game
from tools.benchmarks.computer.games import computer, opening, play

OPENING = 6
"""The number of random moves at the start of a game."""

EVERY = 3
"""One in this many positions is used."""

STEPS = 300
PENALTY = 1e-4
"""The steps of the descent, and the factor of the penalty for a weight's change."""


class Sample(NamedTuple):
    """A quiet position: its terms, and the first side's points in the end, from 0 to 1."""

    terms: tuple[int, ...]
    result: float


def samples(game: Game, evaluation: ModuleType, games: int, nodes: int, seed: int) -> list[Sample]:
    """Return quiet positions of games that the computer plays against itself."""
    found: list[Sample] = []
    for number in range(games):
        chance = Random(f"{seed} {number}")
        line = opening(game.start(2), OPENING, chance)
        player = computer(8, chance.randrange(1 << 30), nodes=nodes)
        played = play(line, (player, player), 300)
        if played.points is None:
            continue
        for position in played.line[OPENING::EVERY]:
            thinking = position.thinking
            if thinking is None or position.outcome() is not None:
                continue
            state = thinking.state()
            if not state.tactical():
                found.append(Sample(tuple(evaluation.terms(state)), played.points[0]))
    return found


def fitted(data: Sequence[Sample], weights: Sequence[float]) -> list[float]:
    """Return the weights under which the results are likeliest, by gradient descent (Adam).

    The weight of a term that is always 0 changes only by the scaling at the end, which keeps the
    first weight, a man's, as it was.
    """
    scale = _scale(data, weights)
    now = [weight * scale for weight in weights]
    old = list(now)
    sparse = [[(n, term) for n, term in enumerate(sample.terms) if term] for sample in data]
    mean, square = [0.0] * len(now), [0.0] * len(now)
    for step in range(1, STEPS + 1):
        slope = [2 * PENALTY * (a - b) for a, b in zip(now, old, strict=True)]
        for terms, sample in zip(sparse, data, strict=True):
            error = _chance(sum(now[n] * term for n, term in terms)) - sample.result
            for n, term in terms:
                slope[n] += error * term / len(data)
        for n, value in enumerate(slope):
            mean[n] = 0.9 * mean[n] + 0.1 * value
            square[n] = 0.99 * square[n] + 0.01 * value * value
            rate = 0.1 * scale * MAN / 10 * (1 - step / (STEPS + 1))
            now[n] -= (
                rate * (mean[n] / (1 - 0.9**step)) / ((square[n] / (1 - 0.99**step)) ** 0.5 + 1e-9)
            )
    return [weight * weights[0] / now[0] for weight in now]


def loss(data: Sequence[Sample], weights: Sequence[float], scale: float) -> float:
    """Return the mean cross-entropy of the results under the weights, in nats.

    ``scale`` is the value of a point in logistic units.
    """
    total = 0.0
    for sample in data:
        value = sum(w * term for w, term in zip(weights, sample.terms, strict=True))
        chance = min(max(_chance(scale * value), 1e-6), 1 - 1e-6)
        total -= sample.result * log(chance) + (1 - sample.result) * log(1 - chance)
    return total / len(data)


def _scale(data: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return the value of a point in logistic units under which the results are likeliest."""
    return min((10 ** (k / 10) for k in range(-40, 0)), key=lambda s: loss(data[::7], weights, s))


def _chance(value: float) -> float:
    return 1 / (1 + exp(-max(min(value, 30.0), -30.0)))


def report(evaluation: ModuleType, data: Sequence[Sample], weights: list[float]) -> Iterator[str]:
    """Yield lines about the fit: the losses, and each term's old and new weight."""
    before = loss(data, evaluation.WEIGHTS, _scale(data, evaluation.WEIGHTS))
    after = loss(data, weights, _scale(data, weights))
    yield f"{len(data)} positions; loss {before:.4f} before, {after:.4f} after"
    for name, old, new in zip(evaluation.NAMES, evaluation.WEIGHTS, weights, strict=True):
        yield f"{name:24} {old:6} {new:8.1f}"


def main() -> None:
    """Print the fitted weights of a game."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting", description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluation", help="the module, where it is not the game's own")
    asked = parser.parse_args()
    game = engine.games[asked.game]
    package = type(game).__module__.rpartition(".")[0]
    evaluation = import_module(asked.evaluation or f"{package}.evaluation")
    data = samples(game, evaluation, asked.games, asked.nodes, asked.seed)
    print("\n".join(report(evaluation, data, fitted(data, evaluation.WEIGHTS))))


if __name__ == "__main__":
    main()
