"""Guesses of the winner: the sides to choose from, the closing time, and the right ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from engine.guesses.move_guesses import Guessed, has_watchers
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Text, joined
from engine.values import DRAW

DRAWN: Final = -1
"""The number of a draw among the numbers of sides."""

LATEST: Final = 10
"""The number of the move at which guesses of the winner close in games of usual length."""

EARLIEST: Final = 3
"""The number of the move at which guesses close in the shortest games."""

PART: Final = 5
"""In short games guesses close after the usual number of moves divided by this."""


class WinnerGuess(NamedTuple):
    """A person's guess of the side that wins, by its number, and the time of the guess."""

    person: int
    side: int
    at: datetime


def closes_at(match: Match) -> int:
    """Return the number of the move from which the winner can no longer be guessed."""
    return max(EARLIEST, min(LATEST, match.position.usual_moves // PART))


def is_open(match: Match) -> bool:
    """Return whether spectators may guess the winner now."""
    return (
        has_watchers(match)
        and match.status is Status.LIVE
        and match.outcome is None
        and match.move_number < closes_at(match)
    )


def have_closed(match: Match) -> bool:
    """Return whether the turns shown on the board of a live match have closed the guesses."""
    if match.status is not Status.LIVE or not has_watchers(match) or not match.exchange:
        return False
    if not 0 <= match.move_number - closes_at(match) < len(match.exchange):
        return False
    first = match.exchange[0][0].number
    shows_new = match.since in {event.number for turn in match.exchange for event in turn}
    return shows_new and is_open(match.until(first - 1))


def sides_of(match: Match) -> Mapping[int, Text]:
    """Return the sides that may win, by their numbers, and the draw if possible."""
    teams: dict[int, list[Text]] = {}
    for seat in match.seats:
        teams.setdefault(seat.team, []).append(seat.name)
    sides = {team: joined(names, " + ") for team, names in teams.items()}
    drawn = {DRAWN: Text("Draw")} if DRAW in match.position.agreements() else {}
    return sides | drawn


def winner_of(match: Match) -> int | None:
    """Return the side that has won, DRAWN if several are first, None without a result."""
    outcome = match.outcome
    if match.status is not Status.OVER or outcome is None:
        return None
    first = {seat.team for seat, rank in zip(match.seats, outcome.ranks, strict=True) if rank == 1}
    return first.pop() if len(first) == 1 else DRAWN


def summed_up(guesses: Iterable[WinnerGuess], match: Match) -> Guessed:
    """Return the number of guesses made before a match ended, and the people who were right."""
    winner, ended = winner_of(match), match.ended
    counted = [guess for guess in guesses if ended is None or guess.at < ended]
    return Guessed(len(counted), tuple(g.person for g in counted if g.side == winner))
