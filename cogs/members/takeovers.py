"""Takeovers: whether a computer plays on for a player who has given up while others play on."""

from __future__ import annotations

from typing import Final

from data import Takeover
from engine.table.match import Match
from engine.table.record import GIVEN_UP
from engine.table.seating import level_of

LEVEL: Final = 4
"""The level of a computer that takes over where none plays yet."""


def taken_over(match: Match, policy: Takeover) -> Match:
    """Return the match after somebody may have given up, by the server's setting.

    A computer has taken their seats, or the others are asked whether one is to.
    """
    last = match.events[-1]
    if policy == "never" or last.kind not in GIVEN_UP or last.text:
        return match
    now = last.at
    level = max(map(level_of, match.computers), default=LEVEL)
    if policy == "always":
        return match.take_over(level, now=now)
    return match.offer_takeover(level, now=now)
