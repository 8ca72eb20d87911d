"""Ratings: the leaderboards of a server, and the profiles of its members."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
import render
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.paged_lists import fitting, more_text, page_turner, show_page
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.language.computer_names import of_level
from cogs.language.game_names import find_game, named_game
from cogs.members.match_lookup import game_here
from cogs.members.mentions import person
from cogs.members.visibility import Channel, channels_all_see, channels_seen
from cogs.messages.buttons import ControlKind, Menu
from cogs.messages.layouts import board_layout, picture_file, text_layout
from cogs.messages.post_texts import PROVISIONAL
from cogs.timekeeping.seasons import season_name
from cogs.watching.seasons import (
    closed_seasons,
    closed_text,
    find_season,
    season_at_end,
    season_suggestions,
)
from cogs.watching.titles import title_lines
from data import Champion, Guessing, Place, Season, Solving, Standing, Step, Tally, Title
from engine import Game, Refusal, Text
from engine.text import counted, joined, listed

PLACES = 15
"""The number of people on a page of a leaderboard."""

CHAMPIONS = 5
"""The most people named on a leaderboard for beating the computer."""

MOST_SEASONS = 23
"""The most seasons in the menu; the current and the chosen list are added, and 25 fit."""

PLOT_SIZE = (720, 384)
"""The width and the height, in pixels, of the plot of ratings over time."""


LONGEST_PROFILE = 3600
"""The most characters of a profile: Discord allows 4,000 for all texts of a message together."""

_YEAR = re.compile(r"\b20[0-9]{2}\b")


class Ratings(commands.Cog):
    """``/leaderboard`` and ``/profile``.

    The functions ``profile_lines`` return further lines of a profile for a server and a person.
    """

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.profile_lines: list[Callable[[int, int], Awaitable[Sequence[Text]]]] = []

    async def cog_load(self) -> None:
        """Register the buttons that turn the pages, and the menu of the seasons."""
        self.bot.text_buttons[ControlKind.LEADERS] = self.turn
        self.bot.menus[ControlKind.LEADERS] = self.choose

    # The leaderboard

    @hybrid_command("leaderboard", locale_str("Who plays a game best on this server"), "ranking")
    @app_commands.describe(
        game=locale_str("The game; by default that of the match here, or the one rated last"),
        season=locale_str("A closed season, with the list of that time"),
    )
    @app_commands.autocomplete(game=autocompletion.games, season=season_suggestions)
    async def leaderboard(self, context: Context, *, game: str = "", season: str = "") -> None:
        """``/leaderboard``, ``@Damier leaderboard halma``, ``@Damier leaderboard autumn 2026``."""
        if context.guild is None:
            return
        closed = await closed_seasons(self.bot, context.guild.id)
        if season:
            then: Season | None = find_season(closed, season)
        else:
            game, then = season_at_end(closed, game)
            if then is None and _YEAR.search(game):
                find_season(closed, game)  # raises Refusal
        chosen = named_game(game) or await self._game_of_list(context, context.guild.id, then)
        answer = answer_to(context)
        await answer.show(view=await self._page(context.guild.id, chosen, 0, answer.locale, then))

    async def _game_of_list(self, context: Context, guild: int, season: Season | None) -> Game:
        """Return the game for a leaderboard command that names none.

        It is the channel's game if that has a leaderboard, in the ``season`` if one is given, else
        the one rated last. Raises Refusal if no game has a leaderboard.
        """
        names = await self.bot.store.standings.listed_games(guild, engine.games)
        if season is not None:
            then = [name for name in season.games if name in engine.games]
            names = [name for name in names if name in then] or then
        here = await game_here(self.bot.store, context)
        if here is not None and here.name in names:
            return here
        if not names:
            raise Refusal(
                Text("Nobody is rated on this server yet: no rated match has ended here.")
            )
        return engine.games[names[0]]

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of the pages; ``about`` has the game, a closed season, and the page.

        Raises Refusal.
        """
        name, _, rest = about.partition(":")
        season, _, page = rest.rpartition(":")
        await self._show(interaction, name, int(season or 0), int(page))

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of seasons: show the first page of the chosen one."""
        await self._show(interaction, about, int(choice), 0)

    async def _show(self, interaction: Interaction, name: str, season: int, page: int) -> None:
        """Show a page of a leaderboard, of a closed season or, if ``season`` is 0, as it is now.

        Raises Refusal if the season or the game no longer exists.
        """
        if interaction.guild is None:
            return
        guild, then = interaction.guild.id, None
        if season:
            closed = await closed_seasons(self.bot, guild)
            then = next((one for one in closed if one.id == season), None)
            if then is None:
                raise Refusal(Text("This list is gone; `/leaderboard` makes a new one."))
        layout = await self._page(guild, find_game(name), page, interaction.locale, then)
        await show_page(interaction, layout)

    async def _page(
        self, guild: int, game: Game, number: int, locale: discord.Locale, season: Season | None
    ) -> ui.LayoutView:
        translated = translate_into(locale)
        seasons = [one for one in await closed_seasons(self.bot, guild) if game.name in one.games]
        part = {"offset": number * PLACES, "limit": PLACES}
        champions: list[Champion] = []
        if season is None:
            standings = self.bot.store.standings
            board = await standings.leaderboard(guild, game.name, **part)
            champions = await standings.champions(guild, game.name, limit=CHAMPIONS)
            title = Text("Leaderboard: {game}", game=game.title)
        else:
            board = await self.bot.store.seasons.leaderboard(season.id, game.name, **part)
            title = Text(
                "Leaderboard: {game}, {season}", game=game.title, season=season_name(season.name)
            )
        if not board.total and not champions:
            raise await self._nobody(guild, game, season)
        lines = [f"### {translated(title)}", *_places(board.places, translated)]
        layout = text_layout("\n".join(lines))
        if board.total:
            notes = [
                Text(
                    "The list is sorted by rating minus twice its uncertainty (±), so a new player "
                    "does not jump ahead. With `?`, too few matches have been played for a place."
                )
            ]
            if season is not None:
                zone = self.bot.preferences.server(guild).daily_zone
                notes.insert(0, closed_text(season, zone))
            layout.add_item(ui.TextDisplay(f"-# {translated(joined(notes))}"))
        if champions:
            layout.add_item(ui.TextDisplay("\n".join(_champions(champions, translated))))
        about = game.name if season is None else f"{game.name}:{season.id}"
        pages = -(-board.total // PLACES)
        for item in page_turner(ControlKind.LEADERS, about, number, pages, translated):
            layout.add_item(item)
        if seasons:
            layout.add_item(ui.ActionRow(_season_menu(game, seasons, season, locale)))
        return layout

    async def _nobody(self, guild: int, game: Game, season: Season | None) -> Refusal:
        """Return the refusal for a game without a leaderboard, naming the games that have one."""
        if season is None:
            nobody = Text(
                "Nobody is rated in {game} on this server yet: no rated match of it has ended.",
                game=game.title,
            )
            names: Sequence[str] = await self.bot.store.standings.listed_games(guild, engine.games)
        else:
            nobody = Text(
                "Nobody was rated in {game} at the end of the season {season}.",
                game=game.title,
                season=season_name(season.name),
            )
            names = [name for name in season.games if name in engine.games]
        titles = [engine.games[name].title for name in names]
        others = [Text("There are lists of {games}.", games=listed(titles))] if titles else []
        return Refusal(joined([nobody, *others]))

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
        titles = await self._titles(interaction.guild.id, who.id, interaction.user)
        layout, picture = await self._profile(interaction.guild.id, who.id, locale, titles)
        await answer_to(interaction).show(view=layout, files=_files(picture))

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
        titles = await self._titles(context.guild.id, who, context.channel)
        answer = answer_to(context)
        layout, picture = await self._profile(context.guild.id, who, answer.locale, titles)
        await answer.show(view=layout, files=_files(picture))

    async def _titles(self, guild: int, who: int, reader: object) -> list[Title]:
        """Return the titles of a person that a member, or all readers of a channel, may see.

        A member sees all titles of their own.
        """
        titles = await self.bot.store.tournaments.titles_of(who, guild)
        channels = {title.channel for title in titles}
        if isinstance(reader, discord.Member):
            if reader.id == who:
                return titles
            seen = await channels_seen(reader, channels)
        else:
            seen = frozenset()
            if isinstance(reader, Channel):
                seen = channels_all_see(reader, channels)
        return [title for title in titles if title.channel in seen]

    async def _profile(
        self, guild: int, who: int, locale: discord.Locale, titles: Sequence[Title]
    ) -> tuple[ui.LayoutView, render.Picture | None]:
        translated = translate_into(locale)
        store = self.bot.store
        known = await store.standings.of_person(guild, who)
        standings = [one for one in known if one.game in engine.games]
        solving = [one for one in await store.puzzles.standing(who) if one.game in engine.games]
        guessing = [one for one in await store.guesses.standing(who) if one.game in engine.games]
        more = [line for lines in self.profile_lines for line in await lines(guild, who)]
        if not standings and not solving and not titles and not guessing and not more:
            raise Refusal(
                Text("{person} has not ended a match on this server yet.", person=person(who))
            )
        title = Text("Profile of {person}", person=person(who))
        lines = [f"### {translated(title)}"]
        if standings:
            since = discord.utils.format_dt(min(one.since for one in standings), "D")
            lines.append(translated(Text("Playing on this server since {when}.", when=since)))
        zone = self.bot.preferences.server(guild).daily_zone
        lines += [f"- {translated(line)}" for line in title_lines(titles, zone)]
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
        for guessed in guessing:
            provisional |= not guessed.rating.settled
            lines.append(f"- {translated(_guessed(guessed))}")
        lines += [f"- {translated(line)}" for line in more]
        shown = fitting(lines, LONGEST_PROFILE)
        if len(shown) < len(lines):
            shown.append(translated(more_text(len(lines) - len(shown))))
        lines = shown
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


def _season_menu(
    game: Game, seasons: Sequence[Season], chosen: Season | None, locale: discord.Locale
) -> Menu:
    """Return the menu of a game's leaderboards: the current one and those of closed seasons."""
    shown = {0: Text("as it is now")}
    shown |= {one.id: season_name(one.name) for one in seasons[:MOST_SEASONS]}
    if chosen is not None:
        shown[chosen.id] = season_name(chosen.name)
    options = [
        discord.SelectOption(
            label=plainly(name, locale),
            value=str(number),
            default=number == (0 if chosen is None else chosen.id),
        )
        for number, name in shown.items()
    ]
    return Menu(ControlKind.LEADERS, game.name, plainly(Text("Another season"), locale), options)


def tally_text(tally: Tally) -> Text:
    """Return the text with the numbers of wins, draws and losses."""
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


def _guessed(guessing: Guessing) -> Text:
    """Return the line of a person's rating in guessing the moves of a game."""
    return Text(
        "**{game}**, guessing moves: **{rating}** · {right}",
        game=engine.games[guessing.game].title,
        rating=str(guessing.rating),
        right=counted(
            "{right} of {count} right", "{right} of {count} right", guessing.guesses,
            right=guessing.right,
        ),
    )  # fmt: skip


def _plot(course: Sequence[Step], translated: Translate) -> render.Picture:
    """Return the plot of ratings over time, with a line for each game.

    CPU work: call it in a thread.
    """
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
