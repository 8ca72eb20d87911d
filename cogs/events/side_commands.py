"""``/simul`` and ``/teams``: create an exhibition or a team match, directly or with a panel."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.replies import answer_to
from cogs.events.creating.creation import Creation, created_layout
from cogs.events.creating.draft import OUT_OF_DATE, Draft
from cogs.events.creating.event_forms import OF_EVENTS, form_of
from cogs.events.creating.typed_drafts import typed_sides, with_named
from cogs.language.game_names import find_game
from engine import Refusal
from engine.tournaments.terms import MOST_BOARDS, MOST_BOARDS_OF_A_TEAM, Form, HostsSeat

SEAT_CHOICES: Final = [
    app_commands.Choice(name=locale_str("The host moves first"), value=HostsSeat.FIRST.value),
    app_commands.Choice(name=locale_str("The guests move first"), value=HostsSeat.SECOND.value),
    app_commands.Choice(name=locale_str("In turns"), value=HostsSeat.TURNS.value),
]

OF_BOTH: Final = {
    **OF_EVENTS,
    "game": locale_str("Which game; without one, a panel asks"),
    "fill": locale_str("The level of computers that take empty boards"),
    "starts": locale_str("When it starts, such as sunday 20:00; otherwise when all are there"),
}
"""The descriptions of the options that both commands have."""

MOST_MENTIONED: Final = 2 * MOST_BOARDS_OF_A_TEAM
"""The most people mentioned in a typed command."""

Level = app_commands.Range[int, 1, 8]


class SideCommands(commands.Cog, name="Exhibitions"):
    """``/simul`` and ``/teams``."""

    def __init__(self, bot: Damier, creation: Creation) -> None:
        self.bot = bot
        self._creation = creation

    @app_commands.command(
        name="simul", description=locale_str("One plays against many at the same time")
    )
    @app_commands.guild_only()
    @app_commands.describe(
        **OF_BOTH,
        boards=locale_str("How many guests can play; 10 unless you choose"),
        first=locale_str("Who moves first; you, unless you choose"),
        host=locale_str("The level of a computer that plays against all instead of you"),
    )
    @app_commands.choices(first=SEAT_CHOICES)
    @app_commands.autocomplete(**autocompletion.FOR_EVENTS)
    async def simul(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str = "",
        options: str = "",
        boards: app_commands.Range[int, 2, MOST_BOARDS] | None = None,
        time: str = "",
        first: str = HostsSeat.FIRST.value,
        host: Level | None = None,
        fill: Level | None = None,
        starts: str = "",
        name: str = "",
    ) -> None:
        """``/simul``."""
        try:
            seat = HostsSeat(first)
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None
        draft = await self._creation.draft(interaction.guild, Form.SIMUL)
        draft = replace(draft, boards=boards or 0, host=host or 0, level=fill or 0, seat=seat)
        draft = self._creation.named(draft, name, starts, interaction)
        await self._open(interaction, draft, game, f"{options} {time}")

    @app_commands.command(
        name="teams", description=locale_str("A match of two teams, board by board")
    )
    @app_commands.guild_only()
    @app_commands.describe(
        **OF_BOTH,
        boards=locale_str("How many of each team play; 4 unless you choose"),
        first=locale_str("The name of the first team"),
        second=locale_str("The name of the second team"),
        first_role=locale_str("The role of those who play in the first team"),
        second_role=locale_str("The role of those who play in the second team"),
    )
    @app_commands.autocomplete(**autocompletion.FOR_EVENTS)
    async def teams(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str = "",
        options: str = "",
        boards: app_commands.Range[int, 2, MOST_BOARDS_OF_A_TEAM] | None = None,
        time: str = "",
        first: str = "",
        second: str = "",
        first_role: discord.Role | None = None,
        second_role: discord.Role | None = None,
        fill: Level | None = None,
        starts: str = "",
        name: str = "",
    ) -> None:
        """``/teams``."""
        draft = await self._creation.draft(interaction.guild, Form.TEAM)
        draft = replace(draft, boards=boards or 0, level=fill or 0)
        draft = with_named(draft, [first_role, second_role], [first, second])
        draft = self._creation.named(draft, name, starts, interaction)
        await self._open(interaction, draft, game, f"{options} {time}")

    async def _open(self, interaction: Interaction, draft: Draft, game: str, rest: str) -> None:
        """Create the described event, or open the panel if only options of the panel are chosen.

        Raises Refusal if the event cannot be created.
        """
        if not game.strip() and not (rest.strip() or draft.starts or draft.name or draft.teams):
            await self._creation.show(interaction, draft)
            return
        named = find_game(game).name if game.strip() else draft.words
        draft = form_of(draft).with_words(draft, f"{named} {rest}")
        origin = origin_of(interaction)
        made = await self._creation.create(interaction.user, interaction.channel, draft, origin)
        answer = answer_to(interaction)
        await answer.show(view=created_layout(made, answer.said))

    # Typed commands

    @commands.command(name="simul", aliases=["simultaneous", "exhibition"])
    @commands.guild_only()
    async def typed_simul(self, context: Context, *, words: str = "") -> None:
        """``@Damier simul frisian 10 boards``."""
        await self._typed(context, Form.SIMUL, words)

    @commands.command(name="teams", aliases=["team", "teammatch"])
    @commands.guild_only()
    async def typed_teams(self, context: Context, *, words: str = "") -> None:
        """``@Damier teams frisian 4 boards``, ``@Damier teams halma @Red @Blue``."""
        await self._typed(context, Form.TEAM, words)

    async def _typed(self, context: Context, form: Form, words: str) -> None:
        words = await self.bot.directory.mentioning(context.message, words, MOST_MENTIONED)
        usual = await self._creation.draft(context.guild, form)
        draft = typed_sides(replace(usual, words=""), words)
        if not draft.words and not (draft.roles or draft.named):
            await self._creation.offer(context, replace(draft, words=usual.words))
            return
        draft = replace(draft, words=draft.words or usual.words)
        if draft.roles and context.guild is not None:
            found = [context.guild.get_role(role) for role in draft.roles]
            draft = with_named(draft, found, ["", ""])
        await self._creation.create(context.author, context.channel, draft, origin_of(context))
