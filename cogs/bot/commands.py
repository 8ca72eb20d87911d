"""Commands: how they are declared, and how Discord gets to know them."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.language.catalogues import fingerprint
from data import Store, once_more

log = logging.getLogger(__name__)

Callback = Callable[..., Coroutine[Any, Any, None]]


everywhere = app_commands.allowed_contexts(guilds=True, dms=True)
"""Declare that a slash command is there in direct messages to the bot, too."""


def hybrid_command(
    name: str, description: app_commands.locale_str, *aliases: str, direct: bool = False
) -> Callable[[Callback], commands.HybridCommand[Any, ..., None]]:
    """Declare a command of servers that is typed after the bot's mention or given with a slash.

    ``aliases`` are other words for it where it is typed. A ``direct`` one works in direct
    messages to the bot, too. Like a button, it is tried once more where another process has
    changed the match meanwhile.
    """

    def decorate(callback: Callback) -> commands.HybridCommand[Any, ..., None]:
        if direct:
            callback = everywhere(callback)
        else:
            callback = app_commands.guild_only(commands.guild_only()(callback))
        return commands.HybridCommand(
            once_more(callback), name=name, description=description, aliases=list(aliases)
        )

    return decorate


async def publish(
    tree: app_commands.CommandTree[Any], store: Store, guild: discord.abc.Snowflake | None
) -> None:
    """Send the commands to Discord if they have changed: it allows so many creations a day.

    They appear on that server at once; without one, on all servers.
    """
    ours = tree.get_commands(guild=guild)
    untranslated = json.dumps([command.to_dict(tree) for command in ours], sort_keys=True)
    digest = hashlib.sha256(f"{untranslated} {fingerprint()}".encode()).hexdigest()
    where = guild.id if guild else "all servers"
    fact = f"commands of {tree.client.application_id} in {where}"
    try:
        published = {command.name for command in await tree.fetch_commands(guild=guild)}
        wanted = {command.name for command in ours}
        if await store.facts.get(fact) == digest and published == wanted:
            return
        await tree.sync(guild=guild)
    except discord.RateLimited as error:
        log.warning("Commands are not published now, but at the next start: %s", error)
        return
    await store.facts.set(fact, digest)
    log.info("Published %s commands", len(ours))
