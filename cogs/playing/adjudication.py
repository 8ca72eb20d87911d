"""Adjudication: moderators decide how a match ends, say why, and remove posts."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.replies import private
from cogs.language.catalogues import COMMAND, translate
from cogs.language.typed_words import is_word
from cogs.members.match_lookup import UNKNOWN_MATCH, visible_match
from cogs.members.visibility import seen_among
from cogs.playing.removing import FOR_MODERATORS, Removing
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, in_context, joined, quoted, term

NO_RESULT = Text("no result")
DRAW = Text("draw")

TYPED_DRAW = in_context("typed", "draw")
TYPED_NONE = in_context("typed", "none")
"""The same two in one word, where the result is typed."""

LONGEST_RESULT = 5
"""Words in the longest name of a result, such as ``Empires centraux de l’Ouest``."""


class Adjudication(commands.Cog):
    """``/admin end`` and ``/admin remove``."""

    def __init__(self, bot: Damier, removing: Removing) -> None:
        self.bot = bot
        self._removing = removing

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

    @admin.command(
        name="remove", description=locale_str("Remove the posts of a match from its channel")
    )
    @app_commands.describe(match=locale_str("The number of the match"))
    async def remove(self, interaction: Interaction, match: int) -> None:
        """``/admin remove``: ask first."""
        await self._removing.ask(interaction, str(match))

    @commands.command(name="admin")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier admin end 12 white the other side left``, ``@Damier admin remove 12``."""
        wanted = re.fullmatch(r"(\S+)\s+#?([0-9]{1,9})", words.strip())
        if wanted is not None and is_word(wanted[1], term(COMMAND, "remove")):
            await self._removing.offer(context, int(wanted[2]))
            return
        said = re.fullmatch(r"(\S+)\s+#?([0-9]{1,9})\s+(\S.*)", words.strip(), re.DOTALL)
        if said is None or not is_word(said[1], term(COMMAND, "end")):
            raise Refusal(
                Text(
                    "Name the match, its result and the reason: "
                    "`@{bot} admin end 12 draw They agreed on it`.",
                    bot=Words(context.me.display_name),
                )
            )
        await self._decide(context.message, int(said[2]), said[3])

    async def _decide(
        self, cause: discord.Message | Interaction, number: int, result: str, reason: str = ""
    ) -> None:
        """End a match as somebody says who may; the reason may follow the result in its text."""
        member = cause.author if isinstance(cause, discord.Message) else cause.user
        match = await visible_match(self.bot.store, cause, number)
        if not isinstance(member, discord.Member) or match.guild != member.guild.id:
            raise Refusal(UNKNOWN_MATCH)
        if not member.guild_permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        ranks, rest = _read(match, result)
        if ranks is None or (reason and rest):
            raise Refusal(_unknown(match, result))
        async with self.bot.store.match(number) as table:
            table.match = table.match.adjudicate(
                member.id, ranks, reason or rest, **origin_of(cause)
            )

    @end.autocomplete("match")
    @remove.autocomplete("match")
    async def matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Suggest the live matches that the moderator may see, the newest first."""
        store, here = self.bot.store, interaction.channel_id or 0
        if not isinstance(interaction.user, discord.Member):
            return []
        live = await store.lists.of_server(interaction.user.guild.id, Status.LIVE)
        wanted = [one for one in reversed(live) if typed in str(one.id)]
        seen = await seen_among(store, interaction.user, wanted, here)
        return [
            app_commands.Choice(
                name=f"#{match.id} {translate(match.game.title, interaction.locale)}",
                value=match.id,
            )
            for match in await store.some([one.id for one in seen[:25]])
        ]

    @end.autocomplete("result")
    async def results(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest how that match can end."""
        try:
            match = await visible_match(
                self.bot.store, interaction, int(interaction.namespace.match)
            )
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


def _read(match: Match, typed: str) -> tuple[tuple[int, ...] | None, str]:
    """Return the ranks that a text begins with, None for other words, and what follows them."""
    words = typed.split(maxsplit=LONGEST_RESULT)
    for count in range(min(LONGEST_RESULT, len(words)), 0, -1):
        ranks = _ranks(match, " ".join(words[:count]))
        if ranks is not None:
            return ranks, " ".join(words[count:])
    return None, typed


def _unknown(match: Match, typed: str) -> Text:
    """Return that a text names no result, and which there are."""
    sides = [Text("`{side}`", side=seat.name) for seat in match.seats]
    return Text(
        "`{words}` is no result of this match. Say the side that wins ({sides}), `{draw}` or "
        "`{none}`.",
        words=quoted(typed),
        sides=joined(sides, ", "),
        draw=TYPED_DRAW,
        none=TYPED_NONE,
    )


def _ranks(match: Match, result: str) -> tuple[int, ...] | None:
    """Return the ranks for the name of a seat, a draw, or no result (); None for other words."""
    seats = match.seats
    if is_word(result, DRAW) or is_word(result, TYPED_DRAW):
        return (1,) * len(seats)
    if is_word(result, NO_RESULT) or is_word(result, TYPED_NONE):
        return ()
    for seat in seats:
        if is_word(result, seat.name):
            return tuple(1 if other.team == seat.team else 2 for other in seats)
    return None
