"""What the table knows of the set-up: armies that stand hidden, and that are arranged."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TypeVar

from engine.capabilities.optional import Secrets, Stateful
from engine.capabilities.secret_setup import Arrangement, Filling, SetUp
from engine.games.allies.rules import Rules
from engine.games.allies.setup import arranging, placing
from engine.games.allies.state import State
from engine.text import Text, in_context

P = TypeVar("P", bound=Stateful[State])


class HiddenArmies(Secrets[P]):
    """Until all armies stand nobody sees another's."""

    def __init__(self, position: P, rules: Rules) -> None:
        self._position = position
        self._rules = rules

    def seen_by(self, seat: int | None) -> P:
        """Return the position with the armies of that seat only."""
        position = self._position
        return position.with_state(placing.hidden(self._rules, position.state, seat))


class ArmySetUp(SetUp[P]):
    """Each director places their armies; what is left is spread by chance, near the enemy."""

    completion = "auto mixed"
    fillings = (
        Filling(in_context("set-up", "Front"), "auto front"),
        Filling(in_context("set-up", "Mixed"), "auto mixed"),
        Filling(in_context("set-up", "Deep"), "auto deep"),
    )

    def __init__(self, position: P, rules: Rules) -> None:
        self._position = position
        self._rules = rules

    def seats(self) -> tuple[int, ...]:
        """Return the directors who have soldiers to place."""
        return placing.seats(self._rules, self._position.state)

    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the squares of a director's countries, without frontiers."""
        return placing.placeable(self._rules, self._position.state, seat)

    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Read ``@K11 L12``, ``auto front|mixed|deep`` or ``clear DW``."""
        return arranging.read(
            self._rules, self._position.state, seat, text, arrangement, chance=chance
        )

    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return that soldiers have no square yet."""
        return arranging.missing(self._rules, self._position.state, seat, arrangement)

    def shown(self, seat: int, arrangement: Arrangement) -> P:
        """Return the seat's own soldiers where they are to stand; the others' stay hidden."""
        state = placing.shown(self._rules, self._position.state, seat, arrangement)
        return self._position.with_state(state)
