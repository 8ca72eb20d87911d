"""Matches of crowds, whose computers think in the test's own process."""

from __future__ import annotations

from simcord import MemberActor

from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import crowd
from tests.cogs.computers.conftest import answered, thoughts
from tests.cogs.conftest import Club

__all__ = ["thoughts"]


async def gathered(club: Club, words: str) -> Match:
    """Let Alice begin a match of crowds."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return (await club.matches())[-1]


async def typed(club: Club, who: MemberActor, *moves: str) -> Match:
    """Let somebody type moves; computers answer."""
    for move in moves:
        await who.send(club.channel, move)
        await answered(club)
    return (await club.matches())[-1]


async def crowd_of(club: Club, match: Match, number: int = 0) -> Crowd:
    """Return a crowd of a match as it is now."""
    return await club.store.crowds.load(match.id, crowd(number))


def played(match: Match) -> list[str]:
    """Return the moves of a match."""
    return [event.text for event in match.moves]
