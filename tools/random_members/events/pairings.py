"""The rules of pairing, checked by the players of all tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

import networkx as nx

from engine.table.record import is_computer
from tools.random_members.events.records import Seated, Told

LARGEST_IMBALANCE = 3
"""The most games by which a player's numbers of both sides may differ in a Swiss."""


def faults_of_pairing(told: Told) -> Iterator[str]:
    """Yield the faults in the pairings of a tournament."""
    for number, tables in told.rounds.items():
        players = [player for table in tables for player in table.players]
        people = [player for player in players if not is_computer(player)]
        if told.form == "simul":
            yield from _at_all_boards(told, number)
            continue
        if twice := [player for player, count in Counter(people).items() if count > 1]:
            yield f"round {number}: {twice} sit at two tables"
        if told.form == "swiss":
            yield from _swiss_round(told, number, players)
        if told.form in {"arena", "ladder"}:
            yield from _busy(told, number, people)
    if told.form == "league":
        yield from _league(told)
    if told.form == "knockout":
        yield from _knockout(told)
    if told.form == "swiss" and told.row["terms"]["seats"] == 2:
        yield from _sides(told)


def _at_all_boards(told: Told, number: int) -> Iterator[str]:
    """Yield a fault for each board without the host, and each guest not at exactly one board."""
    host = told.groups[0][0]
    guests = [one for table in told.tables for one in table.players if one != host]
    for table in told.rounds[number]:
        for player in table.players:
            if player != host and guests.count(player) != 1:
                yield f"round {number}: {player} sits at {guests.count(player)} boards"
        if host not in table.players:
            yield f"round {number}: {table.players} play without the host"


def _busy(told: Told, number: int, people: Collection[int]) -> Iterator[str]:
    """Yield a fault for players paired while they play at another table, or after they left."""
    paired = told.rounds[number][0].paired
    if gone := set(people) - told.here[number]:
        yield f"round {number}: {gone} are paired, who are not in it"
    for table in told.tables:
        if table.round >= number or not set(people) & set(table.players):
            continue
        if not _over_before(told, table, paired):
            yield f"round {number}: somebody of {table.players} still plays in {table.round}"


def _over_before(told: Told, table: Seated, entry: int) -> bool:
    scored = [
        one["number"]
        for one in told.entries
        if one["kind"] == "score"
        and (one["data"]["round"], one["data"]["table"]) == (table.round, table.number)
    ]
    return len(table.players) == 1 or (bool(scored) and min(scored) < entry)


# Swiss


def _swiss_round(told: Told, number: int, players: Sequence[int]) -> Iterator[str]:
    """Yield the faults in a round of a Swiss: players missing, byes, and needless repeats.

    Computers fill seats only if necessary, and are not among the players expected.
    """
    here = {player for player in told.here[number] if not is_computer(player)}
    people = {player for player in players if not is_computer(player)}
    if people != here:
        yield f"round {number}: {people ^ here} sit there or are in it, not both"
    tables = told.rounds[number]
    half = {table.players[0] for table in tables if table.how == "half bye"}
    if half != told.passed[number]:
        yield f"round {number}: {half} rest, and {told.passed[number]} asked to"
    byes = [table.players[0] for table in tables if table.how == "bye"]
    if told.row["terms"]["seats"] != 2:
        return
    if len(byes) != (len(players) - len(half)) % 2:
        yield f"round {number}: {byes} have a bye among {len(players) - len(half)}"
    before = [table for table in told.tables if table.round < number]
    played = [table for table in before if len(table.players) == 2 and not table.walked]
    met = {frozenset(table.players) for table in played}
    paired = [set(table.players) for table in tables if len(table.players) == 2]
    repeated = [pair for pair in paired if frozenset(pair) in met]
    had = {table.players[0] for table in before if table.how == "bye"}
    had |= {p for t in before if t.walked and len(t.players) == 2 for p in t.players if t.of(p)}
    again = set(byes) & had
    if (repeated or again) and _could_be(set(players) - half, met, had):
        yield f"round {number}: {repeated} meet again, {again} have a second bye, needlessly"


def _could_be(players: set[int], met: Collection[frozenset[int]], had: Collection[int]) -> bool:
    """Return whether players can be paired without a repeat or a second bye.

    ``met`` are the pairs that have met, ``had`` the players who have had a bye.
    """
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(
        pair for pair in combinations(sorted(players), 2) if frozenset(pair) not in met
    )
    if len(players) % 2:
        graph.add_edges_from((player, "bye") for player in players if player not in had)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def _sides(told: Told) -> Iterator[str]:
    first: Counter[int] = Counter()
    for table in told.tables:
        if len(table.players) == 2 and not table.walked:
            first[table.players[0]] += 1
            first[table.players[1]] -= 1
    for player, more in first.items():
        if abs(more) > LARGEST_IMBALANCE:
            yield f"{player} has one side {more} times more often than the other"


# League and knockout


def _league(told: Told) -> Iterator[str]:
    """Yield the faults in a league: pairs that meet too often or, at its end, too rarely.

    Players who begin much more often than not, or the reverse, are faults, too.
    """
    terms = told.row["terms"]
    if terms["seats"] != 2:
        return
    times = 2 if terms["double"] else 1
    replaced = any(entry["kind"] == "replace" for entry in told.entries)
    ended = told.end is not None and told.end["kind"] == "end" and not told.end["data"]["reason"]
    for which, group in enumerate(told.groups):
        met = Counter(frozenset(table.players) for table in told.tables if table.group == which)
        if any(count > times for count in met.values()):
            yield f"group {which}: some meet more than {times} times"
        if not ended or replaced:
            continue
        for one, other in combinations(group, 2):
            if met[frozenset((one, other))] != times:
                yield f"group {which}: {one} and {other} meet {met[frozenset((one, other))]} times"
        for player in group:
            first = sum(table.players[0] == player for table in told.tables)
            second = sum(table.players[1:] == (player,) for table in told.tables)
            if abs(first - second) > 1:
                yield f"group {which}: {player} begins {first} times of {first + second}"


def _winner(told: Told, table: Seated) -> int | None:
    if table.points is None:
        return None
    best = max(table.points)
    leaders = [p for p, n in zip(table.players, table.points, strict=True) if n == best]
    return min(leaders, key=lambda player: told.order.index(told.heir_of(player)))


def _knockout(told: Told) -> Iterator[str]:
    """Yield a fault for each round not paired from the winners of the last, in bracket order.

    The match for third place is checked, too.
    """
    for number in range(2, len(told.rounds) + 1):
        before, now = told.rounds[number - 1], told.rounds[number]
        paired = min(table.paired for table in now)
        won = [_winner(told, table) for table in before]
        lost = {told.heir_of(p, paired) for table in before for p in table.players if p not in won}
        winners = [one and told.heir_of(one, paired) for one in won]
        pairs = [set(winners[place : place + 2]) for place in range(0, len(winners), 2)]
        found = [set(table.players) for table in now]
        if found[: len(pairs)] != pairs:
            yield f"round {number}: {found} are paired, and {pairs} have won"
        third = found[len(pairs) :]
        if third and (len(before) != 2 or third != [lost]):
            yield f"round {number}: {third} play for the third place, and {lost} have lost"
        if not third and len(before) == 2 and len(lost) == 2:
            yield f"round {number}: nobody plays for the third place"
