"""The players of the series: levels of the computer, and programs for comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from engine.game import Position
from engine.values import Move
from tools.benchmarks.computer.frisian_rival import SimpleEngine
from tools.benchmarks.computer.games import Player, computer
from tools.benchmarks.computer.international_rival import TurboEngine

SECONDS: Final = 0.05
"""The processor seconds for a move of a program without levels."""


class RandomMover:
    """A player that chooses legal moves at random."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return a random legal move."""
        return self._chance.choice(line[-1].legal_moves())


class Greedy:
    """A player that captures as many pieces as it can, and otherwise chooses at random."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return a random one of the moves that capture most pieces."""
        moves = line[-1].legal_moves()
        most = max(len(move.captured) for move in moves)
        return self._chance.choice([move for move in moves if len(move.captured) == most])


PROGRAMS: Final[Mapping[str, Callable[[int], Player]]] = {
    "random": RandomMover,
    "greedy": Greedy,
    "SimpleEngine": lambda _number: SimpleEngine(SECONDS),
    "TurboEngine": lambda _number: TurboEngine(SECONDS),
}
"""The makers of programs' players, by the program's name; each takes the number of the game."""


def player(name: str, number: int) -> Player:
    """Return a player for the game with a number; ``name`` is a level or a program.

    Raises ValueError for an unknown name.
    """
    if name.isdecimal():
        return computer(int(name), number)
    if name not in PROGRAMS:
        raise ValueError(f"There is no player {name}: give a level or one of {list(PROGRAMS)}.")
    return PROGRAMS[name](number)
