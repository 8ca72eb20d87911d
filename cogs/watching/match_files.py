"""``/match export``: the record of a match as a file."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.computer_names import computer_name
from cogs.language.did_you_mean import Entry, Unclear
from cogs.language.typed_words import plain
from cogs.members.match_lookup import NOT_BEGUN, last_match
from cogs.messages.buttons import MatchButton
from engine import Refusal, Text, archive
from engine.table.match import Match
from engine.table.record import is_computer

TEXT, PDN = "text", "pdn"
"""The formats: the plain record of any game, and PDN, which other draughts programs read."""


class Exporting(commands.Cog):
    """``/match export``, and the button *Export*."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.buttons[Action.EXPORT] = self.press

    @action_command(Action.EXPORT)
    @app_commands.describe(
        match=autocompletion.MATCH,
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
        """``/match export``, ``@Damier export 12 pdn``."""
        form = form.lower()
        if form not in {TEXT, PDN}:
            entries = [Entry(TEXT, Text("Plain text")), Entry(PDN, "PDN")]
            raise Unclear(
                Text("In which form do you want the record?"),
                entries,
                option="form",
                said=plain(form),
            )
        found = await last_match(self.bot.store, context, match)
        record = await self._record(found, context.guild)
        file = _file(found, record, form)
        await answer_to(context).show(_exported(found), file=file)

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Export*: give the record in every format that suits it. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        record = await self._record(match, interaction.guild)
        forms = [TEXT, PDN] if archive.pdn.suits(record) else [TEXT]
        files = [_file(match, record, form) for form in forms]
        await answer_to(interaction).show(_exported(match), files=files)

    async def _record(self, match: Match, guild: discord.Guild | None) -> archive.Record:
        """Return the record of a match, with the names of its players on a server, if known."""
        names = await self.bot.directory.names_of(guild, set(match.people)) if guild else {}
        names |= {user: str(computer_name(user)) for user in match.people if is_computer(user)}
        return archive.record_of(match, names, {"Site": guild.name} if guild else {})


def _exported(match: Match) -> Text:
    return Text("Match {match}, {game}:", match=f"#{match.id}", game=match.game.title)


def _file(match: Match, record: archive.Record, form: str) -> discord.File:
    """Return the file of a record. Raises Refusal for PDN if that does not suit it."""
    written = archive.pdn.write(record) if form == PDN else archive.write(record)
    name = f"damier-{match.id}.{'pdn' if form == PDN else 'txt'}"
    return discord.File(io.BytesIO(written.encode()), name)
