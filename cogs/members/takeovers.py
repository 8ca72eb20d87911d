"""Takeovers: whether a computer plays on for a player who has given up while others play on."""

from __future__ import annotations

from typing import Final

from data import Takeover
from engine.table.computers import level_of
from engine.table.match import Match
from engine.table.offers import GIVEN_UP

LEVEL: Final = 4
"""The level of a computer that takes over where none plays yet."""


def taken_over(match: Match, policy: Takeover) -> Match:
    """Return the match after somebody may have given up, by the server's setting.

    A computer has taken their seats, or the others are asked whether one is to.
    """
    if policy == "never" or match.events[-1].kind not in GIVEN_UP:
        return match
    now = match.events[-1].at
    level = max(map(level_of, match.computers), default=LEVEL)
    if policy == "always":
        return match.take_over(level, now=now)
    return match.offer_takeover(level, now=now)
