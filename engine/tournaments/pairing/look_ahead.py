"""Looking ahead: whether and how a number of further rounds can be paired without a repeat.

Players are numbers from 0. A round is a perfect matching of the pairs that have not met, so the
rounds to come are as many perfect matchings without a common pair. They are searched for round
after round, in each round with the most constrained player first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Pairs = tuple[tuple[int, int], ...]

BUDGET: Final = 3_000
"""The most pairs tried in one search. Then a search in another order follows; after the last search
the rounds count as impossible. Fields of 24 players in which everybody was to meet everybody needed
less than a third of one search.
"""

ORDERS: Final = 8
"""The most searches, each in another order."""


def is_safe(unmet: Sequence[int], field: int, rounds: int) -> bool:
    """Return whether ``rounds`` rounds can be paired in whatever way each of them is paired.

    By Dirac's theorem, there is a perfect matching as long as everybody can still meet at least
    half of the field. ``unmet`` has the possible opponents of each player as bits, and ``field``
    the players who take part.
    """
    fewest = min((unmet[player] & field).bit_count() for player in bits(field))
    return fewest - (rounds - 1) >= field.bit_count() / 2


def plan(unmet: Sequence[int], fields: Sequence[int]) -> tuple[Pairs, ...] | None:
    """Return a round for each field, all without a repeat, or None if none were found.

    A field has its players as bits; only the first field may differ from the others.
    """
    if not fields:
        return ()
    for order in range(ORDERS):
        search = _Search(fields, order)
        if search.go_on(list(unmet), 0, -1):
            return tuple(search.found)
        if search.left > 0:
            return None  # all pairs were tried
    return None


class _Search:
    """One search through the rounds in one order of trying."""

    def __init__(self, fields: Sequence[int], order: int) -> None:
        self.fields = fields
        self.order = order
        self.alike = int(fields[0] != fields[-1])
        """The index of the first of the rounds whose order does not matter."""
        self.left = BUDGET
        self.found: list[Pairs] = []

    def go_on(self, unmet: list[int], number: int, before: int) -> bool:
        """Find the rounds from ``number`` on, and return whether that succeeded.

        ``before`` is the opponent of player 0 in the round before it.
        """
        if number == len(self.fields):
            return True
        if not self._can_be(unmet, number):
            return False
        if number <= self.alike:
            before = -1
        # The order of the rounds does not matter: player 0 meets their opponents in order.
        now = list(unmet)
        if number >= self.alike:
            later = len(self.fields) - number - 1
            allowed = [other for other in bits(now[0] & self.fields[number]) if other > before]
            for other in set(bits(now[0])) - set(allowed[: max(len(allowed) - later, 0)]):
                now[0] &= ~(1 << other)
                now[other] &= ~1
        return self._pair(unmet, now, number, self.fields[number], [])

    def _pair(
        self, unmet: list[int], now: list[int], number: int, free: int, pairs: list[tuple[int, int]]
    ) -> bool:
        """Pair the players ``free`` in this round, then find the rounds after it.

        Return whether that succeeded.
        """
        if not free:
            rest = list(unmet)
            for one, other in pairs:
                rest[one] &= ~(1 << other)
                rest[other] &= ~(1 << one)
            self.found.append(tuple(pairs))
            mine = next((max(p) for p in pairs if 0 in p), -1)
            if self.go_on(rest, number + 1, mine):
                return True
            self.found.pop()
            return False
        one = min(bits(free), key=lambda p: ((now[p] & free).bit_count(), p))
        others = list(bits(now[one] & free))
        turn = (self.order * (number + one + 1)) % len(others) if others else 0
        for other in others[turn:] + others[:turn]:
            self.left -= 1
            if self.left <= 0:
                return False
            pairs.append((one, other))
            if self._pair(unmet, now, number, free & ~(1 << one | 1 << other), pairs):
                return True
            pairs.pop()
        return False

    def _can_be(self, unmet: list[int], number: int) -> bool:
        """Return whether everybody has at least as many opponents left as rounds."""
        field = self.fields[number]
        rounds = len(self.fields) - number
        return number < self.alike or all(
            (unmet[player] & field).bit_count() >= rounds for player in bits(field)
        )


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
