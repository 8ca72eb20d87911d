"""Buttons by which the players of a table agree on the time of their game, and report for it.

Every answer is private; the bulletins post the news for the other players.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import discord

from cogs.client.client import Damier, Interaction, origin_of
from cogs.client.replies import answer_to, open_form
from cogs.events.appointment_posts import (
    LABELS,
    POSTS,
    Act,
    day_and_hour,
    mentions_of,
    people_of,
    time_button,
)
from cogs.events.bulletin_texts import COMPOSERS
from cogs.events.entering import OUT_OF_DATE, number_in, tournament_for
from cogs.events.event_rules import name_of
from cogs.language.catalogues import plainly
from cogs.language.moments import EXAMPLES, read_moment
from cogs.messages.buttons import ControlKind
from cogs.messages.forms import Field, Typed, fields_form
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Refusal, Text
from engine.text import together
from engine.tournaments.appointments import GRACE, MOST_TIMES
from engine.tournaments.state import Table
from engine.tournaments.tournament import Tournament

_ABOUT: Final = re.compile(
    r"(?P<tournament>[0-9]{1,9})\.(?P<round>[0-9]{1,4})\.(?P<table>[0-9]{1,4})"
    r"(?:\.(?P<at>[0-9]{1,11}))?"
)
"""The pattern of a table, and of an accepted time in Unix seconds, in the id of a button."""

Change = Callable[[Tournament], Tournament]


class Appointments:
    """The handlers of the buttons, and of the form, about the times of games."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    def register(self) -> None:
        """Register the buttons, the form, and the composers of the posts."""
        self.bot.text_buttons[ControlKind.APPOINTMENT] = self.press
        self.bot.forms[ControlKind.APPOINTMENT] = self.take
        COMPOSERS.update(POSTS)

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button. Raises Refusal if the act is not possible now."""
        what, _, written = about.partition(":")
        found = _ABOUT.fullmatch(written)
        if what not in LABELS or found is None:
            raise Refusal(OUT_OF_DATE)
        where = int(found["round"]), int(found["table"])
        tournament = await self._visible(interaction, found["tournament"])
        who, origin = interaction.user.id, origin_of(interaction)
        at = datetime.fromtimestamp(int(found["at"] or 0), UTC)
        changes: dict[Act, Change] = {
            Act.ACCEPT: lambda t: t.appointments.accept(who, *where, at, **origin),
            Act.HERE: lambda t: t.appointments.come(who, *where, **origin),
            Act.WAIT: lambda t: t.appointments.come(who, *where, **origin),
            Act.ANOTHER: lambda t: t.appointments.another_time(who, *where, **origin),
            Act.TAKE: lambda t: t.appointments.take_points(who, *where, **origin),
        }
        if what == Act.PROPOSE:
            await self._ask(interaction, tournament, *where)
        else:
            await self._change(interaction, tournament, where, changes[Act(what)])

    async def _visible(self, interaction: discord.Interaction[Any], number: str) -> Tournament:
        return await tournament_for(
            self.bot, interaction.user, interaction.guild_id, number_in(number)
        )

    async def _change(
        self,
        interaction: discord.Interaction[Any],
        tournament: Tournament,
        where: tuple[int, int],
        change: Change,
    ) -> None:
        """Save a player's act at the table ``where``, and answer with the new state.

        Raises Refusal if the act is not possible now.
        """
        async with self.bot.store.tournaments.open(tournament.id) as opened:
            opened.tournament = change(opened.tournament)
        await self._answer(interaction, opened.tournament, where)

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        tournament: Tournament,
        where: tuple[int, int],
    ) -> None:
        """Answer in private with the state of a table's time, and the button for the next step."""
        translated = answer_to(interaction).said
        table = tournament.state.table(*where)
        if table is None:
            raise Refusal(OUT_OF_DATE)
        layout = text_layout(translated(answer_text(tournament, table, interaction.user.id)))
        act = _following(tournament, table)
        if act is not None:
            add_button_rows(layout, [time_button(act, tournament, table, translated)])
        await answer_to(interaction).show(view=layout)

    # The form

    async def _ask(
        self, interaction: Interaction, tournament: Tournament, round_number: int, number: int
    ) -> None:
        """Open the form for proposed times. Raises Refusal if the person cannot propose any now."""
        tournament.appointments.table_to_agree(interaction.user.id, round_number, number)
        locale, zone = interaction.locale, self._zone(interaction)
        fields = [
            Field(
                str(which),
                Text("Time {number} ({zone})", number=which, zone=zone),
                plainly(EXAMPLES[(which - 1) % len(EXAMPLES)], locale),
                needed=which == 1,
            )
            for which in range(1, MOST_TIMES + 1)
        ]
        about, title = f"{tournament.id}.{round_number}.{number}", LABELS[Act.PROPOSE]
        form = fields_form(ControlKind.APPOINTMENT, about, title, fields, interaction)
        await open_form(interaction, form)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Propose the typed times. Raises Refusal if a time is unreadable or cannot be proposed."""
        written, *place = about.split(".")
        where = int(place[0]), int(place[1])
        tournament = await self._visible(interaction, written)
        zone, origin = self._zone(interaction), origin_of(interaction)
        times = [
            read_moment(one, zone=zone, now=origin["now"]) for one in typed.values() if one.strip()
        ]
        who = interaction.user.id
        await self._change(
            interaction,
            tournament,
            where,
            lambda t: t.appointments.propose(who, *where, times, **origin),
        )

    def _zone(self, interaction: discord.Interaction[Any]) -> str:
        """Return the server's time zone, in which typed times are read."""
        return self.bot.preferences.server(interaction.guild_id or 0).daily_zone


def answer_text(tournament: Tournament, table: Table, who: int) -> Text:
    """Return the sentence that answers the player ``who`` after an act about a table's time."""
    others = people_of(table, who)
    if tournament.state.score_of(table) is not None:
        return Text("The point is yours: a walkover, which changes no rating.")
    if table.agreed is None:
        proposed = table.proposals.get(who)
        if proposed is None:
            return Text("The agreed time no longer counts. Propose another one.")
        return Text(
            "You can come: {times}. I will tell {people}, and tell you when a time is agreed on.",
            times=together([day_and_hour(at) for at in proposed]),
            people=mentions_of(others),
        )
    if tournament.appointments.is_to_begin(table):
        return Text("All are here: the board comes in a moment.")
    if who in table.there:
        asked_at = (table.waited_since or table.agreed) + GRACE
        return Text(
            "Good. The game begins when {people} is here, too; otherwise I ask you {when} what to "
            "do.",
            people=mentions_of([one for one in others if one not in table.there]),
            when=discord.utils.format_dt(asked_at, "R"),
        )
    return Text("Agreed: {name}, {when}.", name=name_of(tournament.terms),
                when=day_and_hour(table.agreed))  # fmt: skip


def _following(tournament: Tournament, table: Table) -> Act | None:
    """Return the act of the button below an answer, None if the answer has no button."""
    if tournament.state.score_of(table) is not None or table.matches:
        return None
    if table.agreed is None:
        return None if table.proposals else Act.PROPOSE
    return None
