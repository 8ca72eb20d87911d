"""Seats at tables of more than two: the players of each table, and their order.

Each further meeting of two players costs more, so that all meet about equally often. Tables are
improved by exchanging two players as long as that lowers the cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from engine.tournaments.scores import How, Score

Group = list[int]

BEGINNING: Final = 8
"""The additional weight of the first seat, which has the largest advantage."""

PARTNERS: Final = 64
"""The weight of a repeated partnership, compared with a repeated seat."""

SMALL: Final = 24
"""The most players for which all exchanges are tried; with more, only those between neighbouring
tables.
"""

NEIGHBOURS: Final = 3
"""The number of following tables that count as neighbours of a table."""

MOST_PASSES: Final = 40
"""The most passes through all players for exchanges; a few are usually enough."""


class Past:
    """The partners, opponents and seats of players in earlier rounds."""

    def __init__(self, scores: Iterable[Score] = (), teams: Sequence[int] = ()) -> None:
        self.teams = teams
        """The team of each seat; empty if everybody plays alone."""
        self.met: Counter[tuple[int, int]] = Counter()
        self.seats: Counter[tuple[int, int]] = Counter()
        """How often a player had a seat, by player and seat."""
        self.partners: Counter[tuple[int, int]] = Counter()
        for score in scores:
            if score.how is How.PLAYED and len(score.players) > 1:
                self.add(score.players)

    def add(self, table: Sequence[int], times: int = 1) -> None:
        """Count a table ``times`` times; its players are in the order of the seats."""
        for pair in combinations(sorted(table), 2):
            self.met[pair] += times
        for seat, player in enumerate(table):
            self.seats[player, seat] += times
        for pair in self._partners(table):
            self.partners[pair] += times

    def _partners(self, table: Sequence[int]) -> Iterator[tuple[int, int]]:
        with_team = zip(table, self.teams, strict=False)
        for (one, mine), (other, theirs) in combinations(with_team, 2):
            if mine == theirs:
                yield min(one, other), max(one, other)

    def in_order(self, table: Sequence[int]) -> tuple[int, ...]:
        """Return the players of a table in the order of their seats.

        Partners are those who have been partners least often, and the player who has begun least
        often begins.
        """
        return min(permutations(table), key=self._cost_of_order)

    def _cost_of_order(self, table: Sequence[int]) -> int:
        partners = sum(self.partners[pair] for pair in self._partners(table))
        seats = sum(self.seats[player, seat] for seat, player in enumerate(table))
        return PARTNERS * partners + seats + BEGINNING * self.seats[table[0], 0]


def improve(groups: list[Group], costs: Sequence[Sequence[int]]) -> int:
    """Exchange players of different groups while that costs less; return the final total cost.

    ``groups`` are changed in place. ``costs`` has the cost of each meeting of two players.
    """
    near = len(groups) if sum(map(len, groups)) <= SMALL else NEIGHBOURS
    for _ in range(MOST_PASSES):
        before = [list(group) for group in groups]
        for one, group in enumerate(groups):
            for other in groups[one + 1 : one + 1 + near]:
                _exchange(group, other, costs)
        if groups == before:
            break
    return sum(costs[a][b] for group in groups for a, b in combinations(group, 2))


def _exchange(group: Group, other: Group, costs: Sequence[Sequence[int]]) -> None:
    """Exchange players of two groups, in place, wherever that costs less."""
    for mine in range(len(group)):
        for theirs in range(len(other)):
            one, two = group[mine], other[theirs]
            gain = sum(costs[one][p] - costs[two][p] for p in group if p != one)
            gain += sum(costs[two][p] - costs[one][p] for p in other if p != two)
            if gain > 0:
                group[mine], other[theirs] = two, one


def dealt(players: Sequence[int], sizes: Sequence[int], stride: int) -> list[Group]:
    """Return the players in groups of ``sizes``, taking every ``stride``-th player in turn."""
    order: list[int] = []
    for start in range(stride):
        order += players[start::stride]
    groups = []
    for size in sizes:
        groups.append(order[:size])
        order = order[size:]
    return groups
