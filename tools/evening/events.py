"""Events held by an organiser: Swiss, knockout, season, arena, ladder, and a cancelled one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from cogs.client.client import Damier
from cogs.events.conducting.director import GRACE, TournamentDirector
from cogs.timekeeping.paces import USUAL
from engine.table.match import Match
from engine.table.record import Status
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament
from tools.evening.club import Club

DAY = timedelta(days=1).total_seconds()
HOUR = timedelta(hours=1).total_seconds()

MOST_STEPS = 200


async def swiss(club: Club) -> None:
    """Act out a Swiss held by Ann: one player enters late, one is replaced, one is removed."""
    await _open(club, "swiss", "frysk 1d", ("Ann", "Ben", "Cleo", "Dov", "Erin"))
    await club.say("Finn", "@bot tournament 1", "@bot tournoi 1")
    await _round(club, draw=("Ann", "Ben"))
    await club.press("Finn", "text-event:join")
    club.heading("A round is paired by hand")
    await _organise(club, "pair")
    await club.choose("Ann", "menu-intervene:first", _id(club, "Cleo"))
    await club.choose("Ann", "menu-intervene:second", _id(club, "Finn"))
    await _until_paired(club, 2)
    club.heading("A pause in the middle of clocks")
    (first, *_) = await _live(club)
    await club.move_in(first)
    await _fill(club, "pause", "the club room is flooded")
    await _wait(club, 3 * HOUR)
    await club.slash("Ben", "games")
    await _wait(club, 2 * DAY)
    await _organise(club, "resume")
    await _round(club)
    club.heading("A corrected result")
    await _organise(club, "decide")
    await club.choose("Ann", "menu-organise:table", 0)
    await club.choose("Ann", "menu-organise:result", 0)
    await club.fill_form("Ann", "the scores were turned")
    await _settle(club)
    club.heading("One is replaced, one is taken out")
    await _organise(club, "players")
    await club.choose("Ann", "menu-intervene:old", _id(club, "Dov"))
    await club.choose_person("Ann", "Gus")
    await club.fill_form("Ann", "")
    await _settle(club)
    await _organise(club, "players")
    await club.choose("Ann", "menu-intervene:out", _id(club, "Erin"))
    await club.fill_form("Ann", "she never answers")
    await _settle(club)
    for _ in range(MOST_STEPS):
        if (await _tournament(club)).is_over:
            break
        await _round(club)
    await club.press("Ben", "text-event:table")


async def knockout(club: Club) -> None:
    """Act out a knockout of six held by Ann, with draws."""
    await _open(club, "knockout", "frysk 1d", ("Ann", "Ben", "Cleo", "Dov", "Erin", "Finn"))
    for _ in range(MOST_STEPS):
        if (await _tournament(club)).is_over:
            break
        club.heading("A round")
        games = await _live(club)
        for match in games[:1]:
            await club.draw(match)
        for match in games[1:]:
            await club.finish(match)
        await _settle(club)
        await _wait(club, HOUR)
        for match in await _live(club):
            await club.draw(match)
        await _settle(club)
    await club.press("Ben", "text-event:table")


async def season(club: Club) -> None:
    """Act out a league of five: nobody resigns for two of them, and one never moves."""
    await _open(club, "league", "frysk 1d", ("Ann", "Ben", "Cleo", "Dov", "Erin"))
    slow, never = {"Ben", "Cleo"}, "Erin"
    for _ in range(MOST_STEPS):
        if (await _tournament(club)).is_over:
            break
        for match in await _live(club):
            who = club.name_of(match.people[match.position.turn])
            if who == never:
                continue
            if len(match.turns) >= 6 and who not in slow:
                await club.resign(match, who)
            else:
                await club.move_in(match)
        await _wait(club, DAY / 2)
    await club.press("Ben", "text-event:table")


async def arena(club: Club) -> None:
    """Act out an arena of Halma for four, with five players, which Ann ends."""
    await _open(club, "arena", "halma 4 5m", ("Ann", "Ben", "Cleo", "Dov", "Erin"))
    for _ in range(3):
        for match in await _live(club):
            for _ in range(8):
                await club.move_in(match)
            for person in list(match.persons)[1:]:
                await club.resign(match, club.name_of(person))
        await _wait(club, 60)
    await club.press("Ben", "text-event:next")
    await _fill(club, "end", "it is late")
    await club.press("Ben", "text-event:table")


async def ladder(club: Club) -> None:
    """Act out a ladder of four with three challenges."""
    await _open(club, "ladder", "frysk 1d", ("Ann", "Ben", "Cleo", "Dov"))
    for challenger, above in (("Dov", "Cleo"), ("Ben", "Ann"), ("Cleo", "Dov")):
        await club.press(challenger, "text-event:dare")
        await club.choose(challenger, "menu-event:dare", _id(club, above))
        await _wait(club, 60)
        (match,) = await _live(club)
        if challenger == "Cleo":
            await club.draw(match)
        else:
            await club.finish(match, loser=above)
        await _wait(club, 60)
    await club.press("Ben", "text-event:table")


async def cancelled(club: Club) -> None:
    """Act out a Swiss that Ann cancels while its matches are live."""
    await _open(club, "swiss", "frysk 1d", ("Ann", "Ben", "Cleo", "Dov"))
    for match in await _live(club):
        await club.move_in(match)
    club.quiet = False
    await _fill(club, "cancel", "the heating is broken")
    await _settle(club)
    await _wait(club, DAY)
    await club.slash("Ben", "games")
    await club.say("Ben", "@bot tournament list", "@bot tournoi liste")


# Common steps


async def _open(club: Club, form: str, words: str, people: Sequence[str]) -> None:
    """Have Ann create an event, and people join and check in; wait until it has started.

    ``words`` are the game, its option if any, and the time limit.
    """
    game, *rest = words.split()
    options = {"time": rest[-1]} | ({"options": rest[0]} if rest[1:] else {})
    await club.slash("Ann", "tournament create", game=game, form=form, **options)
    await club.press("Ann", "text-newevent:create")
    for name in people:
        await club.press(name, "text-event:join")
    await club.press("Ben", "text-event:rules")
    for _ in range(MOST_STEPS):
        phase = (await _tournament(club)).phase
        if phase is Phase.RUNNING:
            break
        if phase is Phase.CHECK_IN:
            waiting = (await _tournament(club)).state.entrants
            for name in people:
                if not waiting[club.members[name].id].checked_in:
                    await club.press(name, "text-event:in")
        await _wait(club, DAY / 8)
    await _settle(club)
    club.heading("It has begun")


async def _tournament(club: Club) -> Tournament:
    return await club.store.tournaments.load(1)


async def _live(club: Club) -> list[Match]:
    return await club.store.matches(status=Status.LIVE)


def _id(club: Club, name: str) -> str:
    return str(club.members[name].id)


async def _round(club: Club, draw: Sequence[str] = ()) -> None:
    """Have all live matches finished; that of the two in ``draw`` ends in a draw."""
    club.heading("A round is played")
    for match in await _live(club):
        if {club.name_of(one) for one in match.persons} == {*draw}:
            await club.draw(match)
        else:
            await club.finish(match)
        await _settle(club)
    await _wait(club, HOUR)


async def _until_paired(club: Club, number: int) -> None:
    for _ in range(MOST_STEPS):
        if len((await _tournament(club)).state.rounds) >= number:
            break
        await _wait(club, HOUR)
    await _settle(club)


async def _organise(club: Club, what: str) -> None:
    """Have Ann open the organiser's panel of event 1, and press the button ``what``."""
    await club.slash("Ann", "tournament show", number=1)
    await club.press("Ann", "text-organise:panel")
    where = "intervene" if what in {"pair", "players", "change", "message"} else "organise"
    await club.press("Ann", f"text-{where}:{what}")
    await _settle(club)


async def _fill(club: Club, what: str, text: str) -> None:
    await _organise(club, what)
    await club.fill_form("Ann", text)
    await _settle(club)


async def _settle(club: Club) -> None:
    await _wait(club, 20)


async def _wait(club: Club, seconds: float) -> None:
    """Let some seconds pass, wait until everything due has happened, and print new posts."""
    bot = club.env.bot
    assert isinstance(bot, Damier)
    director = bot.cog(TournamentDirector)
    club.env.backend.advance_clock(seconds)
    await club.env.advance_time((GRACE + USUAL.events).total_seconds())
    for _ in range(MOST_STEPS):
        if not director.is_busy:
            break
        await club.env.advance_time(USUAL.events.total_seconds())
    club.read()
