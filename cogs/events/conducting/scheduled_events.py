"""Discord's scheduled events for tournaments of one evening.

Discord reminds people who have pressed *Interested*. Scheduled events are an extra, for which the
bot may lack the permission: nothing waits for them or depends on them.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import EntityType, EventStatus, PrivacyLevel

from cogs.client.client import Damier
from cogs.events.event_rules import headline
from cogs.language.catalogues import plainly
from engine.text import Words
from engine.tournaments.state import Phase
from engine.tournaments.terms import Terms
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

EXHIBITION: Final = timedelta(hours=2)
"""The assumed duration of an exhibition, whose round has no end."""

LONGEST: Final = 100
"""The most characters that Discord allows in an event's name, and in its place."""

USUAL_ROUNDS: Final = 4
"""The number of rounds assumed if it depends on the number of players."""

AT_LEAST: Final = timedelta(minutes=1)
"""The least time until the start of a new scheduled event: Discord refuses one in the past."""

ACTIVE, OVER = "active", "over"
"""The stored state of a scheduled event that has begun, or that is over."""


class ScheduledEvents:
    """Creates, moves, begins and ends the scheduled events of tournaments.

    The state of an event is stored with its id, so that the event is created once, and edited only
    if its state has changed.
    """

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def see_to(self, tournament: Tournament, guild: discord.Guild) -> None:
        """Create or update the event of a tournament, if it is played in one evening.

        Do nothing if the bot lacks the permission. Raises Discord's errors if a new event is
        refused, or for a passing failure.
        """
        if not is_evening(tournament.terms):
            return
        fact = f"scheduled event of tournament {tournament.id}"
        written, _, shown = (await self.bot.store.facts.get(fact) or "").partition(" ")
        wanted = _wanted(tournament)
        if wanted is None or shown in {wanted, OVER}:
            return
        permissions = guild.me.guild_permissions
        if not (permissions.manage_events or permissions.create_events):
            return
        number = int(written or 0)
        if not number and wanted not in {ACTIVE, OVER}:
            number = await self._made(tournament, guild)
        elif number:
            try:
                await self._change(tournament, guild, number, wanted)
            except discord.HTTPException as error:
                if error.status >= 500 or error.status == 429:
                    raise
                log.info("Event %s of tournament %s: %r", number, tournament.id, error)
                wanted = OVER  # somebody has deleted the event, or ended it
        if number:
            await self.bot.store.facts.set(fact, f"{number} {wanted}")

    async def _made(self, tournament: Tournament, guild: discord.Guild) -> int:
        """Create the event of a tournament, unless a crash has left one, and return its id.

        Return 0 if the tournament has no start, or one too soon.
        """
        starts, number = tournament.state.starts, f"#{tournament.id}"
        if starts is None or starts < self.bot.clock.now() + AT_LEAST:
            return 0
        for known in await guild.fetch_scheduled_events(with_counts=False):
            ours = self.bot.user is not None and known.creator_id == self.bot.user.id
            if ours and (known.description or "").endswith(f"\n{number}"):
                return known.id
        terms, locale = tournament.terms, self.bot.preferences.locale_of(guild)
        link = f"https://discord.com/channels/{guild.id}/{tournament.channel}"
        made = await guild.create_scheduled_event(
            name=terms.name[:LONGEST],
            description=f"{plainly(headline(terms), locale)}\n{link}\n{number}",
            start_time=starts,
            end_time=_end(terms, starts),
            entity_type=EntityType.external,
            privacy_level=PrivacyLevel.guild_only,
            location=_place(tournament, guild),
        )
        return made.id

    async def _change(
        self, tournament: Tournament, guild: discord.Guild, number: int, wanted: str
    ) -> None:
        """Update an event to its wanted state. Raises Discord's errors."""
        event = await guild.fetch_scheduled_event(number, with_counts=False)
        starts = tournament.state.starts
        if wanted == ACTIVE:
            await event.edit(status=EventStatus.active)
        elif wanted == OVER:
            began = event.status is EventStatus.active
            await event.edit(status=EventStatus.completed if began else EventStatus.canceled)
        elif starts is not None:
            await event.edit(
                start_time=starts,
                end_time=_end(tournament.terms, starts),
                location=_place(tournament, guild),
            )


def is_evening(terms: Terms) -> bool:
    """Return whether a tournament is played live in one evening with a fixed start.

    Tournaments by appointment or by challenge are not.
    """
    live = terms.is_live and not terms.by_appointment and not terms.form.traits.by_challenge
    return live and terms.starts is not None


def _wanted(tournament: Tournament) -> str | None:
    """Return the state that a tournament's event should have: ``ACTIVE``, ``OVER``, or a start and
    a channel.

    Return None if the start is not known.
    """
    match tournament.phase:
        case Phase.RUNNING:
            return ACTIVE
        case Phase.OVER | Phase.CANCELLED:
            return OVER
    starts = tournament.state.starts
    return None if starts is None else f"{int(starts.timestamp())}.{tournament.channel}"


def _end(terms: Terms, starts: datetime) -> datetime:
    """Return the estimated end of a tournament that starts at ``starts``."""
    rounds = 1 if terms.form.traits.for_a_time else terms.rounds or USUAL_ROUNDS
    return starts + (rounds * terms.round_time or EXHIBITION)


def _place(tournament: Tournament, guild: discord.Guild) -> str:
    channel = guild.get_channel_or_thread(tournament.channel)
    return f"#{Words(channel.name) if channel is not None else tournament.channel}"[:LONGEST]
