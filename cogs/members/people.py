"""Members of a server: those who are named in a text, and those who have these ids."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

import aiohttp
import discord

from engine import Refusal, Text
from engine.table.record import OPEN
from engine.text import Words

log = logging.getLogger(__name__)

_MENTION = re.compile(r"<@!?([0-9]{15,20})>")

LONGEST_NAME = 32
"""Characters of the longest name that Discord allows."""

Found = TypeVar("Found", bound=discord.abc.Snowflake)


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


async def people_in(guild: discord.Guild, text: str) -> tuple[list[discord.Member], str]:
    """Return the members mentioned in ``text``, in order, and the text without them.

    A member is mentioned by ``<@id>``, or by ``@`` and any of their names in full, which may have
    spaces. Raises Refusal for a name that no member, or more than one, has.
    """
    return await _read(guild, text, _by_id)


async def persons_in(guild: discord.Guild, text: str) -> tuple[list[int], str]:
    """Return the ids of the people mentioned in ``text``, and the text without them.

    They are named as for ``people_in``; a person who is mentioned by id may have left the server.
    """
    found, rest = await _read(guild, text, _anybody)
    return [person.id for person in found], rest


async def _read(
    guild: discord.Guild, text: str, by_id: Callable[[discord.Guild, int], Awaitable[Found]]
) -> tuple[list[Found | discord.Member], str]:
    people: list[Found | discord.Member] = []
    rest = ""
    while "@" in text:
        before, _, after = text.partition("@")
        mention = _MENTION.match(text, max(len(before) - 1, 0)) if before.endswith("<") else None
        if mention:
            rest += before[:-1] + " "
            people.append(await by_id(guild, int(mention[1])))
            text = text[mention.end() :]
        else:
            rest += before
            member, length = await _by_name(guild, after)
            people.append(member)
            text = after[length:]
    return people, rest + text


async def _anybody(_: discord.Guild, user: int) -> discord.Object:
    return discord.Object(user)


async def _by_id(guild: discord.Guild, user: int) -> discord.Member:
    try:
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.NotFound:
        raise Refusal(Text("That person is not a member of this server.")) from None


async def _by_name(guild: discord.Guild, text: str) -> tuple[discord.Member, int]:
    """Return the member whose name ``text`` begins with, and the length of that name."""
    first = re.split(r"[\s,]", text, maxsplit=1)[0]
    found = {member.id: member for member in guild.members}
    if first:
        found |= {m.id: m for m in await guild.query_members(first, limit=100, cache=False)}
    named = [
        (len(name), member)
        for member in found.values()
        for name in {member.name, member.display_name, member.global_name or member.name}
        if re.match(re.escape(name) + r"(?!\w)", text[: LONGEST_NAME + 1], re.IGNORECASE)
    ]
    longest = max((length for length, _ in named), default=0)
    members = {member for length, member in named if length == longest}
    if not members:
        said = Words(f"@{first}", LONGEST_NAME)
        raise Refusal(Text("There is no member called {name} here.", name=said))
    if len(members) > 1:
        raise Refusal(
            Text(
                "Several members are called {name}: choose one from the list that Discord offers "
                "while you type @.",
                name=Words(f"@{text[:longest]}"),
            )
        )
    return members.pop(), longest
