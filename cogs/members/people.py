"""Members of a server by their ids."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

import aiohttp
import discord

from engine.table.record import OPEN

log = logging.getLogger(__name__)

LONGEST_NAME = 32
"""Characters of the longest name that Discord allows."""

ASKED_AT_ONCE = 100
"""Members that Discord names in one answer."""

ANSWERED_WITHIN = 5.0
"""Seconds to wait for Discord's answer; then the names are left out."""


async def members_of(guild: discord.Guild, people: Collection[int]) -> dict[int, discord.Member]:
    """Return those of these people who are members of a server, by their ids.

    Whoever has left is missing, and so is everybody whom Discord does not name in time.
    """
    wanted = sorted(user for user in people if user > OPEN)  # others are nobody's ids
    found: dict[int, discord.Member] = {}
    for start in range(0, len(wanted), ASKED_AT_ONCE):
        some = wanted[start : start + ASKED_AT_ONCE]
        asked = guild.query_members(user_ids=some, limit=ASKED_AT_ONCE, cache=False)
        try:
            members = await asyncio.wait_for(asked, ANSWERED_WITHIN)
        except (TimeoutError, OSError, aiohttp.ClientError, discord.ClientException) as error:
            log.warning("Members of server %s are not known: %r", guild.id, error)
            break
        found |= {member.id: member for member in members}
    return found
