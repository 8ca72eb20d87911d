"""Challenges and matches for the store's tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import engine
from data import Store
from engine.table.match import Match

HOST = 2**63 - 1
OPPONENT = 80_351_110_224_678_912
GUILD = 2**62 + 1
CHANNEL = 2**62 + 2
START = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def challenge(
    *, source: str | None = None, channel: int = CHANNEL, guild: int = GUILD, host: int = HOST
) -> Match:
    """Return a new challenge, not stored yet."""
    game = engine.games["frisian"]
    return Match.challenge(
        guild=guild,
        channel=channel,
        game=game,
        options=game.start().options,
        host=host,
        opponents=[OPPONENT],
        seat=0,
        now=START,
        source=source,
    )


def accepted(match: Match, source: str | None = None) -> Match:
    """Return the match after its challenge has been accepted."""
    return match.accept(OPPONENT, now=START, source=source, chance=random.Random(7))


def turn(match: Match, source: str | None = None, *, choice: int = 0) -> Match:
    """Return the match after a legal move of the seat to move, a second after the last event."""
    moves = match.position.legal_moves()
    return match.play(
        match.people[match.position.turn],
        match.position.write(moves[choice % len(moves)]),
        now=match.events[-1].at + timedelta(seconds=1),
        source=source,
    )


async def change(store: Store, match_id: int, what: Callable[[Match], Match]) -> Match:
    """Change a stored match in one unit of work, and return the match after it."""
    async with store.match(match_id) as table:
        table.match = what(table.match)
    return table.match


async def live(store: Store, turns: int = 0) -> Match:
    """Store and return a live match after ``turns`` turns."""
    match = await store.create(challenge())
    match = await change(store, match.id, accepted)
    for _ in range(turns):
        match = await change(store, match.id, turn)
    return match
