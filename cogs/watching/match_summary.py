"""``/match show``: a match's players, its options, and its state or result."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier
from cogs.client.commands import MATCH, hybrid_command
from cogs.client.replies import answer_to
from cogs.language.actions import LOOKS
from cogs.language.catalogues import Translate
from cogs.language.time_limits import time_text
from cogs.members.match_lookup import match_here
from cogs.members.mentions import players
from cogs.messages.buttons import offered_buttons
from cogs.messages.challenge_cards import own_rules, rated_text
from cogs.messages.end_texts import hint_lines
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.messages.step_views import ending
from engine import Text
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.text import counted


class MatchSummary(commands.Cog):
    """``/match show``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    @hybrid_command(
        "match",
        locale_str("A match: its players, its options, how it stands or ended"),
        direct=True,
        group=MATCH,
        slash="show",
    )
    @app_commands.describe(match=autocompletion.MATCH)
    async def match(self, context: Context, match: int | None = None) -> None:
        """``/match show``, ``@Damier match 12``."""
        found = await match_here(self.bot.store, context, match)
        answer, who = answer_to(context), context.author.id
        layout = text_layout("\n".join(summary_of(found, answer.said)))
        add_button_rows(layout, [*offered_buttons(found, who, LOOKS, answer.said)])
        await answer.show(view=layout)


def summary_of(match: Match, translated: Translate) -> Iterator[str]:
    """Yield the lines of a match's summary: players, options, time, and the state or the result."""
    yield f"### {translated(match.game.title)} · #{match.id}"
    yield players(match, translated)
    yield from own_rules(match, translated)
    moves = counted("{count} move", "{count} moves", len(match.turns))
    if match.imported:
        yield translated(Text("A record that you have imported, of {moves}.", moves=moves))
        yield from ending(match, translated)
        return
    yield " · ".join(map(translated, (time_text(match), rated_text(match))))
    begun = next(event.at for event in match.events if event.kind is Kind.START)
    begin = discord.utils.format_dt(begun, "f")
    if match.status is Status.LIVE:
        yield translated(Text("Begun {begin}, {moves} so far.", begin=begin, moves=moves))
        turn = match.position.turn
        number, channel = match.move_number, f"<#{match.channel}>"
        seat = match.seats[turn].name
        yield translated(
            Text("**Move {number}**: {seat} to move, in {channel}.", number=number, seat=seat,
                 channel=channel)
            if match.paused is None
            else Text("**Move {number}**: paused, in {channel}.", number=number, channel=channel)
        )  # fmt: skip
        yield from hint_lines(match, translated)
        return
    end = discord.utils.format_dt(match.ended or match.events[-1].at, "f")
    yield translated(Text("From {begin} to {end}, {moves}.", begin=begin, end=end, moves=moves))
    yield from ending(match, translated)
    yield from hint_lines(match, translated)
