"""Edits beside the posts: what becomes of messages that stand already.

No post waits for them: one that a limit of Discord holds up is passed by. Of several that wait for
the same message only the newest is done, and of a channel one at a time. None is cut off on its
way: discord.py would not end the limit that it waits for.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, NamedTuple

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""Channels in which messages are edited at the same time."""

WAITING: Final = 1000
"""Edits that wait at most; beyond that the oldest is dropped."""

PATIENCE: Final = 2.0
"""Seconds until an edit that shows something counts as not done: a new post shows it instead."""

LEAVING: Final = 5.0
"""Seconds that the bot gives them when it leaves."""

Edit = Callable[[], Coroutine[Any, Any, bool]]
"""Edits a message, and returns whether that is done."""


class Waiting(NamedTuple):
    """An edit that has not begun, and the channel of its message."""

    channel: int
    edit: Edit


class Edits:
    """Edits and deletions of messages, each known by the id of its message."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()
        self._channels: set[int] = set()
        self._running: dict[int, asyncio.Task[bool]] = {}

    def put(self, channel: int, message: int, edit: Edit) -> None:
        """Edit a message when there is time; what waited for it before is dropped."""
        self._waiting.pop(message, None)
        self._waiting[message] = Waiting(channel, edit)
        if len(self._waiting) > WAITING:
            dropped, _ = self._waiting.popitem(last=False)
            log.warning("Message %s is not edited: too many edits wait", dropped)
        self._begin()

    async def now(self, message: int, edit: Edit) -> bool:
        """Edit a message at once; return whether that is done within ``PATIENCE``.

        What waited for it before is dropped. Raises what the edit raises.
        """
        self._waiting.pop(message, None)
        task = asyncio.create_task(self._after(self._running.get(message), edit))
        self._running[message] = task
        task.add_done_callback(partial(self._end, message, None))
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            log.info("Message %s is not edited in time", message)
            return False
        return await task

    async def close(self) -> None:
        """Finish what there is time for."""
        limit = asyncio.get_running_loop().time() + LEAVING
        while self._running:
            left = limit - asyncio.get_running_loop().time()
            if left <= 0:
                break
            await asyncio.wait(
                self._running.values(), timeout=left, return_when=asyncio.FIRST_COMPLETED
            )
            await asyncio.sleep(0)  # the next ones begin
        self._waiting.clear()
        for task in self._running.values():
            task.cancel()

    def _begin(self) -> None:
        """Begin the oldest edits for which there is room."""
        for message, (channel, edit) in list(self._waiting.items()):
            if len(self._channels) >= AT_ONCE:
                return
            if channel in self._channels or message in self._running:
                continue
            del self._waiting[message]
            self._channels.add(channel)
            task = asyncio.create_task(edit(), name=f"edit of message {message}")
            self._running[message] = task
            task.add_done_callback(partial(self._end, message, channel))

    @staticmethod
    async def _after(before: asyncio.Task[bool] | None, edit: Edit) -> bool:
        if before is not None:
            await asyncio.wait({before})
        return await edit()

    def _end(self, message: int, channel: int | None, task: asyncio.Task[bool]) -> None:
        if self._running.get(message) is task:
            del self._running[message]
        error = None if task.cancelled() else task.exception()
        if channel is not None:
            self._channels.discard(channel)
            if error is not None:
                log.error("Message %s is not edited", message, exc_info=error)
        elif error is not None:
            log.info("Message %s is not edited: %r", message, error)
        self._begin()
