"""The *Who wins?* button: guesses of the winner, secret until the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui
from discord.ext import commands

from cogs.client.client import Damier, Interaction
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.members.mentions import players
from cogs.messages.buttons import MatchButton, labelled_button
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Refusal, Text
from engine.guesses.move_guesses import check_watches
from engine.guesses.winner_guesses import closes_at, is_open, sides_of
from engine.table.match import Match

OFF: Final = Text(
    "Guessing the winner is off on this server; those who manage it can turn it on by `/settings`."
)

CLOSED: Final = Text("Too late: the guesses of the winner are closed in this match.")


class WinnerGuessing(commands.Cog):
    """The button *Who wins?* and its panel."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.WINNER] = self.ask
        self.bot.buttons[Action.WINS] = self.choose
        self.bot.more_buttons[Action.WINNER] = self._buttons

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Who wins?*: show the panel. Raises Refusal if no guess is possible."""
        match = await self._checked(button.match, interaction.user.id)
        guessed = await self.bot.store.guesses.of_winner(match.id)
        own = next((g.side for g in guessed if g.person == interaction.user.id), None)
        answer = answer_to(interaction)
        await answer.show(view=_panel(match, own, answer.said))

    async def choose(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle a button of the panel: save the guess, and show it in the panel.

        Raises Refusal if no guess is possible.
        """
        who = interaction.user.id
        match = await self._checked(button.match, who)
        side = button.which - 1
        if side not in sides_of(match):
            raise Refusal(CLOSED)
        store = self.bot.store
        await store.guesses.put_winner(match, who, side, interaction.created_at)
        answer = answer_to(interaction)
        await answer.put(_panel(match, side, answer.said))

    def _buttons(self, match: Match, who: int, translated: Translate) -> Sequence[MatchButton]:
        """Return the button for the panel behind *More*, none if the person may not guess."""
        watches = who not in {*match.people, *match.players}
        if not (watches and match.line and self._is_on(match) and is_open(match)):
            return ()
        return (labelled_button(Action.WINNER, match.id, match.since, translated=translated),)

    async def _checked(self, match_id: int, who: int) -> Match:
        """Return a match. Raises Refusal if the person may not guess its winner now."""
        match = await self.bot.store.load(match_id)
        if not self._is_on(match):
            raise Refusal(OFF)
        check_watches(match, who)
        if not is_open(match):
            raise Refusal(CLOSED)
        return match

    def _is_on(self, match: Match) -> bool:
        return self.bot.preferences.server(match.guild).guesses in {"winner", "both"}


def _panel(match: Match, own: int | None, translated: Translate) -> ui.LayoutView:
    """Return the panel: the players, the person's ``own`` guess if any, a button for each side."""
    sides = sides_of(match)
    lines = [
        f"### {translated(Text('Who wins?'))}",
        players(match, translated),
        translated(
            Text(
                "Guess before move {number}. Nobody sees whom you chose before the match ends.",
                number=closes_at(match),
            )
        ),
    ]
    if own is not None and own in sides:
        lines.append(translated(Text("Your guess: **{side}**", side=sides[own])))
    layout = text_layout("\n".join(lines))
    buttons = [
        labelled_button(
            Action.WINS,
            match.id,
            match.since,
            side + 1,
            translated=translated,
            label=name,
            disabled=side == own,
        )
        for side, name in sides.items()
    ]
    add_button_rows(layout, buttons)
    return layout
