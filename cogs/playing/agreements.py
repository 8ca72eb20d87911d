"""Draws, turns taken back and other agreements: offered, accepted, declined, withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import (
    OUT_OF_DATE,
    Context,
    Damier,
    Interaction,
    acknowledge,
    confirm,
    origin_of,
    private,
    two_way,
)
from cogs.language.catalogues import in_all_languages, say
from cogs.messages.buttons import Action, MatchButton
from cogs.messages.posts import compose
from cogs.playing.more import entry
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.offers import TAKEBACK
from engine.table.record import Kind, Status
from engine.text import either

DRAW = "draw"


class Agreements(commands.Cog):
    """Offers and their answers."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.presses[Action.DRAW] = self.offer
        self.bot.presses[Action.PROPOSE] = self.propose
        self.bot.presses[Action.AGREE] = self.agree
        self.bot.presses[Action.REFUSE] = self.refuse
        self.bot.presses[Action.RECALL] = self.recall
        self.bot.presses[Action.TAKEBACK] = self.take_back
        self.bot.more.append(self._more)

    def _more(self, match: Match, person: int, locale: discord.Locale) -> Iterator[MatchButton]:
        if match.status is Status.LIVE and match.last_turn_of(person):
            yield entry(Action.TAKEBACK, match, locale)

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
        match = await self.bot.change(button.match, lambda m: m.agree(who, button.event, **origin))
        await self._show_vote(interaction, match)

    async def _show_vote(self, interaction: Interaction, match: Match) -> None:
        """Shows on the offer who has agreed by now, while others have still to answer."""
        if match.offer is not None and match.events[-1].kind is Kind.AGREE:
            offer = compose(match, self.bot.locale_of(interaction.guild), None)
            await interaction.response.edit_message(view=offer)
        else:
            await acknowledge(interaction)

    async def refuse(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Decline on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.refuse(who, button.event, **origin))
        await acknowledge(interaction)

    async def recall(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Withdraw below an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self.bot.change(button.match, lambda m: m.recall(who, button.event, **origin))
        await acknowledge(interaction)

    async def take_back(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Take back."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self.bot.change(button.match, lambda m: m.offer_takeback(who, **origin))
        await private(interaction, say(_asked(match), interaction.locale))

    # Typed, or by slash

    @two_way("takeback", locale_str("Ask to take back your last turn, or agree to it"))
    async def typed_takeback(self, context: Context) -> None:
        """``@Damier takeback``, ``/takeback``: asks, or agrees where somebody else has asked."""
        who, cause = context.author.id, context.interaction or context.message

        def change(match: Match) -> Match:
            offer = match.offer
            if offer and offer.agreement.name.startswith(TAKEBACK) and offer.by != who:
                return match.agree(who, offer.number, **origin_of(cause))
            return match.offer_takeback(who, **origin_of(cause))

        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await confirm(context, _asked(await self.bot.change(match.id, change)))

    @two_way("draw", locale_str("Offer a draw in your match here, or accept one"))
    async def typed_draw(self, context: Context) -> None:
        """``@Damier draw``, ``/draw``."""
        who, cause = context.author.id, context.interaction or context.message
        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await self.bot.change(match.id, lambda m: m.offer_agreement(who, DRAW, **origin_of(cause)))
        done = Text("You agreed to a draw.") if match.offer else Text("You offered a draw.")
        await confirm(context, done)

    @two_way("propose", locale_str("Propose what else this game lets its players agree on"))
    @app_commands.describe(what=locale_str("What you propose"))
    async def typed_propose(self, context: Context, *, what: str = "") -> None:
        """``@Damier propose count``, ``/propose``."""
        who, cause = context.author.id, context.interaction or context.message

        def change(match: Match) -> Match:
            match.check_player(who)
            wanted = what.strip().lower()
            for agreement in match.position.agreements():
                if wanted in {
                    agreement.name,
                    *(w.lower() for w in in_all_languages(agreement.text)),
                }:
                    return match.offer_agreement(who, agreement.name, **origin_of(cause))
            raise Refusal(_proposals(match))

        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await self.bot.change(match.id, change)
        await confirm(context, Text("You proposed it."))

    @typed_propose.autocomplete("what")
    async def proposals(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """What can be agreed on in the person's matches here."""
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=interaction.channel_id, person=interaction.user.id
        )
        agreements = {a.name: a.text for match in matches for a in match.position.agreements()}
        shown = {name: say(text, interaction.locale) for name, text in agreements.items()}
        return [
            app_commands.Choice(name=text[:100], value=name)
            for name, text in shown.items()
            if typed.lower() in text.lower()
        ]


def _proposals(match: Match) -> Text:
    """What can be proposed now."""
    known = [
        Text("`{name}` ({text})", name=agreement.name, text=agreement.text)
        for agreement in match.position.agreements()
    ]
    if not known:
        return Text("There is nothing to agree on in this position.")
    return Text("You can propose {choices}.", choices=either(known))


def _asked(match: Match) -> Text:
    if match.offer is None:
        return Text("The turn is taken back.")
    return Text("You asked: the others have to agree to {what}.", what=match.offer.agreement.text)
