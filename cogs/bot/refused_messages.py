"""Messages that led to nothing: one that is edited soon is read again, and the refusal removed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

import discord
from cachetools import LRUCache

EDITED_WITHIN: Final = timedelta(minutes=1)
"""How soon after it was sent a message may be edited to be read again."""

KEPT: Final = 10_000
"""Messages that are remembered, far more than people send within that time."""


@dataclass
class _Refused:
    content: str
    replies: list[discord.Message] = field(default_factory=list)


class RefusedMessages:
    """The messages of the last minute that changed and showed nothing, with the bot's replies.

    A message is noted before it is read or refused, and forgotten once something comes of it: what
    was done is never done again.
    """

    def __init__(self) -> None:
        self._refused: LRUCache[int, _Refused] = LRUCache(KEPT)

    def note(self, message: discord.Message) -> None:
        """Note a message that nothing has come of yet."""
        self._refused[message.id] = _Refused(message.content)

    def forget(self, message: discord.Message) -> None:
        """Forget a message: something has come of it."""
        self._refused.pop(message.id, None)

    def note_reply(self, reply: discord.Message) -> None:
        """Note a message of the bot if it replies to one of these."""
        answered = reply.reference.message_id if reply.reference is not None else None
        refused = self._refused.get(answered) if answered is not None else None
        if refused is not None:
            refused.replies.append(reply)

    async def take_back(self, edited: discord.Message) -> bool:
        """Remove the replies to a message that is to be read again; return whether it is."""
        refused = self._refused.get(edited.id)
        if refused is None or edited.edited_at is None or refused.content == edited.content:
            return False
        if edited.edited_at - edited.created_at > EDITED_WITHIN:
            return False
        self.forget(edited)
        for reply in refused.replies:
            try:
                await reply.delete()
            except discord.HTTPException:
                continue  # it is gone already
        return True
