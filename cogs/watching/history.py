"""``/history``: the ended matches of a person, of two against each other, or of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Self, TypedDict

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.paged_lists import key_turner, show_page
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate, shortened, translate_into
from cogs.language.game_names import find_game
from cogs.members.mentions import board_links, person, seat_of
from cogs.members.visibility import Channel, channels_all_see, channels_seen
from cogs.messages.buttons import ControlKind, MatchButton, Menu
from cogs.messages.layouts import text_layout
from cogs.watching.move_viewer import LATEST, MoveViewer
from cogs.watching.ratings import tally_text
from data import StoreError, Viewer, Wanted
from engine import Refusal, Text
from engine.table.match import Match
from engine.text import counted

LISTED = 8
"""The number of matches on a page: a line may take 400 of a message's 4,000 characters."""


LONGEST_REASON = 80
"""The most characters shown of a result's reason; a moderator may give a longer one."""


LONGEST_QUERY: Final = 100
"""The most characters of a query, which is part of a button's id, by Discord's limit for ids."""


class Query(NamedTuple):
    """The people and the game of a list; 0 stands for anybody, and ``""`` for any game."""

    person: int = 0
    against: int = 0
    game: str = ""

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the query from a text written by ``str``. Raises Refusal for any other text."""
        who, _, rest = about.partition(":")
        whom, _, game = rest.partition(":")
        if not (who.isdecimal() and whom.isdecimal() and len(about) <= LONGEST_QUERY):
            raise Refusal(Text("This list is gone; `/history` makes a new one."))
        return cls(int(who), int(whom), game)

    def __str__(self) -> str:
        return f"{self.person}:{self.against}:{self.game}"

    def within(self, guild: int) -> Wanted:
        """Return the query for the store, limited to a server."""
        return Wanted(guild, self.person or None, self.against or None, self.game or None)


class Part(TypedDict, total=False):
    """The requested part of a list, as keyword arguments for the store."""

    offset: int
    after: int
    before: int


class HistoryPage(NamedTuple):
    """The place of a page in a list: its number from 0, and a match next to the page.

    After the ``sign`` ``<``, ``match`` is the last one of the page before; after ``>``, it is the
    first one of the page after. Without a sign, the number alone counts.
    """

    number: int
    sign: str = ""
    match: int = 0

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the place from a text written by ``str``: ``3``, ``3<120`` or ``3>120``."""
        for sign in "<>":
            number, found, match = text.partition(sign)
            if found:
                return cls(int(number), sign, int(match))
        return cls(int(text))

    def __str__(self) -> str:
        return f"{self.number}{self.sign}{self.match}" if self.sign else str(self.number)

    def before(self, match: int) -> HistoryPage:
        """Return the place of the page before this one, which begins with the match ``match``."""
        return HistoryPage(self.number - 1, ">", match) if self.number > 1 else HistoryPage(0)

    def after(self, match: int) -> HistoryPage:
        """Return the place of the page after this one, which ends with the match ``match``."""
        return HistoryPage(self.number + 1, "<", match)

    @property
    def part(self) -> Part:
        """The part of the list to request from the store."""
        match self.sign:
            case "<":
                return Part(after=self.match)
            case ">":
                return Part(before=self.match)
        return Part(offset=self.number * LISTED)


class History(commands.Cog):
    """``/history``."""

    def __init__(self, bot: Damier, move_viewer: MoveViewer) -> None:
        self.bot = bot
        self._move_viewer = move_viewer

    async def cog_load(self) -> None:
        """Register the buttons that turn the pages, and the menu that opens a match."""
        self.bot.text_buttons[ControlKind.HISTORY] = self.turn
        self.bot.menus[ControlKind.OPEN] = self.open

    @app_commands.command(
        name="history", description=locale_str("The ended matches of a member, or of a game")
    )
    @app_commands.describe(
        person=locale_str("The member; you, if you name neither a member nor a game"),
        against=locale_str("Only those against this member, with the score"),
        game=locale_str("Only those of this game"),
        page=locale_str("The page; the newest matches are on the first"),
    )
    @app_commands.guild_only()
    @app_commands.autocomplete(game=autocompletion.games)
    async def history(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        against: discord.User | None = None,
        game: str = "",
        page: app_commands.Range[int, 1] = 1,
    ) -> None:
        """``/history``: list ended matches in private."""
        member = interaction.user
        if not isinstance(member, discord.Member):
            return
        people = [user.id for user in (person, against) if user is not None]
        if against is not None and person is None:
            people.insert(0, member.id)
        query = _query(member.id, people, game)
        viewer = await self._viewer(member.guild, member)
        place = HistoryPage(page - 1)
        layout = await self._page(member.guild.id, query, viewer, place, interaction.locale)
        await answer_to(interaction).show(view=layout)

    @commands.command(name="history")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier history @ann @ben frisian 2``.

        The answer lists only matches that everybody in the channel may see.
        """
        guild = context.guild
        if guild is None:
            return
        people, rest = await self.bot.directory.persons_in(context.message, words)
        numbers = [word for word in rest.split() if word.isdecimal()]
        game = " ".join(word for word in rest.split() if not word.isdecimal())
        query = _query(context.author.id, people, game)
        viewer = await self._viewer(guild, context.channel)
        place = HistoryPage(max(int(numbers[0][:9]), 1) - 1 if numbers else 0)
        answer = answer_to(context)
        await answer.show(view=await self._page(guild.id, query, viewer, place, answer.locale))

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of the pages: show another page. Raises Refusal."""
        wanted, _, place = about.rpartition(":")
        query, member = Query.read(wanted), interaction.user
        if not isinstance(member, discord.Member):
            return
        viewer = await self._viewer(member.guild, member)
        locale = interaction.locale
        layout = await self._page(member.guild.id, query, viewer, HistoryPage.read(place), locale)
        await show_page(interaction, layout)

    async def open(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu: open the panel that steps through a match."""
        button = MatchButton(Action.VIEW, int(choice), LATEST, label="")
        await self._move_viewer.open(interaction, button)

    async def _viewer(self, guild: discord.Guild, reader: object) -> Viewer:
        """Return the channels that a member may see, with the member's id, as the store's viewer.

        For a channel, they are those that all of its readers may see, without an id.
        """
        homes = await self.bot.store.history.channels(guild.id)
        if isinstance(reader, discord.Member):
            return Viewer(await channels_seen(reader, homes), reader.id)
        return Viewer(channels_all_see(reader, homes) if isinstance(reader, Channel) else ())

    async def _page(
        self, guild: int, query: Query, viewer: Viewer, place: HistoryPage, locale: discord.Locale
    ) -> ui.LayoutView:
        translated = translate_into(locale)
        store, wanted = self.bot.store, query.within(guild)
        found = await store.history.page(wanted, viewer, limit=LISTED, **place.part)
        if not found.matches and place.number:
            last = (await store.history.total(wanted, viewer) - 1) // LISTED
            place = HistoryPage(max(last, 0))
            found = await store.history.page(wanted, viewer, limit=LISTED, **place.part)
        if not found.matches:
            raise Refusal(Text("{matches}: there is none here yet.", matches=_title(query)))
        lines = [f"### {translated(_title(query))}"]
        if query.against:
            lines.append(translated(tally_text(await store.history.score(wanted, viewer))))
        matches = []
        for match_id in found.matches:
            try:
                match = await store.load(match_id)
            except StoreError:
                lines.append(translated(Text("- **#{id}** cannot be read any more", id=match_id)))
                continue
            matches.append(match)
        links = await board_links(store, matches, translated)
        lines += [f"- {self._line(match, links[match.id], translated)}" for match in matches]
        layout = text_layout("\n".join(lines))
        if matches:
            layout.add_item(ui.ActionRow(_menu(matches, translated)))
        back, further = place.before(found.matches[0]), place.after(found.matches[-1])
        for item in key_turner(
            ControlKind.HISTORY,
            place.number,
            translated,
            back=f"{query}:{back}" if place.number else None,
            further=f"{query}:{further}" if found.more else None,
        ):
            layout.add_item(item)
        return layout

    @staticmethod
    def _line(match: Match, link: str, translated: Translate) -> str:
        ended = discord.utils.format_dt(match.ended or match.events[-1].at, "d")
        who = Text("{game}: {people}", game=match.game.title, people=_players(match, translated))
        parts = [
            f"**#{match.id}** {translated(who)}",
            shortened(translated(_result(match)).removesuffix("."), LONGEST_REASON),
            translated(counted("{count} move", "{count} moves", len(match.turns))),
            ended,
            link,
        ]
        return " · ".join(parts)


def _query(who: int, people: Sequence[int], game: str) -> Query:
    """Return the query for the named people and game, by default for the person ``who``.

    Raises Refusal for more than two people, for the same one twice, and for an unknown game.
    """
    if len(people) > 2:
        raise Refusal(Text("Name one member, or two for their matches against each other."))
    if len(people) == 2 and people[0] == people[1]:
        raise Refusal(Text("Nobody plays against themselves: name two members, or one."))
    key = find_game(game).name if game else ""
    if not people:
        return Query(0 if key else who, 0, key)
    return Query(people[0], people[1] if len(people) > 1 else 0, key)


def _title(query: Query) -> Text:
    """Return the heading of a query's list."""
    if query.against:
        text = Text(
            "Matches of {person} against {other}",
            person=person(query.person),
            other=person(query.against),
        )
    elif query.person:
        text = Text("Matches of {person}", person=person(query.person))
    else:
        text = Text("Matches")
    if not query.game:
        return text
    return Text("{matches} · {game}", matches=text, game=engine.games[query.game].title)


def _players(match: Match, translated: Translate) -> str:
    """Return the winners of a match in bold, and the losers; the places of more than two sides."""
    outcome = match.outcome
    seats = range(len(match.people))
    if outcome is None:
        return " – ".join(seat_of(match, seat, translated) for seat in seats)
    best = min(outcome.ranks)
    named = [
        f"**{seat_of(match, seat, translated)}**"
        if outcome.ranks[seat] == best < max(outcome.ranks)
        else seat_of(match, seat, translated)
        for seat in seats
    ]
    teams = {seat.team for seat in match.seats}
    if len(teams) == 2 and len(set(outcome.ranks)) == 2:
        winners = " + ".join(named[seat] for seat in seats if outcome.ranks[seat] == best)
        losers = " + ".join(named[seat] for seat in seats if outcome.ranks[seat] != best)
        return translated(Text("{winners} won against {losers}", winners=winners, losers=losers))
    if len(named) == 2:
        return " – ".join(named)
    ranked = sorted(seats, key=lambda seat: outcome.ranks[seat])
    return ", ".join(f"{outcome.ranks[seat]}. {named[seat]}" for seat in ranked)


def _result(match: Match) -> Text:
    outcome = match.outcome
    if outcome is None:
        return Text("aborted") if match.is_aborted else Text("no result")
    if len(set(outcome.ranks)) == 1:
        return Text("draw: {reason}", reason=outcome.reason)
    return outcome.reason


def _menu(matches: Sequence[Match], translated: Translate) -> Menu:
    options = [
        discord.SelectOption(
            label=f"#{match.id} · {translated(match.game.title)}", value=str(match.id)
        )
        for match in matches
    ]
    return Menu(ControlKind.OPEN, "", translated(Text("Look through a match")), options)
