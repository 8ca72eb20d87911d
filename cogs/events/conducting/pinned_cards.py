"""The cards of tournaments: sent once, pinned where that is allowed, edited until they are true."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final
from zlib import crc32

import discord

from cogs.bot.client import Damier
from cogs.delivery.match_messages import FAILING, UNKNOWN_MESSAGE
from cogs.events.conducting.marked_posts import CardComposer, MarkedPosts
from cogs.messages.layouts import components_of
from data import Card
from engine.tournaments.conduct import Tournament
from engine.tournaments.terms import Recurs

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds between two edits of a card: changes meanwhile come with the next edit."""

OLD_EVERY: Final = 60.0
"""Seconds between two edits of a card that is older than an hour: Discord allows few."""

OLD_AFTER: Final = timedelta(hours=1)

LONGEST_PAUSE: Final = 900.0
"""Seconds: if Discord refuses edits, each pause is twice as long as the one before, up to this."""

PIN_SEEN_WITHIN: Final = 3.0
"""Seconds within which Discord's line about a pinned card comes."""


class PinnedCards:
    """Keeps the card of each tournament true."""

    def __init__(self, bot: Damier, posts: MarkedPosts, compose: CardComposer) -> None:
        self.bot = bot
        self._posts = posts
        self._compose = compose
        self.stale: set[int] = set()
        """Tournaments whose card shows boards that have changed since."""
        self._shown: dict[int, list[Any]] = {}
        """What the cards show, by which a change is noticed."""
        self._rested: dict[int, float] = {}
        """When cards may be edited again, by the clock that nobody can set."""
        self._pauses: dict[int, float] = {}

    async def bring_up_to_date(self, tournament: Tournament, card: Card, *, again: bool) -> float:
        """Send or edit a card; return the seconds until that is to be done again, 0 for none.

        ``again`` says that it may have been sent without the bot knowing. Raises Discord's errors
        if it cannot be sent.
        """
        wait = await self._bring_up_to_date(tournament, card, again=again)
        if tournament.is_over and not wait and tournament.id not in self.stale:
            for known in (self._shown, self._rested, self._pauses):
                known.pop(tournament.id, None)
        return wait

    async def _bring_up_to_date(self, tournament: Tournament, card: Card, *, again: bool) -> float:
        version = len(tournament.entries)
        if card.message is None or card.channel != tournament.channel:
            await self._send(tournament, again=again)
            return 0.0
        if card.version >= version and tournament.id not in self.stale:
            return 0.0
        elapsed = self.bot.clock.elapsed
        wait = self._rested.get(tournament.id, 0.0) - elapsed()
        if wait > 0:
            return wait
        self.stale.discard(tournament.id)
        layout, files = await self._composed(tournament)
        shown = _shown_by(layout, files)
        if self._shown.get(tournament.id) != shown:
            pause = await self._edit(tournament, card.message, layout, files)
            if pause is not None:
                self.stale.add(tournament.id)
                self._rested[tournament.id] = elapsed() + pause
                return pause
            self._shown[tournament.id] = shown
        if card.version < version:
            await self._unpin_at_the_end(tournament, card)
            await self.bot.store.tournaments.set_card(
                tournament.id, tournament.channel, card.message, version
            )
        return 0.0

    async def _composed(
        self, tournament: Tournament
    ) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        locale = self.bot.preferences.locale_of(self.bot.get_guild(tournament.guild))
        layout, files = await self._compose(tournament, self.bot.preferences, {}, locale)
        self._posts.mark(layout, _name(tournament))
        return layout, files

    async def _send(self, tournament: Tournament, *, again: bool) -> None:
        """Send the card, unless it stands in the channel already; and try to pin it."""
        place = self.bot.get_partial_messageable(tournament.channel, guild_id=tournament.guild)
        name = _name(tournament)
        version = len(tournament.entries)
        message = None
        if again:
            since = tournament.entries[0].at
            message = await self._posts.find(place, name, since)
            version = 0 if message else version  # it shows what there was then
        if message is None:
            layout, files = await self._composed(tournament)
            shown = _shown_by(layout, files)
            message = await self._posts.send(place, name, layout, files)
            self._shown[tournament.id] = shown
        self._rest(tournament.id, message.id)
        await self.bot.store.tournaments.set_card(
            tournament.id, tournament.channel, message.id, version
        )
        await self._pin(tournament, message)

    async def _edit(
        self,
        tournament: Tournament,
        message: int,
        layout: discord.ui.LayoutView,
        files: list[discord.File],
    ) -> float | None:
        """Edit a card; return None if that is done, or the seconds until it is tried again.

        One that somebody has deleted is sent anew.
        """
        place = self.bot.get_partial_messageable(tournament.channel, guild_id=tournament.guild)
        try:
            await place.get_partial_message(message).edit(
                view=layout, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )
        except (discord.DiscordServerError, discord.Forbidden):
            raise
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.NotFound):
                if error.code != UNKNOWN_MESSAGE:
                    raise
                log.info("The card of tournament %s is sent anew: %r", tournament.id, error)
                await self.bot.store.tournaments.set_card(tournament.id, None, None, 0)
                return EVERY
            pause = min(2 * self._pauses.get(tournament.id, EVERY), LONGEST_PAUSE)
            log.info("The card of tournament %s waits %g s: %r", tournament.id, pause, error)
            self._pauses[tournament.id] = pause
            return pause
        self._pauses.pop(tournament.id, None)
        self._rest(tournament.id, message)
        return None

    def _rest(self, tournament: int, message: int) -> None:
        """Let a card rest after it was sent or edited."""
        old = self.bot.clock.now() - discord.utils.snowflake_time(message) > OLD_AFTER
        span = OLD_EVERY if old else EVERY
        self._rested[tournament] = self.bot.clock.elapsed() + span

    async def _unpin_at_the_end(self, tournament: Tournament, card: Card) -> None:
        """Unpin the card of a tournament that is over, if another one follows it by itself.

        A channel has room for few pins.
        """
        ended, message = tournament.state.ended, card.message
        recurs = tournament.terms.recurs is not Recurs.NEVER
        if not recurs or ended is None or message is None or card.version >= ended.number:
            return
        place = self.bot.get_partial_messageable(tournament.channel, guild_id=tournament.guild)
        try:
            await place.get_partial_message(message).unpin()
        except (discord.HTTPException, *FAILING) as error:
            log.info("The card of tournament %s is not unpinned: %r", tournament.id, error)

    async def _pin(self, tournament: Tournament, message: discord.Message) -> None:
        """Pin a new card if the bot may, and delete the line in which Discord says so."""
        guild = self.bot.get_guild(tournament.guild)
        place = guild.get_channel_or_thread(tournament.channel) if guild else None
        if guild is None or place is None or not place.permissions_for(guild.me).pin_messages:
            return

        def is_line(line: discord.Message) -> bool:
            about = line.reference.message_id if line.reference else None
            return line.type is discord.MessageType.pins_add and about == message.id

        told = asyncio.ensure_future(
            self.bot.wait_for("message", check=is_line, timeout=PIN_SEEN_WITHIN)
        )
        try:
            await message.pin()
            await (await told).delete()
        except TimeoutError:
            log.info("Discord says nothing about the pinned card of tournament %s", tournament.id)
        except (discord.HTTPException, *FAILING) as error:
            log.info("The card of tournament %s is not pinned: %r", tournament.id, error)
        finally:
            told.cancel()


def _name(tournament: Tournament) -> str:
    """Return the name by which the card of a tournament is known among its posts."""
    return f"t{tournament.id:x}.0"


def _shown_by(layout: discord.ui.LayoutView, files: Sequence[discord.File]) -> list[Any]:
    """Return the components of a layout, and the sums of its files, to be compared."""
    return [*components_of(layout), *map(_sum_of, files)]


def _sum_of(file: discord.File) -> int:
    file.reset()
    found = crc32(file.fp.read())
    file.reset()
    return found
