"""The arena: free players play at once, with opponents who have about the same points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.tournaments.pairing.history import FIRST, History, Strength, ranked
from engine.tournaments.pairing.matching import Pair, cheapest
from engine.tournaments.pairing.seating import Past, dealt, improve
from engine.tournaments.scores import How, Score

SMALL: Final = 32
NEAR: Final = 6
"""With more than SMALL players, each is paired with one of this many neighbours by points."""


def pair_arena(
    free: Sequence[int], scores: Sequence[Score], seats: int = 2, *, teams: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the tables that can start now.

    ``free`` are the waiting players, the longest wait first; ``scores`` are all scores of the
    arena, the oldest first. Nobody plays the same opponent twice running if anyone else is free. If
    the tables do not come out even, the last to come go on waiting. ``teams`` are the teams of the
    seats, if there are any; partners then change.
    """
    if seats == 2:
        return _pairs(free, scores)
    return _tables(free, scores, seats, teams)


def _pairs(free: Sequence[int], scores: Sequence[Score]) -> tuple[tuple[int, ...], ...]:
    if len(free) < 2:
        return ()
    history = History(scores)
    players = ranked(free, history.points)
    last = _last_tables(scores)
    waited = {player: len(free) - place for place, player in enumerate(free)}
    gap = history.points[players[0]] - history.points[players[-1]]
    # The rules, each before all that follow it: nobody has the same opponent again, the last to
    # come goes on waiting, points are close, nobody has the wrong side, opponents vary.
    most = (1, len(free), gap**2, 1, max(history.met.values(), default=0))
    near = len(players) if len(players) <= SMALL else NEAR
    costs: dict[Pair, int] = {}
    for one, player in enumerate(players):
        for other in range(one + 1, min(one + near + 1, len(players))):
            opponent = players[other]
            mine, theirs = history.due(player), history.due(opponent)
            both = mine.side == theirs.side and min(mine.strength, theirs.strength)
            broken = (
                int(opponent in last.get(player, ()) or player in last.get(opponent, ())),
                0,
                (history.points[player] - history.points[opponent]) ** 2,
                int(both == Strength.ABSOLUTE),
                history.met[frozenset((player, opponent))],
            )
            costs[one, other] = _sum(broken, most, len(players))
        if len(players) % 2:
            costs[one, len(players)] = _sum((0, waited[player], 0, 0, 0), most, len(players))
    return tuple(
        history.seat(players[one], players[other], otherwise=FIRST)
        for one, other in cheapest(costs)
        if other < len(players)
    )


def _sum(broken: Sequence[int], most: Sequence[int], count: int) -> int:
    """Return one cost from the number of times that each rule is broken."""
    cost = 0
    for times, bound in zip(broken, most, strict=True):
        cost = cost * (bound * (count // 2 + 1) + 1) + times
    return cost


def _last_tables(scores: Sequence[Score]) -> dict[int, tuple[int, ...]]:
    """Return the last table of each player."""
    return {
        player: score.players
        for score in sorted(scores, key=lambda score: score.round)
        for player in score.players
        if score.how in {How.PLAYED, How.WALKOVER}
    }


def _tables(
    free: Sequence[int], scores: Sequence[Score], seats: int, teams: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    count = len(free) // seats
    points: Counter[int] = Counter()
    for score in scores:
        points.update(dict(zip(score.players, score.points, strict=True)))
    players = ranked(free[: count * seats], points)
    last = {frozenset(pair) for t in _last_tables(scores).values() for pair in combinations(t, 2)}
    spread = points[players[0]] - points[players[-1]] if players else 0
    far = (spread**2 + 1) * seats**2  # more than points can cost at a table
    costs = [
        [(points[a] - points[b]) ** 2 + far * (frozenset((a, b)) in last) for b in players]
        for a in players
    ]
    groups = dealt(range(len(players)), [seats] * count, 1)
    improve(groups, costs)
    past = Past(scores, teams)
    return tuple(past.in_order([players[number] for number in sorted(group)]) for group in groups)
