"""Sentences about the time of a match, for its card and for the post of every turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import discord

from engine import Text
from engine.table.match import Match
from engine.text import joined

PROVISIONAL = Text("`?` marks a rating from few matches, which still changes a lot.")


def time_text(match: Match) -> Text:
    """Return the time limit, and what happens to a player who runs out of time."""
    if not match.time:
        return Text("No time limit")
    if match.time.claimed:
        return Text(
            "Time: {limit}; when it is over, an opponent may claim the game", limit=match.time.text
        )
    return Text("Time: {limit}; if you run out of it, you are out at once", limit=match.time.text)


def rated_text(match: Match) -> Text:
    """Return whether the match counts for the ratings."""
    return Text("Rated") if match.rated else Text("Not rated")


def clock_texts(match: Match) -> Iterator[Text]:
    """Yield how much time is left, in a match whose time runs."""
    if match.deadline is None:
        return
    now, turn = match.events[-1].at, match.position.turn
    holiday = match.holiday(turn, now)
    if holiday is not None and match.time.turn:
        until = discord.utils.format_dt(holiday, "D")
        yield Text("On holiday until {when}: time stands still.", when=until)
    if match.time.bank is not None:
        clocks = [
            Text("{seat} {clock}", seat=seat.name, clock=_face(left))
            for number, seat in enumerate(match.seats)
            if seat.active and (left := match.left(number, now)) is not None
        ]
        yield joined(clocks, " · ")
    yield Text("Time runs out {when}.", when=discord.utils.format_dt(match.deadline, "R"))


def _face(left: timedelta) -> str:
    """Return a time as a clock shows it: ``1:05:09``, ``9:32``."""
    seconds = max(int(left.total_seconds()), 0)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"
