"""Commands that are misspelt: the ones that come nearest are offered."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.bot.choosing import ask
from cogs.bot.replies import locale_for
from cogs.language.catalogues import COMMAND, translate, translator
from cogs.language.did_you_mean import SURE, Entry, Unclear, likeness
from cogs.language.typed_words import plain
from engine import Text
from engine.text import quoted, term

OPTION = "command"
"""What is chosen: the name of the command itself."""

OFFERED = 3
"""So many commands are offered at most."""


async def offer_near(bot: commands.AutoShardedBot, message: discord.Message, text: str) -> bool:
    """Offer the commands whose names are near the first word of ``text``, which was typed.

    Return whether there are any.
    """
    said = plain(text.partition(" ")[0]).strip(",.;:!?")
    alike = dict.fromkeys(set(bot.commands), 0.0)
    for name, command in bot.all_commands.items():
        alike[command] = max(alike[command], likeness(said, plain(name)))
    found = [command for command in alike if alike[command] >= SURE]
    if not found:
        return False
    found.sort(key=lambda command: (-alike[command], command.name))
    context: commands.Context[Any] = await bot.get_context(message)
    locale = locale_for(context)
    entries = [_entry(bot, command.name, locale) for command in found[:OFFERED]]
    question = Text("There is no command `{word}`. Did you mean this?", word=quoted(said))
    await ask(context, Unclear(question, entries, option=OPTION, said=said))
    return True


def _entry(bot: commands.AutoShardedBot, command: str, locale: discord.Locale) -> Entry:
    """Return a command by its name in a language, with what it does."""
    name, slash = translate(term(COMMAND, command), locale), bot.tree.get_command(command)
    if not isinstance(slash, app_commands.Command):
        return Entry(name, name)
    return Entry(name, name, translator(locale).gettext(slash.description))
