"""Leaving a match: giving it up, or aborting it before everyone has moved."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import private
from cogs.language.catalogues import say
from cogs.members.match_lookup import own_match
from cogs.messages.buttons import LABELS, Action, MatchButton
from cogs.playing.more import entry
from engine import Refusal, Text
from engine.table.match import Match

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which the question whether to leave, asked in the channel, is removed."""


class Leaving(commands.Cog):
    """Resignations and aborts: both are asked once more."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.buttons[Action.RESIGN] = self.ask_to_resign
        self.bot.buttons[Action.RESIGN_NOW] = self.leave
        self.bot.buttons[Action.ABORT] = self.ask_to_abort
        self.bot.buttons[Action.ABORT_NOW] = self.leave
        self.bot.more.append(self._more)

    def _more(self, match: Match, person: int, locale: discord.Locale) -> Iterator[MatchButton]:
        if person in match.people and match.may_abort:
            yield entry(Action.ABORT, match, locale)

    async def ask_to_resign(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Resign: asks whether he means it."""
        match = await self.bot.store.load(button.match)
        await self._ask(interaction, match, Action.RESIGN_NOW)

    async def ask_to_abort(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Abort: asks whether he means it."""
        match = await self.bot.store.load(button.match)
        await self._ask(interaction, match, Action.ABORT_NOW)

    @hybrid_command("resign", locale_str("Give up your match here"), "surrender")
    async def resign(self, context: Context) -> None:
        """``@Damier resign``, ``/resign``: asks whether he means it."""
        await self._ask_typed(context, Action.RESIGN_NOW)

    @hybrid_command(
        "abort", locale_str("End your match here without a result, before everyone has moved")
    )
    async def abort(self, context: Context) -> None:
        """``@Damier abort``, ``/abort``: asks whether he means it."""
        await self._ask_typed(context, Action.ABORT_NOW)

    async def leave(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody said that he means it."""
        who, origin = interaction.user.id, origin_of(interaction)

        async with self.bot.store.match(button.match) as table:
            if button.which not in table.match.seats_of(who):
                raise Refusal(Text("This question is for your opponent."))
            if button.action is Action.ABORT_NOW:
                table.match = table.match.abort(who, **origin)
            else:
                table.match = table.match.resign(who, **origin)
        await interaction.response.defer()
        await interaction.delete_original_response()

    async def _ask_typed(self, context: Context, action: Action) -> None:
        who = context.author.id
        match = await own_match(self.bot.store, context)
        if context.interaction is not None:
            await self._ask(context.interaction, match, action)
            return
        text, view = self._question(
            match, who, action, self.bot.preferences.locale_of(context.guild)
        )
        await context.reply(text, view=view, mention_author=False, delete_after=QUESTION_SHOWN_FOR)

    async def _ask(self, interaction: Interaction, match: Match, action: Action) -> None:
        text, view = self._question(match, interaction.user.id, action, interaction.locale)
        await private(interaction, text, view=view)

    def _question(
        self, match: Match, person: int, action: Action, locale: discord.Locale
    ) -> tuple[str, ui.View]:
        """The question, with a button that names the seat which leaves. Raises Refusal."""
        match.check_player(person)
        number, game = f"#{match.id}", match.game.title
        if action is Action.ABORT_NOW:
            match.check_abort()
            text = Text("Do you want to abort match {match} ({game})?", match=number, game=game)
        else:
            text = Text("Do you want to resign match {match} ({game})?", match=number, game=game)
        view = ui.View(timeout=None)
        seat, label = match.seats_of(person)[0], say(LABELS[action], locale)
        view.add_item(MatchButton(action, match.id, match.since, seat, label=label))
        return say(text, locale), view
