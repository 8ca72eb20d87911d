"""Discord's events: unreadable events, events being handled, and messages without effect.

A refused message that is edited soon is read again, and the refusal is removed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import discord
from cachetools import LRUCache

log = logging.getLogger(__name__)

EDITED_WITHIN: Final = timedelta(minutes=1)
"""The longest time after which an edited message is read again."""

KEPT: Final = 10_000
"""The most messages remembered, far more than people send within ``EDITED_WITHIN``."""

LEAVING: Final = 5.0
"""The most seconds for answering received events when the bot shuts down."""

HANDLERS: Final = (
    "discord.py: on_", "CommandTree-invoker", "discord-ui-view-dispatch-",
    "discord-ui-dynamic-item-", "discord-ui-modal-dispatch-",
)  # fmt: skip
"""discord.py's names for the tasks of listeners, slash commands, buttons, menus and forms."""


async def finish_handlers() -> None:
    """Wait, for ``LEAVING`` seconds at most, until everything received from Discord is answered.

    The caller's own task is not waited for: it may be one of those that answer.
    """
    handlers = {task for task in asyncio.all_tasks() if task.get_name().startswith(HANDLERS)}
    handlers -= {asyncio.current_task()}
    if handlers:
        await asyncio.wait(handlers, timeout=LEAVING)


@dataclass
class _Refused:
    content: str
    replies: list[discord.Message] = field(default_factory=list)


class RefusedMessages:
    """The latest messages that had no effect, with the bot's replies.

    A message is noted before it is read or refused, and forgotten once it has an effect: nothing is
    ever done twice.
    """

    def __init__(self) -> None:
        self._refused: LRUCache[int, _Refused] = LRUCache(KEPT)

    def note(self, message: discord.Message) -> None:
        """Note a message that has had no effect so far."""
        self._refused[message.id] = _Refused(message.content)

    def forget(self, message: discord.Message) -> None:
        """Forget a message: it had an effect."""
        self._refused.pop(message.id, None)

    def note_reply(self, reply: discord.Message) -> None:
        """Note a message of the bot if it replies to a noted message."""
        answered = reply.reference.message_id if reply.reference is not None else None
        refused = self._refused.get(answered) if answered is not None else None
        if refused is not None:
            refused.replies.append(reply)

    async def take_back(self, edited: discord.Message) -> bool:
        """Return whether an edited message is to be read again; if so, remove the replies to it."""
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


def leave_out_unreadable(parsers: dict[str, Callable[[Any], Any]]) -> None:
    """Make discord.py skip an event it cannot read, which would otherwise end the bot."""

    def guarded(name: str, parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def read(data: Any) -> Any:  # noqa: ANN401 - what Discord sends
            try:
                return parse(data)
            except Exception:
                ids = {key: data[key] for key in ("id", "channel_id", "guild_id") if key in data}
                log.exception("Event %s of %s cannot be read and is left out", name, ids)
                return None

        return read

    for name in parsers.keys() - {"READY", "RESUMED"}:  # the bot cannot go on without these
        parsers[name] = guarded(name, parsers[name])
