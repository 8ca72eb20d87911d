"""Tournament posts that change: those of rounds, and those whose buttons have no use any more.

A round's post shows results as they come in, and finally the standings.
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
"""The HTTP status of an edit whose contents Discord refuses, such as a new picture."""


class RoundPosts:
    """Keeps sent posts of rounds up to date, and removes useless buttons from other posts."""

    def __init__(self, bot: Damier, compose: Composer) -> None:
        self.bot = bot
        self._compose = compose
        self._posts = StandingPosts[tuple[int, int]]("post of round", bot, bot.clock, bot.paces)
        self._left: dict[int, set[int]] = {}
        """The numbers of the entries whose posts may be outdated, by tournament."""
        self._noted: dict[int, int] = {}
        """The number of the last entry whose outdated posts were noted, by tournament."""

    def ask_again(self, number: int) -> None:
        """Retry at once the posts of a tournament that Discord has refused."""
        self._posts.ask_again(lambda key: key[0] == number)

    def note(self, tournament: Tournament, version: int) -> None:
        """Note the posts outdated by entries after the one numbered ``version``."""
        number, last = tournament.id, len(tournament.entries)
        since = max(version, self._noted.get(number, 0))
        left = self._left.setdefault(number, set())
        for entry in tournament.entries[since:]:
            left |= posts_of_entry(tournament, entry)
        self._noted[number] = last

    def note_since(self, tournament: Tournament, moment: datetime) -> None:
        """Note the posts outdated by entries since ``moment``, after a crash."""
        older = sum(entry.at < moment for entry in tournament.entries)
        self.note(tournament, older)

    async def bring_up_to_date(
        self, tournament: Tournament, bulletins: Sequence[Bulletin]
    ) -> float | None:
        """Edit the noted posts of a tournament whose ``bulletins`` were sent.

        Return the seconds until a post is due again, None if none is left.
        """
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
    """The sent post of a bulletin: of a round, or of an entry that asked for something."""

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
        """Whether the post only asked for something, rather than showing a round."""
        self._name = f"t{tournament.id:x}.{self._entry.number:x}"
        """The name that identifies the post among all marked posts."""

    async def contents(self) -> Contents | None:
        """Return the present contents, None if the entry has no post any more."""
        locale = self._bot.preferences.locale_of(self._bot.get_guild(self._tournament.guild))
        asked = Asked(self._bot, self._tournament, self._entry, locale, is_sent=True)
        return await self._compose(asked)

    async def compose(self) -> Layout:
        """Return the present layout and files, with the post's mark.

        Raises ValueError if the entry has no post any more.
        """
        found = await self.contents()
        if found is None:
            raise ValueError(f"{self._bulletin} has no post.")
        self._marked.mark(found.layout, self._name)
        return Layout(found.layout, found.files)

    async def send(self, content: Layout) -> discord.Message:
        """Send the post again, after somebody has deleted it."""
        return await self._marked.send(self.place, self._name, Part(*content))

    async def edit(self, content: Layout) -> discord.Message | None:
        """Edit the post, without its picture if Discord refuses that in an edit.

        A post that only asked for something is left alone if it is deleted or inaccessible.
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
        """Store the post's new message; ``None`` keeps the stored one until there is another."""
        if message is not None:
            await self._bot.store.bulletins.mark_shown(self._bulletin, message)
