"""Halma and Chinese checkers as a race of two, for who tries every turn."""

from __future__ import annotations

from functools import lru_cache

from engine.capabilities.optional import Race
from engine.games.halma import position_text
from engine.games.halma.rules import Rules, State


class HalmaRace(Race):
    """The race at a table of two."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.board = rules.ground.board
        self.homes, self.targets = rules.homes, rules.targets

    def ends(self, seat: int, occupied: int, start: int) -> int:
        """Return where a piece can go: a step, or any number of jumps."""
        rules = self._rules
        here = 1 << start
        others = occupied ^ here
        bounds = rules.bounds_of(seat, here)
        free = bounds.landings & ~occupied
        jumps = rules.jumps
        landed = 0
        points = [start]
        for point in points:
            for touched, over, landing, bit in jumps[point]:
                if bit & free and others & touched == over:
                    free ^= bit
                    landed |= bit
                    points.append(landing)
        return (landed | rules.ground.around[start]) & bounds.ends & ~occupied

    def text(self, seat: int, pieces: tuple[int, int]) -> str:
        """Return the position text of pieces."""
        state = State(seat, pieces, played=self._rules.start.played)
        return position_text.write(self._rules, state)


@lru_cache(maxsize=64)
def race_of(rules: Rules) -> HalmaRace | None:
    """Return the race at a table, None for more than two, and where pieces change places."""
    return HalmaRace(rules) if rules.count == 2 and not rules.swap else None
