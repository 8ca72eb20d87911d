"""What is shown of Les Alliés besides the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.capabilities.optional import Display
from engine.games.allies.fights import course, news
from engine.games.allies.map.europe import EAST, WEST
from engine.games.allies.map.ground import ZONES, bits
from engine.games.allies.rules import Rules
from engine.games.allies.state import State, alliance_pieces
from engine.text import Text


class AlliesDisplay(Display):
    """The fortresses, the field or the zone that is fought in, and how the fights stand."""

    def __init__(self, rules: Rules, state: State) -> None:
        self._rules = rules
        self._state = state

    def zones(self) -> Iterator[tuple[int, int]]:
        """Return the fortresses that still promote, for the seat that held them first."""
        for alliance in (0, 1):
            standing = course.standing_fortresses(self._rules, self._state, alliance)
            for zone, fortresses in enumerate(self._rules.fortresses):
                for point in bits(fortresses[alliance] & standing):
                    yield point, 2 * zone + alliance if self._rules.is_battle else alliance

    def view(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the field; of the full battle the zone that the seat fights in.

        After a first fight that is the other zone, until its losers leave it.
        """
        if not self._rules.is_battle:
            return _points(self._rules.squares)
        state = self._state
        number = course.fight_of(self._rules, state, state.turn if seat is None else seat)
        over = course.is_over(self._rules, state)
        if state.setup or over or number not in {WEST, EAST}:
            return None
        first = state.fights[1 - number].result
        if course.border_is_open(self._rules, state) and first is not None:
            losers = alliance_pieces(state, 1 - first.winner)
            if losers & ~ZONES[number]:
                return None
        return _points(ZONES[number])

    def news(self) -> tuple[Text, ...]:
        """Return how the fights stand, what may be claimed, and who owes a stroke."""
        return news.of(self._rules, self._state)


@lru_cache(maxsize=32)
def _points(squares: int) -> frozenset[int]:
    """Return a set of squares as points: the same object for the same squares."""
    return frozenset(bits(squares))
