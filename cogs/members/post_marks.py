"""Marks that identify a message of the bot as the post of a match, whatever is stored about it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import discord

FIRST_ID: Final = 1_000
FIRST_CALL_ID: Final = 1_000_000
"""Ids of a post's last line, and of a call's: the number of the event is added to them. Discord
numbers the components of a message from 1 to at most 40; our ids are above.
"""

HEADING_ID: Final = 2_500_000
"""The id of the line from which the thread of a match without a challenge is made."""

_ENDING = re.compile(r" #(?P<match>[0-9]{1,18})$")


class Mark(NamedTuple):
    """The match and the event that a message shows, or for which it calls people."""

    match: int
    event: int


def ending(match: int) -> str:
    """Return the end of the last line of a match's posts."""
    return f"#{match}"


def mark_of(message: discord.Message) -> Mark | None:
    """Return the mark of a bot's message, None if it is no post of a match."""
    if not message.author.bot:
        return None
    for part in message.components:
        if not isinstance(part, discord.components.TextDisplay) or part.id is None:
            continue
        found = _ENDING.search(part.content)
        if found is not None and FIRST_ID < part.id < HEADING_ID:
            first = FIRST_CALL_ID if part.id > FIRST_CALL_ID else FIRST_ID
            return Mark(int(found["match"]), part.id - first)
    return None
