"""Draws and other agreements, and giving up."""

from __future__ import annotations

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.buttons import LABELS, Action, MatchButton
from cogs.client import (
    OUT_OF_DATE,
    Context,
    Damier,
    Interaction,
    acknowledge,
    origin_of,
    private,
    two_way,
)
from cogs.language import say
from engine import Refusal, Text
from engine.match import Match

DRAW = "draw"

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which the question whether to resign, asked in the channel, is removed."""


class Agreements(commands.Cog):
    """Offers, their answers, and resignations."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.presses[Action.DRAW] = self.offer
        self.bot.presses[Action.PROPOSE] = self.propose
        self.bot.presses[Action.AGREE] = self.agree
        self.bot.presses[Action.REFUSE] = self.refuse
        self.bot.presses[Action.RESIGN] = self.ask
        self.bot.presses[Action.RESIGN_NOW] = self.resign

    async def offer(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Draw."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.offer_agreement(who, DRAW, **origin))
        await acknowledge(interaction)

    async def propose(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed the button of another agreement, such as to count the kings."""
        who, origin = interaction.user.id, origin_of(interaction)

        def change(match: Match) -> Match:
            match.check_player(who)
            agreements = match.position.agreements()
            if button.event != match.since or button.which >= len(agreements):
                raise Refusal(OUT_OF_DATE)
            return match.offer_agreement(who, agreements[button.which].name, **origin)

        await self.bot.change(button.match, change)
        await acknowledge(interaction)

    async def agree(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Accept on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.agree(who, button.event, **origin))
        await acknowledge(interaction)

    async def refuse(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Decline on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.refuse(who, button.event, **origin))
        await acknowledge(interaction)

    @two_way("draw", locale_str("Offer a draw in your match here, or accept one"))
    async def typed_draw(self, context: Context) -> None:
        """``@Damier draw``, ``/draw``."""
        who, cause = context.author.id, context.interaction or context.message
        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await self.bot.change(match.id, lambda m: m.offer_agreement(who, DRAW, **origin_of(cause)))
        if context.interaction is not None:
            done = Text("You agreed to a draw.") if match.offer else Text("You offered a draw.")
            await private(context.interaction, say(done, context.interaction.locale))

    # Giving up

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Resign: asks whether he means it."""
        await self._ask(interaction, await self.bot.load(button.match))

    @two_way("resign", locale_str("Give up your match here"), "surrender")
    async def typed_resign(self, context: Context) -> None:
        """``@Damier resign``, ``/resign``: asks whether he means it."""
        who = context.author.id
        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        if context.interaction is not None:
            await self._ask(context.interaction, match)
            return
        locale = self.bot.locale_of(context.guild)
        text, view = self._question(match, who, locale)
        await context.reply(text, view=view, mention_author=False, delete_after=QUESTION_SHOWN_FOR)

    async def resign(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody said that he means it."""
        who, origin = interaction.user.id, origin_of(interaction)

        def change(match: Match) -> Match:
            if button.which not in match.seats_of(who):
                raise Refusal(Text("This question is for your opponent."))
            return match.resign(who, **origin)

        await self.bot.change(button.match, change)
        await interaction.response.defer()
        await interaction.delete_original_response()

    async def _ask(self, interaction: Interaction, match: Match) -> None:
        match.check_player(interaction.user.id)
        text, view = self._question(match, interaction.user.id, interaction.locale)
        await private(interaction, text, view=view)

    def _question(self, match: Match, person: int, locale: discord.Locale) -> tuple[str, ui.View]:
        """The question whether to resign, with a button that names the seat it gives up."""
        text = Text(
            "Do you want to resign match {match} ({game})?",
            match=f"#{match.id}",
            game=match.game.title,
        )
        view = ui.View(timeout=None)
        seat = match.seats_of(person)[0]
        label = say(LABELS[Action.RESIGN_NOW], locale)
        view.add_item(MatchButton(Action.RESIGN_NOW, match.id, match.since, seat, label=label))
        return say(text, locale), view


async def setup(bot: Damier) -> None:
    """Adds the cog."""
    await bot.add_cog(Agreements(bot))
