"""The panel behind the More button: the buttons of a match that its board does not have."""

from __future__ import annotations

from discord.ext import commands

from cogs.bot.client import Damier, Interaction
from cogs.bot.replies import private
from cogs.language.catalogues import translate, translate_into
from cogs.messages.buttons import Action, MatchButton
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.messages.match_posts import rare_buttons
from engine import Text


class MorePanel(commands.Cog):
    """A private panel of buttons, to which each cog adds its own: ``Damier.more_buttons``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.buttons[Action.MORE] = self.show

    async def show(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle More."""
        match = await self.bot.store.load(button.match)
        who, locale = interaction.user.id, interaction.locale
        text = Text("Match {match}: what else?", match=f"#{match.id}")
        layout = text_layout(translate(text, locale))
        rare: list[MatchButton] = []
        if who in match.people:
            on_post = await self.bot.preferences.move_buttons(match)
            rare = rare_buttons(match, translate_into(locale), move_buttons=on_post)
        add_button_rows(
            layout,
            [*rare, *(b for make in self.bot.more_buttons for b in make(match, who, locale))],
        )
        await private(interaction, view=layout)
