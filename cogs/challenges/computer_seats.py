"""Computers on the seats of an open match: its host adds them, or fills what is left with them."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.bot.client import Damier, Interaction, origin_of
from cogs.bot.replies import private, replace
from cogs.challenges.matchmaking import Matchmaking
from cogs.language.catalogues import Translate, translate_into
from cogs.language.computer_names import IN_WORDS, computer_name, introduced, level_text
from cogs.members.match_lookup import visible_match
from cogs.messages.buttons import Action, MatchButton, Menu, Use, labelled_button
from cogs.messages.layouts import view_of
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import counted

BY_RESULTS = "0"
"""The entry for the level that suits the host."""


class ComputerSeats(commands.Cog):
    """Add a computer, and Start now, on the card of an open match."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the buttons and menus."""
        self.bot.buttons[Action.ADD_COMPUTER] = self.ask_level
        self.bot.buttons[Action.BEGIN] = self.ask_to_begin
        self.bot.buttons[Action.BEGIN_NOW] = self.begin
        self.bot.menus[Use.SEAT] = self.seat
        self.bot.menus[Use.FILL] = self.fill

    async def ask_level(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Add a computer: ask which, and whether one that is there is to go."""
        match = await self._open_match(interaction, button)
        text, view = _seats(match, translate_into(interaction.locale))
        await private(interaction, text, view=view)

    async def seat(self, interaction: Interaction, about: str, choice: str) -> None:
        """Add the computer that is chosen, or take it away again."""
        match = await visible_match(self.bot.store, interaction, int(about))
        who, origin = interaction.user.id, origin_of(interaction)
        wanted = int(choice)
        if wanted < 0:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.remove_computer(who, wanted, **origin)
            match = table.match
        else:
            level = wanted or await self._level(match, who)
            match = await self._matchmaking.add_computer(match.id, who, level, origin)
        text, view = _seats(match, translate_into(interaction.locale))
        await replace(interaction, content=text, view=view)
        await self._matchmaking.refresh_card(match)

    async def ask_to_begin(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Start now: offer computers for the seats that are open."""
        match = await self._open_match(interaction, button)
        translated = translate_into(interaction.locale)
        ask = counted(
            "{count} seat is open. Who takes it?",
            "{count} seats are open. Who takes them?",
            match.people.count(OPEN),
        )
        entries = {BY_RESULTS: Text("Computers, at a level that suits my results")}
        entries |= {
            str(level): Text("Computers {level}", level=level_text(level)) for level in IN_WORDS
        }
        view = view_of(_menu(Use.FILL, match, entries, translated))
        if match.fewer is not None:
            number = match.events[-1].number
            view.add_item(
                labelled_button(Action.BEGIN_NOW, match.id, number, translated=translated)
            )
        await private(interaction, translated(ask), view=view)

    async def fill(self, interaction: Interaction, about: str, choice: str) -> None:
        """Give all open seats to computers: the match begins."""
        match = await visible_match(self.bot.store, interaction, int(about))
        who, origin = interaction.user.id, origin_of(interaction)
        level = int(choice) or await self._level(match, who)
        await self._matchmaking.fill(match.id, who, level, origin)
        await self._begun(interaction)

    async def begin(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Without them: begin with those who have joined."""
        await self._matchmaking.begin(button.match, interaction.user.id, origin_of(interaction))
        await self._begun(interaction)

    async def _begun(self, interaction: Interaction) -> None:
        said = translate_into(interaction.locale)(Text("The match begins."))
        await replace(interaction, content=said, view=None)

    async def _level(self, match: Match, person: int) -> int:
        return await self._matchmaking.level_for(person, match.game)

    async def _open_match(self, interaction: Interaction, button: MatchButton) -> Match:
        """Return the open match of a button that its host has pressed. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        if match.status is not Status.CHALLENGE:
            raise Refusal(Text("This challenge has been accepted already."))
        if interaction.user.id != match.host:
            raise Refusal(Text("Only the host can start before all seats are taken."))
        return match


def _seats(match: Match, translated: Translate) -> tuple[str, discord.ui.View | None]:
    """Return who sits on the seats of an open match, and the menu that changes it."""
    if match.status is not Status.CHALLENGE:
        return translated(Text("The match begins.")), None
    free = counted("{count} seat is open.", "{count} seats are open.", match.people.count(OPEN))
    lines = [translated(free), *(f"- {translated(introduced(user))}" for user in match.computers)]
    entries: dict[str, Text] = {}
    if OPEN in match.people:
        entries[BY_RESULTS] = Text("A computer at a level that suits my results")
        entries |= {
            str(level): Text("Computer {level}", level=level_text(level)) for level in IN_WORDS
        }
    for user in match.computers:
        if user in match.joined:
            entries[str(user)] = Text("Without {computer}", computer=computer_name(user))
    view = view_of(_menu(Use.SEAT, match, entries, translated)) if entries else None
    return "\n".join(lines), view


def _menu(use: Use, match: Match, entries: dict[str, Text], translated: Translate) -> Menu:
    options = [
        discord.SelectOption(label=translated(label), value=value)
        for value, label in entries.items()
    ]
    return Menu(use, str(match.id), translated(Text("Who takes a seat?")), options[:25])
