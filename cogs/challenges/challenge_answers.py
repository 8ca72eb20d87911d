"""Answers to challenges: the buttons of the card, and the commands."""

from __future__ import annotations

from discord.ext import commands

from cogs.challenges.matchmaking import Matchmaking
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action
from cogs.members.match_lookup import chosen_match, which_match
from cogs.messages.buttons import MatchButton
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status


class ChallengeAnswers(commands.Cog):
    """``/match accept``, ``/match decline``, ``/match withdraw``, and the buttons of the card."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.ACCEPT] = self.press_accept
        self.bot.buttons[Action.JOIN] = self.press_join
        self.bot.buttons[Action.LEAVE] = self.press_leave
        self.bot.buttons[Action.DECLINE] = self.press_decline
        self.bot.buttons[Action.WITHDRAW] = self.press_withdraw

    async def press_accept(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Accept."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.accept(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def press_join(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Join."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.join(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def press_leave(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Leave."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self._matchmaking.leave(button.match, who, origin)
        await acknowledge(interaction)
        await self._matchmaking.refresh_card(match)

    async def press_decline(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Decline."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.decline(who, **origin)
        await acknowledge(interaction)

    async def press_withdraw(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Withdraw."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.withdraw(who, **origin)
        await acknowledge(interaction)

    @action_command(Action.ACCEPT)
    async def accept(self, context: Context) -> None:
        """``@Damier accept``, ``/match accept``."""
        who, origin = context.author.id, origin_of(context)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            await self._matchmaking.accept(match.id, who, origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.agree(who, _offer(table.match), **origin)
        await self.bot.poster.refresh(match.id)
        await answer_to(context).confirm(Text("You accepted."))

    @action_command(Action.DECLINE)
    async def decline(self, context: Context) -> None:
        """``@Damier decline``, ``/match decline``."""
        who, origin = context.author.id, origin_of(context)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.decline(who, **origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.refuse(who, _offer(table.match), **origin)
        await answer_to(context).confirm(Text("You declined."))

    @action_command(Action.WITHDRAW)
    async def withdraw(self, context: Context) -> None:
        """``@Damier withdraw``, ``/match withdraw``."""
        who, origin = context.author.id, origin_of(context)
        match = await self._asking(context, own=True)
        if match.status is Status.CHALLENGE:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.withdraw(who, **origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.recall(who, _offer(table.match), **origin)
        await answer_to(context).confirm(Text("You withdrew it."))

    async def _asking(self, context: Context, *, own: bool = False) -> Match:
        """Return the match here whose challenge or offer waits for the author, or is their own.

        A match that the command or the post replied to names comes first. Raises Refusal if there
        is no match, and Unclear to ask which one if there are several.
        """
        store, who = self.bot.store, context.author.id
        if (chosen := await chosen_match(store, context)) is not None:
            return chosen
        found = [
            match
            for status in (Status.CHALLENGE, Status.LIVE)
            for match in await store.matches(status=status, channel=context.channel.id, person=who)
            if (_is_own(match, who) if own else match.asks(who))
        ]
        if not found:
            raise Refusal(
                Text("You have offered nothing here.")
                if own
                else Text("Nothing here waits for your answer.")
            )
        if len(found) > 1:
            raise await which_match(context, found)
        return found[0]


def _is_own(match: Match, person: int) -> bool:
    """Return whether a match's challenge, or its open offer, is the person's own."""
    if match.status is Status.CHALLENGE:
        return match.host == person
    return match.offer is not None and match.offer.by == person


def _offer(match: Match) -> int:
    """Return the number of the open offer. Raises Refusal if there is none."""
    if match.offer is None:
        raise Refusal(Text("That offer is no longer open."))
    return match.offer.number
