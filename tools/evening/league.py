"""Four people in a league over its weeks; one of them never comes."""

from __future__ import annotations

from datetime import timedelta

from cogs.client.client import Damier
from cogs.events.conducting.director import GRACE, TournamentDirector
from cogs.timekeeping.paces import USUAL
from engine.table.record import Status
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament
from tools.evening.club import Club

DAY = timedelta(days=1).total_seconds()

NEVER_COMES = "Dov"

MOST_DAYS = 60


async def league(club: Club) -> None:
    """Act out a league that Ann creates, to the end of its season."""
    await club.slash("Ann", "tournament create", game="frysk", form="league")
    await club.press("Ann", "text-newevent:create")
    for name in ("Ann", "Ben", "Cleo", NEVER_COMES):
        await club.press(name, "text-event:every")
    await club.press("Cleo", "text-event:rules")
    await _until(club, Phase.CHECK_IN)
    for name in ("Ann", "Ben", "Cleo", NEVER_COMES):
        await club.press(name, "text-event:in")
    await _until(club, Phase.RUNNING)
    await club.press("Ben", "text-event:next")
    for _ in range(MOST_DAYS):
        if (await _tournament(club)).is_over:
            break
        await _play(club)
        await _wait(club, DAY * 0.4)
    await club.press("Cleo", "text-event:table")
    await club.slash("Ben", "tournament list")
    await club.say("Ben", "@bot tournament list", "@bot tournoi liste")


async def _tournament(club: Club) -> Tournament:
    return await club.store.tournaments.load(1)


async def _until(club: Club, phase: Phase) -> None:
    """Skip hours until the tournament is in a phase."""
    for _ in range(MOST_DAYS):
        if (await _tournament(club)).phase is phase:
            return
        await _wait(club, DAY / 4)


async def _play(club: Club) -> None:
    """Have the members who come make their moves of the day.

    To be quick, they resign after four turns of a match.
    """
    for match in await club.store.matches(status=Status.LIVE):
        who = club.name_of(match.people[match.position.turn])
        if who == NEVER_COMES:
            continue
        if len(match.turns) >= 4:
            await club.resign(match, who)
        else:
            await club.move_in(match)


async def _wait(club: Club, seconds: float) -> None:
    """Let some seconds pass, wait until everything due has happened, and print new posts."""
    bot = club.env.bot
    assert isinstance(bot, Damier)
    director = bot.cog(TournamentDirector)
    club.env.backend.advance_clock(seconds)
    await club.env.advance_time((GRACE + USUAL.events).total_seconds())
    while director.is_busy:
        await club.env.advance_time(USUAL.events.total_seconds())
    club.read()
