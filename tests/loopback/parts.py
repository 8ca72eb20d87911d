"""The parts of a loopback Discord, and a way to wait for a condition in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.loopback.api import Api, Events
from tests.loopback.commands import Commands
from tests.loopback.composing import Composer
from tests.loopback.faults import Faults, Request
from tests.loopback.gateway import Gateway
from tests.loopback.interactions import Interactions
from tests.loopback.rest import Rest
from tests.loopback.world import Channel, Member, Message, World
from tests.patience import PATIENCE, news


class Parts:
    """The world, the HTTP API and the gateway, joined together."""

    def __init__(self, origin: str) -> None:
        self.world = World()
        self.faults = Faults()
        self._change = asyncio.Event()
        self._composer = Composer(self.world, origin)
        self.gateway = Gateway(self.world, self.changed)
        self.events = Events(self.world, self.gateway)
        self._interactions = Interactions(self.world, self._composer, self.events)
        self._commands = Commands(self.world)
        self.rest = Rest(self.world, self.faults, self.changed)
        self._api = Api(self.world, self._composer, self.events, self.gateway)
        for part in (self._api, self._interactions, self._commands):
            self.rest.serve(part.routes())

    @property
    def requests(self) -> list[Request]:
        """Every request of the bot, oldest first."""
        return self.rest.requests

    def posts(self, channel: Channel) -> list[Message]:
        """Return the bot's messages in a channel, oldest first, without deleted ones."""
        return [m for m in channel.messages.values() if m.author is self.world.bot]

    def private(self, who: Member) -> list[Message]:
        """Return the ephemeral answers to a member, oldest first."""
        mine = (one for one in self._interactions.all if one.user is who.user)
        return [message for one in mine for message in one.answers if message.ephemeral]

    def changed(self) -> None:
        """Have everyone in `until` check their condition again."""
        self._change.set()
        self._change = asyncio.Event()

    async def until(
        self,
        condition: Callable[[], object],
        timeout: float = PATIENCE,  # noqa: ASYNC109 - the message says what happened instead
    ) -> None:
        """Wait until the condition holds.

        The condition is checked whenever something happens here, and also from time to time,
        because the bot's writes to its database cause no event here. Raises TimeoutError after
        ``timeout`` seconds.
        """
        try:
            async with asyncio.timeout(timeout):
                while not condition():
                    await news(self._change)
        except TimeoutError:
            last = "\n  ".join(map(str, self.requests[-20:]))
            raise TimeoutError(
                f"not within {timeout} s; the bot's last requests:\n  {last}"
            ) from None
