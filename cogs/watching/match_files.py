"""Matches as files: exporting the record of a match, and importing games for one person."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import locale_for, open_form, private, reply_with_button, show
from cogs.language.catalogues import translate, translate_into
from cogs.language.computer_names import computer_name
from cogs.language.did_you_mean import Entry, Unclear
from cogs.language.typed_words import plain
from cogs.members.match_lookup import NOT_BEGUN, match_here
from cogs.messages.buttons import Action, MatchButton, TextButton, Use, labelled_button
from cogs.messages.forms import LONGEST_TEXT, InputForm, Typed, file_of, text_of
from cogs.watching.move_viewer import MoveViewer, open_button
from engine import Refusal, Text, archive
from engine.table.match import Match
from engine.table.record import Kind, is_computer
from engine.text import counted

TEXT, PDN = "text", "pdn"
"""The formats: the plain record of any game, and the one that other draughts programs read."""


class Exporting(commands.Cog):
    """``/export``, and the button Export."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.buttons[Action.EXPORT] = self.press
        for panel in (self.bot.match_buttons, self.bot.more_buttons):
            panel.append(export_button)

    @hybrid_command("export", locale_str("The record of a match as a file"), direct=True)
    @app_commands.describe(
        match=locale_str("The number of the match"),
        form=locale_str("The plain record, or PDN for other draughts programs"),
    )
    @app_commands.rename(form=locale_str("format"))
    @app_commands.choices(
        form=[
            app_commands.Choice(name=locale_str("Plain text"), value=TEXT),
            app_commands.Choice(name="PDN", value=PDN),
        ]
    )
    async def export(self, context: Context, match: int | None = None, form: str = TEXT) -> None:
        """``/export``, ``@Damier export 12 pdn``."""
        form = form.lower()
        if form not in {TEXT, PDN}:
            entries = [Entry(TEXT, Text("Plain text")), Entry(PDN, "PDN")]
            raise Unclear(
                Text("In which form do you want the record?"),
                entries,
                option="form",
                said=plain(form),
            )
        found = await match_here(self.bot.store, context, match)
        record = await self._record(found, context.guild)
        file = _file(found, record, form)
        await show(context, translate(_exported(found), locale_for(context)), file=file)

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Export: give the record in every format that the game has."""
        match = await self.bot.store.load(button.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        record = await self._record(match, interaction.guild)
        forms = [TEXT, PDN] if match.game.pdn else [TEXT]
        files = [_file(match, record, form) for form in forms]
        await private(interaction, translate(_exported(match), interaction.locale), files=files)

    async def _record(self, match: Match, guild: discord.Guild | None) -> archive.Record:
        """Return the record of a match, with the names of its players on the server."""
        names = await self.bot.directory.names_of(guild, set(match.people)) if guild else {}
        names |= {user: str(computer_name(user)) for user in match.people if is_computer(user)}
        return archive.record_of(match, names, {"Site": guild.name} if guild else {})


def export_button(match: Match, _person: int, locale: discord.Locale) -> Iterator[MatchButton]:
    """Yield the button Export if there is something to export."""
    if match.line:
        yield labelled_button(Action.EXPORT, match.id, 0, translated=translate_into(locale))


def _exported(match: Match) -> Text:
    return Text("Match {match}, {game}:", match=f"#{match.id}", game=match.game.title)


def _file(match: Match, record: archive.Record, form: str) -> discord.File:
    """Return the record as a file. Raises Refusal for a game that has no PDN."""
    written = archive.pdn.write(record) if form == PDN else archive.write(record)
    name = f"damier-{match.id}.{'pdn' if form == PDN else 'txt'}"
    return discord.File(io.BytesIO(written.encode()), name)


log = logging.getLogger(__name__)

LARGEST = 1_000_000
"""The most bytes of a file that is read."""

_FENCED = re.compile(r"```(?:\w*\n)?(.*)```", re.DOTALL)
"""A block of code in Discord, perhaps with the name of a language."""

EXAMPLE = '[Game "frisian"]\n\n1. 32-28 19-23 2. 28x19 14x23'


NO_RECORD = Text("Paste the record of a game, or attach its file.")


def import_form(cause: Interaction) -> InputForm:
    """Return the form for the record of a game, as a text or as a file."""
    translated = translate_into(cause.locale)
    form = InputForm(Use.IMPORT, "", translated(Text("Import a game")), cause)
    record: ui.TextInput[Any] = ui.TextInput(
        placeholder=EXAMPLE,
        style=discord.TextStyle.paragraph,
        max_length=LONGEST_TEXT,
        required=False,
    )
    form.add("record", translated(Text("Its record")), record)
    file: ui.FileUpload[Any] = ui.FileUpload(required=False)
    form.add_item(ui.Label(text=translated(Text("Or its file")), component=file))
    return form


class Importing(commands.Cog):
    """``/import``."""

    def __init__(self, bot: Damier, viewer: MoveViewer) -> None:
        self.bot = bot
        self._viewer = viewer
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Register the button that opens the form."""
        self.bot.text_buttons[Use.IMPORT] = self.open_form
        self.bot.forms[Use.IMPORT] = self.take

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
        """Ask for the record by a form, or by a button that opens it."""
        if context.interaction is not None:
            await self.open_form(context.interaction, "")
            return
        button = TextButton(Use.IMPORT, "", translate(Text("Paste a record"), locale_for(context)))
        hint = Text("Attach the file of a game, or write its moves after `import`.")
        await reply_with_button(context, hint, button)

    async def open_form(self, interaction: Interaction, _about: str) -> None:
        """Open the form into which a record is pasted, or a file put."""
        await open_form(interaction, import_form(interaction))

    async def take(self, interaction: Interaction, _about: str, typed: Typed) -> None:
        """Take in the form. Raises Refusal."""
        record = await _read(file_of(interaction), text_of(typed))
        if not record.strip():
            raise Refusal(NO_RECORD)
        match = await self._store(interaction.user.id, record, origin_of(interaction))
        await self._show(interaction, match)

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
    """Return the record in a file, or else in the typed text. Raises Refusal."""
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
