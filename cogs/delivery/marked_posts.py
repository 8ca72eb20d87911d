"""Posts marked with a hidden number, to find them again: each is sent once.

If the bot does not know whether a post went out, it looks for it before sending it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final, NamedTuple
from zlib import crc32

import discord
from discord import ui
from discord.abc import Messageable

from cogs.delivery.match_messages import DATABASE, find_own
from cogs.members.calls import Call
from cogs.members.preferences import Preferences
from cogs.timekeeping.discord_clock import DiscordClock
from data import Store

FIRST_MARK: Final = 2**30
"""The lowest mark of a post. Discord takes ids of components below twice this number."""

SEARCHED: Final = 300
"""The newest messages of a channel searched for a post that may have been sent."""

LONGEST_NONCE: Final = 25
"""The most characters of the nonce by which Discord drops a repeated message."""


class Part(NamedTuple):
    """A message: its layout and files, and the people it calls, if they allow that.

    ``by`` is the person whose action calls them, None if the time does. ``within`` says that they
    are already in the event concerned.
    """

    layout: ui.LayoutView
    files: Sequence[discord.File] = ()
    calls: Collection[int] = ()
    by: int | None = None
    within: bool = False


class MarkedPosts:
    """Sends posts with their marks, and finds them again. Each post has a name of its own."""

    def __init__(
        self, client: discord.Client, store: Store, preferences: Preferences, clock: DiscordClock
    ) -> None:
        self._client, self._store = client, store
        self._preferences, self._clock = preferences, clock
        self._database = ""

    async def load(self) -> None:
        """Read the database's name: another database of this bot has posts of the same names."""
        self._database = await self._store.facts.get(DATABASE) or ""

    async def send(self, place: Messageable, name: str, part: Part) -> discord.Message:
        """Send a message as the post ``name``; Discord drops a repetition within some minutes."""
        self.mark(part.layout, name)
        call = Call(name, self._clock.now(), part.by, part.within)
        called = await self._preferences.pinged(part.calls, call)
        return await place.send(
            view=part.layout,
            files=list(part.files),
            nonce=self._nonce(name),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=called, replied_user=False
            ),
        )

    def mark(self, layout: ui.LayoutView, name: str) -> None:
        """Give the mark of the post ``name`` as an id to a component of its layout without one."""
        mark = self._mark(name)
        next(one for one in layout.walk_children() if one.id in {None, mark}).id = mark

    async def find(self, place: Messageable, name: str, since: datetime) -> discord.Message | None:
        """Return the post ``name`` sent after ``since``, None if ``place`` has none."""
        mark = self._mark(name)

        def is_it(message: discord.Message) -> bool:
            return mark in _ids(message.components)

        return await find_own(self._client, place, is_it, SEARCHED, since)

    def _mark(self, name: str) -> int:
        return FIRST_MARK + crc32(f"{self._database}.{name}".encode()) % FIRST_MARK

    def _nonce(self, name: str) -> str:
        nonce = f"{self._database}.{name}"
        if len(nonce) <= LONGEST_NONCE:
            return nonce
        return blake2b(nonce.encode(), digest_size=LONGEST_NONCE // 2).hexdigest()


def _ids(components: Sequence[Any]) -> Iterator[int]:
    """Yield the ids of components, and of the components inside them."""
    for component in components:
        yield component.id
        yield from _ids(getattr(component, "children", ()))
