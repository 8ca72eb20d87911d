"""The losses of tournaments: people who leave the server, deleted channels, time in outages.

Discord does not tell the bot about people who leave. So the bot checks that people are present
before it pairs others with them.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from cogs.client.client import Damier
from cogs.events.conducting.bulletins import tell_organiser
from cogs.language.catalogues import translate
from cogs.members.directory import gone_from
from engine import Text
from engine.event_log import Repeated
from engine.table.record import OPEN
from engine.text import Words
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

ASKED_EVERY: Final = timedelta(minutes=10)
"""How often, at most, Discord is asked whether all people are still on the server."""

LONG: Final = timedelta(minutes=2)
"""The shortest outage whose time is given back; a restart takes less."""

AWAY: Final = Text("I was away for a while.")


class Losses:
    """Withdraws people who have left, pauses tournaments without a channel, restores lost time."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._asked: dict[int, datetime] = {}

    def forget(self, tournament: int) -> None:
        """Forget when Discord was asked about the people of a tournament that is over."""
        self._asked.pop(tournament, None)

    async def withdraw_gone(
        self, tournament: Tournament, guild: discord.Guild, now: datetime
    ) -> bool:
        """Withdraw people who have left the server, if people may be paired now.

        Discord is asked at most once per ``ASKED_EVERY``. Return whether anybody was withdrawn.
        """
        asked = self._asked.get(tournament.id)
        pairs = tournament.phase is Phase.RUNNING or tournament.is_starting(now)
        if not pairs or (asked is not None and now - asked < ASKED_EVERY):
            return False
        self._asked[tournament.id] = now
        gone = await gone_from(guild, [one for one in tournament.state.people if one > OPEN])

        def without(one: Tournament) -> Tournament:
            for person in gone:
                one = one.withdraw_gone(person, now=now)
            return one

        return bool(gone) and await self.bot.store.tournaments.change(tournament.id, without)

    async def give_back(self, since: datetime) -> None:
        """Give back the time of an outage to tournaments whose time ran out in it.

        The outage began at ``since`` and ends now. Short ones are ignored.
        """
        me, now = self.bot.user, self.bot.clock.now()
        if me is None or now - since < LONG:
            return
        store = self.bot.store.tournaments
        for number in await store.running():
            tournament = await store.load(number)
            guild = self.bot.get_guild(tournament.guild)
            reason = translate(AWAY, self.bot.preferences.locale_of(guild))
            change = partial(given_back, since=since, now=now, by=me.id, reason=reason)
            with suppress(Repeated):
                await store.change(number, change)

    async def pause_if_channel_gone(self, tournament: Tournament, guild: discord.Guild) -> bool:
        """Pause a tournament whose channel is deleted; return whether it is deleted."""
        if guild.get_channel_or_thread(tournament.channel) is not None:
            return False
        try:  # an archived thread is not in the cache
            await self.bot.fetch_channel(tournament.channel)
        except discord.NotFound:
            return await self._pause(tournament, guild)
        except (discord.DiscordException, OSError) as error:
            log.info("Channel %s of tournament %s: %r", tournament.channel, tournament.id, error)
        return False

    async def _pause(self, tournament: Tournament, guild: discord.Guild) -> bool:
        """Pause a tournament whose channel is gone, and tell the organiser how to resume it."""
        me, now = self.bot.user, self.bot.clock.now()
        if me is None:
            return True
        me_id, locale = me.id, self.bot.preferences.locale_of(guild)
        reason = translate(Text("Its channel is gone."), locale)

        def paused(one: Tournament) -> Tournament:
            if one.state.paused or one.is_over or one.channel != tournament.channel:
                return one
            return one.organising.pause(me_id, reason, now=now, source=None)

        if await self.bot.store.tournaments.change(tournament.id, paused):
            log.warning("Tournament %s is paused: its channel is gone", tournament.id)
            text = Text(
                "The channel of {name} on {server} is gone, so it is paused; nothing of it is "
                "lost. `/tournament here` in another channel continues it there.",
                name=Words(tournament.terms.name),
                server=Words(guild.name),
            )
            await tell_organiser(self.bot, tournament, guild, text)
        return True


def given_back(
    tournament: Tournament, *, since: datetime, now: datetime, by: int, reason: str
) -> Tournament:
    """Return a tournament with its start or its round's deadline delayed if that fell in an outage.

    The outage lasted from ``since`` until ``now``. People who could not check in, or finish a game,
    get as much time as it took, but not more than the whole check-in or round. ``by`` and
    ``reason`` go into the entry.
    """
    state, terms, lost = tournament.state, tournament.terms, now - since
    if state.paused or tournament.is_over:
        return tournament
    source = f"outage:{since.isoformat()}"
    if state.phase is Phase.CHECK_IN and state.starts is not None:
        starts = now + min(lost, terms.check_in)
        if since < state.starts <= now < starts:
            return tournament.organising.postpone(by, starts, reason, now=now, source=source)
    last = state.round
    timed = terms.form.traits.for_a_time
    if last is not None and not timed and since < last.deadline <= now:
        until = max(now + LONG, last.deadline + min(lost, terms.round_time))
        return tournament.organising.shift(by, until, reason, now=now, source=source)
    return tournament
