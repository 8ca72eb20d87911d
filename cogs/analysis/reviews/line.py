"""Marks of judged turns in the move viewer, and the panel that steps through the computer's line.

The ids of the buttons carry the event of the turn that the line replaces. ``which`` combines the
number of moves of the line shown with the side from which the board is seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord
from discord import ui
from discord.ext import commands

import render
from cogs.analysis.reviews.moments import line_after
from cogs.analysis.reviews.posts import HIDDEN, judged_turns, moment_button, untold
from cogs.analysis.reviews.turns import as_judged
from cogs.client.client import Damier, Interaction
from cogs.client.replies import answer_to
from cogs.computers.fair_play import FairPlay
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.members.preferences import Look
from cogs.messages.buttons import MatchButton, TextButton, labelled_button
from cogs.messages.layouts import picture_file
from cogs.messages.step_views import board_from, side_text
from cogs.watching.move_viewer import Marks, MoveViewer, StepMarks
from engine import Refusal, Text
from engine.study import explaining
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.table.steps import Step, index_of, steps_of

SIDES: Final = 10
"""The factor in ``which`` = moves shown * ``SIDES`` + side; every game has fewer sides."""

STEPS: Final = {Action.LINE: 0, Action.LINE_BACK: -1, Action.LINE_NEXT: 1}
"""The number of moves that each button goes forward."""


class ComputersLine(StepMarks, commands.Cog):
    """Shows the computer's line instead of a turn."""

    def __init__(self, bot: Damier, viewer: MoveViewer, fair_play: FairPlay) -> None:
        self.bot = bot
        self._fair_play = fair_play
        self._viewer = viewer

    async def cog_load(self) -> None:
        """Register the buttons, including those in the move viewer."""
        for action in STEPS:
            self.bot.buttons[action] = self.walk
        self.bot.buttons[Action.LINE_END] = self.end
        self._viewer.marked_buttons.append(line_buttons)
        self._viewer.marked_buttons.append(review_buttons)

    async def marks(self, match: Match, reader: discord.abc.User) -> Marks:
        """Return the marks of a match's judged turns, by event; none if there is no review.

        The mark is empty for a turn without one, or one the reader may not be told about.
        """
        turns = await judged_turns(self.bot.store, match)
        marked = [turn for turn in turns if turn.mark is not None]
        hidden = await untold(self._fair_play, match, marked, reader)
        told = {turn.event: f"{turn.mark}" for turn in marked if turn.event not in hidden}
        return {turn.event: told.get(turn.event, "") for turn in turns}

    async def walk(self, interaction: Interaction, button: MatchButton) -> None:
        """Show the board after more or fewer moves of the computer's line. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        turns = await judged_turns(self.bot.store, match)
        index = next((n for n, turn in enumerate(turns) if turn.event == button.event), None)
        if index is None:
            raise Refusal(Text("This review is gone: ask for it again."))
        hidden = await untold(self._fair_play, match, turns[index:], interaction.user)
        if turns[index].event in hidden:
            raise Refusal(HIDDEN)
        steps = steps_of(match)
        step = steps[index_of(steps, button.event)]
        line = turns[index].line or (step.event.text, *line_after(turns, steps, index, hidden))
        shown, side = divmod(button.which, SIDES)
        shown = min(max(shown + STEPS[button.action], 0), len(line))
        look = await self.bot.preferences.look_for(interaction.user.id, match.guild)
        before = steps[steps.index(step) - 1]
        side %= len(match.people)
        picture = await asyncio.to_thread(
            _picture, before, line[:shown], side, look, interaction.locale
        )
        answer = answer_to(interaction)
        translated = answer.said
        words = [f"`{text}`" if at != shown else f"**`{text}`**" for at, text in enumerate(line, 1)]
        seat = match.seats[before.position.turn].name
        text = Text(
            "Move {number}: the computer would have played, as {seat}, instead of {move}:",
            number=step.number,
            seat=seat,
            move=f"`{step.event.text}`{turns[index].mark or ''}",
        )
        lines = [
            f"### {translated(match.game.title)} · #{match.id}",
            translated(text),
            " ".join(words),
            f"-# {shown}/{len(line)} · {translated(side_text(match, side))}",
        ]
        layout = answer.board("\n".join(lines), picture)
        which = shown * SIDES + side

        def labelled(action: Action, *, enabled: bool = True) -> MatchButton:
            return labelled_button(
                action, match.id, button.event, which, translated=translated, disabled=not enabled
            )

        layout.add_item(
            ui.ActionRow(
                labelled(Action.LINE_BACK, enabled=shown > 0),
                labelled(Action.LINE_NEXT, enabled=shown < len(line)),
                labelled(Action.LINE_END),
            )
        )
        await answer.replace(view=layout, files=[picture_file(picture)])

    async def end(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle To the match: show the turn itself again."""
        match = await self.bot.store.load(button.match)
        side = button.which % SIDES % len(match.people)
        await self._viewer.show(interaction, match, button.event, side, in_place=True)


def line_buttons(match: Match, step: Step, side: int, translated: Translate) -> list[MatchButton]:
    """Return the button that shows the computer's line instead of a move of an ended match."""
    if match.status is not Status.OVER or step.event.kind is not Kind.MOVE or step.before is None:
        return []
    return [labelled_button(Action.LINE, match.id, step.event.number, side, translated=translated)]


def review_buttons(match: Match, step: Step, _side: int, translated: Translate) -> list[TextButton]:
    """Return the button that leads from a step to a moment of the review."""
    return [moment_button(match, step.event.number, translated)]


def _picture(
    before: Step, line: Sequence[str], side: int, look: Look, locale: discord.Locale
) -> render.Picture:
    """Return the board after the moves of a line. CPU work."""
    position, earlier = as_judged(before.position), None
    moves = explaining.read(position, line)
    for move in moves:
        earlier, position = position, position.play(move)
    return board_from(position, earlier, moves[-1:], side, look=look, locale=locale)
