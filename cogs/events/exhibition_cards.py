"""The card of an exhibition with its boards, and its posts: postponed, and the result."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import discord

import render
from cogs.client.client import Damier
from cogs.delivery.standing_posts import Layout
from cogs.events.bulletin_texts import bulletin_of, in_portions, reason_lines
from cogs.events.card import EventAction, card_buttons, card_lines, card_of, event_button, when
from cogs.events.conducting.composers import Asked, Contents
from cogs.events.event_rules import name_of
from cogs.events.sides.side_buttons import side_buttons
from cogs.events.sides.side_lines import board_lines, fitting_boards, sides_score_text
from cogs.events.wall_of_boards import FILE, boards_of, picture_file, wall_of
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.members.mentions import person
from cogs.messages.layouts import add_button_rows, picture_layout, text_layout
from engine import Text
from engine.table.record import OPEN
from engine.tournaments.forms.exhibition import HOST
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

LEGEND: Final = Text("A dot marks whose turn it is.")


class ExhibitionCards:
    """Composes the cards and posts of tournaments; those of exhibitions show their boards."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def card(self, tournament: Tournament, locale: discord.Locale) -> Layout:
        """Return the card of a tournament; that of a begun exhibition shows the boards."""
        if not tournament.terms.is_exhibition or not tournament.state.rounds:
            return Layout(card_of(tournament, locale))
        translated = translate_into(locale)
        boards = await boards_of(self.bot, tournament)
        lines = board_lines(tournament, translated, links=boards.links, turns=boards.turns)
        text = [*card_lines(tournament, translated, [*lines])]
        picture = await wall_of(self.bot, tournament, boards, locale)
        if picture is not None and tournament.phase is Phase.RUNNING:
            text.insert(-1, f"-# {translated(LEGEND)}")
        card = _pictured("\n".join(text), picture, locale)
        add_button_rows(card.view, card_buttons(tournament, translated))
        return card

    async def bulletin(self, asked: Asked) -> Contents | None:
        """Return the post of an entry, or the private note about it; None if none is needed."""
        tournament, entry = asked.tournament, asked.entry
        if tournament.terms.is_exhibition and asked.person is None:
            if entry.kind is Kind.POSTPONE and not entry.data.get("reason"):
                return _postponed(tournament, entry, asked.translated)
            if entry.kind is Kind.END:
                return await self._result(tournament, entry, asked.locale)
        return await bulletin_of(asked)

    async def _result(
        self, tournament: Tournament, entry: Entry, locale: discord.Locale
    ) -> Contents:
        """Return the post of the result: the score, a line for each board, and their picture."""
        translated = translate_into(locale)
        lines = [translated(Text("### {name} is over", name=name_of(tournament.terms)))]
        if entry.person is not None:
            lines.append(translated(Text("{person} has ended it.", person=person(entry.person))))
            lines += map(translated, reason_lines(entry.data))
        boards = await boards_of(self.bot, tournament)
        lines.append(translated(_verdict(tournament)))
        results = [*board_lines(tournament, translated, links=boards.links)]
        text = "\n".join([*lines, *fitting_boards(results, translated)])
        picture = await wall_of(self.bot, tournament, boards, locale)
        return Contents(*_pictured(text, picture, locale))


def _pictured(text: str, picture: render.Picture | None, locale: discord.Locale) -> Layout:
    """Return a text above a picture, or the text alone if there is none."""
    if picture is None:
        return Layout(text_layout(text))
    layout = picture_layout(text, FILE, plainly(picture.alt, locale))
    return Layout(layout, [picture_file(picture)])


def _verdict(tournament: Tournament) -> Text:
    """Return the score of an exhibition, with the winning team if a team match was not drawn."""
    first, second = tournament.sides.points
    if tournament.terms.form.traits.has_host or first == second:
        return sides_score_text(tournament)
    winner = tournament.sides.team(0 if first > second else 1)
    return Text("{score}: **{team}** wins.", score=sides_score_text(tournament), team=winner)


def _postponed(tournament: Tournament, entry: Entry, translated: Translate) -> Contents:
    """Return the post about the later start of an exhibition, with the reason.

    The host is called if only they are missing.
    """
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
