"""Importing: games from a file or a text, which only the person sees who imports them."""

from __future__ import annotations

import asyncio
import logging
import re

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import locale_for, open_form, reply_with_button
from cogs.language.catalogues import translate
from cogs.messages.buttons import TextButton, TextForm, Use
from cogs.watching.move_viewer import MoveViewer, open_button
from engine import Refusal, Text, archive
from engine.table.match import Match
from engine.table.record import Kind
from engine.text import counted

log = logging.getLogger(__name__)

LARGEST = 1_000_000
"""Bytes of the largest file that is read."""

_FENCED = re.compile(r"```(?:\w*\n)?(.*)```", re.DOTALL)
"""A block of code in Discord, perhaps with the name of a language."""

EXAMPLE = '[Game "frisian"]\n\n1. 32-28 19-23 2. 28x19 14x23'


class Importing(commands.Cog):
    """``/import``."""

    def __init__(self, bot: Damier, viewer: MoveViewer) -> None:
        self.bot = bot
        self._viewer = viewer
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Register the button that opens the form."""
        self.bot.text_buttons[Use.IMPORT] = self.open_form

    @hybrid_command("import", locale_str("Look through a game from a file or a text, in private"))
    @app_commands.describe(
        file=locale_str("A record, as /export makes them, or PDN"),
        text=locale_str("The record itself"),
    )
    async def import_record(
        self, context: Context, file: discord.Attachment | None = None, *, text: str = ""
    ) -> None:
        """``/import``, ``@Damier import`` with a file or with the record after it."""
        if file is None and not text:
            await self._ask(context)
            return
        match = await self._store(context.author.id, await _read(file, text), origin_of(context))
        if context.interaction is not None:
            await self._show(context.interaction, match)
            return
        done = Text(
            "{game}, {moves}: only you can look through it.",
            game=match.game.title,
            moves=counted("{count} move", "{count} moves", len(match.turns)),
        )
        button = open_button(match, locale_for(context), _start_of(match))
        await reply_with_button(context, done, button)

    async def _ask(self, context: Context) -> None:
        """Ask for the record: by a form, or by a button that opens it."""
        if context.interaction is not None:
            await self.open_form(context.interaction, "")
            return
        button = TextButton(Use.IMPORT, "", translate(Text("Paste a record"), locale_for(context)))
        hint = Text("Attach the file of a game, or write its moves after `import`.")
        await reply_with_button(context, hint, button)

    async def open_form(self, interaction: Interaction, _about: str) -> None:
        """Open the form into which a record is pasted."""

        async def answer(submitted: Interaction, text: str) -> None:
            match = await self._store(submitted.user.id, text, origin_of(submitted))
            await self._show(submitted, match)

        locale = interaction.locale
        title, label = (
            translate(Text("Import a game"), locale),
            translate(Text("Its record"), locale),
        )
        form = TextForm(title, label, EXAMPLE, answer, many_lines=True)
        await open_form(interaction, form)

    async def _store(self, person: int, text: str, origin: Origin) -> Match:
        """Store the match of a record, which only that person sees. Raises Refusal."""
        async with self._one_at_a_time:
            match = await asyncio.to_thread(_imported, text, person, origin)
            return await self.bot.store.create(match)

    async def _show(self, interaction: Interaction, match: Match) -> None:
        """Open the private panel that steps through the match."""
        button = open_button(match, interaction.locale, _start_of(match))
        await self._viewer.open(interaction, button)


async def _read(file: discord.Attachment | None, text: str) -> str:
    """Return the record in a file, or else in what was written. Raises Refusal."""
    if file is None:
        fenced = _FENCED.fullmatch(text.strip())
        return fenced[1] if fenced else text
    if file.size > LARGEST:
        raise Refusal(Text("That file is too large for the record of a game."))
    try:
        content = await file.read()
    except discord.HTTPException as error:
        log.info("File %s is not read: %s", file.url, error)
        raise Refusal(Text("Discord does not give me that file; please send it again.")) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:  # older programs write the letters of Western Europe
        return content.decode("cp1252", errors="replace")


def _imported(text: str, person: int, origin: Origin) -> Match:
    return archive.match_of(archive.read(text), person, **origin)


def _start_of(match: Match) -> int:
    """Return the number of the event with which a match begins."""
    return next(event.number for event in match.events if event.kind is Kind.START)
