"""Commands: their declaration, and their publication to Discord."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from math import ceil
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from discord.ext.commands.hybrid import HybridAppCommand

from cogs.delivery.match_messages import FAILING
from cogs.language.actions import Action, command_of
from cogs.language.catalogues import fingerprint
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from data import Store, once_more

log = logging.getLogger(__name__)

WAITED_FOR: Final = 10.0
"""The most seconds for which the bot's start waits until its commands are published."""

SOON: Final = timedelta(minutes=1)
"""The first pause after a passing error; each further pause is twice as long."""

REFUSED_AGAIN: Final = timedelta(hours=6)
"""The first pause after a refusal, which is final unless somebody changes something."""

LONGEST_DOUBLED: Final = 16
"""The number of tries after which the pause no longer doubles: it is the longest by then."""

TOO_MANY: Final = 429
"""The status of a request that exceeds a limit."""

UNTAKEN: Final = (discord.HTTPException, *FAILING)
"""The errors raised if Discord does not take the commands."""

Callback = Callable[..., Coroutine[Any, Any, None]]

MATCH: Final = "match"
"""The group of the slash commands that act on a match."""

GROUPS: Final = {MATCH: app_commands.locale_str("What you can do with a match")}
"""The groups of slash commands, with descriptions; typed commands leave out the group's name."""

SLASH_PATH: Final = "slash"
"""The key, in the extras of a typed-only command, of the corresponding slash command."""

SLASH_ONLY: Final = "slash only"
"""The key, in the extras of a slash command, that says that it cannot be typed.

Other commands of its group can.
"""

everywhere = app_commands.allowed_contexts(guilds=True, dms=True)
"""Declare that a slash command can also be used in direct messages to the bot."""


class GroupedCommand(commands.HybridCommand[Any, ..., None]):
    """A command typed by its name alone, whose slash command is in a group: ``/match resign``."""

    def __init__(self, function: Callback, /, *, group: str, slash: str, **more: Any) -> None:  # noqa: ANN401 - as discord.py has it
        super().__init__(function, **more)
        self.group = group
        self.app_command = HybridAppCommand(self, name=slash)


def hybrid_command(
    name: str,
    description: app_commands.locale_str | None,
    *aliases: str,
    direct: bool = False,
    group: str = "",
    slash: str = "",
) -> Callable[[Callback], commands.HybridCommand[Any, ..., None]]:
    """Declare a command for servers that is typed after the bot's mention or given with a slash.

    ``aliases`` are other words that may be typed for it. A ``direct`` command also works in direct
    messages to the bot. The slash command is in the ``group``, if given, and named ``slash``, if
    given; without a ``description`` there is no slash command. Like a button's handler, the command
    is tried once more if another process has changed the match meanwhile.
    """

    def decorate(callback: Callback) -> commands.HybridCommand[Any, ..., None]:
        if direct:
            callback = everywhere(callback)
        else:
            callback = app_commands.guild_only(commands.guild_only()(callback))
        named: dict[str, Any] = {"name": name, "aliases": list(aliases)}
        if description is None:
            return commands.HybridCommand(once_more(callback), with_app_command=False, **named)
        named["description"] = description
        if not group:
            return commands.HybridCommand(once_more(callback), **named)
        return GroupedCommand(once_more(callback), group=group, slash=slash or name, **named)

    return decorate


def action_command(
    action: Action, *aliases: str
) -> Callable[[Callback], commands.HybridCommand[Any, ..., None]]:
    """Declare the command of an action, as listed in the table of actions, with more ``aliases``.

    If a member of a crowd uses the command, it acts for their side instead.
    """
    command = command_of(action)
    declare = hybrid_command(
        command.name,
        command.description,
        *command.aliases,
        *aliases,
        direct=command.direct,
        group=MATCH if command.grouped and command.description is not None else "",
    )

    def decorate(callback: Callback) -> commands.HybridCommand[Any, ..., None]:
        @wraps(callback)
        async def given(cog: Any, context: Any, *words: Any, **options: Any) -> None:  # noqa: ANN401 - what the callback takes
            take = context.bot.crowd_commands.get(action)
            if take is None or not await take(context, action, options.get("what", "")):
                await callback(cog, context, *words, **options)

        return declare(given)

    return decorate


def slash_command(
    action: Action,
) -> Callable[[Callback], app_commands.Command[Any, ..., None]]:
    """Declare the slash command of an action that cannot be typed, also for direct messages."""
    command = command_of(action)

    def decorate(callback: Callback) -> app_commands.Command[Any, ..., None]:
        declare = app_commands.command(
            name=command.name, description=command.description or command.name
        )
        return declare(everywhere(callback))

    return decorate


def slash_path(command: commands.Command[Any, ..., Any]) -> str:
    """Return the group and name of the slash command for a typed command.

    The result is empty if both have the same name, or there is no slash command.
    """
    if isinstance(command, GroupedCommand) and command.app_command is not None:
        return f"{command.group} {command.app_command.name}"
    path = command.extras.get(SLASH_PATH, "")
    return str(path)


def slash_of(
    bot: commands.AutoShardedBot, name: str
) -> app_commands.Command[Any, ..., Any] | app_commands.Group | None:
    """Return the slash command or group for the typed command of a name, or None."""
    typed = bot.get_command(name)
    if isinstance(typed, commands.HybridCommand):
        return typed.app_command
    group, _, inner = (slash_path(typed) if typed is not None else "").partition(" ")
    found = bot.tree.get_command(group or name)
    if inner and isinstance(found, app_commands.Group):
        return found.get_command(inner)
    return found


class Publication:
    """Sends the commands to Discord until it accepts them.

    Typed commands do not wait for that. The slash commands appear on the server ``guild``, or on
    all servers if it is None.
    """

    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        store: Store,
        guild: discord.abc.Snowflake | None,
        elapsed: Callable[[], float],
    ) -> None:
        self._tree = tree
        self._store = store
        self._guild = guild
        self._tried, self._tries = asyncio.Event(), 0
        self._worker = KeyedWorker[int]("commands for", self._try, elapsed)

    async def begin(self) -> None:
        """Begin to send the commands; return after the first try, or ``WAITED_FOR`` seconds."""
        self._worker.wake(self._guild.id if self._guild else 0)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._tried.wait(), WAITED_FOR)

    async def close(self) -> None:
        """Stop sending the commands; the bot's next start tries again."""
        await self._worker.close(within=0)

    async def _try(self, _guild: int) -> Rest:
        try:
            await self._publish()
        except UNTAKEN as error:
            pause = pause_after(error, self._tries)
            self._tries += 1
            log.warning(
                "Discord does not take the slash commands; they are sent again in %s, and what "
                "is typed is played meanwhile: %s",
                pause,
                "; ".join(line.strip() for line in str(error).splitlines()),
            )
            return Rest(again=pause.total_seconds())
        except Exception:
            log.exception("The slash commands are not published")
        finally:
            self._tried.set()
        return DONE

    async def _publish(self) -> None:
        """Send the commands if they have changed: Discord limits creations per day."""
        tree, guild, facts = self._tree, self._guild, self._store.facts
        ours = tree.get_commands(guild=guild)
        untranslated = json.dumps([command.to_dict(tree) for command in ours], sort_keys=True)
        digest = hashlib.sha256(f"{untranslated} {fingerprint()}".encode()).hexdigest()
        where = guild.id if guild else "all servers"
        fact = f"commands of {tree.client.application_id} in {where}"
        published = {command.name for command in await tree.fetch_commands(guild=guild)}
        wanted = {command.name for command in ours}
        if await facts.get(fact) == digest and published == wanted:
            return
        await tree.sync(guild=guild)
        await facts.set(fact, digest)
        log.info("Published %s commands", len(ours))


def pause_after(error: Exception, tries: int) -> timedelta:
    """Return the pause before the commands are sent again, after ``error`` and ``tries`` others."""
    if isinstance(error, discord.RateLimited):
        return max(SOON, timedelta(seconds=ceil(error.retry_after)))
    status = error.status if isinstance(error, discord.HTTPException) else 0
    is_final = 400 <= status < 500 and status != TOO_MANY
    first, longest = (REFUSED_AGAIN, timedelta(days=1)) if is_final else (SOON, REFUSED_AGAIN)
    return min(first * (1 << min(tries, LONGEST_DOUBLED)), longest)
