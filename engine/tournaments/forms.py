"""The forms: how each of them groups its players, pairs its rounds and ranks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import Any, NamedTuple

from engine.tournaments.scores import How
from engine.tournaments.state import State
from engine.tournaments.terms import SMALLEST_GROUP, Form, Terms


class Line(NamedTuple):
    """A line of the standings."""

    place: int
    player: int
    points: int


def groups_of(terms: Terms, order: Sequence[int]) -> list[list[int]]:
    """Return the players of each group, the best first: one group unless it is a league."""
    if terms.form is not Form.LEAGUE:
        return [list(order)]
    count = max(1, ceil(len(order) / terms.group))
    while count > 1 and len(order) // count < SMALLEST_GROUP:
        count -= 1
    size, more = divmod(len(order), count)
    groups, rest = [], list(order)
    for number in range(count):
        many = size + (number < more)
        groups.append(rest[:many])
        rest = rest[many:]
    return groups


def rounds_of(terms: Terms, groups: Sequence[Sequence[int]]) -> int:
    """Return how many rounds there will be, 0 if nobody knows."""
    size = max(map(len, groups), default=0)
    if terms.form is Form.LEAGUE:
        return (size - 1 + size % 2) * (2 if terms.double else 1)
    if terms.form is Form.KNOCKOUT:
        return max(1, ceil(log2(size)))
    if terms.form is Form.SWISS:
        return min(terms.rounds or max(5, ceil(log2(size)) + 1), size - 1)
    return 0


def next_tables(state: State) -> list[dict[str, Any]]:
    """Return the tables of the next round, none if there is no further one."""
    number = len(state.rounds) + 1
    if state.planned and number > state.planned:
        return []
    if state.terms.form is Form.LEAGUE:
        return [
            {"players": list(pair), "group": which}
            for which, group in enumerate(state.groups)
            if number <= rounds_of(state.terms, [group])
            for pair in _circle(group, number)
        ]
    if state.terms.form is Form.KNOCKOUT:
        return _knockout(state, number)
    free = [one for one in state.order if state.is_in(one)]
    if state.terms.form is Form.ARENA:
        busy = {one for table in state.open_tables for one in table.players}
        free = [one for one in state.people if one not in busy and state.entrants[one].checked_in]
    points = dict.fromkeys(free, 0)
    for score in state.scores:
        for player, value in zip(score.players, score.points, strict=True):
            if player in points:
                points[player] += value
    free.sort(key=lambda one: -points[one])
    tables: list[dict[str, Any]] = []
    while len(free) >= state.terms.seats:
        tables.append({"players": [free.pop(0) for _ in range(state.terms.seats)]})
    if state.terms.form is Form.SWISS:
        tables += [{"players": [one], "how": How.BYE.value} for one in free]
    return tables


def standings_of(state: State) -> list[list[Line]]:
    """Return the standings of each group, the best first."""
    found = []
    for group in state.groups or [state.order]:
        points: dict[int, int] = dict.fromkeys(group, 0)
        for score in state.scores:
            for player, value in zip(score.players, score.points, strict=True):
                if player in points:
                    points[player] += value
        order = sorted(group, key=lambda one: -points[one])
        found.append([Line(place, one, points[one]) for place, one in enumerate(order, 1)])
    return found


def _circle(group: Sequence[int], number: int) -> list[tuple[int, int]]:
    slots = [*group] + [0] * (len(group) % 2)
    rest = slots[1:]
    turn = (number - 1) % len(rest)
    ring = [slots[0], *rest[turn:], *rest[:turn]]
    pairs = [(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)]
    return [pair for pair in pairs if 0 not in pair]


def _knockout(state: State, number: int) -> list[dict[str, Any]]:
    if number == 1:
        size = 2 ** rounds_of(state.terms, [state.order])
        seeds: list[int] = [0]
        while len(seeds) < size:
            seeds = [n for seed in seeds for n in (seed, 2 * len(seeds) - 1 - seed)]
        order: Mapping[int, int] = dict(enumerate(state.order))
        pairs = [
            [order[n] for n in pair if n in order]
            for pair in zip(seeds[::2], seeds[1::2], strict=True)
        ]
    else:
        before = state.rounds[-1].tables
        winners = [state.winner_of(table) or 0 for table in before]
        pairs = [list(pair) for pair in zip(winners[::2], winners[1::2], strict=True)]
    return [
        {"players": pair} if len(pair) > 1 else {"players": pair, "how": How.BYE.value}
        for pair in pairs
    ]
