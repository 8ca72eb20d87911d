"""Open matches: anyone joins until the seats are taken, or the host begins with those there."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot import autocompletion
from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import confirm, private
from cogs.challenges.matchmaking import Matchmaking
from cogs.language.catalogues import translate
from cogs.language.challenge_parser import Terms, terms_from_options
from cogs.members.match_lookup import chosen_match, visible_match, which_match
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import Words

WHICH_MATCH = locale_str("The number of the match, if there are several")


class OpenMatches(commands.Cog):
    """``/open``, ``/join``, ``/leave`` and ``/begin``."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    @app_commands.command(name="open", description=locale_str("Look for players of a game"))
    @app_commands.describe(
        **autocompletion.TERMS,
        players=locale_str("Number of players"),
        computers=locale_str("How many of them are computers"),
        level=locale_str("How well the computer plays, from 1 to 8"),
    )
    @app_commands.autocomplete(**autocompletion.FOR_TERMS)
    @app_commands.autocomplete(level=autocompletion.levels)
    @app_commands.guild_only()
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        options: str = "",
        players: int | None = None,
        seat: str = "",
        time: str = "",
        rated: bool | None = None,
        computers: int = 0,
        level: int | None = None,
    ) -> None:
        """``/open``."""
        terms = terms_from_options(
            game,
            options,
            players=players,
            seat=seat,
            time=time,
            rated=rated,
            computers=computers,
            level=level,
        )
        await self._matchmaking.challenge(
            interaction.user, interaction.channel, opened(terms), [], origin_of(interaction)
        )
        text = Text("You are looking for players of {game}.", game=terms.game.title)
        await private(interaction, translate(text, interaction.locale))

    @commands.command(name="open", aliases=["seek"])
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier open halma 4``."""
        if "@" in words and context.guild is not None:
            raise Refusal(
                Text(
                    "An open challenge names nobody; `@{bot} challenge @opponent halma 4` leaves "
                    "the other seats open.",
                    bot=Words(context.guild.me.display_name),
                )
            )
        terms = opened(await self._matchmaking.read(words, context.guild))
        await self._matchmaking.challenge(
            context.author, context.channel, terms, [], origin_of(context)
        )

    @hybrid_command("join", locale_str("Take an open seat"))
    @app_commands.describe(match=WHICH_MATCH)
    async def join(self, context: Context, match: int | None = None) -> None:
        """``/join``, ``@Damier join 12``."""
        found = await self._meant(context, match)
        joined = await self._matchmaking.join(found.id, context.author.id, origin_of(context))
        await confirm(context, joined_text(joined))
        await self._matchmaking.refresh_card(joined)

    @hybrid_command(
        "leave", locale_str("Give up the seat that you have taken, before the match begins")
    )
    @app_commands.describe(match=WHICH_MATCH)
    async def leave(self, context: Context, match: int | None = None) -> None:
        """``/leave``, ``@Damier leave 12``."""
        found = await self._meant(context, match)
        left = await self._matchmaking.leave(found.id, context.author.id, origin_of(context))
        await confirm(context, Text("You left match {match}.", match=f"#{left.id}"))
        await self._matchmaking.refresh_card(left)

    @hybrid_command("begin", locale_str("Start your open match with those who have joined"))
    @app_commands.describe(match=WHICH_MATCH)
    async def begin(self, context: Context, match: int | None = None) -> None:
        """``/begin``, ``@Damier begin 12``."""
        found = await self._meant(context, match, own=True)
        await self._matchmaking.begin(found.id, context.author.id, origin_of(context))
        await confirm(context, Text("The match begins."))

    async def _meant(self, context: Context, number: int | None, *, own: bool = False) -> Match:
        """Return the match of that number, of the card replied to, or the only open one here.

        It is the author's ``own`` match, or one of others. Raises Refusal.
        """
        if number is not None:
            return await visible_match(self.bot.store, context, number)
        if (chosen := await chosen_match(self.bot.store, context)) is not None:
            return chosen
        here = [
            match
            for match in await self.bot.store.matches(
                status=Status.CHALLENGE, channel=context.channel.id
            )
            if OPEN in match.people and (match.host == context.author.id) == own
        ]
        if not here:
            raise Refusal(Text("No match has an open seat here; `/lobby` lists those elsewhere."))
        if len(here) > 1:
            raise await which_match(context, here)
        return here[0]


def opened(terms: Terms) -> Terms:
    """Return the terms of a match that nobody is named for.

    By default it is for as few as can play, with a seat that is open.
    """
    if terms.players is not None:
        return terms
    most = max(terms.game.seats)
    enough = [count for count in terms.game.seats if count >= 2 + terms.computers]
    return terms._replace(players=next(iter(enough), most))


def joined_text(match: Match) -> Text:
    """Return the answer to somebody who has joined a match."""
    if match.status is Status.LIVE:
        return Text("You joined match {match}, which begins.", match=f"#{match.id}")
    return Text("You joined match {match}.", match=f"#{match.id}")
