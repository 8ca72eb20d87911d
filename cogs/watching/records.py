"""Games as files: matches handed out, and records from elsewhere to look through."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Iterator

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import locale_for, private
from cogs.language.catalogues import say
from cogs.members.match_lookup import NOT_BEGUN, match_here, visible_match
from cogs.members.people import members_of
from cogs.messages.buttons import LABELS, Action, MatchButton, TextButton, TextForm, Use
from cogs.watching.viewer import MoveViewer, open_button
from engine import Refusal, Text, archive
from engine.table.match import Match
from engine.table.record import Kind
from engine.text import counted

log = logging.getLogger(__name__)

TEXT, PDN = "text", "pdn"
"""The formats: the record of any game, and what other draughts programs read."""

LARGEST = 1_000_000
"""Bytes of the largest file that is read."""

_FENCED = re.compile(r"```(?:\w*\n)?(.*)```", re.DOTALL)
"""A text as Discord shows code, perhaps with the name of a language."""

EXAMPLE = '[Game "frisian"]\n\n1. 32-28 19-23 2. 28x19 14x23'


class Records(commands.Cog):
    """``/export`` and ``/import``."""

    def __init__(self, bot: Damier, viewer: MoveViewer) -> None:
        self.bot = bot
        self._viewer = viewer
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.buttons[Action.EXPORT] = self.hand_out
        self.bot.text_buttons[Use.IMPORT] = self.ask
        for panel in (self.bot.match_items, self.bot.more):
            panel.append(export_button)

    # Out

    @hybrid_command("export", locale_str("The record of a match as a file"))
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
            raise Refusal(
                Text(
                    "A record is `{text}` (any game) or `{pdn}` (draughts).",
                    text=TEXT,
                    pdn=PDN,
                )
            )
        found = await match_here(self.bot.store, context, match, "export")
        record = await self._record(found, context.guild)
        file = _file(found, record, form)
        await context.reply(
            say(_exported(found), locale_for(context)),
            file=file,
            ephemeral=True,
            mention_author=False,
        )

    async def hand_out(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Export: he gets the match in every format that it has."""
        match = await visible_match(self.bot.store, interaction.user, button.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        record = await self._record(match, interaction.guild)
        forms = [TEXT, PDN] if archive.pdn.is_for(match.game) else [TEXT]
        files = [_file(match, record, form) for form in forms]
        await private(interaction, say(_exported(match), interaction.locale), files=files)

    async def _record(self, match: Match, guild: discord.Guild | None) -> archive.Record:
        """The record of a match, with the names that its players have on the server."""
        members = await members_of(guild, set(match.people)) if guild else {}
        names = {user: member.display_name for user, member in members.items()}
        return archive.record_of(match, names, {"Site": guild.name} if guild else {})

    # In

    @hybrid_command("import", locale_str("Look through a game from a file or a text, in private"))
    @app_commands.describe(
        file=locale_str("A record, as /export makes them, or PDN"),
        text=locale_str("The record itself"),
    )
    async def bring(
        self, context: Context, file: discord.Attachment | None = None, *, text: str = ""
    ) -> None:
        """``/import``, ``@Damier import`` with a file or with the record after it."""
        locale = locale_for(context)
        cause = context.interaction or context.message
        if context.interaction is not None and file is None and not text:
            await self.ask(context.interaction, "")
        elif file is None and not text:
            view = ui.View(timeout=None)
            view.add_item(TextButton(Use.IMPORT, "", say(Text("Paste a record"), locale)))
            hint = Text("Attach the file of a game, or write its moves after `import`.")
            await context.reply(say(hint, locale), view=view, mention_author=False)
        elif context.interaction is not None:
            await context.defer(ephemeral=True)
            match = await self._keep(context.author.id, await _read(file, text), origin_of(cause))
            await self._show(context.interaction, match)
        else:
            match = await self._keep(context.author.id, await _read(file, text), origin_of(cause))
            moves = counted("{count} move", "{count} moves", len(match.turns))
            done = Text(
                "{game}, {moves}: only you can look through it.",
                game=match.game.title,
                moves=moves,
            )
            view = ui.View(timeout=None)
            view.add_item(open_button(match, locale, _start_of(match)))
            await context.reply(say(done, locale), view=view, mention_author=False)

    async def ask(self, interaction: Interaction, _about: str) -> None:
        """Opens the form into which a record is pasted."""

        async def answer(submitted: Interaction, text: str) -> None:
            await submitted.response.defer(ephemeral=True, thinking=True)
            match = await self._keep(submitted.user.id, text, origin_of(submitted))
            await self._show(submitted, match)

        locale = interaction.locale
        title, label = say(Text("Import a game"), locale), say(Text("Its record"), locale)
        form = TextForm(title, label, EXAMPLE, answer, many_lines=True)
        await interaction.response.send_modal(form)

    async def _keep(self, person: int, text: str, origin: Origin) -> Match:
        """The match of a record, which only that person sees. Raises Refusal."""
        async with self._one_at_a_time:
            match = await asyncio.to_thread(_imported, text, person, origin)
            return await self.bot.store.create(match)

    async def _show(self, interaction: Interaction, match: Match) -> None:
        """Opens the private panel in which he looks through it."""
        button = open_button(match, interaction.locale, _start_of(match))
        await self._viewer.open(interaction, button)


def export_button(match: Match, _person: int, locale: discord.Locale) -> Iterator[MatchButton]:
    """The button *Export*, once there is something to export."""
    if match.line:
        yield MatchButton(Action.EXPORT, match.id, 0, label=say(LABELS[Action.EXPORT], locale))


def _exported(match: Match) -> Text:
    return Text("Match {match} ({game}):", match=f"#{match.id}", game=match.game.title)


def _file(match: Match, record: archive.Record, form: str) -> discord.File:
    """The record as a file. Raises Refusal for a game that has no PDN."""
    written = archive.pdn.write(record) if form == PDN else archive.write(record)
    name = f"damier-{match.id}.{'pdn' if form == PDN else 'txt'}"
    return discord.File(io.BytesIO(written.encode()), name)


async def _read(file: discord.Attachment | None, text: str) -> str:
    """The record in a file, or else in what was written. Raises Refusal."""
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
    """The number of the event with which a match begins."""
    return next(event.number for event in match.events if event.kind is Kind.START)
