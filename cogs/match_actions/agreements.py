"""Agreements, such as draws and takebacks: offering, accepting, declining and withdrawing."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import action_command
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action, taken_back
from cogs.language.did_you_mean import Entry, Unclear
from cogs.language.typed_words import is_word, plain
from cogs.match_actions.confirmations import withdraw_challenge
from cogs.members.match_lookup import own_match, possible
from cogs.messages.buttons import MatchButton
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status


class Agreements(commands.Cog):
    """Handles takebacks, other proposals, and the answers to offers."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.PROPOSE] = self.propose
        self.bot.buttons[Action.AGREE] = self.agree
        self.bot.buttons[Action.REFUSE] = self.refuse
        self.bot.buttons[Action.RECALL] = self.recall
        self.bot.buttons[Action.TAKEBACK] = self.take_back

    async def propose(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button that offers one of the game's agreements, such as counting the kings.

        Raises Refusal if the match has changed since the button was posted.
        """
        who, origin = interaction.user.id, origin_of(interaction)

        async with self.bot.store.match(button.match) as table:
            match = table.match
            match.check_player(who)
            agreements = match.position.agreements()
            if button.event != match.since or button.which >= len(agreements):
                raise Refusal(OUT_OF_DATE)
            name = agreements[button.which].name
            table.match = match.offer_agreement(who, name, **origin)
        await acknowledge(interaction)

    async def agree(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Accept* on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.agree(who, button.event, **origin)
        await acknowledge(interaction)

    async def refuse(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Decline* on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.refuse(who, button.event, **origin)
        await acknowledge(interaction)

    async def recall(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Withdraw* on an offer."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.recall(who, button.event, **origin)
        await acknowledge(interaction)

    async def take_back(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Take back*: take the turn back at once, or ask the others."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.offer_takeback(who, **origin)
        await answer_to(interaction).show(_asked(table.match))

    # Commands

    @action_command(Action.TAKEBACK)
    async def typed_takeback(self, context: Context) -> None:
        """``@Damier takeback``, ``/match takeback``: ask for a takeback, or agree to one."""
        who, origin = context.author.id, origin_of(context)
        if await withdraw_challenge(self.bot, context):
            return
        match = await own_match(
            self.bot.store, context, possible(lambda match: taken_back(match, who, **origin))
        )
        async with self.bot.store.match(match.id) as table:
            table.match = taken_back(table.match, who, **origin)
        await answer_to(context).confirm(_asked(table.match))

    @action_command(Action.PROPOSE)
    @app_commands.describe(what=locale_str("What you propose"))
    async def typed_propose(self, context: Context, *, what: str = "") -> None:
        """``@Damier propose count``, ``/match propose``."""
        who, origin = context.author.id, origin_of(context)
        match = await own_match(
            self.bot.store, context, possible(lambda match: _agreement_named(what, match))
        )
        async with self.bot.store.match(match.id) as table:
            table.match.check_player(who)
            name = _agreement_named(what, table.match)
            table.match = table.match.offer_agreement(who, name, **origin)
        await answer_to(context).confirm(Text("You proposed it."))

    @typed_propose.autocomplete("what")
    async def proposals(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest the agreements that are possible in the author's matches in this channel."""
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=interaction.channel_id, person=interaction.user.id
        )
        agreements = {a.name: a.text for match in matches for a in match.position.agreements()}
        said = answer_to(interaction).said
        shown = {name: said(text) for name, text in agreements.items()}
        return [
            app_commands.Choice(name=text[:100], value=name)
            for name, text in shown.items()
            if typed.lower() in text.lower()
        ]


def _agreement_named(what: str, match: Match) -> str:
    """Return the name of the agreement that ``what`` names, in any language.

    Raises Unclear if ``what`` names none, and Refusal if no agreement is possible.
    """
    wanted = what.strip().lower()
    for agreement in match.position.agreements():
        if wanted == agreement.name or is_word(wanted, agreement.text):
            return agreement.name
    entries = [Entry(agreement.name, agreement.text) for agreement in match.position.agreements()]
    if not entries:
        raise Refusal(Text("There is nothing to agree on in this position."))
    raise Unclear(Text("What do you propose?"), entries, option="what", said=plain(what))


def _asked(match: Match) -> Text:
    if match.offer is None:
        return Text("The turn is taken back.")
    return Text("You asked: the others have to agree to {what}.", what=match.offer.agreement.text)
