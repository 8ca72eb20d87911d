"""Ended matches, for the tests of histories and ratings."""

from __future__ import annotations

import random
from collections.abc import Sequence

import discord
from simcord import ChannelHandle, MemberActor

import engine
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import Club
from tests.opening import under_way

MODERATOR = 99
"""The id of a person who plays in none of the matches."""


async def posted(club: Club) -> None:
    """Wait until everything is posted and the earlier posts are edited."""
    await club.posted()


async def begun(
    club: Club,
    people: Sequence[MemberActor] | None = None,
    *,
    game: str = "frisian",
    rated: bool = True,
    channel: ChannelHandle | None = None,
    guild: int | None = None,
) -> Match:
    """Store a live match with the first person on the first seat; wait for its board.

    ``people`` are Alice and Bob if None.
    """
    match = await _stored(club, people, game, channel, guild, rated=rated)
    await posted(club)
    return match


async def _stored(
    club: Club,
    people: Sequence[MemberActor] | None,
    game: str,
    channel: ChannelHandle | None,
    guild: int | None = None,
    *,
    rated: bool,
) -> Match:
    """Store a live match, without waiting for its board."""
    first, second = people or (club.alice, club.bob)
    kind = engine.games[game]
    now = discord.utils.utcnow()
    match = Match.challenge(
        guild=guild or club.guild.id,
        channel=(channel or club.channel).id,
        game=kind,
        options=kind.start().options,
        host=first.id,
        opponents=[second.id],
        seat=0,
        now=now,
        source=None,
        rated=rated,
    )
    accepted = match.accept(second.id, now=now, source=None, chance=random.Random(1))
    return await club.store.create(accepted)


async def decided(club: Club, match: Match, ranks: Sequence[int] = (1, 2)) -> Match:
    """End a match by a moderator's decision, after all have moved.

    Empty ``ranks`` mean that the match has no result.
    """
    now = discord.utils.utcnow()
    async with club.store.match(match.id) as table:
        played = table.match
        if played.status is Status.LIVE:
            played = under_way(played, now=now)
        table.match = played.adjudicate(MODERATOR, ranks, "As agreed.", now=now, source=None)
    await posted(club)
    return table.match


async def ended(
    club: Club,
    people: Sequence[MemberActor] | None = None,
    ranks: Sequence[int] = (1, 2),
    *,
    game: str = "frisian",
    rated: bool = True,
    channel: ChannelHandle | None = None,
    times: int = 1,
) -> Match:
    """Store ``times`` matches that ended with ``ranks``, a minute apart; return the last one."""
    for _ in range(times):
        club.env.backend.advance_clock(60)
        match = await _stored(club, people, game, channel, rated=rated)
        match = await decided(club, match, ranks)
    return match
