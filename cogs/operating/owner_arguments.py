"""The arguments of the owner's commands: a person, a server, a notice."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord

from cogs.client.client import Damier
from cogs.members.directory import ANSWERED_WITHIN, ASKED_AT_ONCE
from data import Notice
from engine import Refusal, Text
from engine.text import quoted

log = logging.getLogger(__name__)

SEARCHED: Final = 50
"""The most servers searched for a person's name; a connection allows 120 requests a minute."""

LONGEST_NOTICE: Final = 300
"""The most characters of a notice, which every board shows."""

_ID = re.compile(r"[0-9]{15,20}")
_PERSON = re.compile(r"<@!?([0-9]{15,20})>|([0-9]{15,20})")
_UNTIL = re.compile(
    r"until\s+((?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[\sT]+)?(?P<time>[0-9]{1,2}:[0-9]{2})"
    r"(\s*UTC)?[\s:,.]+(?P<text>\S.*)",
    re.DOTALL,
)

NOT_THERE = Text("I am on no server with that id.")


async def server_named(bot: Damier, said: str) -> discord.Guild:
    """Return the server with the typed id or name. Raises Refusal if the bot is on none."""
    if not _ID.fullmatch(said):
        return _server_called(bot, said)
    guild = await server_of(bot, int(said))
    if guild is None:
        raise Refusal(NOT_THERE)
    return guild


async def server_of(bot: Damier, guild_id: int) -> discord.Guild | None:
    """Return the server with an id, of any process of the bot, None if the bot is not on it."""
    try:
        return bot.get_guild(guild_id) or await bot.fetch_guild(guild_id)
    except (discord.NotFound, discord.Forbidden):
        return None


def server_id(bot: Damier, said: str) -> int:
    """Return the typed id of any server, or the id of the server with the typed name.

    Raises Refusal if the bot is on no server of that name, or on several.
    """
    return int(said) if _ID.fullmatch(said) else _server_called(bot, said).id


def _server_called(bot: Damier, said: str) -> discord.Guild:
    found = [guild for guild in bot.guilds if guild.name.lower() == said.lower()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(
            Text(
                "Several servers are called that: say the id, one of {ids}.",
                ids=", ".join(f"`{guild.id}`" for guild in found),
            )
        )
    raise Refusal(Text("I know no server called {name}; use its id.", name=quoted(said or "?")))


async def person_named(bot: Damier, said: str) -> int:
    """Return the id of a person typed as an id, a mention, or a user name with or without ``@``.

    A name is looked up on the servers of this process. Raises Refusal if nobody has the name.
    """
    written = _PERSON.fullmatch(said)
    if written is not None:
        return int(written[1] or written[2])
    name = said.removeprefix("@").lower()
    for guild in itertools.islice(bot.guilds, SEARCHED) if name else ():
        query = guild.query_members(name, limit=ASKED_AT_ONCE, cache=False)
        try:
            members = await asyncio.wait_for(query, ANSWERED_WITHIN)
        except (TimeoutError, OSError, aiohttp.ClientError, discord.ClientException) as error:
            log.warning("Members called %r of server %s: %r", name, guild.id, error)
            continue
        for member in members:
            if member.name.lower() == name:
                return member.id
    raise Refusal(
        Text(
            "I find nobody with the user name {name}; an id always works.", name=quoted(said or "?")
        )
    )


def read_notice(said: str, now: datetime) -> Notice:
    """Return the typed notice: a text, with or without ``until 18:00`` before it.

    Times are UTC. A time without a day is the next moment with that time. Raises Refusal if the
    time is unclear or past, or the text is too long.
    """
    until: datetime | None = None
    if said.startswith("until "):
        found = _UNTIL.fullmatch(said)
        if found is None:
            raise Refusal(_unclear_time())
        until, said = _moment(found["day"], found["time"], now), found["text"]
    text = " ".join(said.split())
    if len(text) > LONGEST_NOTICE:
        raise Refusal(
            Text(
                "A notice has {most} characters at most, because every board shows it; this one "
                "has {count}.",
                most=LONGEST_NOTICE,
                count=len(text),
            )
        )
    return Notice(text, until)


def _moment(day: str | None, time: str, now: datetime) -> datetime:
    try:
        until = datetime.fromisoformat(f"{day or now.date()} {time:0>5}+00:00")
    except ValueError:
        raise Refusal(_unclear_time()) from None
    if day is None and until <= now:
        until += timedelta(days=1)
    if until <= now:
        raise Refusal(Text("That time is past: say one to come, in UTC."))
    return until


def _unclear_time() -> Text:
    return Text(
        "Say until when in UTC, then the text: `owner notice until 18:00 New version` or `owner "
        "notice until 2030-12-31 18:00 New version`."
    )
