"""``/play``: a match against the computer at once, or the start card if no game is named."""

from __future__ import annotations

import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges import start_card
from cogs.challenges.matchmaking import Matchmaking, check_opponents
from cogs.challenges.open_matches import opened
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.command_questions import ask, offer_near
from cogs.client.commands import everywhere
from cogs.client.error_answers import SERVERS_ONLY
from cogs.client.replies import answer_to
from cogs.language.challenge_parser import (
    Terms,
    against_computers,
    friend_in,
    is_all_known,
    names_anybody,
    parse_challenge,
    readings_text,
    strange_words,
    terms_from_options,
)
from cogs.language.computer_names import with_figure
from cogs.language.did_you_mean import NEAR
from cogs.language.first_words import misspelt_game, names_game
from cogs.language.typed_words import is_phrase_of, plain, without_marks
from cogs.members.directory import member_of
from cogs.messages.buttons import ControlKind
from cogs.moves.bare_messages import is_notation
from cogs.moves.play import MoveRequest, Play
from engine import Game, Refusal, Text
from engine.capabilities import notation
from engine.scale import figures
from engine.table.match import Match
from engine.table.record import NOWHERE, Status, level_of
from engine.text import counted, in_context, joined, quoted

log = logging.getLogger(__name__)

SHOWN_AGAIN_AFTER: Final = timedelta(minutes=10)
"""The least time between two start cards in a channel; until then the short card answers."""

CHANNELS_KEPT: Final = 10_000
"""The most channels whose last start card is remembered."""

THANKS: Final = in_context(
    "typed", "thanks, thank you, thx, ty, cheers, thanks a lot, thank you very much, good bot"
)
"""Phrases with which people thank the bot."""

OF_A_GAME: Final = frozenset({"play", "challenge", "open", "learn", "rules", "puzzle"})
"""The commands after which a game may be named."""

TERMS: Final = {name: what for name, what in autocompletion.TERMS.items() if name != "rated"}


class PlayCommand(commands.Cog, name="Playing"):
    """``/play``, ``@Damier play frisian``, and the start card."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking, play: Play) -> None:
        self.bot = bot
        self._matchmaking, self._play = matchmaking, play
        self._shown: LRUCache[int, datetime] = LRUCache(CHANNELS_KEPT)

    async def cog_load(self) -> None:
        """Register the controls of the card."""
        self.bot.menus[ControlKind.PLAY] = self.choose
        self.bot.menus[ControlKind.LEVEL] = self.set_level
        self.bot.menus[ControlKind.RIVAL] = self.choose_rival
        self.bot.menus[ControlKind.TABLE] = self.choose_table
        self.bot.text_buttons[ControlKind.PLAY] = self.ask_rivals
        self.bot.text_buttons[ControlKind.LEVEL] = self.ask_level
        self.bot.text_buttons[ControlKind.RIVAL] = self.ask_rival
        self.bot.text_buttons[ControlKind.TABLE] = self.ask_table

    # Commands

    @app_commands.command(name="play", description=locale_str("Play the computer at once"))
    @app_commands.describe(
        **TERMS,
        level=autocompletion.LEVEL,
        players=locale_str("Number of players, you included"),
    )
    @app_commands.autocomplete(**autocompletion.FOR_TERMS)
    @app_commands.autocomplete(level=autocompletion.levels)
    @everywhere
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str = "",
        level: int | None = None,
        options: str = "",
        seat: str = "",
        players: int | None = None,
        time: str = "",
    ) -> None:
        """``/play``."""
        if not game:
            layout, files = await start_card.start_card(
                self.bot, interaction.guild, interaction.locale
            )
            await answer_to(interaction).show(view=layout, files=files)
            return
        terms = terms_from_options(
            game, options, players=players, seat=seat, time=time, level=level
        )
        await self._start(interaction, terms)

    @commands.command(name="play", aliases=["start", "new"])
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier play frisian level 3 black``, ``@Damier play``; also ``play 32-28``."""
        if not words.strip():
            await self._show(context.message, context.guild)
            return
        if is_notation(words):
            await self._play_move(context, words)
            return
        guild = context.guild
        opponents: list[discord.Member] = []
        rest = words
        if guild is not None:
            opponents, rest = await self._matchmaking.opponents(context.message, words)
        elif friend_in(words) is not None:
            raise Refusal(SERVERS_ONLY)
        terms = await self._matchmaking.read(rest, guild)
        if not (opponents or names_anybody(rest)):
            terms = against_computers(terms)
        await self._matchmaking.challenge(
            context.author, context.channel, terms, opponents, origin_of(context)
        )
        context.readings += terms.readings

    async def _play_move(self, context: Context, words: str) -> None:
        """Play the move typed after the name of this command."""
        request = MoveRequest(context.author.id, words, origin_of(context))
        match_id = await self._play.match_for(request, context.channel.id)
        await self._play.play(request, match_id)

    # The card

    @commands.Cog.listener()
    async def on_not_understood(self, message: discord.Message) -> None:
        """Answer a message that is no command: with a question, a card, or a sentence."""
        text, _ = self.bot.addressed(message)
        if is_phrase_of(text, THANKS):
            await self.bot.reply(message).briefly(Text("With pleasure."))
            return
        if await self._challenges_by_name(message, text):
            return
        if await self._offer_game(message, text) or await offer_near(self.bot, message, text):
            return
        now, last = message.created_at, self._shown.get(message.channel.id)
        answer = self.bot.reply(message)
        matches = await self._matches_of(message)
        if matches and text:
            await answer.briefly(_unknown_words(text, matches[-1]))
            return
        if matches:
            card = await start_card.own_card(
                self.bot, message.guild, answer.said, message.author.id, matches
            )
            await self._reply(message, card, [])
            return
        if last is not None and now - last < SHOWN_AGAIN_AFTER:
            card = start_card.short_card(self.bot, message.guild, answer.said)
            await self._reply(message, card, [])
            return
        await self._show(message, message.guild)

    async def _challenges_by_name(self, message: discord.Message, text: str) -> bool:
        """Challenge the members in a text of only names and terms of a match: "Bob halma".

        Return whether the text has this form.
        """
        if message.guild is None or not strange_words(text):
            return False
        try:
            opponents, rest = await self._matchmaking.opponents(message, text)
        except Refusal:
            return False
        if not opponents or not (is_all_known(rest) or names_game(rest)):
            return False
        context = await self.bot.get_bare_context(message, self.typed.name)
        view = context.view
        view.buffer, view.index, view.end = text, 0, len(text)
        first = text.split(maxsplit=1)[0]
        said = plain(without_marks(first))
        context.corrected = ((said, f"{self.typed.name} {first}"),)  # for a question's answer
        await self.bot.invoke(context)
        return True

    async def _offer_game(self, message: discord.Message, text: str) -> bool:
        """Ask about a misspelt game, or a misspelt command before a game.

        Return whether a question was asked.
        """
        context: Context = await self.bot.get_context(message)
        if (unclear := misspelt_game(text)) is not None:
            await ask(context, unclear)
            return True
        _, _, rest = text.partition(" ")
        if not (names_game(rest) or misspelt_game(rest)):
            return False
        return await offer_near(self.bot, message, text, least=NEAR, among=OF_A_GAME)

    async def _matches_of(self, message: discord.Message) -> list[Match]:
        """Return the matches that a message's author plays in its channel."""
        store = self.bot.store
        return await store.some(await store.live_of(message.author.id, message.channel.id))

    async def _show(self, message: discord.Message, guild: discord.Guild | None) -> None:
        """Reply with the start card, without its picture if the bot may not attach files."""
        locale = self.bot.preferences.locale_of(guild, message.author.id)
        channel = message.channel
        pictured = guild is None or channel.permissions_for(guild.me).attach_files
        layout, files = await start_card.start_card(self.bot, guild, locale, pictured=pictured)
        self._shown[channel.id] = message.created_at
        await self._reply(message, layout, files)

    async def _reply(
        self, message: discord.Message, layout: ui.LayoutView, files: list[discord.File]
    ) -> None:
        try:
            await self.bot.reply(message).show(view=layout, files=files)
        except discord.HTTPException as error:
            log.info("Message %s gets no card: %s", message.id, error)

    async def ask_rivals(self, interaction: Interaction, about: str) -> None:
        """Handle Play and All games: ask for the opponent; a game's own button begins a match."""
        if about:
            await self.choose(interaction, "", about)
            return
        answer, games = answer_to(interaction), self._games(interaction)
        await answer.show(view=start_card.play_panel(interaction.guild, answer.said, games))

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Begin a match of the chosen game against the computer; ``about`` is the level, if any."""
        terms = parse_challenge(choice)
        if about:
            terms = terms._replace(levels=(int(about),))
        await self._start(interaction, terms)

    async def ask_level(self, interaction: Interaction, about: str) -> None:
        """Handle Choose a level: show the levels, and the games again."""
        answer = answer_to(interaction)
        levels = start_card.levels_menu(start_card.BY_RESULTS, answer.said)
        games = start_card.games_menu("", answer.said, self._games(interaction))
        ask = Text("Choose how well the computer plays, then the game:")
        await answer.show(ask, levels, games)

    async def set_level(self, interaction: Interaction, about: str, choice: str) -> None:
        """Show the chosen level, and the menu of games to play at that level."""
        level = "" if choice == start_card.BY_RESULTS else choice
        answer = answer_to(interaction)
        levels = start_card.levels_menu(choice, answer.said)
        games = start_card.games_menu(level, answer.said, self._games(interaction))
        await answer.replace("", levels, games)

    async def ask_rival(self, interaction: Interaction, about: str) -> None:
        """Handle Against somebody: ask for the opponent."""
        answer = answer_to(interaction)
        await answer.show(start_card.WHOM, start_card.rivals_menu(answer.said))

    async def choose_rival(self, interaction: Interaction, about: str, choice: str) -> None:
        """Ask for the game, after an opponent is chosen."""
        if interaction.guild is None:
            return
        rivals = [await member_of(interaction.guild, int(choice))]
        check_opponents(self.bot, interaction.user, rivals)
        usual = await self._matchmaking.games(interaction.guild)
        answer = answer_to(interaction)
        ask = Text("Challenge {person} to a game:", person=f"<@{choice}>")
        await answer.replace(ask, start_card.invitation_menu(choice, answer.said, usual))

    async def ask_table(self, interaction: Interaction, about: str) -> None:
        """Handle Fill a table: ask for the game."""
        answer, games = answer_to(interaction), self._games(interaction)
        ask = Text("Everybody may join; seats that stay free can be given to computers:")
        await answer.show(ask, start_card.tables_menu(answer.said, games))

    async def choose_table(self, interaction: Interaction, about: str, choice: str) -> None:
        """Open a match that everybody can join."""
        terms = opened(parse_challenge(choice))
        await self._matchmaking.challenge(
            interaction.user, interaction.channel, terms, [], origin_of(interaction)
        )
        done = Text("You are looking for players of {game}.", game=terms.game.title)
        await answer_to(interaction).replace(done)

    def _games(self, interaction: Interaction) -> tuple[Game, ...]:
        """Return the games that may be opened on the server of an interaction."""
        return self.bot.preferences.games_of(interaction.guild_id or NOWHERE)

    async def _start(self, interaction: Interaction, terms: Terms) -> None:
        """Begin a match with computers, and answer with their levels."""
        match = await self._matchmaking.challenge(
            interaction.user,
            interaction.channel,
            against_computers(terms),
            [],
            origin_of(interaction),
        )
        texts = [_begun(match), *filter(None, [readings_text(terms.readings)])]
        await answer_to(interaction).show(joined(texts))


def _unknown_words(said: str, match: Match) -> Text:
    """Return the answer to a player's words that mean nothing, or that surround a move."""
    if match.example in said:
        return notation.ALONE
    if match.setting_up:
        return Text(
            "I do not know what `{words}` means. In match {match} the pieces are set up first, by "
            "the buttons below the board; `/help` tells what else you can say to me.",
            words=quoted(said),
            match=f"#{match.id}",
        )
    return Text(
        "I do not know what `{words}` means. In match {match} you type a move, such as "
        "`{example}`; `/help` tells what else you can say to me.",
        words=quoted(said),
        match=f"#{match.id}",
        example=match.example,
    )


def _begun(match: Match) -> Text:
    """Return the answer to a person who has begun a match with computers, or opened one."""
    if match.status is not Status.LIVE:
        return Text("You are looking for players of {game}.", game=match.game.title)
    known = figures(match.game, len(match.people), match.options)
    found = Counter(map(level_of, match.computers))
    names = [
        counted(
            "the computer, level {level}",
            "{count} computers, level {level}",
            count,
            level=with_figure(level, known.get(level)),
        )
        for level, count in found.items()
    ]
    return Text(
        "The board of {game} is in the channel. You play against {computers}.",
        game=match.game.title,
        computers=joined(names, ", "),
    )
