"""The first moves of a match in any game, after which it can have a result."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime

from engine.table.match import Match


def under_way(match: Match, *, now: datetime | None = None, times: int = 1) -> Match:
    """Return the match after everybody has set up and moved at least ``times`` times.

    ``now`` is the time of all events, by default that of the last one.
    """
    at = now or match.events[-1].at
    while match.setting_up:
        person = match.players[match.setting_up[0]]
        match = match.arrange(person, match.setup.completion, chance=random.Random(1))
        match = match.ready(person, now=at, source=None)
    while _fewest(match) < times:
        text = match.position.write(match.position.legal_moves()[0])
        person = match.players[match.position.turn]
        match = match.play(person, text, now=at, source=None, sure=True)
    return match


def _fewest(match: Match) -> int:
    """Return the smallest number of moves made by a seat."""
    moved = Counter(event.seat for event in match.turns)
    return min(moved[seat] for seat in range(len(match.people)))
