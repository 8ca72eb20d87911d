"""The posts that show matches between servers: one on each, kept true."""

from __future__ import annotations

from collections.abc import Collection

import discord
from discord import ui

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts
from cogs.language.catalogues import translate_into
from cogs.members.mentions import board_links
from cogs.server_matches.server_card import Shown, card_of
from engine.server_matches.server_match import ServerMatch


class ServerPosts:
    """Sends the post of a match on a server once, and keeps it true."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._posts = StandingPosts[tuple[int, int]]("post of the match", bot, bot.clock, bot.paces)

    def forget_but(self, matches: Collection[int]) -> None:
        """Forget the posts of all matches but these: they are not looked at any more."""
        self._posts.forget_but(lambda key: key[0] in matches)

    def ask_again(self, number: int) -> None:
        """Do not wait any longer with the posts of a match that Discord has refused."""
        self._posts.ask_again(lambda key: key[0] == number)

    async def show(self, match: ServerMatch, side: int) -> float:
        """Send or edit the post of a side; return the seconds until that is due again, 0 for never.

        What Discord refuses is asked again after pauses that grow.
        """
        key = match.id, side
        message = await self.bot.store.servers.message_of(*key)
        post = ServerPost(self.bot, match, side, message)
        return await self._posts.try_to_show(key, post)


class ServerPost(LayoutPost):
    """The post of a match on the server of a side."""

    def __init__(self, bot: Damier, match: ServerMatch, side: int, message: int | None) -> None:
        where = match.sides[side]
        super().__init__(bot.get_partial_messageable(where.channel, guild_id=where.guild), message)
        self._bot, self._marked, self._match, self._side = bot, bot.outbox.marked, match, side
        self._mark = f"s{match.id:x}.{side}"
        """The name by which it is known among the posts of the channel."""

    async def compose(self) -> Layout:
        """Return the layout: the two servers, their teams and the boards."""
        match, side, store = self._match, self._side, self._bot.store
        guild = self._bot.get_guild(match.sides[side].guild)
        translated = translate_into(self._bot.preferences.locale_of(guild))
        made = [board.matches[side] for board in match.boards]
        twins = await store.some([one for one in made if one is not None])
        links = await board_links(store, twins, translated) if twins else {}
        view: ui.LayoutView = card_of(
            Shown(match, side, {one.id: one for one in twins}, links), translated
        )
        self._marked.mark(view, self._mark)
        return Layout(view)

    async def find(self) -> int | None:
        """Return the message that was sent before the bot was killed."""
        found = await self._marked.find(self.place, self._mark, self._match.created)
        return found.id if found is not None else None

    async def send(self, content: Layout) -> discord.Message:
        """Send it with its mark."""
        return await self._marked.send(self.place, self._mark, Part(content.view))

    async def note(self, message: int | None) -> None:
        """Store which message shows it."""
        await self._bot.store.servers.set_message(self._match.id, self._side, message)
