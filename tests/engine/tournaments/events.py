"""Random tournaments: players of different strength who draw, stay away or withdraw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.tournaments.pairing.swiss import Round, pair_swiss
from engine.tournaments.scores import DRAW, WIN, How, Score


@dataclass
class Habits:
    """The probabilities of events in a random tournament."""

    draws: float = 0.3
    walkovers: float = 0.0
    absences: float = 0.0
    withdrawals: float = 0.0


STEADY = Habits()
UNSTEADY = Habits(walkovers=0.05, absences=0.05, withdrawals=0.02)


@dataclass
class Event:
    """A random Swiss tournament of ``count`` players over ``rounds`` rounds."""

    count: int
    rounds: int
    seed: int
    habits: Habits = field(default_factory=Habits)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.players = [100 + number for number in range(self.count)]
        self.scores: list[Score] = []

    def play(self) -> Iterator[tuple[int, list[int], Round]]:
        """Yield each round's number, absent players and pairing, and play the round afterwards."""
        for number in range(1, self.rounds + 1):
            if number > 1:
                self.players = [p for p in self.players if not self._is(self.habits.withdrawals)]
            absent = [p for p in self.players if self._is(self.habits.absences)]
            paired = pair_swiss(
                self.players, self.scores, number, rounds=self.rounds, absent=absent
            )
            yield number, absent, paired
            self.scores += [self.result(number, *table) for table in paired.tables]
            if paired.bye is not None:
                self.scores.append(Score(number, (paired.bye,), (WIN,), How.BYE))
            self.scores += [Score(number, (p,), (DRAW,), How.HALF_BYE) for p in absent]

    def result(self, number: int, one: int, other: int) -> Score:
        """Return the random result of a table; the player of the lower number wins more often."""
        first_wins = self.chance.random() < 0.5 + 0.4 * (other - one) / self.count
        points = (WIN, 0) if first_wins else (0, WIN)
        if self._is(self.habits.walkovers):
            return Score(number, (one, other), points, How.WALKOVER)
        if self._is(self.habits.draws):
            points = (DRAW, DRAW)
        return Score(number, (one, other), points)

    def _is(self, often: float) -> bool:
        return self.chance.random() < often
