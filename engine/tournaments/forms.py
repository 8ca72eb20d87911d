"""The forms: how each of them groups its players, pairs its rounds and ranks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil, log2
from typing import Any, Final

from engine.table.record import computer
from engine.tournaments.pairing import knockout
from engine.tournaments.pairing.berger import round_robin
from engine.tournaments.pairing.swiss import pair_swiss
from engine.tournaments.scores import How
from engine.tournaments.standings.table import Line, standings
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import State
from engine.tournaments.terms import SMALLEST_GROUP, Form, Terms

USUAL_ROUNDS: Final = 5
"""The fewest rounds of a Swiss in which nobody decided otherwise, if there are players enough."""

IMPATIENT: Final = timedelta(seconds=45)
"""So long people wait in an arena for others before computers sit down with them."""

TIE_BREAKS: Final = {
    Form.LEAGUE: (TieBreak.SONNEBORN, TieBreak.DIRECT, TieBreak.WINS),
    Form.SWISS: (TieBreak.DIRECT, TieBreak.SOLKOFF, TieBreak.SONNEBORN, TieBreak.WINS),
    Form.ARENA: (TieBreak.WINS, TieBreak.SONNEBORN),
    Form.KNOCKOUT: (),
    Form.LADDER: (),
}
"""The tie-breaks of each form, in their order."""

Tables = list[dict[str, Any]]
"""Tables to be paired, as JSON data of an entry."""


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
        return len(round_robin(size, double=terms.double))
    if terms.form is Form.KNOCKOUT:
        return knockout.rounds_of(size)
    if terms.form is Form.SWISS:
        usual = max(USUAL_ROUNDS, ceil(log2(max(size, 1))) + 1)
        return min(terms.rounds or usual, size - 1 + size % 2)
    return 0


def next_tables(state: State, now: datetime) -> Tables:
    """Return the tables of the next round, none if there is no further one."""
    number = len(state.rounds) + 1
    if state.planned and number > state.planned:
        return []
    match state.terms.form:
        case Form.LEAGUE:
            return _league(state, number)
        case Form.KNOCKOUT:
            return _knockout(state, number)
        case Form.SWISS:
            return _swiss(state, number)
        case Form.ARENA:
            return _arena(state, now)
        case Form.LADDER:
            return []


def standings_of(state: State) -> list[tuple[Line, ...]]:
    """Return the standings of each group, the best first. On a ladder everybody has their place."""
    form = state.terms.form
    found = [
        standings(group, state.scores, TIE_BREAKS[form], everybody_meets=form is Form.LEAGUE)
        for group in state.groups or [state.order or state.people]
    ]
    if form is Form.KNOCKOUT:
        return [_by_round(state, lines) for lines in found]
    if form is Form.LADDER:
        known = {line.player: line for line in found[0]}
        rungs = [known[one] for one in state.order if one in known]
        return [tuple(replace(line, place=place) for place, line in enumerate(rungs, 1))]
    return found


def _table(players: Sequence[int], how: How = How.BYE, group: int = 0) -> dict[str, Any]:
    """Return a table; ``how`` says why somebody is alone there."""
    data: dict[str, Any] = {"players": list(players)}
    if len(players) == 1:
        data["how"] = how.value
    if group:
        data["group"] = group
    return data


def _league(state: State, number: int) -> Tables:
    """Return the round of each group: those of a small one are over earlier."""
    tables = []
    for which, group in enumerate(state.groups):
        for pair in round_robin(len(group), double=state.terms.double)[number - 1 : number]:
            tables += [_table((group[one], group[two]), group=which) for one, two in pair]
    return tables


def _knockout(state: State, number: int) -> Tables:
    """Return the next round of a knockout; the last one has the match for third place, too."""
    seeds = state.order
    if number == 1:
        slots = knockout.bracket(len(seeds))
        players = [[seeds[seed] for seed in table if seed is not None] for table in slots]
    else:
        before = state.rounds[-1].tables
        winners = [state.winner_of(table) for table in before]
        players = [[one for one in table if one] for table in knockout.next_round(winners)]
        semi_finals = [_two(table.players) for table in before]
        third = knockout.third_place(semi_finals, winners)
        players += [[one for one in third if one]] if third else []
    return [
        _table(knockout.seat(pair[0], pair[1], seeds) if len(pair) == 2 else pair)
        for pair in players
        if pair
    ]


def _two(players: Sequence[int]) -> tuple[int, int | None]:
    return players[0], players[1] if len(players) > 1 else None


def _by_round(state: State, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines of a knockout: the later somebody lost, the higher."""
    lost: dict[int, int] = {}
    for table in state.tables:
        winner = state.winner_of(table)
        for player in table.players:
            if winner is not None and player != winner:
                lost[player] = table.round
    last = state.rounds[-1].tables if len(state.rounds) == state.planned else []
    decided = [
        player
        for table in last
        if (winner := state.winner_of(table)) is not None
        for player in (winner, *(one for one in table.players if one != winner))
    ]
    rest = sorted(
        (line for line in lines if line.player not in decided),
        key=lambda line: -lost.get(line.player, state.planned + 1),
    )
    known = {line.player: line for line in lines}
    found = [replace(known[one], place=place) for place, one in enumerate(decided, 1)]
    for line in rest:
        above = [one for one in rest if lost.get(one.player) == lost.get(line.player)]
        place = len(decided) + rest.index(above[0]) + 1
        found.append(replace(line, place=place))
    return tuple(found)


def _swiss(state: State, number: int) -> Tables:
    """Return the next round of a Swiss, with byes for those who are left or asked for one."""
    players = [one for one in state.order if state.is_in(one)]
    absent = [one for one in players if (one, number) in state.passes]
    paired = pair_swiss(players, state.scores, number, rounds=state.planned, absent=absent)
    tables = [_table(pair) for pair in paired.tables]
    if paired.bye is not None:
        tables.append(_table([paired.bye]))
    return tables + [_table([one], How.HALF_BYE) for one in absent]


def _arena(state: State, now: datetime) -> Tables:
    """Return tables of those who are free; computers sit down with who has waited for a while."""
    seats, level = state.terms.seats, state.terms.level
    since = {one: state.begun or now for one in state.people if state.entrants[one].checked_in}
    for table in state.tables:
        for player in table.players:
            if player in since:
                since[player] = table.scored or now + IMPATIENT
    free = sorted((one for one in since if since[one] <= now), key=lambda one: since[one])
    points = dict.fromkeys(free, 0)
    for score in state.scores:
        for player in points.keys() & set(score.players):
            points[player] += score.of(player)
    paired = len(free) - len(free) % seats
    left = free[paired:]
    free = sorted(free[:paired], key=lambda one: -points[one])
    tables = [_table(free[n : n + seats]) for n in range(0, paired, seats)]
    if left and level and since[left[0]] + IMPATIENT <= now:
        computers = [computer(level, number) for number in range(seats - len(left))]
        tables.append(_table([*left, *computers]))
    return tables
