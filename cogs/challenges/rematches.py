"""Rematches: the same game on the same terms, often with other seats."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges.matchmaking import Matchmaking
from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import translator
from cogs.language.did_you_mean import Entry, Unclear
from cogs.language.typed_words import plain
from cogs.members.match_channels import GuildChannel, check_permissions
from cogs.members.match_lookup import ended_here, match_replied_to, possible
from cogs.messages.buttons import MatchButton
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.table.seating import Order

SEATINGS = {
    Order.ROTATE: locale_str("Everybody moves one seat on"),
    Order.LOSER: locale_str("The loser begins"),
    Order.SAME: locale_str("The same seats again"),
    Order.RANDOM: locale_str("Seats drawn by lot"),
}


class Rematches(commands.Cog):
    """``/match rematch``, and the buttons Rematch and Next level."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.REMATCH] = self.press
        self.bot.buttons[Action.NEXT_LEVEL] = self.next_level

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Rematch: propose a rematch, or accept the proposed one."""
        match = await self.bot.store.load(button.match)
        await self._rematch(match, interaction.user, Order.ROTATE, origin_of(interaction))
        await acknowledge(interaction)

    async def next_level(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Next level: play again, against computers one level up."""
        match = await self.bot.store.load(button.match)
        origin, level = origin_of(interaction), match.next_level
        await self._rematch(match, interaction.user, Order.ROTATE, origin, level=level)
        await acknowledge(interaction)

    @action_command(Action.REMATCH)
    @app_commands.describe(seats=locale_str("Who takes which seat"))
    @app_commands.choices(
        seats=[
            app_commands.Choice(name=text, value=order.value) for order, text in SEATINGS.items()
        ]
    )
    async def typed(self, context: Context, *, seats: str = Order.ROTATE) -> None:
        """``@Damier rematch``, ``@Damier rematch loser``, ``/match rematch``."""
        words = seats.lower().split()
        order = next((order for order in Order if order.value in words), None)
        if order is None:
            locale = answer_to(context).locale
            entries = [
                Entry(order.value, translator(locale).gettext(text.message))
                for order, text in SEATINGS.items()
            ]
            how = Text("Who takes which seat in the rematch?")
            raise Unclear(how, entries, option="seats", said=plain(seats))
        match = await self._last(context, order)
        await self._rematch(match, context.author, order, origin_of(context))
        await answer_to(context).confirm(Text("You asked for a rematch."))

    async def _last(self, context: Context, order: Order) -> Match:
        """Return the match of the post replied to, or the author's last one that allows a rematch.

        If none allows a rematch, return the author's last match. Raises Refusal if there is none.
        """
        replied = await match_replied_to(self.bot.store, context.message)
        if replied is not None:
            return replied
        who, origin = context.author.id, origin_of(context)
        ended = await ended_here(self.bot.store, context, who)
        if not ended:
            raise Refusal(Text("You have not finished a match in this channel yet."))
        again = possible(lambda match: match.rematch(who, order, **origin))
        return next(filter(again, ended), ended[0])

    async def _rematch(
        self,
        match: Match,
        user: discord.abc.User,
        order: Order,
        origin: Origin,
        *,
        level: int | None = None,
    ) -> None:
        person = user.id
        async with self._one_at_a_time:
            store = self.bot.store
            for other in await store.some(await store.lists.rematches_of(match.id)):
                if person not in other.people:
                    continue
                if other.status is Status.CHALLENGE and person not in other.accepted:
                    await self._matchmaking.accept(other.id, person, origin)
                    return
                raise Refusal(Text("The rematch is proposed already, or being played."))
            channel = self.bot.get_channel(match.channel)
            if isinstance(channel, GuildChannel):
                check_permissions(channel)
            again = match.rematch(person, order, level=level, **origin)
            await self._matchmaking.propose(again, user)
