"""Posts that change: those of rounds, and those with buttons that no longer do anything.

Posts of rounds fill with results as they come, and end with the standings.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import discord
from discord import ui

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts
from cogs.events.conducting.composers import Asked, Composer, Contents
from data import Bulletin, PostState
from engine.tournaments.stages import ASKING, posts_of_entry
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

REFUSED: Final = 400
"""The status of an edit that Discord refuses in this form, such as one with a new picture."""


class RoundPosts:
    """Keeps the posts of rounds up to date once they are sent, and takes buttons off others."""

    def __init__(self, bot: Damier, compose: Composer) -> None:
        self.bot = bot
        self._compose = compose
        self._posts = StandingPosts[tuple[int, int]]("post of round", bot, bot.clock, bot.paces)
        self._left: dict[int, set[int]] = {}
        """The entries whose posts have to be looked at, by tournament."""
        self._noted: dict[int, int] = {}
        """The last entry of each tournament for which posts were noted."""

    def ask_again(self, number: int) -> None:
        """Retry at once the posts of a tournament that Discord has refused."""
        self._posts.ask_again(lambda key: key[0] == number)

    def note(self, tournament: Tournament, version: int) -> None:
        """Note the posts changed by entries after the one of that number."""
        number, last = tournament.id, len(tournament.entries)
        since = max(version, self._noted.get(number, 0))
        left = self._left.setdefault(number, set())
        for entry in tournament.entries[since:]:
            left |= posts_of_entry(tournament, entry)
        self._noted[number] = last

    def note_since(self, tournament: Tournament, moment: datetime) -> None:
        """Note the posts that have changed since then: a crash may have left them outdated."""
        older = sum(entry.at < moment for entry in tournament.entries)
        self.note(tournament, older)

    async def bring_up_to_date(
        self, tournament: Tournament, bulletins: Sequence[Bulletin]
    ) -> float | None:
        """Edit the posts that have changed; return the seconds until one is due again."""
        number, waits = tournament.id, list[float]()
        left = self._left.get(number, set())
        for one in sorted(left):
            wait = 0.0
            sent = next((b for b in bulletins if b.number == one), None)
            if sent is not None and sent.state is PostState.SHOWN and sent.message is not None:
                post = RoundPost(self.bot, self._compose, tournament, sent)
                if not post.asks or await post.contents() is not None:
                    wait = await self._posts.try_to_show((number, one), post)
            if wait:
                waits.append(wait)
            else:
                left.discard(one)
        if tournament.is_over and not left:
            self._forget(number)
        return min(waits, default=None)

    def _forget(self, number: int) -> None:
        self._left.pop(number, None)
        self._noted.pop(number, None)
        self._posts.forget_but(lambda key: key[0] != number)


class RoundPost(LayoutPost):
    """The post of a round, or one that asked for something, as its bulletin was sent."""

    def __init__(
        self,
        bot: Damier,
        compose: Composer,
        tournament: Tournament,
        bulletin: Bulletin,
    ) -> None:
        place = bot.get_partial_messageable(bulletin.channel, guild_id=tournament.guild)
        super().__init__(place, bulletin.message)
        self._bot, self._marked, self._compose = bot, bot.outbox.marked, compose
        self._tournament, self._bulletin = tournament, bulletin
        self._entry = tournament.entries[bulletin.number - 1]
        self.asks = self._entry.kind in ASKING
        """Whether it only asked for something."""
        self._name = f"t{tournament.id:x}.{self._entry.number:x}"
        """The name that identifies it among the posts of the tournament."""

    async def contents(self) -> Contents | None:
        """Return the present contents, None if the post's table was paired again."""
        locale = self._bot.preferences.locale_of(self._bot.get_guild(self._tournament.guild))
        asked = Asked(self._bot, self._tournament, self._entry, locale, is_sent=True)
        return await self._compose(asked)

    async def compose(self) -> Layout:
        """Return how the round stands."""
        found = await self.contents()
        if found is None:
            raise ValueError(f"{self._bulletin} has no post.")
        self._marked.mark(found.layout, self._name)
        return Layout(found.layout, found.files)

    async def send(self, content: Layout) -> discord.Message:
        """Send it again: somebody has deleted it."""
        return await self._marked.send(self.place, self._name, Part(*content))

    async def edit(self, content: Layout) -> discord.Message | None:
        """Edit it; without the picture if Discord refuses one in an edit.

        If it only asked for something, and is deleted or inaccessible, leave it.
        """
        try:
            return await super().edit(content)
        except discord.HTTPException as error:
            gone = isinstance(error, discord.NotFound | discord.Forbidden)
            if gone and self.asks:
                log.info("%s keeps its buttons: %r", self._bulletin, error)
                return None
            if error.status != REFUSED or not content.files:
                raise
            log.info("The post of a round has no picture: %r", error)
        for item in [one for one in content.view.children if isinstance(one, ui.MediaGallery)]:
            content.view.remove_item(item)
        return await super().edit(Layout(content.view))

    async def note(self, message: int | None) -> None:
        """Store which message shows it; until then its earlier message is known."""
        if message is not None:
            await self._bot.store.bulletins.mark_shown(self._bulletin, message)
