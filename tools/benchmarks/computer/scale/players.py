"""The players of the series: levels of the computer, and programs that are there to compare."""

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
"""The processor time for a move of a program that has no levels."""


class RandomMover:
    """A player of legal moves that chance chooses."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return its move."""
        return self._chance.choice(line[-1].legal_moves())


class Greedy:
    """A player that captures as many pieces as it can, and leaves the rest to chance."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return its move."""
        moves = line[-1].legal_moves()
        most = max(len(move.captured) for move in moves)
        return self._chance.choice([move for move in moves if len(move.captured) == most])


PROGRAMS: Final[Mapping[str, Callable[[int], Player]]] = {
    "random": RandomMover,
    "greedy": Greedy,
    "SimpleEngine": lambda _number: SimpleEngine(SECONDS),
    "TurboEngine": lambda _number: TurboEngine(SECONDS),
}
"""The programs by their names, which make a player of a game with its number."""


def player(name: str, number: int) -> Player:
    """Return a player for a game with that number. Raises ValueError for an unknown one."""
    if name.isdecimal():
        return computer(int(name), number)
    if name not in PROGRAMS:
        raise ValueError(f"There is no player {name}: give a level or one of {list(PROGRAMS)}.")
    return PROGRAMS[name](number)
