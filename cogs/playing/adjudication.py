"""Adjudication: moderators decide how a match ends, and say why."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.replies import private
from cogs.language.catalogues import translate
from cogs.language.typed_words import is_word
from cogs.members.match_lookup import UNKNOWN_MATCH
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined

NO_RESULT = Text("no result")
DRAW = Text("draw")


class Adjudication(commands.Cog):
    """``/admin end``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    admin = app_commands.Group(
        name="admin",
        description=locale_str("For those who look after the server"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
    )

    @admin.command(
        name="end", description=locale_str("Decide how a match ends, or change its result")
    )
    @app_commands.describe(
        match=locale_str("The number of the match"),
        result=locale_str("Who wins, a draw, or no result"),
        reason=locale_str("Why; everybody sees it"),
    )
    async def end(self, interaction: Interaction, match: int, result: str, reason: str) -> None:
        """``/admin end``."""
        await self._decide(interaction, match, result, reason)
        text = Text("Match {match} is decided.", match=f"#{match}")
        await private(interaction, translate(text, interaction.locale))

    @commands.command(name="admin")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier admin end 12 white the other side left``."""
        said = re.fullmatch(r"end\s+#?([0-9]{1,9})\s+(\S+)\s*(.*)", words.strip(), re.DOTALL)
        if said is None:
            raise Refusal(
                Text("Say what: `admin end 12 draw both agreed` decides match #12, and why.")
            )
        await self._decide(context.message, int(said[1]), said[2], said[3])

    async def _decide(
        self, cause: discord.Message | Interaction, number: int, result: str, reason: str
    ) -> None:
        member = cause.author if isinstance(cause, discord.Message) else cause.user
        match = await self.bot.store.load(number)
        if not isinstance(member, discord.Member) or match.guild != member.guild.id:
            raise Refusal(UNKNOWN_MATCH)
        if not member.guild_permissions.manage_messages:
            raise Refusal(Text("That is for those who may manage messages on this server."))
        ranks = _ranks(match, result)
        async with self.bot.store.match(number) as table:
            table.match = table.match.adjudicate(member.id, ranks, reason, **origin_of(cause))

    @end.autocomplete("match")
    async def matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Suggest the live matches of the server, the newest first."""
        live = await self.bot.store.matches(status=Status.LIVE, guild=interaction.guild_id)
        return [
            app_commands.Choice(
                name=f"#{match.id} {translate(match.game.title, interaction.locale)}",
                value=match.id,
            )
            for match in reversed(live)
            if typed in str(match.id)
        ][:25]

    @end.autocomplete("result")
    async def results(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest how that match can end."""
        try:
            match = await self.bot.store.load(int(interaction.namespace.match))
        except (Refusal, TypeError, ValueError):
            return []
        if match.guild != interaction.guild_id:
            return []
        texts = [*(seat.name for seat in match.seats), DRAW, NO_RESULT]
        return [
            app_commands.Choice(name=translate(text, interaction.locale), value=str(text))
            for text in texts
            if typed.lower() in translate(text, interaction.locale).lower()
        ]


def _ranks(match: Match, result: str) -> tuple[int, ...]:
    """Return the ranks for the name of a seat, a draw, or no result (). Raises Refusal."""
    word = result.strip().lower()
    seats = match.seats
    if is_word(word, DRAW):
        return (1,) * len(seats)
    if word == "none" or is_word(word, NO_RESULT):
        return ()
    for seat in seats:
        if is_word(word, seat.name):
            return tuple(1 if other.team == seat.team else 2 for other in seats)
    raise Refusal(
        Text(
            "The result is the side that wins ({sides}), `draw` or `none`.",
            sides=joined([Text("`{side}`", side=seat.name) for seat in seats], ", "),
        )
    )
