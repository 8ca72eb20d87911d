"""The buttons on the card of a challenge."""

from __future__ import annotations

from discord.ext import commands

from cogs.bot.client import Damier, Interaction, origin_of
from cogs.bot.replies import acknowledge
from cogs.challenges.matchmaking import Matchmaking
from cogs.messages.buttons import Action, MatchButton


class CardButtons(commands.Cog):
    """Accept, Join, Leave, Decline and Withdraw."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.ACCEPT] = self.accept
        self.bot.buttons[Action.JOIN] = self.join
        self.bot.buttons[Action.LEAVE] = self.leave
        self.bot.buttons[Action.DECLINE] = self.decline
        self.bot.buttons[Action.WITHDRAW] = self.withdraw

    async def accept(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Accept."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.accept(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def join(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Join."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.join(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def leave(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Leave."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.leave(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def decline(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Decline."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.decline(who, **origin)
        await acknowledge(interaction)

    async def withdraw(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Withdraw."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.withdraw(who, **origin)
        await acknowledge(interaction)
