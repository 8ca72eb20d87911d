"""The duration of games, and the default length of a tournament's rounds.

A usual game has the number of moves that its position gives (``Position.usual_moves``). A player
who uses half of their time needs half of the limit for each move, and hardly any game has more than
twice as many moves. So a little more than a usual game takes at the whole limit is enough for
nearly all games of players who use half (``tools.benchmarks.terms``).
"""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Final

from engine.text import Text, counted
from engine.tournaments.terms import AN_EVENING, LONGEST_ROUND, Terms

HALF: Final = 0.5
"""The share of their time that players may use if a default round is to be long enough for them."""

SPARE: Final = 1.1
"""The factor of a usual game's time at the whole limit that is enough for nearly all games of
players who use half of their time.
"""

LIVE_ROUND: Final = timedelta(hours=1)
LIVE_ARENA: Final = timedelta(hours=2)
"""The shortest rounds of live games in one evening, and the shortest arena, by default."""

SHORTEST_ROUND: Final = timedelta(days=7)
"""The default shortest round of other games, and of those whose players agree on a time."""

GAMES_OF_AN_ARENA: Final = 4
"""The number of consecutive usual games for which an arena has, by default, at least the time."""

_DAY, _HOUR, _MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
_QUARTER = 15 * _MINUTE


def game_time(terms: Terms, part: float = 1) -> timedelta:
    """Return the duration of a usual game if all players use the share ``part`` of their time."""
    start = terms.game.start(terms.seats, **terms.options)
    limit = terms.time
    if limit.bank is not None:
        each = limit.bank + start.usual_moves * limit.increment
    else:
        each = start.usual_moves * (limit.turn or timedelta())
    return len(start.seats) * part * each


def time_needed(terms: Terms) -> timedelta:
    """Return the length of a round that fits nearly all games of players who use half their time.

    Consecutive games add up: the second game at a table if games are live, and the games after a
    draw in a knockout.
    """
    in_turn = (terms.games if terms.is_live else 1) * (2 if terms.form.traits.knocks_out else 1)
    return in_turn * game_time(terms, SPARE)


def last_games_time(terms: Terms) -> timedelta:
    """Return the length of an arena's last part, in which no new games begin: at most half."""
    return min(time_needed(terms), terms.round_time / 2)


def fits(terms: Terms) -> bool:
    """Return whether nearly all games of players who use half their time end before a deadline.

    Without a deadline, which an exhibition has only if somebody set one, they always do.
    """
    for_a_time = terms.form.traits.for_a_time
    open_for = last_games_time(terms) if for_a_time else terms.round_time
    return not terms.round_time or open_for >= time_needed(terms)


def usual_round_time(terms: Terms) -> timedelta:
    """Return the default length of a round, of an arena, or of a season with all games at once.

    Nobody waits for the end of a round whose games are over.
    """
    needed, traits = time_needed(terms), terms.form.traits
    if traits.for_a_time:
        needed = max(needed + GAMES_OF_AN_ARENA * game_time(terms, HALF), 2 * needed)
        return min(_rounded(max(LIVE_ARENA, needed)), LONGEST_ROUND)
    in_an_evening = terms.is_live and traits.in_rounds and not traits.in_groups
    if in_an_evening and needed <= AN_EVENING:
        return _rounded(max(LIVE_ROUND, needed))
    return min(_rounded(max(SHORTEST_ROUND, needed)), LONGEST_ROUND)


def _rounded(span: timedelta) -> timedelta:
    """Return the next longer span in whole quarters of an hour, or in whole days if it is long."""
    unit = _QUARTER if span <= AN_EVENING else _DAY
    return ceil(span / unit) * unit


def about_text(span: timedelta) -> Text:
    """Return a rough length of a span, in the unit that suits it: "5 weeks"."""
    if span >= timedelta(days=730):
        return counted("{count} year", "{count} years", round(span / timedelta(days=365)))
    if span >= timedelta(days=150):
        return counted("{count} month", "{count} months", round(span / timedelta(days=30.4)))
    if span >= timedelta(days=21):
        return counted("{count} week", "{count} weeks", round(span / timedelta(days=7)))
    if span >= timedelta(hours=48):
        return counted("{count} day", "{count} days", round(span / _DAY))
    if span >= timedelta(hours=2):
        return counted("{count} hour", "{count} hours", round(span / _HOUR))
    return counted("{count} minute", "{count} minutes", max(round(span / _MINUTE), 1))
