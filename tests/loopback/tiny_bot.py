"""The smallest bot that uses all that the loopback Discord serves.

Messages are its orders, and it writes a line to its standard output for everything it sees.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager

import aiohttp
import discord
from discord import app_commands, ui
from discord.ext import commands


def walk(parts: object) -> Iterator[Mapping[str, object]]:
    """Yield all objects in the JSON of an interaction, outer ones first."""
    if isinstance(parts, Mapping):
        yield parts
        parts = [*parts.values()]
    if isinstance(parts, list):
        for part in parts:
            yield from walk(part)


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


class Answer(ui.Modal, title="Your move"):
    """A form of one line.

    Its submission is handled in `on_interaction`, like presses: discord.py knows a form only once
    Discord has confirmed that it is shown, and a quick person submits it before.
    """

    move: ui.TextInput[Answer] = ui.TextInput(label="Move", custom_id="move")


class Buttons(ui.LayoutView):
    """A picture above three buttons and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        picture = discord.MediaGalleryItem("attachment://board.png", description="a board")
        self.add_item(ui.TextDisplay("Whose turn?"))
        self.add_item(ui.MediaGallery(picture))
        row: ui.ActionRow[Buttons] = ui.ActionRow()
        for action in ("note", "form", "take"):
            row.add_item(ui.Button(label=action.title(), custom_id=f"tiny:{action}"))
        self.add_item(row)
        menu: ui.ActionRow[Buttons] = ui.ActionRow()
        options = [discord.SelectOption(label=name) for name in ("frisian", "halma")]
        menu.add_item(ui.Select(custom_id="tiny:menu", options=options))
        self.add_item(menu)


class Tiny(commands.AutoShardedBot):
    """Answers words in messages, one slash command, three buttons and a menu."""

    def __init__(self, intents: discord.Intents, shard: int, shards: int) -> None:
        super().__init__(
            command_prefix="!",
            intents=intents,
            help_command=None,
            shard_ids=[shard],
            shard_count=shards,
        )
        self.tree.add_command(echo)
        self.tree.add_command(thinking)
        self.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))

    async def setup_hook(self) -> None:
        tell("registered", [command.name for command in await self.tree.sync()])
        self.loop.add_signal_handler(signal.SIGTERM, lambda: self.loop.create_task(self.close()))

    async def on_ready(self) -> None:
        tell("ready", [guild.name for guild in self.guilds])

    async def on_resumed(self) -> None:
        tell("resumed")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        tell("thrown out of", guild.name)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        tell("deleted", channel.name)

    async def on_raw_member_remove(self, event: discord.RawMemberRemoveEvent) -> None:
        tell("left", event.user.name)

    async def on_message(self, message: discord.Message) -> None:
        if message.author == self.user:
            return
        tell(f"read {message.content!r}")
        word, _, rest = message.content.partition(" ")
        doing = {
            "ping": self.pong,
            "board": self.board,
            "nonce": self.twice,
            "history": self.history,
            "find": self.find,
            "whisper": self.whisper,
            "pin": self.pin,
        }.get(word)
        if doing is not None:
            try:
                await doing(message, rest)
            except (discord.DiscordException, aiohttp.ClientError) as error:
                code = getattr(error, "code", None)
                tell(f"failed {word} {type(error).__name__} {code}")

    async def pong(self, message: discord.Message, rest: str) -> None:
        await message.reply(f"pong {rest}".strip(), mention_author=False)

    async def board(self, message: discord.Message, _: str) -> None:
        async with typing(message):
            await message.channel.send(
                view=Buttons(),
                file=discord.File(io.BytesIO(b"a picture"), "board.png"),
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def twice(self, message: discord.Message, nonce: str) -> None:
        first = await message.channel.send(f"once {message.author.mention}", nonce=nonce)
        second = await message.channel.send("twice", nonce=nonce)
        tell("same" if first.id == second.id else "different")

    async def history(self, message: discord.Message, rest: str) -> None:
        after = discord.Object(int(rest)) if rest else None
        found = [m.content async for m in message.channel.history(after=after, limit=None)]
        tell("history", found)

    async def find(self, message: discord.Message, name: str) -> None:
        assert message.guild is not None
        tell("found", [member.name for member in await message.guild.query_members(name)])

    async def pin(self, message: discord.Message, _: str) -> None:
        await message.pin()

    async def whisper(self, message: discord.Message, rest: str) -> None:
        await message.author.send(rest)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            written = next(
                part for part in walk(interaction.data) if part.get("custom_id") == "move"
            )
            await interaction.response.send_message(f"you wrote {written['value']}")
        if interaction.type is not discord.InteractionType.component:
            return
        data: Mapping[str, object] = interaction.data or {}
        match data.get("custom_id"):
            case "tiny:note":
                await interaction.response.send_message("only for you", ephemeral=True)
                await interaction.followup.send("for all")
            case "tiny:form":
                await interaction.response.send_modal(Answer())
            case "tiny:take":
                view = ui.LayoutView().add_item(ui.TextDisplay("taken"))
                await interaction.response.edit_message(view=view, attachments=[])
            case "tiny:menu":
                await interaction.response.send_message(f"chose {data.get('values')}")


@asynccontextmanager
async def typing(message: discord.Message) -> AsyncIterator[None]:
    await message.channel.typing()
    yield


@app_commands.command()
@app_commands.describe(text="What to say")
async def echo(
    interaction: discord.Interaction, text: str, to: discord.Member | None = None
) -> None:
    """Say it again."""
    name = to.name if to else "all"
    answer = await interaction.response.send_message(f"{text} to {name}")
    tell("answered with", answer.message_id)


@echo.autocomplete("text")
async def complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=current * 2, value=current * 2)]


@app_commands.command()
async def thinking(interaction: discord.Interaction) -> None:
    """Answer late."""
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="thought")


async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
    await interaction.response.send_message(
        f"hello {member.mention}", allowed_mentions=discord.AllowedMentions(users=[member])
    )


async def main() -> int:
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    intents.message_content = "content" in os.environ.get("TINY_INTENTS", "content members")
    intents.members = "members" in os.environ.get("TINY_INTENTS", "content members")
    discord.utils.setup_logging()
    shard, shards = map(int, os.environ.get("TINY_SHARD", "0/1").split("/"))
    async with Tiny(intents, shard, shards) as bot:
        try:
            await bot.start(os.environ["DISCORD_TOKEN"])
        except discord.LoginFailure:
            tell("bad token")
            return 3
        except discord.PrivilegedIntentsRequired:
            tell("refused intent")
            return 4
    tell("left")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
