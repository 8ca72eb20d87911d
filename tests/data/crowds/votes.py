"""Matches of crowds, and steps of them, for the store's tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import engine
from data import Store
from engine.crowds.crowd import Crowd
from engine.crowds.terms import CrowdTerms, Way
from engine.table.match import Match
from engine.table.record import crowd
from tests.data.tables import CHANNEL, GUILD, HOST, START

ONE, TWO = crowd(1), crowd(2)
"""The ids of two crowds that play each other."""

PEOPLE = tuple(2**61 + number for number in range(8))
"""The ids of voters, of 62 bits, as some of Discord's will have."""

Step = Callable[[Crowd], Crowd]

MINUTE = timedelta(minutes=1)
VOTE = CrowdTerms(Way.VOTE, span=timedelta(hours=1))
RELAY = CrowdTerms(Way.RELAY)


def gathering(*, source: str | None = None, guild: int = GUILD, channel: int = CHANNEL) -> Match:
    """Return a new match of two crowds, not stored yet."""
    game = engine.games["frisian"]
    return Match.gathering(
        guild=guild,
        channel=channel,
        game=game,
        options=game.start().options,
        host=HOST,
        people=[ONE, TWO],
        now=START,
        source=source,
    )


async def made(
    store: Store,
    one: CrowdTerms = VOTE,
    two: CrowdTerms = RELAY,
    *,
    source: str | None = None,
    guild: int = GUILD,
) -> Match:
    """Store a new match of two crowds and return it."""
    return await store.crowds.create(gathering(source=source, guild=guild), {ONE: one, TWO: two})


async def change(store: Store, match_id: int, what: Step, user: int = ONE) -> Crowd:
    """Change a stored crowd in one unit of work, and return the crowd after it."""
    async with store.crowds.open(match_id, user) as table:
        table.crowd = what(table.crowd)
    return table.crowd


def begun(event: int = 1) -> Step:
    """Return a step that begins the crowd's turn after the match's event ``event``."""
    return lambda one: one.begin(event, now=one.entries[-1].at if one.entries else START)


def voted(person: int, text: str = "32-28", source: str | None = None) -> Step:
    """Return a step in which ``person`` votes, a minute after the last entry."""
    return lambda one: one.vote(person, text, now=one.entries[-1].at + MINUTE, source=source)


def moved(person: int, text: str = "19-23", source: str | None = None) -> Step:
    """Return a step in which ``person`` moves in a relay, a minute after the last entry."""
    return lambda one: one.move(person, text, now=one.entries[-1].at + MINUTE, source=source)


def at_end(crowd: Crowd) -> Crowd:
    """Return the crowd when its vote's time is over."""
    assert crowd.due is not None
    return crowd.tick(now=crowd.due)
