"""Open matches: anyone joins, and the host adds computers, begins early or fills the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges.matchmaking import Matchmaking
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import action_command
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.language.challenge_parser import Terms, terms_from_options
from cogs.language.computer_names import IN_WORDS, computer_name, level_text
from cogs.members.match_lookup import chosen_match, visible_match, which_match
from cogs.messages.buttons import ControlKind, MatchButton, Menu, labelled_button
from engine import Refusal, Text
from engine.scale import figures
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import Words, counted, joined

DUEL: Final = 2
"""The number of players of a match of two."""


class NoOpenSeat(Refusal):
    """No match of a channel has an open seat."""

    def __init__(self) -> None:
        super().__init__(Text("No match has an open seat here; `/lobby` lists those elsewhere."))


class OpenMatches(commands.Cog):
    """``/open``, ``/match join``, ``/match leave`` and ``/match begin``."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    @app_commands.command(name="open", description=locale_str("Look for players of a game"))
    @app_commands.describe(
        **autocompletion.TERMS,
        players=locale_str("Number of players"),
        computers=locale_str("How many of them are computers"),
        level=autocompletion.LEVEL,
    )
    @app_commands.autocomplete(**autocompletion.FOR_TERMS)
    @app_commands.autocomplete(level=autocompletion.levels)
    @app_commands.guild_only()
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        options: str = "",
        players: int | None = None,
        seat: str = "",
        time: str = "",
        rated: bool | None = None,
        computers: int = 0,
        level: int | None = None,
    ) -> None:
        """``/open``."""
        terms = terms_from_options(
            game,
            options,
            players=players,
            seat=seat,
            time=time,
            rated=rated,
            computers=computers,
            level=level,
        )
        await self._matchmaking.challenge(
            interaction.user, interaction.channel, opened(terms), [], origin_of(interaction)
        )
        text = Text("You are looking for players of {game}.", game=terms.game.title)
        await answer_to(interaction).show(text)

    @commands.command(name="open", aliases=["seek"])
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier open halma 4``."""
        if "@" in words and context.guild is not None:
            raise Refusal(
                Text(
                    "An open challenge names nobody; `@{bot} challenge @opponent halma 4` leaves "
                    "the other seats open.",
                    bot=Words(context.guild.me.display_name),
                )
            )
        terms = opened(await self._matchmaking.read(words, context.guild))
        await self._matchmaking.challenge(
            context.author, context.channel, terms, [], origin_of(context)
        )
        context.readings += terms.readings

    @action_command(Action.JOIN)
    @app_commands.describe(match=autocompletion.MATCH_OF_SEVERAL)
    async def join(self, context: Context, match: int | None = None) -> None:
        """``/match join``, ``@Damier join 12``."""
        found = await self._meant(context, match)
        joined = await self._matchmaking.join(found.id, context.author.id, origin_of(context))
        await answer_to(context).confirm(joined_text(joined))
        await self._matchmaking.refresh_card(joined)

    @action_command(Action.LEAVE)
    @app_commands.describe(match=autocompletion.MATCH_OF_SEVERAL)
    async def leave(self, context: Context, match: int | None = None) -> None:
        """``/match leave``, ``@Damier leave 12``."""
        try:
            found = await self._meant(context, match)
        except NoOpenSeat:
            live = await self.bot.store.live_of(context.author.id, context.channel.id)
            resign = self.bot.get_command("resign")
            if not live or resign is None:
                raise
            await resign(context)  # to leave a match that has begun is to resign
            return
        left = await self._matchmaking.leave(found.id, context.author.id, origin_of(context))
        await answer_to(context).confirm(Text("You left match {match}.", match=f"#{left.id}"))
        await self._matchmaking.refresh_card(left)

    @action_command(Action.BEGIN)
    @app_commands.describe(match=autocompletion.MATCH_OF_SEVERAL)
    async def begin(self, context: Context, match: int | None = None) -> None:
        """``/match begin``, ``@Damier begin 12``."""
        found = await self._meant(context, match, own=True)
        await self._matchmaking.begin(found.id, context.author.id, origin_of(context))
        await answer_to(context).briefly(_begun_for_fewer(found))

    async def _meant(self, context: Context, number: int | None, *, own: bool = False) -> Match:
        """Return the match with a number, of the card replied to, or the only open one here.

        If ``own``, only the author's open matches count, otherwise only other people's. Raises
        NoOpenSeat if there is no match, Unclear if there are several, and Refusal.
        """
        if number is not None:
            return await visible_match(self.bot.store, context, number)
        if (chosen := await chosen_match(self.bot.store, context)) is not None:
            return chosen
        here = [
            match
            for match in await self.bot.store.matches(
                status=Status.CHALLENGE, channel=context.channel.id
            )
            if OPEN in match.people and (match.host == context.author.id) == own
        ]
        if not here:
            raise NoOpenSeat
        if len(here) > 1:
            raise await which_match(context, here)
        return here[0]


def opened(terms: Terms) -> Terms:
    """Return the terms for a match without named opponents.

    By default, the match has the fewest players that the game allows with an open seat.
    """
    if terms.players is not None:
        return terms
    most = max(terms.game.seats)
    enough = [count for count in terms.game.seats if count >= 2 + terms.computers]
    return terms._replace(players=next(iter(enough), most))


def joined_text(match: Match) -> Text:
    """Return the answer to a person who has joined a match."""
    if match.status is Status.LIVE:
        return Text("You joined match {match}, which begins.", match=f"#{match.id}")
    return Text("You joined match {match}.", match=f"#{match.id}")


BEGINS: Final = Text("The match begins.")

BY_RESULTS = "0"
"""The value of the menu entry for the level that suits the host."""


class ComputerSeats(commands.Cog):
    """The buttons Add a computer and Start now on the card of an open match."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the buttons and menus."""
        self.bot.buttons[Action.ADD_COMPUTER] = self.ask_level
        self.bot.buttons[Action.BEGIN] = self.ask_to_begin
        self.bot.buttons[Action.BEGIN_NOW] = self.begin
        self.bot.menus[ControlKind.SEAT] = self.seat
        self.bot.menus[ControlKind.FILL] = self.fill

    async def ask_level(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Add a computer: ask for the level, and offer to remove seated computers."""
        match = await self._open_match(interaction, button)
        answer = answer_to(interaction)
        text, menus = _seats(match, answer.said)
        await answer.show(text, *menus)

    async def seat(self, interaction: Interaction, about: str, choice: str) -> None:
        """Add a computer of the chosen level, or remove the chosen computer."""
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
        answer = answer_to(interaction)
        text, menus = _seats(match, answer.said)
        await answer.replace(text, *menus)
        await self._matchmaking.refresh_card(match)

    async def ask_to_begin(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Start now: offer computers for the open seats."""
        match = await self._open_match(interaction, button)
        answer = answer_to(interaction)
        ask = counted(
            "{count} place is free. Who takes it?",
            "{count} places are free. Who takes them?",
            match.people.count(OPEN),
        )
        entries = _levels_of(match, match.people.count(OPEN))
        controls: list[Menu | MatchButton] = [_menu(ControlKind.FILL, match, entries, answer.said)]
        if match.fewer is not None:
            ask = joined([ask, _for_fewer(match.fewer)])
            number = match.events[-1].number
            controls.append(
                labelled_button(Action.BEGIN_NOW, match.id, number, translated=answer.said)
            )
        await answer.show(ask, *controls)

    async def fill(self, interaction: Interaction, about: str, choice: str) -> None:
        """Give all open seats to computers: the match begins."""
        match = await visible_match(self.bot.store, interaction, int(about))
        who, origin = interaction.user.id, origin_of(interaction)
        level = int(choice) or await self._level(match, who)
        await self._matchmaking.fill(match.id, who, level, origin)
        await self._begun(interaction)

    async def begin(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Without them: begin with the people who have joined."""
        await self._matchmaking.begin(button.match, interaction.user.id, origin_of(interaction))
        await self._begun(interaction)

    async def _begun(self, interaction: Interaction) -> None:
        await answer_to(interaction).replace(BEGINS)

    async def _level(self, match: Match, person: int) -> int:
        return await self._matchmaking.level_for(person, match.guild, match.game, _figures(match))

    async def _open_match(self, interaction: Interaction, button: MatchButton) -> Match:
        """Return the open match of a button that its host has pressed. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        if match.status is not Status.CHALLENGE:
            raise Refusal(Text("This challenge has been accepted already."))
        if interaction.user.id != match.host:
            raise Refusal(Text("Only the host can start before all seats are taken."))
        return match


def _for_fewer(people: Sequence[int]) -> Text:
    """Return the sentence about the form of a match without its free places."""
    if len(people) == DUEL:
        return Text("Without them it is a duel of the two who are there.")
    return Text("Without them, {count} play.", count=len(people))


def _begun_for_fewer(match: Match) -> Text:
    """Return the answer to the host who begins an open match with the people there."""
    count = len(match.fewer or match.people)
    if count == DUEL:
        return Text("The match begins as a duel: nobody else has joined.")
    return Text(
        "The match begins with {count} players instead of {wanted}.",
        count=count,
        wanted=len(match.people),
    )


def _seats(match: Match, translated: Translate) -> tuple[str, Sequence[Menu]]:
    """Return the text about the seats of an open match, and the menu that changes them."""
    if match.status is not Status.CHALLENGE:
        return translated(BEGINS), ()
    free = counted("{count} place is free.", "{count} places are free.", match.people.count(OPEN))
    lines = [
        translated(free),
        *(f"- {translated(computer_name(user))}" for user in match.computers),
    ]
    entries: dict[str, Text] = {}
    if OPEN in match.people:
        entries |= _levels_of(match, 1)
    for user in match.computers:
        if user in match.joined:
            entries[str(user)] = Text("Without {computer}", computer=computer_name(user))
    menus = [_menu(ControlKind.SEAT, match, entries, translated)] if entries else []
    return "\n".join(lines), menus


def _figures(match: Match) -> Mapping[int, int]:
    """Return the figures of the levels in a match; none if they were not measured."""
    return figures(match.game, len(match.people), match.options)


def _levels_of(match: Match, count: int) -> dict[str, Text]:
    """Return the menu entries, one for each level, that give ``count`` seats to computers."""
    known = _figures(match)
    levels = {level: level_text(level, known.get(level)) for level in IN_WORDS}
    if count == 1:
        by_results = Text("A computer, at a level that suits my results")
        entries = {
            n: Text("A computer, at level {level}", level=text) for n, text in levels.items()
        }
    else:
        by_results = Text("Computers, at a level that suits my results")
        entries = {n: Text("Computers, at level {level}", level=text) for n, text in levels.items()}
    return {BY_RESULTS: by_results} | {str(level): text for level, text in entries.items()}


def _menu(use: ControlKind, match: Match, entries: dict[str, Text], translated: Translate) -> Menu:
    options = [
        discord.SelectOption(label=translated(label), value=value)
        for value, label in entries.items()
    ]
    return Menu(use, str(match.id), translated(Text("Who takes a seat?")), options[:25])
