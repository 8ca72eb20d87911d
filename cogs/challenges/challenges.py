"""Challenges: by mention, by command and from a member's context menu."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges.matchmaking import (
    Matchmaking,
    check_opponents,
    nobody_called,
    whom,
)
from cogs.challenges.start_card import invitation_menu
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.error_answers import SERVERS_ONLY
from cogs.client.replies import answer_to
from cogs.language.challenge_parser import (
    Terms,
    name_of_nobody,
    parse_challenge,
    terms_from_options,
)
from cogs.language.computer_names import find_computers
from cogs.language.did_you_mean import Unclear
from cogs.language.game_names import simplified
from cogs.members.directory import member_of
from cogs.members.mentions import people
from cogs.messages.buttons import ControlKind
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import OPEN

ANOTHER: Final = locale_str("Another member you challenge")


class Challenges(commands.Cog):
    """``/challenge``, ``@Damier challenge``, and the entry in the context menu of members."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self.matchmaking = matchmaking
        self._menu = app_commands.ContextMenu(
            name=locale_str("Challenge to a game"),
            callback=self.from_menu,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )

    async def cog_load(self) -> None:
        """Register the context menu's entry, and the menu of games that it opens."""
        self.bot.menus[ControlKind.INVITE] = self.invite
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the context menu's entry."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="challenge", description=locale_str("Challenge members to a game"))
    @app_commands.describe(
        opponent=locale_str("The member you challenge"),
        **autocompletion.TERMS,
        players=locale_str("Number of players; seats you name nobody for are open to all"),
        level=autocompletion.LEVEL,
        second=ANOTHER,
        third=ANOTHER,
        fourth=ANOTHER,
        fifth=ANOTHER,
    )
    @app_commands.autocomplete(**autocompletion.FOR_TERMS)
    @app_commands.autocomplete(level=autocompletion.levels)
    @app_commands.guild_only()
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        opponent: discord.Member,
        game: str,
        options: str = "",
        seat: str = "",
        players: int | None = None,
        time: str = "",
        rated: bool | None = None,
        level: int | None = None,
        second: discord.Member | None = None,
        third: discord.Member | None = None,
        fourth: discord.Member | None = None,
        fifth: discord.Member | None = None,
    ) -> None:
        """``/challenge``."""
        named = [opponent, second, third, fourth, fifth]
        match = await self.matchmaking.challenge(
            interaction.user,
            interaction.channel,
            terms_from_options(
                game, options, players=players, seat=seat, time=time, rated=rated, level=level
            ),
            [member for member in named if member is not None],
            origin_of(interaction),
        )
        await answer_to(interaction).show(_sent(match))

    @commands.command(name="challenge", aliases=["invite"])
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier challenge @opponent frisian white``.

        In direct messages only a computer can be challenged.
        """
        guild = context.guild
        opponents: list[discord.Member] = []
        rest = words
        if guild is not None:
            opponents, rest = await self.matchmaking.opponents(context.message, words)
        elif not find_computers(simplified(words).split())[0]:
            raise Refusal(SERVERS_ONLY)
        terms = await self._read(rest, guild, alone=not opponents)
        await self.matchmaking.challenge(
            context.author, context.channel, terms, opponents, origin_of(context)
        )
        context.readings += terms.readings

    async def _read(self, words: str, guild: discord.Guild | None, *, alone: bool) -> Terms:
        """Return the terms in the words of a challenge.

        If ``alone``, no member was mentioned, so the words must name a computer or a number of
        players. Raises Unclear and Refusal.
        """
        computers, _, _ = find_computers(simplified(words).split())
        try:
            terms = await self.matchmaking.read(words, guild)
        except Unclear as unclear:
            name = name_of_nobody(unclear, words) if alone and guild is not None else None
            if name is not None:
                raise nobody_called(name) from None
            raise whom() if alone and not (computers or unclear.said) else unclear from None
        if alone and terms.players is None and not (terms.computers or terms.watch):
            raise whom()
        return terms

    async def from_menu(self, interaction: Interaction, member: discord.Member) -> None:
        """Handle the context menu of a member: ask in private for the game."""
        check_opponents(self.bot, interaction.user, [member])
        usual = await self.matchmaking.games(interaction.guild)
        answer = answer_to(interaction)
        ask = Text("Challenge {person} to a game:", person=member.mention)
        await answer.show(ask, invitation_menu(str(member.id), answer.said, usual))

    async def invite(self, interaction: Interaction, about: str, choice: str) -> None:
        """Challenge the member to the chosen game."""
        if interaction.guild is None:
            return
        opponents = [await member_of(interaction.guild, int(about))]
        match = await self.matchmaking.challenge(
            interaction.user,
            interaction.channel,
            parse_challenge(choice),
            opponents,
            origin_of(interaction),
        )
        await answer_to(interaction).replace(_sent(match))


def _sent(match: Match) -> Text:
    opponents = [user for user in match.people if user not in {match.host, OPEN}]
    return Text(
        "You challenged {people} to {game}.", people=people(opponents), game=match.game.title
    )
