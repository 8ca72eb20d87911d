"""Judging unfinished games when the time of a round is over.

Players whose first move is missing lose by a walkover. The computer judges a game under way: a side
with most of the winning chances has won; otherwise the game is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cogs.analysis.reviews.turns import LEVEL
from cogs.computers.fair_play import FairPlay
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import about
from engine import Position, Text
from engine.computer.levels import level
from engine.study.chances import chances
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined
from engine.tournaments.scores import points_of_ranks

WON: Final = 0.8
"""The least winning chances, from 0 to 1, with which a side wins a judged game."""

OVER: Final = Text("The time of the round is over.")
"""The reason given if a match ends that was not under way."""

UNRATED: Final = Text("It changes no rating.")
"""The sentence about the ratings of a judged match."""


class Verdict(NamedTuple):
    """The ranks of the seats of a match, 1 the best, and the reason for them."""

    ranks: tuple[int, ...]
    reason: Text


class Judging:
    """Judges matches under way when the time of their round is over."""

    def __init__(self, workers: Workers, fair_play: FairPlay) -> None:
        self._workers, self._fair_play = workers, fair_play

    async def verdict(self, match: Match) -> Verdict:
        """Return the verdict on a match under way.

        The computer judges a game between two sides; if it gives no answer, the game is a draw. The
        reason has no percentage if that would be advice for a rated match that goes on. With more
        sides, all players still in the game share the remaining places.
        """
        position = match.position
        playing = {seat.team for seat in position.seats if seat.active}
        if len({seat.team for seat in position.seats}) > 2 or len(playing) != 2:
            shared = Text("Time is up: those who still play share the places.")
            return Verdict(shared_ranks(position), joined([shared, UNRATED]))
        try:
            nodes = level(LEVEL, position.pace).nodes
            answer = await self._workers.study(about([position], nodes=nodes), Rank.REVIEW)
        except ThoughtFailed:
            undecided = Text("Time is up: nobody can say who would have won, so it is a draw.")
            return Verdict((1,) * len(position.seats), joined([undecided, UNRATED]))
        silent = await self._fair_play.forbids_in_match(match, match.persons)
        return verdict_on(position, answer.value, figure=not silent)


def verdict_on(position: Position, value: int, *, figure: bool = True) -> Verdict:
    """Return the verdict on a position of two sides.

    ``value`` is the computer's evaluation for the seat to move. The reason has a percentage if
    ``figure`` is true.
    """
    teams = [seat.team for seat in position.seats]
    own = teams[position.turn]
    chance = chances(position.game, value, teams)
    better = own if chance >= 0.5 else next(team for team in teams if team != own)
    share = max(chance, 1 - chance)
    side = joined([seat.name for seat in position.seats if seat.team == better], ", ")
    percent = min(round(100 * share), 99)
    won = share >= WON
    ranks = tuple(1 + (won and team != better) for team in teams)
    match won, figure:
        case True, True:
            said = Text(
                "Time is up: the computer judges it won for {side} ({percent}%).",
                side=side,
                percent=percent,
            )
        case True, False:
            said = Text("Time is up: the computer judges it won for {side}.", side=side)
        case False, True:
            said = Text(
                "Time is up: the computer judges it a draw ({percent}% for {side}).",
                percent=percent,
                side=side,
            )
        case _:
            said = Text("Time is up: the computer judges it a draw.")
    return Verdict(ranks, joined([said, UNRATED]))


def shared_ranks(position: Position) -> tuple[int, ...]:
    """Return the ranks of the seats if all players still in the game share the remaining places."""
    playing = [number for number, seat in enumerate(position.seats) if seat.active]
    end = position
    for seat in playing:
        if end.outcome() is None:
            end = end.resign(seat)
    outcome = end.outcome()
    if outcome is None:
        return (1,) * len(position.seats)
    best = min(outcome.ranks[seat] for seat in playing)
    return tuple(best if seat in playing else rank for seat, rank in enumerate(outcome.ranks))


class Missed(NamedTuple):
    """The score of a game that was never under way.

    ``points`` are one per player of the table, in their order; ``absent`` are the no-shows.
    """

    points: tuple[int, ...]
    absent: tuple[int, ...]


def missed(match: Match | None, players: Sequence[int]) -> Missed:
    """Return the points and the no-shows of a game that was not under way when its time was over.

    The no-shows are the ``players`` whose moves the match waited for. If there was no live match,
    nobody is to blame, and the game is a draw.
    """
    if match is None or match.status is not Status.LIVE:
        return Missed(points_of_ranks([1] * len(players)), ())
    waited = {match.players[seat] for seat in match.to_act}
    absent = tuple(player for player in players if player in waited)
    if len(absent) == len(players):
        return Missed((0,) * len(players), absent)
    return Missed(points_of_ranks([1 + (player in absent) for player in players]), absent)
