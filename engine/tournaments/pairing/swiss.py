"""The Swiss system: players with about the same points meet, and nobody meets a player twice.

A pairing has a cost for each rule that it breaks, and the round of least cost is chosen. These are
the rules; each comes before all that follow it:

1. nobody meets an opponent again, and nobody has a second bye, or a bye after a walkover won; if
   that is impossible, as few pairs as possible meet again, and those who have met least often;
2. a round that is paired again gets other pairs;
3. the bye goes to the lowest player who can have it;
4. no two players meet who both must have the same side;
5. the points of two opponents differ as little as possible, by the squares of the differences;
6. nobody is paired again with an opponent who did not come;
7. as few players as possible do not get the side that is due to them, and of these, as few as
   possible to whom it is strongly due;
8. nobody floats the same way as in the last round or the one before it;
9. the upper half of the players with the same points meets the lower half, in order, and players
   who are paired outside their score group are those closest to the other group.

These are the rules of FIDE's Dutch system (Handbook C.04.3), simplified: the Dutch system goes down
from the top score group, while this one considers all groups at once. A round is chosen only if the
rounds after it can be paired without a repeat, too, provided that this is possible at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Final

from engine.tournaments.pairing.history import DOWN, FIRST, SECOND, UP, History, Strength, ranked
from engine.tournaments.pairing.look_ahead import Pairs, is_safe, plan
from engine.tournaments.pairing.matching import Matching, Pair, cheapest, in_order
from engine.tournaments.scores import Score

SMALL: Final = 40
"""The most players with whom all pairs are considered; with more, only those near the ideal place.
"""

NEAR: Final = 4
"""The distance from the ideal place, in ranks, within which opponents are looked for at first."""

MOST_TRIED: Final = 40
"""The matchings tried, in order of cost, for one that leaves a way to go on."""


NOTHING_AVOIDED: Final[Mapping[frozenset[int], int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Round:
    """A round of games for two: the tables in order, and the player with a bye, if any.

    The first player of a table begins.
    """

    tables: tuple[tuple[int, int], ...]
    bye: int | None = None


def pair_swiss(
    players: Sequence[int],
    scores: Sequence[Score],
    number: int,
    *,
    rounds: int,
    absent: Collection[int] = (),
    avoided: Mapping[frozenset[int], int] = NOTHING_AVOIDED,
) -> Round:
    """Return the pairing of the round ``number`` of ``rounds``.

    ``players`` are all players in the tournament, the best seed first; those who are ``absent`` are
    not paired in this round. ``scores`` are those of the earlier rounds, in any order. ``avoided``
    has how often a pair, or a bye, of this round was taken back.
    """
    history = History(scores)
    field = _Field(
        ranked([player for player in players if player not in absent], history.points),
        history,
        number,
        avoided,
    )
    pairs = _choose(field, players, history, rounds - number)
    seed = {player: index for index, player in enumerate(players)}
    tables = []
    bye = None
    for one, other in pairs:
        better = field.players[one]
        if other == field.bye:
            bye = better
            continue
        tables.append(
            history.seat(
                better,
                field.players[other],
                otherwise=FIRST if seed[better] % 2 == 0 else SECOND,
            )
        )
    return Round(tuple(tables), bye)


class _Field:
    """The players of a round, by rank, and the cost of pairing them with each other."""

    def __init__(
        self,
        players: Sequence[int],
        history: History,
        number: int,
        avoided: Mapping[frozenset[int], int] = NOTHING_AVOIDED,
    ) -> None:
        self.players = players
        self.avoided = avoided
        self.count = len(players)
        self.bye = self.count if self.count % 2 else -1
        """The index that stands for the bye, after all players; -1 if nobody needs a bye."""
        self.history = history
        self.points = [history.points[player] for player in players]
        sizes = Counter(self.points)
        self.size = [sizes[points] for points in self.points]
        self.place = [index - self.points.index(points) for index, points in enumerate(self.points)]
        """The place of each player in their score group, from 0."""
        self.due = [history.due(player) for player in players]
        last = [history.floats[player] for player in players]
        self.fell = [2 * (f.get(number - 1) == DOWN) + (f.get(number - 2) == DOWN) for f in last]
        self.rose = [2 * (f.get(number - 1) == UP) + (f.get(number - 2) == UP) for f in last]
        gap = max(self.points, default=0) - min(self.points, default=0)
        # The most by which one pair can break each rule, in the order of the rules.
        taken_back = max(avoided.values(), default=1)
        most = (1, number, taken_back, self.count, 1, gap**2, 1, 1, 1, 6, (2 * self.count) ** 2)
        self.units = [1] * len(most)
        """The cost of breaking a rule once: more than all lower rules together."""
        for rule in range(len(most) - 2, -1, -1):
            below = most[rule + 1] * (self.count // 2 + 1) + 1
            self.units[rule] = self.units[rule + 1] * below

    def cost(self, one: int, other: int) -> int:
        """Return the cost of a pair; ``one`` has the higher rank, and ``other`` may be the bye."""
        broken = self._of_bye(one) if other == self.bye else self._of_table(one, other)
        return sum(unit * times for unit, times in zip(self.units, broken, strict=True))

    def is_repeat(self, cost: int) -> bool:
        """Return whether a pairing of this cost repeats a pair, or gives a second bye."""
        return cost >= self.units[0]

    def is_forced(self, cost: int) -> bool:
        """Return whether a matching of this cost breaks the rule on repeats, or that on sides.

        The latter is the rule against two opponents who both must have the same side.
        """
        return cost >= self.units[0] or cost % self.units[3] >= self.units[4]

    def _of_bye(self, one: int) -> tuple[int, ...]:
        second = self.players[one] in self.history.had_bye
        again = self.avoided.get(frozenset({self.players[one]}), 0)
        return (int(second), 0, again, self.count - 1 - one, 0, 0, 0, 0, 0, 0, 0)

    def _of_table(self, one: int, other: int) -> tuple[int, ...]:
        pair = frozenset((self.players[one], self.players[other]))
        met = self.history.met[pair]
        mine, theirs = self.due[one], self.due[other]
        weaker = min(mine.strength, theirs.strength) if mine.side == theirs.side else Strength.NONE
        gap = self.points[one] - self.points[other]
        if gap:
            floats = self.fell[one] + self.rose[other]
            off = self.size[one] - 1 - self.place[one] + self.place[other]
        else:
            floats = 0
            off = self.place[other] - self.place[one] - self.size[one] // 2
        return (
            int(met > 0),
            max(met - 1, 0),
            self.avoided.get(pair, 0),
            0,
            int(weaker == Strength.ABSOLUTE),
            gap**2,
            int(pair in self.history.missed),
            int(weaker > Strength.NONE),
            int(weaker >= Strength.STRONG),
            floats,
            off**2,
        )

    def costs(self, near: int) -> dict[Pair, int]:
        """Return the costs of the pairs that are at most ``near`` ranks from their ideal place."""
        found = {}
        for one in range(self.count):
            half = one + self.size[one] // 2
            wanted = {*range(one + 1, one + near), *range(half - near, half + near + 1)}
            for other in sorted(wanted):
                if one < other < self.count:
                    found[one, other] = self.cost(one, other)
        if self.bye >= 0:
            can = [o for o in range(self.count) if self.players[o] not in self.history.had_bye]
            for one in range(self.count) if near >= self.count else can[-near:]:
                found[one, self.bye] = self.cost(one, self.bye)
        return found


def _choose(
    field: _Field, players: Sequence[int], history: History, remaining: int
) -> Matching | Pairs:
    """Return the cheapest matching found that leaves a way to pair the ``remaining`` rounds.

    If there is none, it leaves a way to pair as many of these rounds as possible.
    """
    if not field.count:
        return ()
    found = _of_many(field) if field.count > SMALL else cheapest(field.costs(field.count))
    future = _Future(field, players, history)
    if remaining <= 0 or future.is_safe(remaining) or future.allows(found, remaining):
        return found
    costs = field.costs(field.count)
    for left in range(remaining, 0, -1):
        way = future.way(left)
        if way is None:
            continue
        for matching in islice(in_order(costs), MOST_TRIED):
            if future.allows(matching, left):
                return matching
        return min(way, key=lambda pairs: sum(costs[pair] for pair in pairs))
    return found


def _of_many(field: _Field) -> Matching:
    """Return the cheapest matching among the pairs near their ideal place.

    The distance is doubled until everybody is paired without a repeat.
    """
    near = NEAR
    while True:
        costs = field.costs(near)
        found = cheapest(costs)
        cost = sum(costs[pair] for pair in found)
        everybody = len(found) == (field.count + 1) // 2
        if near >= field.count or (
            everybody and not field.is_repeat(cost) and (near > NEAR or not field.is_forced(cost))
        ):
            return found
        near *= 2


class _Future:
    """The pairs of players that can still meet, in this round and later ones.

    The players have the indices of the field, followed by those of the absent. The bye comes last.
    """

    def __init__(self, field: _Field, players: Sequence[int], history: History) -> None:
        self.field = field
        present = set(field.players)
        order = [*field.players, *(player for player in players if player not in present)]
        self.bye = len(order)
        everybody = (1 << len(order) + 1) - 1
        self.unmet = [everybody & ~(1 << number) for number in range(len(order) + 1)]
        number = {player: place for place, player in enumerate(order)}
        for pair in history.met:
            if all(player in number for player in pair):
                one, other = (number[player] for player in pair)
                self.unmet[one] &= ~(1 << other)
                self.unmet[other] &= ~(1 << one)
        for player in history.had_bye & number.keys():
            self.unmet[number[player]] &= ~(1 << self.bye)
            self.unmet[self.bye] &= ~(1 << number[player])
        self.now = _mask(field.count, self.bye)
        self.later = _mask(len(order), self.bye)

    def is_safe(self, rounds: int) -> bool:
        """Return whether ``rounds`` more can be paired, however this round is paired."""
        return is_safe(self.unmet, self.later, rounds + 1)

    def allows(self, matching: Matching | Pairs, rounds: int) -> bool:
        """Return whether ``rounds`` more can be paired if ``matching`` pairs this round."""
        after = list(self.unmet)
        for one, number in matching:
            other = self.bye if number == self.field.bye else number
            after[one] &= ~(1 << other)
            after[other] &= ~(1 << one)
        return plan(after, [self.later] * rounds) is not None

    def way(self, rounds: int) -> list[Matching] | None:
        """Return ways to pair this round so that ``rounds`` more can be paired, or None."""
        found = plan(self.unmet, [self.now] + [self.later] * rounds)
        if found is None:
            return None
        ways = found if self.now == self.later else found[:1]
        return [
            tuple((one, self.field.bye if other == self.bye else other) for one, other in pairs)
            for pairs in (sorted((min(p), max(p)) for p in way) for way in ways)
        ]


def _mask(count: int, bye: int) -> int:
    """Return the first ``count`` players as bits, with the bye if their number is odd."""
    return (1 << count) - 1 | (count % 2) << bye
