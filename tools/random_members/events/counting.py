"""The standings, computed a second way: points, and the first tie-break of each form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tools.random_members.events.records import DRAW, WIN, Seated, Told


def points_of(told: Told) -> tuple[dict[int, int], list[Seated]]:
    """Return the half points of all players, and the tables that count.

    The tables of a player who left a league before half of their games do not count. A player who
    entered a Swiss after the first round has half a point a game.
    """
    struck = set()
    if told.form == "league":
        for player in told.withdrawn:
            mine = [table for table in told.tables if player in table.players and table.points]
            played = sum(len(table.players) > 1 and not table.walked for table in mine)
            if 2 * played < _to_play(told, player):
                struck.add(player)
    counted = [t for t in told.tables if t.points is not None and struck.isdisjoint(t.players)]
    points: defaultdict[int, int] = defaultdict(int)
    for table in counted:
        for player in table.players:
            points[player] += table.of(player)
    if told.form == "swiss":
        for player, first in told.late.items():
            points[player] += DRAW * told.games * (first > 1)
    return points, counted


def _to_play(told: Told, player: int) -> int:
    """Return the number of games of a player in a league's plan, without byes.

    Somebody who was replaced has the plan of their place; somebody without a place has that of the
    largest group.
    """
    terms = told.row["terms"]
    if terms["seats"] > 2:
        byes = [table for table in told.tables if table.players == (player,)]
        return told.planned - len(byes)
    others = [len(group) - 1 for group in told.groups if told.heir_of(player) in group]
    if not others:
        return told.planned
    return others[0] * (2 if terms["double"] else 1)


def faults_of_standings(told: Told) -> Iterator[str]:
    """Yield the faults in the final standings."""
    if told.end is None or told.end["kind"] != "end":
        return
    lines = [tuple(line) for line in told.end["data"]["standings"]]
    points, counted = points_of(told)
    for place, player, half, _ in lines:
        due = points[player]
        if half != due:
            yield f"{player}, place {place}, has {half} half points, and is to have {due}"
    listed = [player for _, player, _, _ in lines]
    there = told.people - told.withdrawn if told.form == "ladder" else told.people
    if len(listed) != len(set(listed)) or set(listed) != there:
        yield f"the standings name {listed}, and {there} have played"
    if told.form not in {"league", "swiss", "arena"}:
        return
    for group in sorted({line[3] for line in lines}):
        ours = [line for line in lines if line[3] == group]
        tie_break = _tie_breaks(told, [line[1] for line in ours], points, counted)
        worth = {player: (points[player], tie_break[player]) for _, player, *_ in ours}
        yield from _order(ours, worth)


def _order(lines: list[tuple[int, ...]], worth: dict[int, tuple[int, Fraction]]) -> Iterator[str]:
    """Yield the faults in the order of lines: ``worth`` has points and tie-break, by player."""
    for above, below in pairwise(lines):
        if above[0] > below[0]:
            yield f"place {above[0]} stands above {below[0]}"
        mine, theirs = worth[above[1]], worth[below[1]]
        if mine < theirs:
            yield f"{above[1]} with {mine} stands above {below[1]} with {theirs}"
        if above[0] == below[0] and mine != theirs:
            yield f"{above[1]} with {mine} shares a place with {below[1]} with {theirs}"


def _tie_breaks(
    told: Told, players: list[int], points: dict[int, int], counted: list[Seated]
) -> dict[int, Fraction]:
    if told.form == "arena":
        return {
            player: Fraction(
                sum(
                    max(table.points or ()) == table.of(player) > min(table.points or ())
                    for table in counted
                    if player in table.players and not table.walked
                )
            )
            for player in players
        }
    if told.form == "league":
        return {player: _sonneborn(player, points, counted) for player in players}
    return {player: _encounters(player, players, points, counted) for player in players}


def _against(table: Seated, player: int, other: int) -> int:
    if len(table.players) == 2:
        return table.of(player)
    mine, theirs = table.of(player), table.of(other)
    return WIN * (mine > theirs) + DRAW * (mine == theirs)


def _sonneborn(player: int, points: dict[int, int], counted: list[Seated]) -> Fraction:
    """Return the Sonneborn-Berger score: each opponent's points times the player's result.

    A bye counts as if played against an opponent with as many points.
    """
    mine = [table for table in counted if player in table.players]
    byes = sum(table.of(player) * points[player] for table in mine if len(table.players) == 1)
    played = sum(
        _against(table, player, other) * points[other]
        for table in mine
        for other in table.players
        if other != player
    )
    return Fraction(byes + played)


def _encounters(
    player: int, players: list[int], points: dict[int, int], counted: list[Seated]
) -> Fraction:
    """Return the points against the tied players if all of them have met, else 0."""
    tied = [one for one in players if points[one] == points[player]]
    met: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for table in counted:
        if table.walked:
            continue
        there = [one for one in table.players if one in tied]
        for one in there:
            met[one] += [(other, _against(table, one, other)) for other in there if other != one]
    if any({other for other, _ in met[one]} != set(tied) - {one} for one in tied):
        return Fraction(0)
    total = Fraction(0)
    for other in set(tied) - {player}:
        ours = [won for whom, won in met[player] if whom == other]
        total += Fraction(sum(ours), len(ours))
    return total
