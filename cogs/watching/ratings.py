"""Ratings: the leaderboard of a game on a server, and the profile of a member."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
import render
from cogs.bot import autocompletion
from cogs.bot.client import Context, Damier, Interaction
from cogs.bot.commands import hybrid_command
from cogs.bot.paged_lists import page_turner, show_page
from cogs.bot.replies import locale_for, private
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.language.computer_names import of_level
from cogs.language.game_names import find_game, named_game
from cogs.members.match_lookup import game_here
from cogs.members.mentions import person
from cogs.messages.buttons import Use
from cogs.messages.layouts import board_layout, picture_file, text_layout
from cogs.messages.post_texts import PROVISIONAL
from data import Champion, Place, Solving, Standing, Step, Tally
from engine import Game, Refusal, Text
from engine.text import counted, joined, listed

PLACES = 15
"""People on a page of the leaderboard."""

CHAMPIONS = 5
"""The most people who are named on the leaderboard for beating the computer."""

PLOT_SIZE = (720, 384)
"""Width and height in pixels of the picture of ratings over time."""


class Ratings(commands.Cog):
    """``/leaderboard`` and ``/profile``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons that turn the pages."""
        self.bot.text_buttons[Use.LEADERS] = self.turn

    # The leaderboard

    @hybrid_command("leaderboard", locale_str("Who plays a game best on this server"), "ranking")
    @app_commands.describe(
        game=locale_str("The game; by default that of the match here, or the one rated last")
    )
    @app_commands.autocomplete(game=autocompletion.games)
    async def leaderboard(self, context: Context, *, game: str = "") -> None:
        """``/leaderboard``, ``@Damier leaderboard halma``."""
        if context.guild is None:
            return
        chosen = named_game(game) or await self._game_of_list(context, context.guild.id)
        layout = await self._page(context.guild.id, chosen, 0, locale_for(context))
        if context.interaction is not None:
            await private(context.interaction, view=layout)
        else:
            await context.reply(view=layout)

    async def _game_of_list(self, context: Context, guild: int) -> Game:
        """Return the game of a leaderboard that names none: the one here, or the one rated last.

        Raises Refusal if no game has a leaderboard.
        """
        names = await self.bot.store.standings.listed_games(guild, engine.games)
        here = await game_here(self.bot.store, context)
        if here is not None and here.name in names:
            return here
        if not names:
            raise Refusal(
                Text("Nobody is rated on this server yet: no rated match has ended here.")
            )
        return engine.games[names[0]]

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of the pages."""
        name, _, page = about.partition(":")
        if interaction.guild is None:
            return
        game, locale = find_game(name), interaction.locale
        layout = await self._page(interaction.guild.id, game, int(page), locale)
        await show_page(interaction, layout)

    async def _page(
        self, guild: int, game: Game, number: int, locale: discord.Locale
    ) -> ui.LayoutView:
        translated = translate_into(locale)
        standings = self.bot.store.standings
        board = await standings.leaderboard(guild, game.name, offset=number * PLACES, limit=PLACES)
        champions = await standings.champions(guild, game.name, limit=CHAMPIONS)
        if not board.total and not champions:
            nobody = Text(
                "Nobody is rated in {game} on this server yet: no rated match of it has ended.",
                game=game.title,
            )
            names = await standings.listed_games(guild, engine.games)
            titles = [engine.games[name].title for name in names]
            others = [Text("There are lists of {games}.", games=listed(titles))] if titles else []
            raise Refusal(joined([nobody, *others]))
        title = Text("Leaderboard: {game}", game=game.title)
        lines = [f"### {translated(title)}", *_places(board.places, translated)]
        layout = text_layout("\n".join(lines))
        if board.total:
            note = Text(
                "The list is sorted by rating minus twice its uncertainty (±), so a new player "
                "does not jump ahead. With `?`, too few matches have been played for a place."
            )
            layout.add_item(ui.TextDisplay(f"-# {translated(note)}"))
        if champions:
            layout.add_item(ui.TextDisplay("\n".join(_champions(champions, translated))))
        pages = -(-board.total // PLACES)
        for item in page_turner(Use.LEADERS, game.name, number, pages, translated):
            layout.add_item(item)
        return layout

    # The profile

    @app_commands.command(
        name="profile", description=locale_str("Ratings and results of a member on this server")
    )
    @app_commands.describe(person=locale_str("The member; you, if you name nobody"))
    @app_commands.guild_only()
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """``/profile``: show a profile in private."""
        if interaction.guild is None:
            return
        who, locale = person or interaction.user, interaction.locale
        layout, picture = await self._profile(interaction.guild.id, who.id, locale)
        await private(interaction, view=layout, files=_files(picture))

    @commands.command(name="profile", aliases=["stats"])
    @commands.guild_only()
    async def typed_profile(self, context: Context, *, words: str = "") -> None:
        """``@Damier profile @member``."""
        if context.guild is None:
            return
        people, rest = await self.bot.directory.persons_in(context.message, words)
        if rest.strip() or len(people) > 1:
            raise Refusal(Text("Name a member, `@member`, or nobody for your own profile."))
        who = people[0] if people else context.author.id
        layout, picture = await self._profile(context.guild.id, who, locale_for(context))
        await context.reply(view=layout, files=_files(picture))

    async def _profile(
        self, guild: int, who: int, locale: discord.Locale
    ) -> tuple[ui.LayoutView, render.Picture | None]:
        translated = translate_into(locale)
        store = self.bot.store
        known = await store.standings.of_person(guild, who)
        standings = [one for one in known if one.game in engine.games]
        solving = [one for one in await store.puzzles.standing(who) if one.game in engine.games]
        if not standings and not solving:
            raise Refusal(
                Text("{person} has not ended a match on this server yet.", person=person(who))
            )
        title = Text("Profile of {person}", person=person(who))
        lines = [f"### {translated(title)}"]
        if standings:
            since = discord.utils.format_dt(min(one.since for one in standings), "D")
            lines.append(translated(Text("Playing on this server since {when}.", when=since)))
        provisional = False
        for one in standings:
            provisional |= one.rating is not None and not one.rating.settled
            achieved = [_achieved(one)]
            if one.beaten is not None:
                achieved.append(Text("has beaten {computer}", computer=of_level(one.beaten)))
            lines.append(f"- {translated(joined(achieved, ' · '))}")
        for solved in solving:
            provisional |= not solved.rating.settled
            lines.append(f"- {translated(_solved(solved))}")
        course = await store.ratings.course(guild, who)
        if provisional:
            lines.append(f"-# {translated(PROVISIONAL)}")
        if not course:
            lines.append(
                translated(Text("No rated match of {person} has ended yet.", person=person(who)))
            )
            return text_layout("\n".join(lines)), None
        picture = await asyncio.to_thread(_plot, course, translated)
        return board_layout("\n".join(lines), plainly(picture.alt, locale)), picture


def tally_text(tally: Tally) -> Text:
    """Return the numbers of wins, draws and losses in words."""
    return Text(
        "{wins}, {draws}, {losses}",
        wins=counted("{count} win", "{count} wins", tally.wins),
        draws=counted("{count} draw", "{count} draws", tally.draws),
        losses=counted("{count} loss", "{count} losses", tally.losses),
    )


def _places(places: Iterable[Place], translated: Translate) -> Iterator[str]:
    for place in places:
        text = Text(
            "{person} **{rating}** ± {deviation} · {matches}",
            person=person(place.person),
            rating=str(place.rating),
            deviation=place.rating.deviation,
            matches=counted("{count} match", "{count} matches", place.matches),
        )
        yield f"{f'{place.place}.' if place.rating.settled else '–'} {translated(text)}"


def _champions(champions: Iterable[Champion], translated: Translate) -> Iterator[str]:
    yield translated(Text("**Who has beaten the computer**"))
    for champion in champions:
        text = Text(
            "{person} {computer} · {wins}",
            person=person(champion.person),
            computer=of_level(champion.level),
            wins=counted("{count} win", "{count} wins", champion.wins),
        )
        yield f"- {translated(text)}"


def _achieved(standing: Standing) -> Text:
    """Return the line of a person's rating and results in a game."""
    title, results = engine.games[standing.game].title, tally_text(standing.tally)
    if standing.without_result:
        unfinished = Text("{count} without a result", count=standing.without_result)
        results = Text("{first}, {last}", first=results, last=unfinished)
    rating = standing.rating
    if rating is None or standing.place is None:
        return Text("**{game}**: not rated · {results}", game=title, results=results)
    if not rating.settled:
        return Text(
            "**{game}**: **{rating}** ± {deviation} · {results}",
            game=title,
            rating=str(rating),
            deviation=rating.deviation,
            results=results,
        )
    return Text(
        "**{game}**: **{rating}** ± {deviation}, place {place} on this server · {results}",
        game=title,
        rating=str(rating),
        deviation=rating.deviation,
        place=standing.place,
        results=results,
    )


def _solved(solving: Solving) -> Text:
    """Return the line of a person's rating in the puzzles of a game."""
    return Text(
        "**{game}**, puzzles: **{rating}** · {solved}",
        game=engine.games[solving.game].title,
        rating=str(solving.rating),
        solved=counted("{count} solved", "{count} solved", solving.solved),
    )


def _plot(course: Sequence[Step], translated: Translate) -> render.Picture:
    """Return the plot of ratings over time, a line for each game. CPU work."""
    lines: dict[str, list[render.Point]] = {}
    for step in course:
        if step.game in engine.games:
            title = translated(engine.games[step.game].title)
            rating = step.rating
            point = render.Point(step.ended, rating.shown, rating.settled)
            lines.setdefault(title, []).append(point)
    return render.plot(lines, provisional=translated(Text("dashed: provisional")), size=PLOT_SIZE)


def _files(picture: render.Picture | None) -> list[discord.File]:
    return [] if picture is None else [picture_file(picture)]
