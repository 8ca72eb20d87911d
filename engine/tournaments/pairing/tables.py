"""Games for more than two: a Swiss, and a league in which all meet about equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.tournaments.pairing.history import ranked
from engine.tournaments.pairing.seating import SMALL, Group, Past, dealt, improve
from engine.tournaments.scores import WIN, How, Score

STARTS: Final = 12
"""The number of arrangements from which the tables of a small field are improved."""

MIX: Final = 6
MIXES: Final = MIX * MIX
PRIME: Final = 31
"""The number of orders of the players that are tried for a schedule in which all players move on
from round to round. Players are ordered by a polynomial of their numbers, modulo a prime.
"""

AGAIN: Final = 6
"""The number of times that each round of a league is made again, to suit the other rounds."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A round of tables: the players in the order of the seats, and those who have a bye.

    The last table may have fewer players than the others, if computers fill it.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def pair_tables(
    players: Sequence[int],
    scores: Sequence[Score],
    seats: int,
    *,
    absent: Collection[int] = (),
    fill: bool = False,
    teams: Sequence[int] = (),
) -> Seating:
    """Return a round of tables with ``seats`` seats; players with about equal points sit together.

    ``players`` are all players in the tournament, the best seed first. Two players who have met
    cost a table as much as two whose points are a whole game apart. Players left over have a bye:
    the lowest of those with the fewest byes. With ``fill``, they sit at a table whose other seats
    are for computers. ``teams`` are the teams of the seats, if there are any; partners then change,
    too.
    """
    points: Counter[int] = Counter()
    for score in scores:
        for player, mine in zip(score.players, score.points, strict=True):
            points[player] += mine
    here = ranked([player for player in players if player not in absent], points)
    past = Past(scores, teams)
    left_over = _left_over(here, len(here) % seats, scores)
    rest = [player for player in here if player not in left_over]
    groups = _groups(rest, points, seats, past)
    if fill and left_over:
        groups.append(left_over)
    tables = tuple(past.in_order(group) for group in groups)
    return Seating(tables, () if fill else tuple(left_over))


def _left_over(here: Sequence[int], count: int, scores: Sequence[Score]) -> Group:
    """Return ``count`` players, by rank: the lowest among those who were left over least often."""
    known = set(here)
    before: Counter[int] = Counter()
    for score in scores:
        alone = score.how is How.BYE
        with_computers = score.how is How.PLAYED and not known.issuperset(score.players)
        if alone or with_computers:
            before.update(score.players)
    rank = {player: place for place, player in enumerate(here)}
    lowest = sorted(here, key=lambda player: (before[player], -rank[player]))
    return sorted(lowest[:count], key=rank.__getitem__)


def _groups(players: Sequence[int], points: Counter[int], seats: int, past: Past) -> list[Group]:
    """Return the players of each table, by rank, and the tables by their points."""
    count = len(players) // seats
    far = WIN * (seats - 1)
    costs = [
        [
            (points[one] - points[other]) ** 2
            + far**2 * past.met[min(one, other), max(one, other)] * (one != other)
            for other in players
        ]
        for one in players
    ]
    numbers = range(len(players))
    # As long as nobody has points, the first of each quarter sit together, not the first four.
    first = dealt(numbers, [seats] * count, count) if not points.total() else None
    starts = [first] if first else [dealt(numbers, [seats] * count, 1)]
    if len(players) <= SMALL:
        starts += [dealt(numbers, [seats] * count, stride) for stride in range(2, STARTS)]
    best = min(starts, key=lambda groups: improve(groups, costs))
    ordered = sorted(sorted(group) for group in best)
    ordered.sort(key=lambda group: -sum(points[players[number]] for number in group))
    return [[players[number] for number in group] for group in ordered]


def league_tables(
    count: int, seats: int, rounds: int, *, teams: Sequence[int] = ()
) -> tuple[Seating, ...]:
    """Return the rounds of a league of ``count`` players, who are numbers from 0.

    All meet about equally often: the best schedule found is returned, and ``meetings`` tells how
    even it is. If the tables do not come out even, all have about the same number of byes.
    ``teams`` are the teams of the seats, if there are any.
    """
    made = [_Schedule(count, seats) for _ in range(STARTS)]
    for stride, schedule in enumerate(made, start=1):
        schedule.make(rounds, stride)
    turned = [_Schedule(count, seats) for _ in range(MIXES)]
    for mix, schedule in enumerate(turned):
        schedule.turn(rounds, mix)
    best = min([*made, *turned], key=_Schedule.unevenness)
    past = Past(teams=teams)
    found = []
    for groups in best.rounds:
        tables = []
        byes: tuple[int, ...] = ()
        for group in groups:
            if len(group) < seats:
                byes = tuple(sorted(group))
                continue
            tables.append(past.in_order(sorted(group)))
            past.add(tables[-1])
        found.append(Seating(tuple(tables), byes))
    return tuple(found)


def meetings(count: int, rounds: Sequence[Seating]) -> tuple[int, int]:
    """Return the least and the greatest number of meetings of two of ``count`` players."""
    met: Counter[tuple[int, int]] = Counter()
    for seating in rounds:
        for table in seating.tables:
            met.update(combinations(sorted(table), 2))
    often = [met[pair] for pair in combinations(range(count), 2)]
    return min(often, default=0), max(often, default=0)


class _Schedule:
    """The groups of each round of a league; a last, smaller one has the players left over."""

    def __init__(self, count: int, seats: int) -> None:
        self.count = count
        self.sizes = [seats] * (count // seats)
        self.left = count % seats
        self.rounds: list[list[Group]] = []
        self.met = [[0] * count for _ in range(count)]
        self.left_over = [0] * count
        """How often each player was left over, with a bye."""

    def make(self, rounds: int, stride: int) -> None:
        """Make the rounds one after the other, then each round again to suit the others."""
        for number in range(rounds):
            self.rounds.append(self._cheapest(stride + number))
            self._count(self.rounds[number], 1)
        for again in range(1, AGAIN + 1):
            for number in range(rounds):
                self._count(self.rounds[number], -1)
                self.rounds[number] = self._cheapest(stride + again + number)
                self._count(self.rounds[number], 1)

    def turn(self, rounds: int, mix: int) -> None:
        """Make all rounds from the first: for each next round, all players move on by one place."""
        a, b = divmod(mix, MIX)
        base = sorted(range(self.count), key=lambda one: ((one * a + one * one * b) % PRIME, one))
        for number in range(rounds):
            order = [(one + number) % self.count for one in base]
            self.rounds.append(dealt(order, self.sizes + [self.left] * (self.left > 0), 1))
            self._count(self.rounds[number], 1)

    def unevenness(self) -> tuple[int, int]:
        """Return how unevenly players are left over, then how unevenly they meet.

        The first is the greatest difference in byes, at least 1. The second is the sum of the
        squares of the numbers of meetings of two players.
        """
        spread = max(self.left_over) - min(self.left_over) if self.count else 0
        return max(spread, 1), sum(often**2 for row in self.met for often in row)

    def _cheapest(self, stride: int) -> list[Group]:
        order = sorted(range(self.count), key=lambda one: one * stride % (self.count + 1))
        left = self._left(order)
        groups = dealt([one for one in order if one not in left], self.sizes, 1)
        costs = [[2 * often + 1 for often in row] for row in self.met]
        improve(groups, costs)
        return [*groups, left] if left else groups

    def _left(self, order: Sequence[int]) -> Group:
        """Return the players left over: those left over least often, and of these, those who have
        met each other least often.
        """
        left: Group = []
        while len(left) < self.left:
            rest = [one for one in order if one not in left]
            left.append(
                min(rest, key=lambda o: (self.left_over[o], sum(self.met[o][p] for p in left)))
            )
        return left

    def _count(self, groups: list[Group], times: int) -> None:
        left = groups[-1] if self.left else []
        for group in groups:
            if group is left:
                continue
            for one, other in combinations(group, 2):
                self.met[one][other] += times
                self.met[other][one] += times
        for one in left:
            self.left_over[one] += times
