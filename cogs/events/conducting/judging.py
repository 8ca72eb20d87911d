"""Judging unfinished games when the time of a round is over.

Players who have not moved lose by a walkover. A game under way is judged by the computer: a side
with most of the winning chances has won, everything else is a draw.
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
"""Winning chances above which a side wins a judged game."""

OVER: Final = Text("The time of the round is over.")
"""Why a match ends that was not under way."""

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

        Between two sides it is the computer's, a draw if it gives no answer. It has no figure if
        that would be advice for a rated match that goes on. With more sides, all who still play
        share the remaining places.
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
    """Return the verdict on a position of two sides; ``value`` is for the seat to move.

    Without a ``figure`` the reason tells no more than the ranks do.
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
    """Return the ranks of the seats if all who still play share the remaining places."""
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
    """A game that was never under way: the points of a table's players, and the no-shows."""

    points: tuple[int, ...]
    absent: tuple[int, ...]


def missed(match: Match | None, players: Sequence[int]) -> Missed:
    """Return the points of a game not under way when its time was over, and its no-shows.

    The players its match waited for are the no-shows. If there was no match, nobody is to blame: a
    draw.
    """
    if match is None or match.status is not Status.LIVE:
        return Missed(points_of_ranks([1] * len(players)), ())
    waited = {match.players[seat] for seat in match.to_act}
    absent = tuple(player for player in players if player in waited)
    if len(absent) == len(players):
        return Missed((0,) * len(players), absent)
    return Missed(points_of_ranks([1 + (player in absent) for player in players]), absent)
