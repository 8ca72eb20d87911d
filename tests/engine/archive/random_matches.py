"""Random matches, with every kind of event that a record keeps."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from engine import Refusal
from engine.table.match import Match
from engine.table.record import Status
from tests.engine.setups import Setup

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
LONGEST_MATCH = 120
"""The most actions of a random match; one that is not over by then stays unfinished."""


def played(setup: Setup, seed: int, longest: int = LONGEST_MATCH) -> Match:
    """Return a random match with occasional agreements, resignations and takebacks.

    At most ``longest`` actions are taken.
    """
    rng = random.Random(seed)
    match = begun(setup, rng)
    for _ in range(longest):
        luck = rng.random()
        if match.status is Status.OVER:
            break
        if match.setting_up and luck > 0.03:
            match = set_up(match, rng)
        elif match.outcome is not None or (luck < 0.03 and match.position.agreements()):
            match = _agreed(match, rng)
        elif luck < 0.06:
            active = [n for n, seat in enumerate(match.position.seats) if seat.active]
            match = match.resign(match.players[rng.choice(active)], now=NOW, source=None)
        elif luck < 0.12 and not match.setting_up:
            match = _taken_back(match, rng)
        elif not match.setting_up:
            text = match.position.write(rng.choice(match.position.legal_moves()))
            person = match.players[match.position.turn]
            match = match.play(person, text, now=NOW, source=None, sure=True)
    return match


def begun(setup: Setup, rng: random.Random) -> Match:
    """Return a match that has begun, with person n on the nth seat."""
    people = range(1, setup.seats + 1)
    match = Match.challenge(
        guild=1,
        channel=2,
        game=setup.game,
        options=setup.options,
        host=1,
        opponents=people[1:],
        seat=0,
        now=NOW,
        source=None,
    )
    for person in people[1:]:
        match = match.accept(person, now=NOW, source=None, chance=rng)
    return match


def set_up(match: Match, rng: random.Random) -> Match:
    """Return a match after the next person has placed their pieces at random."""
    person = match.people[match.setting_up[0]]
    match = match.arrange(person, match.setup.completion, chance=rng)
    return match.ready(person, now=NOW, source=None)


def _agreed(match: Match, rng: random.Random) -> Match:
    """Return the match after everyone who can has offered the same agreement, chosen at random."""
    name = rng.choice(match.position.agreements()).name
    position = match.position
    for person in match.people:
        if match.status is Status.LIVE and match.position is position:
            try:
                match = match.offer_agreement(person, name, now=NOW, source=None)
            except Refusal:  # the agreement is not theirs to make, or they are out
                continue
    return match


def _taken_back(match: Match, rng: random.Random) -> Match:
    """Return the match after a random player took back their last turn, if they have one."""
    person = rng.choice(match.people)
    try:
        match = match.offer_takeback(person, now=NOW, source=None)
    except Refusal:
        return match
    for other in match.people:
        if match.offer is not None and other not in match.offer.agreed:
            try:
                match = match.agree(other, match.offer.number, now=NOW, source=None)
            except Refusal:  # they are out
                continue
    return match
