"""The organiser's actions on players, terms and pairs, opened from the organiser's panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import discord
from discord import ui

from cogs.challenges.admission import check_blocks
from cogs.client.client import Damier, Interaction, origin_of
from cogs.client.replies import answer_to, open_form
from cogs.events.entering import number_in
from cogs.events.event_rules import HANDED_ON
from cogs.events.organising import (
    CHANGE,
    CLOSE,
    LABELS,
    LONGEST_OPTION,
    MESSAGE,
    OPEN_ENTRIES,
    OUT_OF_DATE,
    PAIR,
    PLAYERS,
    REASON,
    Organising,
)
from cogs.language.catalogues import plainly
from cogs.language.moments import read_span
from cogs.language.time_limits import read_time
from cogs.members.directory import member_of
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, Menu, PersonMenu
from cogs.messages.forms import Field, InputForm, Typed, fields_form, reading
from cogs.messages.layouts import text_layout
from engine import Refusal, Text
from engine.table.clock import span_text
from engine.table.record import is_computer
from engine.text import Words
from engine.tournaments.organising import LONGEST_MESSAGE, is_touched
from engine.tournaments.terms import LONGEST_NAME
from engine.tournaments.tournament import Tournament

ADD, OUT, OLD, NEW, FIRST, SECOND = "add", "out", "old", "new", "first", "second"
"""The menus: the player to add, to withdraw, to replace; the new player; the two to pair."""

MOST_LISTED: Final = 25
"""The most players listed in a menu; with more, people search all members by name."""

TITLES: Final = {
    OUT: Text("Take a player out"),
    NEW: Text("Replace a player"),
    CHANGE: LABELS[CHANGE],
    MESSAGE: LABELS[MESSAGE],
}
"""The titles of forms."""


class Interventions:
    """The handlers of the organiser's actions on players, terms and pairs."""

    def __init__(self, bot: Damier, organising: Organising) -> None:
        self.bot = bot
        self._organising = organising

    def register(self) -> None:
        """Register the buttons, menus and forms."""
        self.bot.text_buttons[ControlKind.INTERVENE] = self.press
        self.bot.menus[ControlKind.INTERVENE] = self.choose
        self.bot.forms[ControlKind.INTERVENE] = self.take
        self.bot.form_builders[ControlKind.INTERVENE] = self.form_about

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button of the panel. Raises Refusal if its action is not possible now."""
        what, _, written = about.partition(":")
        number, who = number_in(written), interaction.user.id
        tournament = await self._organising.organised(interaction, number)
        if what == PLAYERS:
            await self._show_players(interaction, tournament)
        elif what == PAIR:
            ask = Text(
                "Choose two who are to meet in the next round; the rest is paired by itself."
            )
            await self._ask(interaction, tournament, f"{FIRST}:{number}", ask)
        elif what in {CLOSE, OPEN_ENTRIES}:
            await self._organising.change(
                interaction,
                number,
                lambda t: t.organising.change(who, closed=what == CLOSE, **origin_of(interaction)),
                Text("Done; the card says so."),
            )
        elif what in {CHANGE, MESSAGE}:
            await open_form(interaction, await self.form_about(interaction, about))
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the choice of a player in a menu. Raises Refusal if it is not possible now."""
        what, _, rest = about.partition(":")
        written, _, more = rest.partition(":")
        number, who = number_in(written), interaction.user.id
        tournament = await self._organising.organised(interaction, number)
        if not choice.removeprefix("-").isdecimal():
            raise Refusal(OUT_OF_DATE)
        chosen = int(choice)
        if what == ADD:
            await self._check_member(interaction, chosen)
            await self._organising.change(
                interaction,
                number,
                lambda t: t.organising.add_player(who, chosen, **origin_of(interaction)),
                Text("{person} is in it.", person=person(chosen)),
            )
        elif what == OUT:
            form = await self.form_about(interaction, f"{OUT}:{number}:{chosen}")
            await open_form(interaction, form)
        elif what == OLD:
            in_hand = await self._in_hand(tournament, chosen)
            tables = tournament.organising.places(chosen, in_hand)
            texts = [Text("Who comes in the place of {person}?", person=person(chosen))]
            if tables is not None and tournament.terms.form.traits.in_groups:
                texts.append(HANDED_ON)
            translated = answer_to(interaction).said
            layout = text_layout("\n".join(map(translated, texts)))
            menu = PersonMenu(
                ControlKind.INTERVENE,
                f"{NEW}:{number}:{chosen}",
                translated(Text("The new player")),
            )
            layout.add_item(ui.ActionRow(menu))
            await answer_to(interaction).show(view=layout)
        elif what == NEW:
            await self._check_member(interaction, chosen)
            form = await self.form_about(interaction, f"{NEW}:{number}:{more}:{chosen}")
            await open_form(interaction, form)
        elif what == FIRST:
            ask = Text("Whom does {person} meet in the next round?", person=person(chosen))
            note = Text("Choose the same player again to undo the pairing by hand.")
            await self._ask(interaction, tournament, f"{SECOND}:{number}:{chosen}", ask, note)
        elif what == SECOND and more.removeprefix("-").isdecimal():
            await self._fix_pair(interaction, number, int(more), chosen)
        else:
            raise Refusal(OUT_OF_DATE)

    async def _check_member(self, interaction: Interaction, player: int) -> None:
        """Raise Refusal unless ``player`` can be added.

        Bots, people who are not on the server, and people whom the organiser has blocked, or who
        have blocked the organiser, cannot be added.
        """
        if interaction.guild is None:
            raise Refusal(OUT_OF_DATE)
        member = await member_of(interaction.guild, player)
        if member.bot:
            raise Refusal(Text("Bots do not play here; choose a member."))
        who = interaction.user.id
        otherwise = Text("That member cannot be added; choose another one.")
        await check_blocks(self.bot, who, {player} - {who}, otherwise)

    async def _replaceable(self, tournament: Tournament) -> list[int]:
        """Return the people of a tournament who can be replaced now."""
        knockout, found = tournament.terms.form.traits.knocks_out, list[int]()
        in_hand = await self._in_hand(tournament) if knockout else ()
        for player in tournament.state.people:
            with suppress(Refusal):
                tournament.organising.places(player, in_hand)
                found.append(player)
        return found

    async def _in_hand(self, tournament: Tournament, player: int | None = None) -> set[int]:
        """Return the ids of matches at open tables, or at a player's, in which somebody moved."""
        tables = tournament.state.open_tables
        if player is not None:
            tables = [table for table in tables if player in table.players]
        ids = [match for table in tables for match in table.matches.values()]
        return {one.id for one in await self.bot.store.some(ids) if is_touched(one)}

    async def _fix_pair(self, interaction: Interaction, number: int, one: int, other: int) -> None:
        who = interaction.user.id
        done = Text(
            "{one} and {other} meet in the next round.", one=person(one), other=person(other)
        )
        if one == other:
            done = Text("{person} is paired by the rules again.", person=person(one))
        await self._organising.change(
            interaction,
            number,
            lambda t: t.organising.fix_pair(who, one, other, **origin_of(interaction)),
            done,
        )

    # Menus

    async def _show_players(self, interaction: Interaction, tournament: Tournament) -> None:
        """Show the menus for adding, withdrawing and replacing players that can be used now."""
        translated = answer_to(interaction).said
        layout = text_layout(
            translated(Text("Whom do you add, take out or replace? Everybody is told."))
        )
        number, form = tournament.id, ControlKind.INTERVENE
        if not tournament.terms.is_exhibition:
            add = PersonMenu(form, f"{ADD}:{number}", translated(Text("Add a player")))
            layout.add_item(ui.ActionRow(add))
        if tournament.state.people:
            people, about = tournament.state.people, f"{OUT}:{number}"
            layout.add_item(await self._menu(interaction, people, about, TITLES[OUT]))
            if replaceable := await self._replaceable(tournament):
                about, ask = f"{OLD}:{number}", TITLES[NEW]
                layout.add_item(await self._menu(interaction, replaceable, about, ask))
        await answer_to(interaction).show(view=layout)

    async def _ask(
        self, interaction: Interaction, tournament: Tournament, about: str, *texts: Text
    ) -> None:
        """Show a menu of the tournament's people below sentences."""
        translated = answer_to(interaction).said
        layout = text_layout("\n".join(map(translated, texts)))
        people = tournament.state.people
        layout.add_item(await self._menu(interaction, people, about, Text("A player")))
        await answer_to(interaction).show(view=layout)

    async def _menu(
        self, interaction: Interaction, players: Sequence[int], about: str, ask: Text
    ) -> ui.ActionRow[Any]:
        """Return a menu of people, without computers; with many, one of all the server's members.

        ``about`` is the purpose of the menu, ``ask`` its placeholder.
        """
        placeholder = plainly(ask, interaction.locale)
        people = [one for one in players if not is_computer(one)]
        if len(people) > MOST_LISTED or interaction.guild is None:
            return ui.ActionRow(PersonMenu(ControlKind.INTERVENE, about, placeholder))
        names = await self.bot.directory.names_of(interaction.guild, people)
        options = [
            discord.SelectOption(
                label=str(Words(names.get(one, "?")))[:LONGEST_OPTION], value=str(one)
            )
            for one in people
        ]
        return ui.ActionRow(Menu(ControlKind.INTERVENE, about, placeholder, options))

    # Forms

    async def form_about(self, interaction: discord.Interaction[Any], about: str) -> InputForm:
        """Return the form that a button or a menu opens. Raises Refusal if ``about`` has none."""
        what, _, rest = about.partition(":")
        if what not in TITLES:
            raise Refusal(OUT_OF_DATE)
        fields: Sequence[Field] = [REASON]
        if what == MESSAGE:
            label = Text("To all who still have to play")
            fields = [Field("text", label, longest=LONGEST_MESSAGE, many_lines=True)]
        elif what == CHANGE:
            tournament = await self._organising.organised(interaction, number_in(rest))
            fields = change_fields(tournament, interaction.locale)
        return fields_form(ControlKind.INTERVENE, about, TITLES[what], fields, interaction)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle a sent form. Raises Refusal if its action is not possible."""
        what, _, rest = about.partition(":")
        written, *players = rest.split(":")
        number, who, origin = number_in(written), interaction.user.id, origin_of(interaction)
        some = [int(one) for one in players if one.removeprefix("-").isdecimal()]
        if what == OUT and len(some) == 1:
            await self._organising.change(
                interaction,
                number,
                lambda t: t.organising.take_out(who, some[0], typed["reason"], **origin),
            )
        elif what == NEW and len(some) == 2:
            old, new = some
            tournament = await self._organising.organised(interaction, number)
            in_hand = await self._in_hand(tournament, old)
            await self._organising.change(
                interaction,
                number,
                lambda t: t.organising.replace_player(
                    who, old, new, typed["reason"], in_hand=in_hand, **origin
                ),
            )
        elif what == MESSAGE:
            await self._organising.change(
                interaction,
                number,
                lambda t: t.organising.call_players(who, typed["text"], **origin),
            )
        elif what == CHANGE:
            await self._change(interaction, number, typed)
        else:
            raise Refusal(OUT_OF_DATE)

    async def _change(self, interaction: Interaction, number: int, typed: Typed) -> None:
        """Change the terms whose typed values differ from the present ones.

        Raises Refusal if a value is unreadable or not possible.
        """
        who, origin = interaction.user.id, origin_of(interaction)
        tournament = await self._organising.organised(interaction, number)
        before = {one.name: one.value for one in change_fields(tournament, interaction.locale)}
        other = {
            name: text.strip()
            for name, text in typed.items()
            if text.strip() and text.strip() != before.get(name)
        }
        wanted: dict[str, Any] = {}
        for field, read in READERS.items():
            if field in other:
                with reading(field):
                    wanted[field] = read(other[field])
                    tournament.organising.change(
                        who, now=origin["now"], source=None, **{field: wanted[field]}
                    )
        await self._organising.change(
            interaction, number, lambda t: t.organising.change(who, **wanted, **origin)
        )


def change_fields(tournament: Tournament, locale: discord.Locale) -> list[Field]:
    """Return the form fields of the terms that can be changed, with their present values."""
    terms, state = tournament.terms, tournament.state
    traits = terms.form.traits
    lasts = Text("How long it lasts") if traits.for_a_time else Text("How long a round lasts")
    if traits.by_challenge:
        lasts = Text("How long a match may last")
    span = plainly(span_text(terms.round_time), locale) if terms.round_time else ""
    fields = [
        Field("name", Text("Name"), longest=LONGEST_NAME, value=terms.name),
        Field("time", Text("Time limit of future matches"), value=str(terms.time)),
    ]
    if not terms.is_exhibition:
        fields.append(Field("round_time", lasts, value=span, needed=False))
        fields.append(Field("most", Text("Most players"), value=str(terms.most), needed=False))
    if traits.may_set_rounds:
        rounds = state.planned or terms.rounds
        fields.append(Field("rounds", Text("Rounds"), value=str(rounds or ""), needed=False))
    return fields


def _count(typed: str) -> int:
    """Return a typed number of at most four digits. Raises Refusal for anything else."""
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 4):
        raise Refusal(Text("Type a number."))
    return int(typed)


READERS: Final[dict[str, Callable[[str], Any]]] = {
    "name": str,
    "time": read_time,
    "round_time": read_span,
    "most": _count,
    "rounds": _count,
}
"""The parsers of typed terms, by field."""
