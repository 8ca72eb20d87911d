"""A hall: a server's channel with a tournament in it, and the actions of its players.

Actions are stored directly, without messages or presses, as if the bot had done them by itself. So
whatever follows from them runs in the simulator's time. SimCord has no public way to arrange that
(``_BOT_SCOPE``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import discord
from discord import ui
from simcord import Env, MemberActor
from simcord._runtime import _BOT_SCOPE

import engine
from cogs.events.conducting.composers import Asked
from cogs.events.conducting.director import GRACE, TournamentDirector
from cogs.timekeeping.paces import USUAL
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Status, is_computer
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase, State
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club


class Plain(NamedTuple):
    """A post of one line."""

    layout: ui.LayoutView
    files: Sequence[discord.File] = ()
    calls: Sequence[int] = ()
    more: Sequence[Any] = ()


def line(text: str) -> ui.LayoutView:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    return layout


async def plain(asked: Asked) -> Plain:
    entry = asked.entry
    players = [p for t in entry.data.get("tables", ()) for p in t["players"]]
    return Plain(line(f"{asked.tournament.terms.name}: {entry.kind}"), calls=players)


def plain_card(tournament: Tournament, _: discord.Locale) -> ui.LayoutView:
    return line(f"card of {tournament.terms.name}: {tournament.phase}")


@contextmanager
def as_bot(env: Env) -> Iterator[None]:
    """Run the block as if the bot had started it."""
    before = _BOT_SCOPE.get()
    _BOT_SCOPE.set((env, env._generation))
    try:
        yield
    finally:
        _BOT_SCOPE.set(before)


@dataclass
class Hall:
    """A tournament of a club's server, by its number, with its players in order."""

    club: Club
    number: int
    players: list[MemberActor]

    @classmethod
    async def open(cls, club: Club, form: Form, players: int, **changed: object) -> Hall:
        """Open a tournament for which ``players`` new members have signed up.

        ``changed`` are terms that differ from the usual ones.
        """
        usual: dict[str, Any] = {
            "name": "Club evening",
            "form": form,
            "game": engine.games["frysk"],
            "options": {},
            "seats": 2,
            "time": TimeControl.read("1d"),
            "wanted": min(players, 4),
        }
        found = [
            club.guild.add_member(club.env.create_user(f"player{number}"))
            for number in range(players)
        ]
        now = club.bot.clock.now()
        tournament = Tournament.create(
            guild=club.guild.id,
            channel=club.channel.id,
            terms=Terms(**{**usual, **changed}),
            person=club.alice.id,
            now=now,
            source=None,
        )
        for player in found:
            tournament = tournament.join(player.id, every=True, now=now, source=None)
        with as_bot(club.env):
            created = await club.store.tournaments.create(tournament)
        hall = cls(club, created.id, found)
        await club.env.settle()
        return hall

    # The state

    async def tournament(self) -> Tournament:
        return await self.club.store.tournaments.load(self.number)

    async def state(self) -> State:
        return (await self.tournament()).state

    async def kinds(self, *but: Kind) -> list[Kind]:
        return [entry.kind for entry in (await self.tournament()).entries if entry.kind not in but]

    async def live(self) -> list[Match]:
        """Return the live matches, the oldest first."""
        return await self.club.matches(Status.LIVE)

    def said(self) -> list[str]:
        """Return the texts of all public posts in the channel, in order."""
        return [self.club.text(post).strip() for post in self.club.public()]

    # Actions

    async def do(self, change: Callable[[Tournament], Tournament]) -> None:
        """Apply a change to the tournament, and save it."""
        with as_bot(self.club.env):
            await self.club.store.tournaments.change(self.number, change)

    async def play(self, match: Match, play: Callable[[Match], Match]) -> None:
        """Apply a change to a match, and save it."""
        with as_bot(self.club.env):
            async with self.club.store.match(match.id) as table:
                table.match = play(table.match)

    async def wait(self, **span: float) -> None:
        """Let time pass, until the director has done all due work."""
        director = self.club.bot.cog(TournamentDirector)
        self.club.env.backend.advance_clock(timedelta(**span).total_seconds())
        await self.club.env.advance_time((GRACE + USUAL.events).total_seconds())
        while director.is_busy:
            await self.club.env.advance_time(USUAL.events.total_seconds())

    async def check_in(self, *but: int) -> None:
        """Let all players check in, except those whose indices are in ``but``."""
        while (await self.tournament()).phase is Phase.SIGN_UP:
            await self.wait(hours=6)
        for number, player in enumerate(self.players):
            if number not in but and not (await self.state()).entrants[player.id].checked_in:
                now = self.club.bot.clock.now()
                checked = partial(Tournament.check_in, person=player.id, now=now, source=None)
                await self.do(checked)

    async def start(self, *but: int) -> None:
        await self.check_in(*but)
        while (await self.tournament()).phase is Phase.CHECK_IN:
            await self.wait(hours=6)

    async def move(self, match: Match, absent: int = 0) -> None:
        """Let the person on turn play the first legal move, unless they are ``absent``."""

        def moved(one: Match) -> Match:
            person = one.people[one.position.turn]
            if person == absent:
                return one
            move = one.position.write(one.position.legal_moves()[0])
            return one.play(person, move, now=self.club.bot.clock.now(), source=None)

        await self.play(match, moved)

    async def finish(self, match: Match) -> None:
        """Let both sides of a match move, and the one with the higher id resign."""
        await self.move(match)
        await self.move(match)
        loser, now = max(match.people), self.club.bot.clock.now()
        await self.play(match, partial(Match.resign, person=loser, now=now, source=None))

    async def play_out(self) -> None:
        """Let all matches be played, round after round, until the tournament is over."""
        for _ in range(60):
            if (await self.tournament()).is_over:
                return
            for match in await self.live():
                if not any(map(is_computer, match.people)):
                    await self.finish(match)
            await self.wait(hours=6)
        raise AssertionError(f"It does not end: {(await self.tournament()).entries[-5:]}")
