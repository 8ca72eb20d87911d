"""Questions in channels that "yes" or "no" may answer, as long as they are shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache

KEPT: Final = 1_000
"""The most open questions remembered; the buttons of older ones still work."""

Yes = Callable[[discord.Message], Awaitable[object]]
"""Carries out a question's action, given the message that says yes. Raises Refusal."""


class OpenQuestion(NamedTuple):
    """A question to a person in a channel, and the action for "yes"."""

    person: int
    message: discord.Message
    yes: Yes


class OpenQuestions:
    """The questions that wait for a "yes", each until its message is removed."""

    def __init__(self) -> None:
        self._open: LRUCache[int, OpenQuestion] = LRUCache(KEPT)

    def note(self, person: int, message: discord.Message, yes: Yes) -> None:
        """Note a question to a person."""
        self._open[message.id] = OpenQuestion(person, message, yes)

    def close(self, message: int) -> None:
        """Forget the question of a removed message, if it had one."""
        self._open.pop(message, None)

    def to(self, person: int, channel: int) -> list[OpenQuestion]:
        """Return the questions that wait for a person in a channel."""
        return [
            one
            for one in self._open.values()
            if one.person == person and one.message.channel.id == channel
        ]
