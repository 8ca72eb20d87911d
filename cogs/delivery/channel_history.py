"""The messages of a channel as Discord keeps them, read from the newest back."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from discord.abc import MessageableChannel

log = logging.getLogger(__name__)

PAGE = 100
"""Messages that Discord gives at once, at most."""


async def history(
    client: discord.Client, channel: MessageableChannel, limit: int | None = None
) -> AsyncIterator[discord.Message]:
    """Yield the messages of a channel, the newest first; with a limit only so many are read.

    A message that discord.py cannot read is logged and left out: its own history would end with
    an error there. Raises what Discord raises if it is not answered.
    """
    before = None
    while limit is None or limit > 0:
        count = PAGE if limit is None else min(limit, PAGE)
        page = await client.http.logs_from(channel.id, count, before=before)
        for data in page:
            before = int(data["id"])
            try:
                message = client._connection.create_message(channel=channel, data=data)
            except Exception as error:
                log.warning(
                    "Message %s of channel %s cannot be read and is left out: %r",
                    before,
                    channel.id,
                    error,
                )
            else:
                yield message
        if len(page) < count:
            return
        limit = limit and limit - count
