"""The buttons on the card of an exhibition: join a side, start it, send in a reserve.

Every answer is private. A press that comes twice, or too late, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from cogs.challenges.admission import check_blocks
from cogs.client.client import Damier, Interaction, origin_of
from cogs.client.replies import answer_to
from cogs.events.card import EventAction, event_button
from cogs.events.entering import may_organise, number_in, tournament_for
from cogs.events.event_rules import name_of
from cogs.events.sides.side_buttons import TEAMS, SideAction
from cogs.events.sides.side_lines import board_number, sides_now
from cogs.events.sides.side_rules import team_of
from cogs.events.standings_pictures import names_of
from cogs.language.catalogues import plainly
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, Menu
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Refusal, Text
from engine.table.record import OPEN
from engine.text import Words
from engine.tournaments.state import Phase, Table
from engine.tournaments.tournament import Tournament

OUT_OF_DATE: Final = Text("That is out of date; `/tournament show` shows it as it is now.")

OLD, NEW = "old", "new"
"""The menus of the player who gives up a board, and of the reserve who takes it."""

LONGEST_OPTION: Final = 100
MOST_OPTIONS: Final = 25
"""Discord's limits: the characters of an option, and the options of a menu."""


class Joining:
    """The handlers of the buttons that only exhibitions have, and of their menus."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    def register(self) -> None:
        """Register the buttons and menus."""
        self.bot.text_buttons[ControlKind.SIDES] = self.press
        self.bot.menus[ControlKind.SIDES] = self.choose

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button. Raises Refusal if its action is not possible now."""
        what, _, written = about.partition(":")
        tournament = await self._visible(interaction, number_in(written))
        if what in TEAMS:
            await self._join(interaction, tournament, TEAMS.index(SideAction(what)))
        elif what == SideAction.JOIN:
            await self._join(interaction, tournament, None)
        elif what == SideAction.START:
            await self._start(interaction, tournament)
        elif what == SideAction.RESERVES:
            await self._ask_whom(interaction, tournament)
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu: after the player, ask for the reserve; after that, hand over the board.

        Raises Refusal if that is not possible now.
        """
        what, _, rest = about.partition(":")
        written, _, old = rest.partition(":")
        tournament = await self._visible(interaction, number_in(written))
        chosen = choice.removeprefix("-").isdecimal()
        if what == OLD and chosen:
            await self._ask_for(interaction, tournament, int(choice))
        elif what == NEW and chosen and old.removeprefix("-").isdecimal():
            await self._substitute(interaction, tournament, int(old), int(choice))
        else:
            raise Refusal(OUT_OF_DATE)

    async def _visible(self, interaction: Interaction, number: int) -> Tournament:
        tournament = await tournament_for(self.bot, interaction.user, interaction.guild_id, number)
        if not tournament.terms.is_exhibition:
            raise Refusal(OUT_OF_DATE)
        return tournament

    # Joining

    async def _join(
        self, interaction: Interaction, tournament: Tournament, side: int | None
    ) -> None:
        who = interaction.user
        if tournament.terms.form.traits.has_teams:
            self._check_role(tournament, who, side)
        await self._check_blocks(tournament, who.id, side)
        async with self.bot.store.tournaments.open(tournament.id) as table:
            table.tournament = table.tournament.join(
                who.id, every=False, side=side, **origin_of(interaction)
            )
        now, translated = table.tournament, answer_to(interaction).said
        texts = [Text("You are in “{name}”.", name=name_of(now.terms))]
        if now.terms.form.traits.has_teams:
            own = now.sides.side_of(who.id) or 0
            place = now.state.side(own).index(who.id)
            team = team_of(now.terms, own)
            texts.append(
                Text("You are a reserve of {team}.", team=team)
                if place >= now.terms.boards or now.phase is Phase.RUNNING
                else Text("You play for {team}.", team=team)
            )
        texts += sides_now(now)
        layout = text_layout("\n".join(map(translated, texts)))
        presses = (EventAction.RULES, EventAction.LEAVE)
        add_button_rows(layout, [event_button(one, now.id, translated) for one in presses])
        await answer_to(interaction).show(view=layout)

    @staticmethod
    def _check_role(tournament: Tournament, member: discord.abc.User, side: int | None) -> None:
        """Raise Refusal if a member lacks the role of a side's team, unless the role is deleted."""
        roles = tournament.terms.roles
        role = roles[side] if side is not None and side < len(roles) else 0
        if not role or not isinstance(member, discord.Member) or member.get_role(role):
            return
        known = member.guild.get_role(role)
        if known is not None:
            text = Text("This team is for members with the role {role}.", role=Words(known.name))
            raise Refusal(text)

    async def _check_blocks(self, tournament: Tournament, who: int, side: int | None) -> None:
        """Raise Refusal if a person has blocked one of the opponents, or is blocked by one."""
        theirs = 0 if tournament.terms.form.traits.has_host else 1 - (side or 0)
        others = [one for one in tournament.state.side(theirs) if one > OPEN and one != who]
        otherwise = Text("You cannot join this one; `/tournament list` has others.")
        await check_blocks(self.bot, who, others, otherwise)

    # The start

    async def _start(self, interaction: Interaction, tournament: Tournament) -> None:
        who = interaction.user
        if who.id != tournament.sides.host and not may_organise(self.bot, tournament, who):
            raise Refusal(Text("The host or the organiser starts it."))
        async with self.bot.store.tournaments.open(tournament.id) as table:
            table.tournament = table.tournament.begin(who.id, **origin_of(interaction))
        translated = answer_to(interaction).said
        text = Text("It begins: the boards come in a moment. *My next match* leads to yours.")
        layout = text_layout(translated(text))
        add_button_rows(layout, [event_button(EventAction.NEXT, tournament.id, translated)])
        await answer_to(interaction).show(view=layout)

    # Reserves

    async def _ask_whom(self, interaction: Interaction, tournament: Tournament) -> None:
        """Show the menu of players whose board may go to a reserve. Raises Refusal if none may."""
        found = self._replaceable(interaction, tournament)
        if not found:
            raise Refusal(Text("No board can be given to a reserve now."))
        names = await names_of(self.bot, tournament, [p for p, _ in found], interaction.locale)
        options = [
            discord.SelectOption(
                label=plainly(_board(tournament, table, names[player]), interaction.locale)[
                    :LONGEST_OPTION
                ],
                value=str(player),
            )
            for player, table in found
        ]
        await self._ask(interaction, Text("Whose board?"), f"{OLD}:{tournament.id}", options)

    def _replaceable(
        self, interaction: Interaction, tournament: Tournament
    ) -> list[tuple[int, Table]]:
        """Return the players whose boards a person may give to reserves, with their tables.

        A captain may give those of the own team; an organiser who does not play, those of both.
        """
        who = interaction.user
        for_all = may_organise(self.bot, tournament, who) and not tournament.state.is_in(who.id)
        sides = [
            side
            for side in (0, 1)
            if tournament.phase is Phase.RUNNING
            and tournament.sides.reserves[side]
            and (who.id == tournament.sides.captain(side) or for_all)
        ]
        return [
            (player, table)
            for table in tournament.state.open_tables
            for player in table.players
            if tournament.sides.side_of(player) in sides
        ]

    async def _ask_for(self, interaction: Interaction, tournament: Tournament, old: int) -> None:
        """Show the menu of reserves for a player's board. Raises Refusal if the person may not."""
        self._check_may_replace(interaction, tournament, old)
        reserves = tournament.sides.reserves[tournament.sides.side_of(old) or 0]
        names = await names_of(self.bot, tournament, reserves, interaction.locale)
        options = [
            discord.SelectOption(label=names[one][:LONGEST_OPTION], value=str(one))
            for one in reserves
        ]
        about = f"{NEW}:{tournament.id}:{old}"
        await self._ask(interaction, Text("Which reserve?"), about, options)

    async def _ask(
        self,
        interaction: Interaction,
        text: Text,
        about: str,
        options: Sequence[discord.SelectOption],
    ) -> None:
        ask = answer_to(interaction).said(text)
        layout = text_layout(ask)
        layout.add_item(
            ui.ActionRow(Menu(ControlKind.SIDES, about, ask, [*options][:MOST_OPTIONS]))
        )
        await answer_to(interaction).show(view=layout)

    def _check_may_replace(
        self, interaction: Interaction, tournament: Tournament, old: int
    ) -> None:
        if old not in [player for player, _ in self._replaceable(interaction, tournament)]:
            raise Refusal(
                Text("Only the captain, or an organiser who does not play, sends in reserves.")
            )

    async def _substitute(
        self, interaction: Interaction, tournament: Tournament, old: int, new: int
    ) -> None:
        """Give the board of ``old`` to the reserve ``new``.

        Raises Refusal if somebody has moved there, or the person may not do it.
        """
        self._check_may_replace(interaction, tournament, old)
        table = next(one for one in tournament.state.open_tables if old in one.players)
        async with self.bot.store.tournaments.open(tournament.id) as opened:
            opened.tournament = opened.tournament.substitute(
                interaction.user.id, old, new, **origin_of(interaction)
            )
        text = Text(
            "{person} plays at board {number} now; its game starts again.",
            person=person(new),
            number=board_number(tournament, table),
        )
        await answer_to(interaction).show(view=text_layout(answer_to(interaction).said(text)))


def _board(tournament: Tournament, table: Table, name: str) -> Text:
    number = board_number(tournament, table)
    return Text("Board {number}: {name}", number=number, name=Words(name))
