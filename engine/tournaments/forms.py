"""The forms: how each of them groups its players, pairs its rounds and ranks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil, log2
from typing import Any, Final

from engine.table.record import another, computer, is_computer
from engine.tournaments.exhibitions import next_boards
from engine.tournaments.pairing import knockout
from engine.tournaments.pairing.arena import pair_arena
from engine.tournaments.pairing.berger import round_robin
from engine.tournaments.pairing.swiss import pair_swiss
from engine.tournaments.pairing.tables import league_tables, pair_tables
from engine.tournaments.scores import How
from engine.tournaments.standings.table import Line, standings
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import State
from engine.tournaments.terms import SMALLEST_GROUP, Form, Terms

USUAL_ROUNDS: Final = 5
"""The fewest rounds of a Swiss with enough players, unless somebody decided otherwise."""

FEWEST_ROUNDS_OF_TABLES: Final = 3
"""The fewest rounds at tables of more than two; there are as many as it takes to meet everybody."""

IMPATIENT: Final = timedelta(seconds=45)
"""So long people wait in an arena for others before computers sit down with them."""

TIE_BREAKS: Final = {
    Form.LEAGUE: (TieBreak.SONNEBORN, TieBreak.DIRECT, TieBreak.WINS),
    Form.SWISS: (TieBreak.DIRECT, TieBreak.SOLKOFF, TieBreak.SONNEBORN, TieBreak.WINS),
    Form.ARENA: (TieBreak.WINS, TieBreak.SONNEBORN),
    Form.KNOCKOUT: (),
    Form.LADDER: (),
    Form.SIMUL: (),
    Form.TEAM: (),
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
    if terms.seats > 2 and terms.form in {Form.LEAGUE, Form.SWISS}:
        usual = max(FEWEST_ROUNDS_OF_TABLES, ceil((size - 1) / (terms.seats - 1)))
        return terms.rounds or usual * (2 if terms.double else 1)
    if terms.form is Form.TEAM:
        return 1
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
        case Form.SIMUL | Form.TEAM:
            return [_table(pair) for pair in next_boards(state)]


def standings_of(state: State) -> list[tuple[Line, ...]]:
    """Return the standings of each group, the best first. On a ladder everybody has their place.

    The sides of an exhibition are groups. Who came after the start stands among the others, unless
    they wait for a place in a league.
    """
    form = state.terms.form
    groups = state.groups if form is Form.LEAGUE or state.terms.is_exhibition else []
    found = [
        standings(group, state.scores, TIE_BREAKS[form], everybody_meets=form is Form.LEAGUE)
        for group in groups or [state.order or state.people]
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
    tables: Tables = []
    for which, group in enumerate(state.groups):
        if state.terms.seats > 2:
            tables += _league_of_tables(state, number, which)
            continue
        for pair in round_robin(len(group), double=state.terms.double)[number - 1 : number]:
            tables += [_table((group[one], group[two]), group=which) for one, two in pair]
    return tables


def _league_of_tables(state: State, number: int, which: int) -> Tables:
    """Return the round of a group with tables of more than two.

    It is that of the schedule in which all meet about as often, while nobody has left.
    """
    group, seats = state.groups[which], state.terms.seats
    if not all(map(state.is_in, group)):
        return _seated(state, [one for one in group if state.is_in(one)], which)
    schedule = league_tables(len(group), seats, state.planned, teams=_teams(state.terms))
    seating = schedule[number - 1]
    tables = [[group[index] for index in table] for table in seating.tables]
    tables += [[group[index]] for index in seating.byes]
    return [_table(table, group=which) for table in tables]


def _seated(
    state: State, players: Sequence[int], group: int = 0, absent: Sequence[int] = ()
) -> Tables:
    """Return the next round of players with tables of more than two.

    Computers take the seats that are left, if the terms say so; otherwise there are byes.
    """
    seats, level = state.terms.seats, state.terms.level
    seating = pair_tables(
        players,
        state.scores,
        seats,
        absent=absent,
        fill=level > 0,
        teams=_teams(state.terms),
    )
    tables: Tables = []
    for table in seating.tables:
        players_there = list(table)
        while len(players_there) < seats:
            players_there.append(another(level, [*state.order, *players_there]))
        tables.append(_table(players_there, group=group))
    return tables + [_table([one], group=group) for one in seating.byes]


def _teams(terms: Terms) -> list[int]:
    """Return the team of each seat of a table; none if everybody plays alone."""
    teams = [seat.team for seat in terms.game.start(terms.seats, **terms.options).seats]
    return teams if len(set(teams)) < len(teams) == terms.seats else []


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


def next_to_pair(state: State) -> tuple[int, dict[int, How]]:
    """Return the round from which another program could pair a running Swiss on.

    It is the first one that is not over. Beside it are those who are not paired in it, as far as is
    known, and how that counts.
    """
    played_now = [table.round for table in state.open_tables]
    number = min(played_now, default=len(state.rounds) + 1)
    if number > state.planned:
        return number, {}
    away: dict[int, How] = {
        score.players[0]: score.how
        for score in state.scores
        if score.round == number and score.how in {How.HALF_BYE, How.ABSENT}
    }
    away |= {one: How.HALF_BYE for one, asked in state.passes if asked == number}
    return number, away | {one: How.ABSENT for one in state.order if not state.is_in(one)}


def _swiss(state: State, number: int) -> Tables:
    """Return the next round of a Swiss, with byes for those who are left or asked for one."""
    players = [one for one in state.order if state.is_in(one)]
    absent = [one for one in players if (one, number) in state.passes]
    half_byes = [_table([one], How.HALF_BYE) for one in absent]
    avoided = state.undone.get(number, Counter())
    if state.terms.seats > 2:
        return _seated(state, players, absent=absent) + half_byes
    fixed = [
        pair for pair in state.fixed.get(number, ()) if {*pair} <= {*players}.difference(absent)
    ]
    by_hand = [player for pair in fixed for player in pair]
    tables = [
        table
        for pair in fixed
        for table in pair_swiss(pair, state.scores, number, rounds=number).tables
    ]
    paired = pair_swiss(
        players,
        state.scores,
        number,
        rounds=state.planned,
        absent=[*absent, *by_hand],
        avoided=avoided,
    )
    byes = [] if paired.bye is None else [_table([paired.bye])]
    return [_table(pair) for pair in (*tables, *paired.tables)] + byes + half_byes


def _arena(state: State, now: datetime) -> Tables:
    """Return tables for the free players; after a while, computers play those who still wait."""
    seats, level = state.terms.seats, state.terms.level
    since = {one: state.begun or now for one in state.people if state.entrants[one].checked_in}
    for table in state.tables:
        for player in table.players:
            if player in since:
                since[player] = table.scored or now + IMPATIENT
    free = sorted((one for one in since if since[one] <= now), key=lambda one: since[one])
    if seats > 2 and level and len(free) > seats and len(free) % seats and not _teams(state.terms):
        return _shared_out(state, free)
    paired = pair_arena(free, state.scores, seats, teams=_teams(state.terms))
    tables = [_table(table) for table in paired]
    seated = {player for table in tables for player in table["players"]}
    left = [one for one in free if one not in seated]
    if left and level and since[left[0]] + IMPATIENT <= now:
        computers = [computer(level, number) for number in range(seats - len(left))]
        tables.append(_table([*left, *computers]))
    return tables


def _shared_out(state: State, free: Sequence[int]) -> Tables:
    """Return tables of about as many people each, where they do not come out even.

    Computers take the seats that are left: most of them at the tables of the people who have met
    the fewest so far, so that all meet about as many.
    """
    seats, level = state.terms.seats, state.terms.level
    count = ceil(len(free) / seats)
    size, larger = divmod(len(free), count)
    met = dict.fromkeys(free, 0)
    for table in state.tables:
        there = sum(map(is_computer, table.players))
        met |= {player: met[player] + there for player in table.players if player in met}
    most_first = sorted(free, key=lambda player: -met[player])
    cut = larger * (size + 1)
    parts = ((most_first[:cut], size + 1), (most_first[cut:], size))
    seated = [
        people
        for players, at_one in parts
        if players
        for people in pair_arena(players, state.scores, at_one)
    ]
    tables, left = Tables(), 0
    for people in seated:
        computers = [computer(level, left + number) for number in range(seats - len(people))]
        left += len(computers)
        tables.append(_table([*people, *computers]))
    return tables
