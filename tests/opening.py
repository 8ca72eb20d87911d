"""The first moves of a match, whichever game it is: from then on it can have a result."""

from __future__ import annotations

import random
from datetime import datetime

from engine.table.match import Match


def under_way(match: Match, *, now: datetime | None = None) -> Match:
    """The match after everybody has set up and moved."""
    at = now or match.events[-1].at
    while match.setting_up:
        person = match.players[match.setting_up[0]]
        match = match.arrange(person, match.setup.completion, chance=random.Random(1))
        match = match.ready(person, now=at, source=None)
    while {event.seat for event in match.turns} != set(range(len(match.people))):
        text = match.position.write(match.position.legal_moves()[0])
        person = match.players[match.position.turn]
        match = match.play(person, text, now=at, source=None, sure=True)
    return match
