"""Resigning a match, and aborting it before everyone has moved."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import private
from cogs.language.catalogues import translate_into
from cogs.members.match_lookup import own_match
from cogs.members.takeovers import taken_over
from cogs.messages.buttons import Action, MatchButton, labelled_button
from cogs.messages.layouts import view_of
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which the question is removed from the channel."""


class Resigning(commands.Cog):
    """``/resign``, ``/abort`` and their buttons: each asks first whether it is meant."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.RESIGN] = self.ask_to_resign
        self.bot.buttons[Action.RESIGN_NOW] = self.leave
        self.bot.buttons[Action.ABORT] = self.ask_to_abort
        self.bot.buttons[Action.ABORT_NOW] = self.leave
        self.bot.more_buttons.append(self._more)

    def _more(self, match: Match, person: int, locale: discord.Locale) -> Iterator[MatchButton]:
        if is_watched_by(match, person) or (person in match.people and match.may_abort):
            number = match.events[-1].number
            yield labelled_button(Action.ABORT, match.id, number, translated=translate_into(locale))

    async def ask_to_resign(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Resign: ask whether it is meant."""
        match = await self.bot.store.load(button.match)
        await self._ask(interaction, match, Action.RESIGN_NOW)

    async def ask_to_abort(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Abort: ask whether it is meant."""
        match = await self.bot.store.load(button.match)
        await self._ask(interaction, match, Action.ABORT_NOW)

    @hybrid_command("resign", locale_str("Give up your match here"), "surrender", direct=True)
    async def resign(self, context: Context) -> None:
        """``@Damier resign``, ``/resign``: ask whether it is meant."""
        await self._ask_typed(context, Action.RESIGN_NOW)

    @hybrid_command(
        "abort",
        locale_str("End your match here without a result, before everyone has moved"),
        direct=True,
    )
    async def abort(self, context: Context) -> None:
        """``@Damier abort``, ``/abort``: ask whether it is meant."""
        await self._ask_typed(context, Action.ABORT_NOW)

    async def leave(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the answer to the question: resign or abort."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            watched = is_watched_by(table.match, who)
            if not watched and button.which not in table.match.seats_of(who):
                raise Refusal(Text("This question is for your opponent."))
            if button.action is Action.ABORT_NOW:
                table.match = table.match.abort(who, **origin)
            else:
                policy = self.bot.preferences.server(table.match.guild).takeover
                table.match = taken_over(table.match.resign(who, **origin), policy)
        await interaction.response.defer()
        await interaction.delete_original_response()

    async def _ask_typed(self, context: Context, action: Action) -> None:
        who = context.author.id
        match = await self._watched(context, action) or await own_match(self.bot.store, context)
        if context.interaction is not None:
            await self._ask(context.interaction, match, action)
            return
        text, view = self._question(
            match, who, action, self.bot.preferences.locale_of(context.guild, who)
        )
        await context.reply(text, view=view, delete_after=QUESTION_SHOWN_FOR)

    async def _watched(self, context: Context, action: Action) -> Match | None:
        """Return the match between computers here that its host wants to abort."""
        if action is not Action.ABORT_NOW:
            return None
        for match in await self.bot.store.matches(status=Status.LIVE, channel=context.channel.id):
            if is_watched_by(match, context.author.id):
                return match
        return None

    async def _ask(self, interaction: Interaction, match: Match, action: Action) -> None:
        text, view = self._question(match, interaction.user.id, action, interaction.locale)
        await private(interaction, text, view=view)

    def _question(
        self, match: Match, person: int, action: Action, locale: discord.Locale
    ) -> tuple[str, ui.View]:
        """Return the question, with a button that carries the person's seat. Raises Refusal."""
        watched = action is Action.ABORT_NOW and is_watched_by(match, person)
        if not watched:
            match.check_player(person)
        number, game = f"#{match.id}", match.game.title
        if action is Action.ABORT_NOW:
            if not watched:
                match.check_abort()
            text = Text("Do you want to abort match {match} ({game})?", match=number, game=game)
        else:
            text = Text("Do you want to resign match {match} ({game})?", match=number, game=game)
        translated, seat = translate_into(locale), next(iter(match.seats_of(person)), 0)
        button = labelled_button(action, match.id, match.since, seat, translated=translated)
        return translated(text), view_of(button)


def is_watched_by(match: Match, person: int) -> bool:
    """Return whether that person has computers play each other, and so may end it."""
    return match.status is Status.LIVE and not match.persons and match.host == person
