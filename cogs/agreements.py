"""Draws, turns taken back and other agreements: offered, accepted, declined, withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import discord
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.buttons import Action, MatchButton
from cogs.challenges import Challenges
from cogs.client import (
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
from cogs.language import say
from cogs.more import entry
from cogs.posts import compose
from engine import Refusal, Text
from engine.match import Match
from engine.record import Kind, Status
from engine.standing import TAKEBACK

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

        def change(match: Match) -> Match:
            match.check_player(who)
            if match.offer and match.offer.by != who:
                raise Refusal(Text("Only who made the offer can withdraw it; you can decline it."))
            return match.refuse(who, button.event, **origin)

        await self.bot.change(button.match, change)
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

    @two_way(
        "accept", locale_str("Accept what is offered to you here: a match, a draw, a takeback")
    )
    async def typed_accept(self, context: Context) -> None:
        """``@Damier accept``, ``/accept``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            challenges = cast("Challenges", self.bot.get_cog("Challenges"))
            await challenges.take(match.id, who, origin)
        else:
            await self.bot.change(match.id, lambda m: m.agree(who, _offer(m), **origin))
        await self.bot.poster.refresh(match.id)
        await confirm(context, Text("You accepted."))

    @two_way("decline", locale_str("Decline what is offered to you here"))
    async def typed_decline(self, context: Context) -> None:
        """``@Damier decline``, ``/decline``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            await self.bot.change(match.id, lambda m: m.decline(who, **origin))
        else:
            await self.bot.change(match.id, lambda m: m.refuse(who, _offer(m), **origin))
        await confirm(context, Text("You declined."))

    @two_way("withdraw", locale_str("Withdraw your own challenge or offer here"))
    async def typed_withdraw(self, context: Context) -> None:
        """``@Damier withdraw``, ``/withdraw``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context, own=True)
        if match.status is Status.CHALLENGE:
            await self.bot.change(match.id, lambda m: m.withdraw(who, **origin))
        else:
            await self.bot.change(match.id, lambda m: m.refuse(who, _offer(m), **origin))
        await confirm(context, Text("You withdrew it."))

    async def _asking(self, context: Context, *, own: bool = False) -> Match:
        """The match here with a challenge or an offer that waits for that person, or is his own.

        Raises Refusal where there is none, or more than one.
        """
        store, who, reply = self.bot.store, context.author.id, context.message.reference
        if reply is not None and reply.message_id is not None:
            post = await store.post_of_message(reply.message_id)
            if post is not None:
                return await self.bot.load(post.match)
        found = [
            match
            for status in (Status.CHALLENGE, Status.LIVE)
            for match in await store.matches(status=status, channel=context.channel.id, person=who)
            if _asks(match, who, own=own)
        ]
        if not found:
            raise Refusal(
                Text("You have offered nothing here.")
                if own
                else Text("Nothing here waits for your answer.")
            )
        if len(found) > 1:
            raise Refusal(
                Text("Several things here could be meant: use their buttons, or reply to one.")
            )
        return found[0]

    @two_way("draw", locale_str("Offer a draw in your match here, or accept one"))
    async def typed_draw(self, context: Context) -> None:
        """``@Damier draw``, ``/draw``."""
        who, cause = context.author.id, context.interaction or context.message
        match = await self.bot.match_meant(who, context.channel.id, context.message.reference)
        await self.bot.change(match.id, lambda m: m.offer_agreement(who, DRAW, **origin_of(cause)))
        done = Text("You agreed to a draw.") if match.offer else Text("You offered a draw.")
        await confirm(context, done)


def _asked(match: Match) -> Text:
    if match.offer is None:
        return Text("The turn is taken back.")
    return Text("You asked: the others have to agree to {what}.", what=match.offer.agreement.text)


def _asks(match: Match, person: int, *, own: bool) -> bool:
    """Whether a challenge or an offer waits for that person, or is his own."""
    if match.status is Status.CHALLENGE:
        return match.host == person if own else person not in match.accepted
    offer = match.offer
    if offer is None:
        return False
    asked = {match.people[seat] for seat in match.asked(offer)}
    return offer.by == person if own else person in asked - offer.agreed


def _offer(match: Match) -> int:
    """The number of the offer that stands. Raises Refusal for none."""
    if match.offer is None:
        raise Refusal(Text("That offer does not stand any more."))
    return match.offer.number


async def setup(bot: Damier) -> None:
    """Adds the cog."""
    await bot.add_cog(Agreements(bot))
