"""Results: the points of a match at its table, played or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.tournaments.scores import How, points_of_ranks


class Result(NamedTuple):
    """The result of a match for its players.

    ``points`` are half points, in the order in which the players were given. ``absent`` are the
    players whose time ran out before their side had moved. A match that ended before both sides had
    moved, because somebody did not come or gave up, is a walkover.
    """

    points: tuple[int, ...]
    how: How
    absent: tuple[int, ...]


def result_of(match: Match, players: Sequence[int]) -> Result | None:
    """Return the result of a match for ``players``, or None while the match goes on.

    A match that a moderator broke off, or that nobody touched, brings nobody any points.
    """
    if match.status is not Status.OVER:
        return None
    late = {event.seat for event in match.events if event.kind is Kind.TIMEOUT}
    absent = tuple(
        dict.fromkeys(
            match.people[seat]
            for seat in sorted(seat for seat in late if seat is not None)
            if match.seats[seat].team not in match.sides_moved
        )
    )
    if match.outcome is not None:
        return Result(_points(match, match.outcome.ranks, players), How.PLAYED, absent)
    given_up = match.line[-1].outcome() if match.line and match.is_aborted else None
    if given_up is None:
        return Result((0,) * len(players), How.PLAYED, absent)
    return Result(_points(match, given_up.ranks, players), How.WALKOVER, absent)


def _points(match: Match, ranks: Sequence[int], players: Sequence[int]) -> tuple[int, ...]:
    """Return the half points of ``players``; of a player's several seats, the best one counts."""
    best = {
        player: min(
            rank for rank, person in zip(ranks, match.people, strict=True) if person == player
        )
        for player in players
    }
    return points_of_ranks([best[player] for player in players])
