"""The card of an exhibition with its boards, and its posts: postponed, and the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import discord
from discord import ui

from cogs.client.client import Damier
from cogs.events.bulletin_texts import in_portions
from cogs.events.card import EventAction, card_buttons, card_lines, event_button, when
from cogs.events.conducting.composers import Asked, Composer, Contents
from cogs.events.event_rules import name_of
from cogs.events.sides.side_buttons import side_buttons
from cogs.events.sides.side_lines import board_lines, fitting_boards, score_text
from cogs.events.wall_of_boards import FILE, boards_of, picture_file, wall_of
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.members.mentions import person
from cogs.members.preferences import Preferences
from cogs.messages.layouts import add_button_rows, picture_layout, text_layout
from engine import Text
from engine.table.record import OPEN
from engine.text import Words
from engine.tournaments.forms.exhibition import HOST
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

Card = tuple[ui.LayoutView, list[discord.File]]

CardOfOthers = Callable[[Tournament, Preferences, Mapping[int, str], discord.Locale], Card]
"""Composes the card of a tournament without pictures."""

LEGEND: Final = Text("A dot marks whose turn it is.")


class ExhibitionCards:
    """Composes the cards and posts of exhibitions; those of other tournaments stay unchanged."""

    def __init__(self, bot: Damier, card_of: CardOfOthers, bulletin_of: Composer) -> None:
        self.bot = bot
        self._card_of, self._bulletin_of = card_of, bulletin_of

    async def card(
        self,
        tournament: Tournament,
        preferences: Preferences,
        names: Mapping[int, str],
        locale: discord.Locale,
    ) -> Card:
        """Return the card of a tournament's present state, with the boards of an exhibition."""
        if not tournament.terms.is_exhibition or not tournament.state.rounds:
            return self._card_of(tournament, preferences, names, locale)
        translated = translate_into(locale)
        boards = await boards_of(self.bot, tournament)
        lines = board_lines(tournament, translated, links=boards.links, turns=boards.turns)
        text = [*card_lines(tournament, translated, [*lines])]
        picture = await wall_of(self.bot, tournament, boards, locale)
        files: list[discord.File] = []
        if picture is None:
            layout = text_layout("\n".join(text))
        else:
            if tournament.phase is Phase.RUNNING:
                text.insert(-1, f"-# {translated(LEGEND)}")
            layout = picture_layout("\n".join(text), FILE, plainly(picture.alt, locale))
            files = [picture_file(picture)]
        add_button_rows(layout, card_buttons(tournament, translated))
        return layout, files

    async def bulletin(self, asked: Asked) -> Contents | None:
        """Return the post of an entry, or the private note to a person."""
        tournament, entry = asked.tournament, asked.entry
        if tournament.terms.is_exhibition and asked.person is None:
            if entry.kind is Kind.POSTPONE and not entry.data.get("reason"):
                return _postponed(tournament, entry, asked.translated)
            if entry.kind is Kind.END:
                return await self._result(tournament, entry, asked.locale)
        return await self._bulletin_of(asked)

    async def _result(
        self, tournament: Tournament, entry: Entry, locale: discord.Locale
    ) -> Contents:
        """Return the result sheet: the score, each board with its link, and all as a picture."""
        translated = translate_into(locale)
        lines = [translated(Text("### {name} is over", name=name_of(tournament.terms)))]
        if entry.person is not None:
            lines.append(translated(Text("{person} has ended it.", person=person(entry.person))))
            reason = Words(str(entry.data.get("reason", "")))
            lines.append(translated(Text("Reason: {reason}", reason=reason)))
        boards = await boards_of(self.bot, tournament)
        lines.append(translated(_verdict(tournament)))
        results = [*board_lines(tournament, translated, links=boards.links)]
        text = "\n".join([*lines, *fitting_boards(results, translated)])
        picture = await wall_of(self.bot, tournament, boards, locale)
        if picture is None:
            return Contents(text_layout(text))
        layout = picture_layout(text, FILE, plainly(picture.alt, locale))
        return Contents(layout, [picture_file(picture)])


def _verdict(tournament: Tournament) -> Text:
    """Return a sentence about the winner of a team match, or about the score of a host."""
    first, second = tournament.sides.points
    if tournament.terms.form.traits.has_host or first == second:
        return score_text(tournament)
    winner = tournament.sides.team(0 if first > second else 1)
    return Text("{score}: **{team}** wins.", score=score_text(tournament), team=winner)


def _postponed(tournament: Tournament, entry: Entry, translated: Translate) -> Contents:
    """Return the post saying why it does not start yet, and until when it waits."""
    name, until = name_of(tournament.terms), when(datetime.fromisoformat(entry.data["starts"]))
    state, host = tournament.state, tournament.sides.host
    heading = translated(Text("### {name} starts later", name=name))
    if entry.data.get("why") == HOST and host is not None:
        called = [host]
        text = Text(
            "{person}, your guests are here: press *Start*. We wait until {when}.",
            person=person(host),
            when=until,
        )
    else:
        called = []
        text = Text("Too few have joined. It starts {when}.", when=until)
    layout = text_layout("\n".join([heading, translated(text)]))
    if not tournament.is_over and tournament.phase is Phase.SIGN_UP:
        rules = event_button(EventAction.RULES, tournament.id, translated)
        add_button_rows(layout, [*side_buttons(tournament, translated), rules])
    called = [one for one in called if one > OPEN and state.is_in(one)]
    return Contents(layout, calls=in_portions(called)[0] if called else ())
