"""Actions in exhibitions: time passes, people press buttons, matches are played to their ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
from simcord import MemberActor

from cogs.events.conducting.director import GRACE, TournamentDirector
from cogs.timekeeping.paces import USUAL
from engine.table.match import Match
from engine.table.record import OPEN
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club, private_text
from tests.cogs.events.hall import as_bot


async def pass_time(club: Club, seconds: float = 0) -> None:
    """Let time pass, until the director has done all due work."""
    director = club.bot.cog(TournamentDirector)
    club.env.backend.advance_clock(seconds)
    await club.env.advance_time((GRACE + USUAL.events).total_seconds())
    while director.is_busy:
        await club.env.advance_time(USUAL.events.total_seconds())


async def card_of(club: Club, tournament: Tournament) -> discord.Message:
    """Return the message of a tournament's card in the channel."""
    known = await club.store.tournaments.card_of(tournament.id)
    return next(message for message in club.messages if message.id == known.message)


async def press(club: Club, who: MemberActor, tournament: Tournament, label: str) -> str:
    """Press a button of a tournament's card; return the private answer."""
    shown = await card_of(club, tournament)
    return private_text(await who.click(shown, label=label))


async def change(club: Club, match: Match, do: Callable[[Match], Match]) -> Match:
    with as_bot(club.env):
        async with club.store.match(match.id) as table:
            table.match = do(table.match)
    await club.env.settle()
    return await club.store.load(match.id)


async def move(club: Club, match: Match) -> Match:
    """Let the person on turn play the first legal move; return the resulting match."""
    text = match.position.write(match.position.legal_moves()[0])
    person, now = match.people[match.position.turn], club.bot.clock.now()
    return await change(
        club, match, partial(Match.play, person=person, text=text, now=now, source=None)
    )


async def resign(club: Club, match: Match, person: int) -> None:
    """Let a match get under way, if it is not, and a person resign it."""
    while not match.is_under_way:
        assert match.people[match.position.turn] > OPEN
        match = await move(club, match)
    now = club.bot.clock.now()
    await change(club, match, partial(Match.resign, person=person, now=now, source=None))
