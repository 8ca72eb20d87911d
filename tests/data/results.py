"""Live and ended matches for the tests of ratings and history."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import engine
from data import Store
from engine.table.match import Match
from engine.table.record import Status
from tests.data.tables import CHANNEL, GUILD, START, change
from tests.opening import under_way

ANN, BEN, CID, DOT = 11, 12, 13, 14
MODERATOR = 99


async def begun(
    store: Store,
    people: Sequence[int] = (ANN, BEN),
    *,
    game: str = "frisian",
    rated: bool = True,
    guild: int = GUILD,
    channel: int = CHANNEL,
    at: datetime = START,
) -> Match:
    """Store and return a live match in which the first of ``people`` has the first seat."""
    kind = engine.games[game]
    start = kind.start(len(people))
    host, *others = people
    match = await store.create(
        Match.challenge(
            guild=guild,
            channel=channel,
            game=kind,
            options=start.options,
            host=host,
            opponents=others,
            seat=0,
            now=at,
            source=None,
            rated=rated,
        ).begun(now=at, chance=random.Random(1))
    )
    for person in [user for user in others if user in match.persons]:
        match = await change(
            store,
            match.id,
            lambda m, person=person: m.accept(  # type: ignore[misc]
                person, now=at, source=None, chance=random.Random(1)
            ),
        )
    return match


async def ended(
    store: Store,
    people: Sequence[int] = (ANN, BEN),
    ranks: Sequence[int] = (1, 2),
    *,
    game: str = "frisian",
    rated: bool = True,
    guild: int = GUILD,
    channel: int = CHANNEL,
    after: timedelta = timedelta(),
) -> Match:
    """Store and return a match that ended ``after`` START; empty ``ranks`` are no result."""
    at = START + after
    match = await begun(store, people, game=game, rated=rated, guild=guild, channel=channel, at=at)
    return await decided(store, match, ranks, at)


async def decided(store: Store, match: Match, ranks: Sequence[int], at: datetime) -> Match:
    """Return the match after all have moved and a moderator has decided its result."""

    def decide(match: Match) -> Match:
        played = under_way(match, now=at) if match.status is Status.LIVE else match
        return played.adjudicate(MODERATOR, ranks, "because", now=at, source=None)

    return await change(store, match.id, decide)
