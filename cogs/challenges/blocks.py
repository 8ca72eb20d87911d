"""Blocks: stopping challenges from other people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Final

import discord
from discord import app_commands, ui
from discord.abc import Snowflake
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import SLASH_PATH
from cogs.client.paged_lists import more_text
from cogs.client.replies import Answer, answer_by_message, answer_to
from cogs.members import mentions
from cogs.messages.buttons import ControlKind, PersonMenu, TextButton
from cogs.messages.layouts import text_layout
from data import EVERYBODY
from engine import Refusal, Text
from engine.text import joined

SHOWN = 50
"""The most people named in a list; the list says how many more there are."""


WHOM_TO_BLOCK: Final = Text(
    "Whom do you want to block? They cannot challenge you any more, nor join your matches."
)

IF_EVERYBODY: Final = Text(
    "Or take no challenges at all: nobody can challenge you, and you can still join open matches. "
    "`/people unblock` takes either back."
)

Change = Callable[[discord.abc.User, Sequence[Snowflake]], Awaitable[Text]]


class Press(StrEnum):
    """The buttons for blocks, by the texts in their ids."""

    SHOW = ""
    WHOM = "whom"
    ALL = "all"


class Blocks(commands.Cog):
    """``/people``, its typed commands, and the entry in the context menu of members."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._menu = app_commands.ContextMenu(
            name=locale_str("Block challenges"),
            callback=self.from_menu,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )

    async def cog_load(self) -> None:
        """Register the buttons, the menu that asks whom to block, and the context menu's entry."""
        self.bot.text_buttons[ControlKind.BLOCKS] = self.press
        self.bot.menus[ControlKind.BLOCKS] = self.choose
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the context menu's entry."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    group = app_commands.Group(
        name="people", description=locale_str("Whose challenges you take"), guild_only=True
    )

    @group.command(
        name="block", description=locale_str("Stop challenges from one member, or from everybody")
    )
    @app_commands.rename(member=locale_str("person"))
    @app_commands.describe(
        member=locale_str("The member whose challenges you do not want; I ask if you name nobody")
    )
    async def block(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """``/people block``."""
        if member is None:
            await self._ask_whom(interaction)
            return
        done = await self._block(interaction.user, [member])
        await answer_to(interaction).show(done)

    @group.command(
        name="unblock",
        description=locale_str("Take challenges from one member again, or from everybody"),
    )
    @app_commands.rename(user=locale_str("person"))
    @app_commands.describe(user=locale_str("The member whose challenges you take again"))
    async def unblock(self, interaction: Interaction, user: discord.User | None = None) -> None:
        """``/people unblock``."""
        done = await self._unblock(interaction.user, [user] if user else [])
        await answer_to(interaction).show(done)

    @commands.command(name="block", extras={SLASH_PATH: "people block"})
    @commands.guild_only()
    async def typed_block(self, context: Context, *, words: str = "") -> None:
        """``@Damier block @somebody``; ``@Damier block`` has a button that asks whom in private."""
        if not words.strip():
            answer = answer_to(context)
            choose = _button(answer, Press.WHOM, Text("Choose"))
            await answer.show(Text("Only you see whom you block, and what that does:"), choose)
            return
        await self._typed(context, words, self._block)

    @commands.command(name="unblock", extras={SLASH_PATH: "people unblock"})
    @commands.guild_only()
    async def typed_unblock(self, context: Context, *, words: str = "") -> None:
        """``@Damier unblock @somebody``, ``@Damier unblock``."""
        await self._typed(context, words, self._unblock)

    async def _typed(self, context: Context, words: str, change: Change) -> None:
        """Block or unblock the people that a message names; only its author learns the result."""
        try:
            done = await change(context.author, await _named(context, words))
        except Refusal as refusal:
            done = refusal.text
        hint = Text("Nobody else sees that you use `/people block` and `/people unblock`.")
        await answer_by_message(context, joined([done, hint]), _show_me(answer_to(context)))

    async def from_menu(self, interaction: Interaction, member: discord.Member) -> None:
        """Block the member whose context menu was used."""
        done = await self._block(interaction.user, [member])
        await answer_to(interaction).show(done)

    @group.command(
        name="list", description=locale_str("The members whose challenges you do not take")
    )
    async def listed(self, interaction: Interaction) -> None:
        """``/people list``."""
        await self._show(interaction)

    @commands.command(name="blocks", extras={SLASH_PATH: "people list"})
    @commands.guild_only()
    async def typed_list(self, context: Context) -> None:
        """``@Damier blocks``: only the author sees the names."""
        answer = answer_to(context)
        await answer.show(Text("Only you can see whom you have blocked:"), _show_me(answer))

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button: ask whom to block, block everybody, or list who is blocked."""
        match about:
            case Press.WHOM:
                await self._ask_whom(interaction)
            case Press.ALL:
                await answer_to(interaction).show(await self._block_everybody(interaction.user))
            case _:
                await self._show(interaction)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Block the chosen person. Raises Refusal."""
        done = await self._block(interaction.user, [discord.Object(int(choice))])
        await answer_to(interaction).show(done)

    async def _ask_whom(self, interaction: Interaction) -> None:
        """Ask in private whom a person wants to block, and say what that does."""
        answer = answer_to(interaction)
        layout = text_layout("\n".join(map(answer.said, (WHOM_TO_BLOCK, IF_EVERYBODY))))
        choose = answer.said(Text("Choose"))
        layout.add_item(ui.ActionRow(PersonMenu(ControlKind.BLOCKS, Press.WHOM, choose)))
        everybody = _button(answer, Press.ALL, Text("Take no challenges at all"))
        layout.add_item(ui.ActionRow(everybody))
        await answer.show(view=layout)

    async def _show(self, interaction: Interaction) -> None:
        """List in private the people whom a person has blocked."""
        blocked = await self.bot.store.blocks.of(interaction.user.id)
        lines = []
        if EVERYBODY in blocked:
            lines.append(Text("You take no challenges at all; `/people unblock` changes that."))
        people = sorted(blocked - {EVERYBODY})
        if people:
            named = mentions.people(people[:SHOWN])
            lines.append(Text("You have blocked {people}.", people=named))
        if len(people) > SHOWN:
            lines.append(more_text(len(people) - SHOWN))
        if not lines:
            lines.append(Text("You have blocked nobody."))
        await answer_to(interaction).show(joined(lines, "\n"))

    async def _block(self, who: discord.abc.User, people: Sequence[Snowflake]) -> Text:
        """Block people, and return the answer. Raises Refusal if ``who`` is one of them."""
        if who.id in {user.id for user in people}:
            raise Refusal(Text("You cannot block yourself."))
        for user in people:
            await self.bot.store.blocks.add(who.id, user.id)
        return Text(
            "{people} cannot challenge you any more, nor join your matches.",
            people=mentions.people(user.id for user in people),
        )

    async def _block_everybody(self, who: discord.abc.User) -> Text:
        await self.bot.store.blocks.add(who.id, EVERYBODY)
        return Text("Nobody can challenge you any more; you can still join open matches.")

    async def _unblock(self, who: discord.abc.User, people: Sequence[Snowflake]) -> Text:
        if not people:
            await self.bot.store.blocks.remove(who.id, EVERYBODY)
            return Text("Everybody can challenge you again, except those you have blocked by name.")
        named = mentions.people(user.id for user in people)
        changed = [await self.bot.store.blocks.remove(who.id, user.id) for user in people]
        if not any(changed):
            raise Refusal(Text("You have not blocked {people}.", people=named))
        return Text("{people} can challenge you again.", people=named)


async def _named(context: Context, words: str) -> list[discord.Member]:
    """Return the members that ``words`` mention. Raises Refusal for other words."""
    if context.guild is None:
        return []
    people, rest = await context.bot.directory.people_in(context.message, words)
    if rest.strip():
        raise Refusal(Text("Mention a member, such as `@name`."))
    return people


def _button(answer: Answer, press: Press, label: Text) -> TextButton:
    return TextButton(ControlKind.BLOCKS, press, answer.said(label))


def _show_me(answer: Answer) -> TextButton:
    """Return the button that shows people in private whom they have blocked."""
    return _button(answer, Press.SHOW, Text("Show me"))
