"""The tour of a year: the points that members win in all tournaments of a server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

import discord
from discord import ui

import render
from cogs.client.client import Context, Damier, Interaction
from cogs.client.paged_lists import page_turner, show_page
from cogs.client.replies import answer_to
from cogs.events.standings_pictures import add_pictures
from cogs.language.catalogues import plainly, translate_into, translator
from cogs.messages.buttons import ControlKind
from cogs.messages.layouts import text_layout
from cogs.timekeeping.time_zones import beginning, day_in
from data import TourPlace
from engine import Refusal, Text
from engine.text import counted

SHOWN: Final = 20
"""The most people on a page: a larger picture cannot be read on a phone."""

FIRST_YEAR: Final = 2015
LAST_YEAR: Final = 2999
"""The first and the last year that can be asked for; Discord began in 2015."""

FORMULA: Final = Text(
    "You get a point if you play a game in a tournament and stay to its end, and one more for "
    "each person in your group who has played and ends below you. Computers give none, and "
    "neither does an event that is ended in its first round. With equal points, whoever needed "
    "fewer tournaments is ahead."
)


_YEAR = re.compile(r"[0-9]{4}")


class Placed(NamedTuple):
    """A person on the tour with their place, shared if points and tournaments are equal."""

    place: int
    of: TourPlace


class Tour:
    """``/tournament tour`` and the buttons of its pages."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    def register(self) -> None:
        """Register the buttons that turn the pages."""
        self.bot.text_buttons[ControlKind.TOUR] = self.turn

    async def show(self, interaction: Interaction, year: int | None) -> None:
        """Show the tour of a year in private, by default of the present year on the server.

        Raises Refusal if no tournament has ended in the year.
        """
        if interaction.guild is None:
            return
        wanted = year or self._this_year(interaction.guild.id)
        who, locale = interaction.user.id, interaction.locale
        layout, file = await self._page(interaction.guild, who, wanted, 0, locale)
        await answer_to(interaction).show(view=layout, files=[file])

    async def reply(self, context: Context, words: str) -> None:
        """Reply with the tour of the typed year, by default of the present one.

        Raises Refusal if the year is unreadable, or no tournament has ended in it.
        """
        if context.guild is None:
            return
        year, answer = self._this_year(context.guild.id), answer_to(context)
        if words.strip():
            year = _year_in(words)
        layout, file = await self._page(context.guild, context.author.id, year, 0, answer.locale)
        await answer.show(view=layout, files=[file])

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Show another page of the tour."""
        year, _, page = about.partition(":")
        if interaction.guild is None:
            return
        layout, file = await self._page(
            interaction.guild, interaction.user.id, int(year), int(page), interaction.locale
        )
        await show_page(interaction, layout, [file])

    def _this_year(self, guild: int) -> int:
        return day_in(self._zone(guild), self.bot.clock.now()).year

    def _zone(self, guild: int) -> str:
        return self.bot.preferences.server(guild).daily_zone

    async def _page(
        self, guild: discord.Guild, who: int, year: int, number: int, locale: discord.Locale
    ) -> tuple[ui.LayoutView, discord.File]:
        """Return the layout and the picture of a page, counted from 0, of the tour of a year.

        Raises Refusal if no tournament has ended in the year.
        """
        since, until = _year(year, self._zone(guild.id))
        found = placed(await self.bot.store.tournaments.tour(guild.id, since, until))
        if not found:
            raise Refusal(
                Text(
                    "No tournament of this server ended in {year}, so that year has no tour.",
                    year=str(year),
                )
            )
        pages = -(-len(found) // SHOWN)
        number = max(0, min(number, pages - 1))
        part = found[number * SHOWN : (number + 1) * SHOWN]
        known = await self.bot.directory.names_of(guild, [one.of.person for one in part])
        look = await self.bot.preferences.look_for(who, guild.id)
        first = number * SHOWN + 1
        table = _table(year, part, known, locale)._replace(first=first, total=len(found))
        picture = await asyncio.to_thread(
            render.rank_table, table, theme=look.theme, translator=translator(locale)
        )
        translated = translate_into(locale)
        lines = [translated(Text("### Tour {year}", year=str(year)))]
        own = next((one for one in found if one.of.person == who), None)
        if own is not None:
            lines.append(translated(_told(own)))
        lines.append(f"-# {translated(FORMULA)}")
        layout = text_layout("\n".join(lines))
        (file,) = add_pictures(layout, [picture], locale)
        for item in page_turner(ControlKind.TOUR, str(year), number, pages, translated):
            layout.add_item(item)
        return layout, file


def placed(tour: Sequence[TourPlace]) -> list[Placed]:
    """Return the people on a tour with their places, in their order.

    People share a place if they have equal points from equally many tournaments.
    """
    found: list[Placed] = []
    for number, one in enumerate(tour, 1):
        last = found[-1] if found else None
        same = last is not None and last.of[1:] == one[1:]
        found.append(Placed(last.place if last is not None and same else number, one))
    return found


def _told(own: Placed) -> Text:
    """Return the line about a person's own place."""
    return Text(
        "You: place {place}, {points} from {tournaments}.",
        place=own.place,
        points=counted("{count} point", "{count} points", own.of.points),
        tournaments=counted("{count} tournament", "{count} tournaments", own.of.tournaments),
    )


def _year(year: int, zone: str) -> tuple[datetime, datetime]:
    """Return the beginnings of a year and of the next year in a time zone."""
    return beginning(date(year, 1, 1), 0, zone), beginning(date(year + 1, 1, 1), 0, zone)


def _year_in(words: str) -> int:
    """Return the typed year. Raises Refusal if it is no year in the range."""
    if (found := _YEAR.fullmatch(words.strip())) and FIRST_YEAR <= int(found[0]) <= LAST_YEAR:
        return int(found[0])
    raise Refusal(Text("Name a year, such as `2026`, or none for this one."))


def _table(
    year: int, part: Sequence[Placed], names: Mapping[int, str], locale: discord.Locale
) -> render.RankTable:
    """Return the table to draw for a page of the tour."""
    gone = plainly(Text("a former player"), locale)
    rows = [
        render.RankRow(
            one.place,
            names.get(one.of.person, gone),
            (str(one.of.points), str(one.of.tournaments)),
        )
        for one in part
    ]
    heads = (Text("Points"), Text("Tournaments"))
    return render.RankTable(Text("Tour {year}", year=str(year)), heads, tuple(rows))
