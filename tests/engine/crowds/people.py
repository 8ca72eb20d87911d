"""Crowds for the tests of their rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from engine.crowds.crowd import Crowd
from engine.crowds.terms import CrowdTerms, Way

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

ANN, BOB, CID, DAN, EVE = range(1, 6)


def crowd_of(way: Way = Way.VOTE, *, begun: bool = True, **terms: Any) -> Crowd:  # noqa: ANN401 - passed on
    """Return a crowd that everybody may join; votes last an hour.

    Its first turn has begun unless ``begun`` is False.
    """
    given = {"span": HOUR} | terms
    crowd = Crowd(1, -1, 9, CrowdTerms(way, **given))
    return crowd.begin(1, now=NOON) if begun else crowd


def votes(crowd: Crowd, *cast: tuple[int, str], elector_count: int = 0) -> Crowd:
    """Return the crowd after these votes, each a minute after the entry before it."""
    for person, text in cast:
        at = crowd.since + MINUTE
        crowd = crowd.vote(person, text, now=at, source=None, elector_count=elector_count)
    return crowd


def moves(crowd: Crowd, *people: int) -> Crowd:
    """Return the relay after ``people`` have moved, each in a turn of two minutes."""
    for person in people:
        at = crowd.since + MINUTE
        crowd = crowd.move(person, f"by {person}", now=at, source=None)
        assert crowd.ballot is not None
        crowd = crowd.begin(crowd.ballot.event + 2, now=at + MINUTE)
    return crowd


def next_turn(crowd: Crowd, after: timedelta = MINUTE) -> Crowd:
    """Return the crowd in its next turn, begun a time ``after`` its last entry."""
    assert crowd.ballot is not None
    return crowd.begin(crowd.ballot.event + 2, now=crowd.since + after)


def ended(crowd: Crowd) -> Crowd:
    """Return the crowd when its vote's time is over."""
    assert crowd.due is not None
    return crowd.tick(now=crowd.due)
