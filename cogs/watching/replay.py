"""``/match animate``: replays of matches as animated pictures."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import render
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import plainly, translate, translate_into, translator
from cogs.members.match_lookup import NOT_BEGUN, last_match, visible_match
from cogs.members.mentions import person, players
from cogs.members.preferences import Look
from cogs.messages.buttons import ControlKind, MatchButton, TextButton
from cogs.messages.layouts import is_map, own_side, picture_layout
from cogs.watching.move_viewer import channel_to_post, post
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.steps import Step, steps_of

REPLAY_FILE = "replay.gif"

FASTEST, SLOWEST = timedelta(seconds=0.4), timedelta(seconds=1)
"""The shortest and the longest time for which a step is shown; it is shorter in long replays."""

AS_LONG_AS = timedelta(seconds=90)
"""The time that a replay lasts, if the time for each step stays within these limits."""

LONGEST = 600
"""The most steps of a replay; more would take too long to draw."""


class ReplaySpan(NamedTuple):
    """All steps of a match, of which a replay shows ``first`` to ``last``, seen from a side."""

    match: Match
    steps: Sequence[Step]
    first: int
    last: int
    side: int


class Replay(commands.Cog):
    """``/match animate``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()  # drawing a replay takes seconds

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.REPLAY] = self.press
        self.bot.text_buttons[ControlKind.REPLAY] = self.share

    @action_command(Action.REPLAY)
    @app_commands.describe(
        match=autocompletion.MATCH,
        first=locale_str("The first step, as /match moves counts them"),
        last=locale_str("The last step"),
    )
    @app_commands.rename(first=locale_str("from"), last=locale_str("to"))
    async def replay(
        self,
        context: Context,
        match: int | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> None:
        """``/match animate``, ``@Damier animate 12 10 20``."""
        found = await last_match(self.bot.store, context, match)
        if context.interaction is not None:
            await self._show(context.interaction, found, first, last)
            return
        span = read_span(found, first, last, 0)
        async with context.typing():
            message = await self._public(span)
        await context.reply(**message)

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Replay*: show a replay of the whole match in private. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        await self._show(interaction, match, None, None, button.which or None)

    async def share(self, interaction: Interaction, about: str) -> None:
        """Handle *Post here*: post a replay in the channel, as the public may see it.

        Raises Refusal.
        """
        number, first, last, side = map(int, about.split(":"))
        match = await visible_match(self.bot.store, interaction, number)
        channel = await channel_to_post(self.bot.store, interaction, match)
        span = read_span(match, first, last, side)
        shown = Text("{person} shows:", person=person(interaction.user.id))
        message = await self._public(
            span, translate(shown, self.bot.preferences.locale_of(interaction.guild))
        )
        await post(channel, **message)
        await acknowledge(interaction)

    async def _show(
        self,
        interaction: Interaction,
        match: Match,
        first: int | None,
        last: int | None,
        side: int | None = None,
    ) -> None:
        """Show a replay in private, with a button that posts it. Raises Refusal."""
        who, locale = interaction.user.id, interaction.locale
        look = await self.bot.preferences.look_for(who, match.guild)
        if side is None:
            side = own_side(match, who, look)
        span = read_span(match, first, last, side)
        file = await self._draw(span, match.seat_seen_by(who), look, locale)
        layout = _layout(span, locale)
        about = f"{match.id}:{span.first}:{span.last}:{span.side}"
        answer = answer_to(interaction)
        label = answer.said(label_of(Action.SHARE))
        layout.add_item(ui.ActionRow(TextButton(ControlKind.REPLAY, about, label)))
        await answer.show(view=layout, file=file)

    async def _public(self, span: ReplaySpan, before: str = "") -> dict[str, Any]:
        """Return the arguments for sending a public replay, with the text ``before`` above it.

        Raises Refusal if the replay is too long.
        """
        locale = self.bot.preferences.locale_of(self.bot.get_guild(span.match.guild))
        look = self.bot.preferences.look_of(span.match.guild)
        file = await self._draw(span, None, look, locale)
        return {"view": _layout(span, locale, before), "file": file}

    async def _draw(
        self, span: ReplaySpan, seat: int | None, look: Look, locale: discord.Locale
    ) -> discord.File:
        async with self._one_at_a_time:
            gif = await asyncio.to_thread(draw, span, seat, look, locale)
        return discord.File(io.BytesIO(gif), REPLAY_FILE)


def read_span(match: Match, first: int | None, last: int | None, side: int) -> ReplaySpan:
    """Return the span from one step to another, by default all steps.

    Raises Refusal if the match may not be shown, if there are no such steps, or if there are too
    many.
    """
    match.check_shown()
    steps = steps_of(match)
    end = len(steps) - 1
    span = ReplaySpan(
        match, steps, 0 if first is None else first, end if last is None else last, side
    )
    if not 0 <= span.first <= span.last <= end:
        raise Refusal(
            Text(
                "Match {match} has the steps 0 to {end}: say where the replay begins and where it "
                "ends, such as `/match animate match:{id} from:0 to:{end}`.",
                match=f"#{match.id}",
                id=match.id,
                end=end,
            )
        )
    if span.last - span.first >= LONGEST:
        raise Refusal(too_long(match))
    return span


def too_long(match: Match) -> Text:
    """Return the text that refuses a replay of a match as too long."""
    return Text(
        "That is too long for one replay: show a part, such as `/match animate match:{id} from:0 "
        "to:100`.",
        id=match.id,
    )


def draw(span: ReplaySpan, seat: int | None, look: Look, locale: discord.Locale) -> bytes:
    """Return the GIF of a span's steps as a seat may see them; None is the public.

    CPU work: call it in a thread. Raises Refusal if the replay is too long.
    """
    shown = span.steps[span.first : span.last + 1]
    frames = [
        render.Frame(
            step.position.seen_by(seat),
            step.moves,
            step.before.seen_by(seat) if step.before else None,
        )
        for step in shown
    ]
    try:
        return render.replay(
            frames,
            viewer=0 if is_map(span.match.position) else span.side % len(span.match.people),
            theme=look.theme,
            coordinates=look.coordinates,
            translator=translator(locale),
            pace=min(max(AS_LONG_AS / len(frames), FASTEST), SLOWEST),
        )
    except ValueError as error:
        raise Refusal(too_long(span.match)) from error


def _layout(span: ReplaySpan, locale: discord.Locale, before: str = "") -> ui.LayoutView:
    translated = translate_into(locale)
    match = span.match
    title = f"### {translated(match.game.title)} · #{match.id}"
    seated = players(match, translated)
    steps = Text(
        "Steps {first} to {last} of {end}",
        first=span.first,
        last=span.last,
        end=len(span.steps) - 1,
    )
    text = "\n".join(filter(None, (before, title, seated, f"-# {translated(steps)}")))
    alt = Text("{game}, match {match}, in motion", game=match.game.title, match=f"#{match.id}")
    return picture_layout(text, REPLAY_FILE, plainly(alt, locale))
