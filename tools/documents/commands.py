"""docs/commands.md: all commands with their options, as the bot registers them with Discord."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands

from cogs.client.client import Damier
from cogs.client.commands import SLASH_ONLY, slash_of
from cogs.help.help import SUBJECTS
from data import Store

FILE: Final = Path(__file__).parents[2] / "docs" / "commands.md"

Chat = app_commands.Command[Any, ..., Any]

HEAD: Final = """\
# All commands

<!-- Made by `python -m tools.documents commands`. -->

Every command is given with a slash. Most of them may also be typed after the bot's name, with
their options as words in any order: `/play game:frisian level:3` is `@Damier play frisian level 3`.
Those of `/match` are typed without that word: `/match resign` is `@Damier resign`.
You may leave out an option in *italics*. Commands marked *direct* work in direct messages, too.

You need few of these: [Playing](playing.md) begins with the words that most people use.
"""


TYPED: Final = {
    "daily": "One move a day, chosen by vote: `@Damier daily frisian 18h monday friday`",
    "flip": "The board here from the other side, to you alone",
    "legal": "The legal moves in your match here, to you alone",
    "relay": "Whoever comes first moves: `@Damier relay frisian computer 4`",
    "vote": "Type proposals and vote for them: `@Damier vote halma @Bob 12h`",
}
"""The descriptions of the commands that are only typed, without a slash."""


def make() -> None:
    """Write docs/commands.md."""
    FILE.write_text(asyncio.run(page()), "utf-8")


async def page() -> str:
    """Return the page for the bot with all its cogs."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder, "damier.db")))
        bot = Damier(store)
        try:
            await bot.load_cogs()
            return text_of(bot)
        finally:
            for cog in tuple(bot.cogs):
                await bot.remove_cog(cog)
            await store.close()


def text_of(bot: Damier) -> str:
    """Return the page about a bot's commands: by the subjects of its help, then the others."""
    parts = [HEAD]
    left = {command.name: command for command in bot.tree.get_commands()}
    for subject in SUBJECTS.values():
        lines = [f"## {subject.title}\n"]
        for name in subject.commands:
            found = slash_of(bot, name)
            lines += lines_of(found, bot)
            left.pop(getattr(found, "qualified_name", "").partition(" ")[0], None)
        parts.append("\n".join(lines))
    typed = [one for one in bot.commands if slash_of(bot, one.name) is None]
    slash = [one for one in left.values() if not isinstance(one, app_commands.ContextMenu)]
    menus = [one for one in left.values() if isinstance(one, app_commands.ContextMenu)]
    parts.append("\n".join(["## Everything else\n", *(x for o in slash for x in lines_of(o, bot))]))
    entries = bot.tree.get_commands(type=discord.AppCommandType.user)
    entries += bot.tree.get_commands(type=discord.AppCommandType.message)
    menus_named = [f"- *{menu.name}*" for menu in dict.fromkeys([*menus, *entries])]
    words = sorted(f"- `@Damier {one.name}` – {TYPED[one.name]}" for one in typed)
    parts.append("\n".join(["## Typed only\n", *words]))
    if menus_named:
        about = "Right-click a member or a message (hold it on a telephone), then *Apps*:\n"
        parts.append("\n".join(["## In menus\n", about, *menus_named]))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def lines_of(command: object, bot: Damier) -> list[str]:
    """Return a line for a command, or one for each command of a group."""
    if isinstance(command, app_commands.Group):
        return [line for one in command.commands for line in lines_of(one, bot)]
    assert isinstance(command, app_commands.Command)
    options = [
        one.display_name if one.required else f"*{one.display_name}*" for one in command.parameters
    ]
    about = f": {', '.join(options)}" if options else ""
    typed = bot.get_command(command.root_parent.name if command.root_parent else command.name)
    own = next((one for one in bot.commands if slash_of(bot, one.name) is command), None)
    words = list(own.aliases) if own is not None else []
    if own is not None and own.name != command.name:
        words.insert(0, own.name)
    notes = []
    if (typed is None and own is None) or command.extras.get(SLASH_ONLY):
        notes.append("slash only")
    if words:
        notes.append(f"also {', '.join(f'`{word}`' for word in words)}")
    contexts = (command.root_parent or command).allowed_contexts
    if contexts is not None and contexts.dm_channel and not (own is not None and own.checks):
        notes.append("direct")
    end = f" ({'; '.join(notes)})" if notes else ""
    return [f"- `/{command.qualified_name}`{about} – {command.description}{end}"]
