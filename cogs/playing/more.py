"""What can be done in a match besides what the board's own buttons do."""

from __future__ import annotations

import discord
from discord import ui
from discord.ext import commands

from cogs.bot.client import Damier, Interaction
from cogs.bot.replies import private
from cogs.language.catalogues import say
from cogs.messages.button_rows import BUTTONS_IN_A_ROW
from cogs.messages.buttons import LABELS, Action, MatchButton
from engine import Text
from engine.table.match import Match


def entry(action: Action, match: Match, locale: discord.Locale, which: int = 0) -> MatchButton:
    """A button of the panel."""
    label = say(LABELS[action], locale)
    return MatchButton(action, match.id, match.events[-1].number, which, label=label)


class More(commands.Cog):
    """A private panel of buttons, to which each cog adds its own: ``Damier.more``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the button."""
        self.bot.buttons[Action.MORE] = self.show

    async def show(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed More."""
        match = await self.bot.store.load(button.match)
        who, locale = interaction.user.id, interaction.locale
        entries = [entry for entries in self.bot.more for entry in entries(match, who, locale)]
        view = ui.LayoutView(timeout=None)
        text = Text("Match {match}: what else?", match=f"#{match.id}")
        view.add_item(ui.TextDisplay(say(text, locale)))
        for start in range(0, len(entries), BUTTONS_IN_A_ROW):
            view.add_item(ui.ActionRow(*entries[start : start + BUTTONS_IN_A_ROW]))
        await private(interaction, view=view)
