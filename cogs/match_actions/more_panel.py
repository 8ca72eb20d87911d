"""The panel that *More* opens: the buttons of a match that are not below its board."""

from __future__ import annotations

from collections.abc import Iterator

from discord.ext import commands

from cogs.client.client import Damier, Interaction
from cogs.client.replies import Answer, answer_to
from cogs.language.actions import MORE, Action
from cogs.messages.buttons import MatchButton, offered_buttons
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.messages.match_posts import rare_buttons
from engine import Text
from engine.table.match import Match


class MorePanel(commands.Cog):
    """A private panel of buttons: rare ones left out below the board, and those of ``MORE``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.buttons[Action.MORE] = self.show

    async def show(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *More*: show the panel in private."""
        match = await self.bot.store.load(button.match)
        who, answer = interaction.user.id, answer_to(interaction)
        text = Text("Match {match}: what else?", match=f"#{match.id}")
        layout = text_layout(answer.said(text))
        rare: list[MatchButton] = []
        if who in match.people:
            on_post = await self.bot.preferences.move_buttons(match)
            rare = rare_buttons(match, answer.said, move_buttons=on_post)
        add_button_rows(layout, [*rare, *self._others(match, who, answer)])
        await answer.show(view=layout)

    def _others(self, match: Match, who: int, answer: Answer) -> Iterator[MatchButton]:
        """Yield the buttons of the actions in ``MORE`` that a person can take."""
        for action in MORE:
            if (make := self.bot.more_buttons.get(action)) is not None:
                yield from make(match, who, answer.said)
            else:
                yield from offered_buttons(match, who, [action], answer.said)
