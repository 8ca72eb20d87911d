"""The posts that show matches between servers: one on each, edited until it is true."""

from __future__ import annotations

import logging
from collections.abc import Collection, MutableMapping
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from cogs.abroad.server_card import Shown, card_of
from cogs.bot.client import Damier
from cogs.delivery.match_messages import UNKNOWN_MESSAGE
from cogs.events.conducting.marked_posts import MarkedPosts
from cogs.language.catalogues import translate_into
from cogs.members.mentions import board_links
from cogs.messages.layouts import components_of
from engine.abroad.server_match import ServerMatch

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds between two edits of a post: changes meanwhile come with the next one."""

OLD_EVERY: Final = 60.0
"""Seconds between two edits of a post that is older than an hour: Discord allows few."""

OLD_AFTER: Final = timedelta(hours=1)

RETRIED_AFTER: Final = 15.0
FORBIDDEN_FOR: Final = 300.0
"""Seconds until a post is tried again that failed, and where the bot may not write: the first time.
Each further pause is twice as long."""

LONGEST_PAUSE: Final = 3600.0
"""The most seconds until then."""


class ServerPosts:
    """Sends the post of a match on a server once, and keeps it true."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._marked = MarkedPosts(bot)
        self._messages: dict[tuple[int, int], int] = {}
        self._shown: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self._rested: dict[tuple[int, int], float] = {}
        self._pauses: dict[tuple[int, int], float] = {}
        """Seconds for which posts that Discord refused have waited the last time."""

    async def load(self) -> None:
        """Read by what posts of this bot are found."""
        await self._marked.load()

    def forget_but(self, matches: Collection[int]) -> None:
        """Forget the posts of all matches but these: they are not looked at any more."""
        kept: tuple[MutableMapping[tuple[int, int], Any], ...]
        kept = (self._messages, self._shown, self._rested, self._pauses)
        for known in kept:
            for key in [key for key in known if key[0] not in matches]:
                known.pop(key, None)

    def ask_again(self, number: int) -> None:
        """Do not wait any longer with the posts of a match that Discord has refused."""
        for key in [key for key in self._pauses if key[0] == number]:
            del self._pauses[key]
            self._rested.pop(key, None)

    async def show(self, match: ServerMatch, side: int) -> float:
        """Send or edit the post of a side; return the seconds until that is due again, 0 for never.

        What Discord refuses is asked again after pauses that grow.
        """
        key = match.id, side
        wait = self._rested.get(key, 0.0) - self.bot.clock.elapsed()
        if key in self._pauses and wait > 0:
            return wait
        try:
            wait = await self._show(match, side)
        except (discord.HTTPException, discord.RateLimited, OSError) as error:
            is_final = isinstance(error, discord.Forbidden | discord.NotFound)
            least = FORBIDDEN_FOR if is_final else RETRIED_AFTER
            pause = min(max(2 * self._pauses.get(key, 0.0), least), LONGEST_PAUSE)
            where = match.sides[side].guild
            log.info("The post of match %s in server %s: %r", match.id, where, error)
            self._pauses[key] = pause
            self._rested[key] = self.bot.clock.elapsed() + pause
            return pause
        self._pauses.pop(key, None)
        return wait

    async def _show(self, match: ServerMatch, side: int) -> float:
        """Send or edit the post of a side; return as ``show`` does. Raises Discord's errors."""
        key = match.id, side
        layout = await self._composed(match, side)
        message = self._messages.get(key)
        if message is None:
            message = await self.bot.store.servers.message_of(*key)
        if message is None:
            message = await self._send(match, side, layout)
            await self.bot.store.servers.set_message(*key, message)
        self._messages[key] = message
        shown = components_of(layout)
        if self._shown.get(key) == shown:
            return 0.0
        wait = self._rested.get(key, 0.0) - self.bot.clock.elapsed()
        if wait > 0:
            return wait
        return await self._edit(match, side, message, layout)

    async def _composed(self, match: ServerMatch, side: int) -> ui.LayoutView:
        guild = self.bot.get_guild(match.sides[side].guild)
        translated = translate_into(self.bot.preferences.locale_of(guild))
        made = [board.matches[side] for board in match.boards]
        twins = await self.bot.store.some([one for one in made if one is not None])
        links = await board_links(self.bot.store, twins, translated) if twins else {}
        layout = card_of(Shown(match, side, {one.id: one for one in twins}, links), translated)
        self._marked.mark(layout, _name(match, side))
        return layout

    async def _send(self, match: ServerMatch, side: int, layout: ui.LayoutView) -> int:
        """Send the post, unless it stands in the channel already; return its message."""
        place, name = self._place(match, side), _name(match, side)
        found = await self._marked.find(place, name, match.created)
        if found is not None:
            return found.id
        sent = await self._marked.send(place, name, layout)
        self._rest(match, side, sent.id, layout)
        return sent.id

    async def _edit(
        self, match: ServerMatch, side: int, message: int, layout: ui.LayoutView
    ) -> float:
        """Edit the post; one that somebody has deleted is sent anew."""
        edited = self._place(match, side).get_partial_message(message)
        try:
            await edited.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            self._messages.pop((match.id, side), None)
            await self.bot.store.servers.set_message(match.id, side, None)
            return EVERY
        self._rest(match, side, message, layout)
        return 0.0

    def _place(self, match: ServerMatch, side: int) -> discord.PartialMessageable:
        where = match.sides[side]
        return self.bot.get_partial_messageable(where.channel, guild_id=where.guild)

    def _rest(self, match: ServerMatch, side: int, message: int, layout: ui.LayoutView) -> None:
        """Note the components that the post shows, and let it rest."""
        old = self.bot.clock.now() - discord.utils.snowflake_time(message) > OLD_AFTER
        key = match.id, side
        self._shown[key] = components_of(layout)
        self._rested[key] = self.bot.clock.elapsed() + (OLD_EVERY if old else EVERY)
        if match.is_over:
            self._rested.pop(key)


def _name(match: ServerMatch, side: int) -> str:
    """Return the name by which the post is known among those of the channel."""
    return f"s{match.id:x}.{side}"
