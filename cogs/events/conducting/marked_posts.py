"""Posts with a hidden number, to find them again: each is sent once.

A post of which the bot does not know whether it went out is looked for before it is sent again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Protocol
from zlib import crc32

import discord
from discord import ui
from discord.abc import Messageable

from cogs.bot.client import Damier
from cogs.delivery.match_messages import CLOCK_SKEW, DATABASE, history
from cogs.members.calls import Call
from cogs.members.preferences import Preferences
from engine.tournaments.record import Entry
from engine.tournaments.tournament import Tournament

FIRST_MARK: Final = 2**30
"""The marks of posts are from here on. Discord takes ids of components below twice as much."""

SEARCHED: Final = 300
"""The newest messages of a channel that are searched for a post that may have been sent."""


class Contents(Protocol):
    """A post's contents, the people it calls, and the posts that follow it."""

    @property
    def layout(self) -> ui.LayoutView:
        """Its components."""

    @property
    def files(self) -> Sequence[discord.File]:
        """The files that they show."""

    @property
    def calls(self) -> Collection[int]:
        """The people whom it pings, as far as they want that."""

    @property
    def more(self) -> Sequence[Contents]:
        """Further posts, if one cannot call all people."""


class Composer(Protocol):
    """Composes the post of an entry, or the private note to a ``person``; None: it needs none."""

    def __call__(
        self,
        bot: Damier,
        tournament: Tournament,
        entry: Entry,
        locale: discord.Locale,
        /,
        *,
        person: int | None = None,
    ) -> Awaitable[Contents | None]:
        """Return the post."""


CardComposer = Callable[
    [Tournament, Preferences, Mapping[int, str], discord.Locale],
    Awaitable[tuple[ui.LayoutView, list[discord.File]]],
]
"""Composes the card of a tournament as it stands."""


class MarkedPosts:
    """Sends the posts of tournaments with their marks, and finds them again."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._database = ""

    async def load(self) -> None:
        """Read the name of the database: another one of this bot has tournaments, too."""
        self._database = await self.bot.store.facts.get(DATABASE) or ""

    async def send(
        self,
        place: Messageable,
        name: str,
        layout: ui.LayoutView,
        files: Sequence[discord.File] = (),
        calls: Collection[int] = (),
        *,
        by: int | None = None,
        within: bool = False,
    ) -> discord.Message:
        """Send the post of that name; Discord takes it once within some minutes.

        It ``calls`` people because one of them did something (``by``), ``within`` an event that
        they are in, or because of the time.
        """
        self.mark(layout, name)
        call = Call(name, self.bot.clock.now(), by, within)
        called = await self.bot.preferences.pinged(calls, call)
        return await place.send(
            view=layout,
            files=list(files),
            nonce=f"{self._database}.{name}"[:25],
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=called, replied_user=False
            ),
        )

    def mark(self, layout: ui.LayoutView, name: str) -> None:
        """Add the hidden number of a named post to a layout."""
        next(layout.walk_children()).id = self._mark(name)

    async def find(self, place: Messageable, name: str, since: datetime) -> discord.Message | None:
        """Return the post of that name, sent after some moment, None if it is not there."""
        channel = await place._get_channel()
        mark = self._mark(name)
        async for message in history(self.bot, channel, SEARCHED):
            if message.created_at < since - CLOCK_SKEW:
                return None
            if message.author == self.bot.user and mark in _ids(message.components):
                return message
        return None

    def _mark(self, name: str) -> int:
        return FIRST_MARK + crc32(f"{self._database}.{name}".encode()) % FIRST_MARK


def _ids(components: Sequence[Any]) -> Iterator[int]:
    """Yield the ids of components, and of those inside them."""
    for component in components:
        yield component.id
        yield from _ids(getattr(component, "children", ()))
