"""The standings: everybody's place, points and tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournaments.scores import How, Score
from engine.tournaments.standings.tie_breaks import Sheet, TieBreak, is_lost, is_won


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a player in the standings."""

    player: int
    place: int
    """The place; players whom no tie-break separates share one: 1, 2, 2, 4."""
    points: int
    """The half points."""
    values: tuple[float | None, ...]
    """The values of the tie-breaks, in their order and in whole points.

    A direct encounter that does not apply has None: nobody is tied with the player when it is
    counted, or the tied players have not all met and none is ahead whatever the others had won.
    """
    played: int
    """The number of matches played, without walkovers and byes."""
    wins: int
    draws: int
    """Matches neither won nor lost: at a table of more than two, also those with a middle rank."""
    losses: int


def standings(
    players: Sequence[int],
    scores: Sequence[Score],
    tie_breaks: Sequence[TieBreak],
    *,
    everybody_meets: bool = False,
) -> tuple[Line, ...]:
    """Return the lines of ``players``, the best first.

    Players who share a place are in the order of ``players``, which is that of seeding.
    ``everybody_meets`` is True for a round robin: a walkover there counts for tie-breaks as if it
    had been played.
    """
    sheet = Sheet(players, scores, everybody_meets=everybody_meets)
    values: dict[int, list[float | None]] = {player: [] for player in players}
    groups = _split([list(players)], sheet.points)
    for tie_break in tie_breaks:
        if tie_break is TieBreak.DIRECT:
            for group in groups:
                encounters = sheet.encounters(group) if sheet.tells_apart(group) else {}
                for player in group:
                    values[player].append(encounters.get(player))
            groups = [part for group in groups for part in sheet.by_encounters(group)]
        else:
            value = {player: sheet.value(tie_break, player) for player in players}
            for player in players:
                values[player].append(value[player])
            groups = _split(groups, value)
    lines: list[Line] = []
    for group in groups:
        place = len(lines) + 1
        lines += [_line(player, place, sheet, values[player]) for player in group]
    return tuple(lines)


def _split(groups: list[list[int]], value: dict[int, int] | dict[int, float]) -> list[list[int]]:
    """Return each group split into groups with the same value, the highest first."""
    return [
        [player for player in group if value[player] == one]
        for group in groups
        for one in sorted({value[player] for player in group}, reverse=True)
    ]


def _line(player: int, place: int, sheet: Sheet, values: list[float | None]) -> Line:
    played = [score for score in sheet.scores[player] if score.how is How.PLAYED]
    wins = sum(is_won(player, score) for score in played)
    losses = sum(is_lost(player, score) for score in played)
    return Line(
        player=player,
        place=place,
        points=sheet.points[player],
        values=tuple(values),
        played=len(played),
        wins=wins,
        draws=len(played) - wins - losses,
        losses=losses,
    )
