"""``/puzzle``: puzzles to solve in private, in direct messages, or with everybody in a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.analysis.desks import Desks
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.replies import answer_to, open_form
from cogs.computers.fair_play import FairPlay, OpenPuzzles
from cogs.computers.worker_pool import Workers
from cogs.language.computer_names import MEDIUM, level_named
from cogs.language.game_names import DEFAULT_GAME, named_game
from cogs.language.typed_words import plain
from cogs.learning.puzzle_boards import KIND, PuzzleBoards
from cogs.learning.puzzle_choice import Grade, PuzzleBook, PuzzleChoice
from cogs.learning.puzzle_tries import TITLE
from cogs.learning.second_looks import SecondLooks
from cogs.learning.shared_puzzles import (
    SOLVE,
    TYPE,
    Channel,
    SharedPuzzles,
)
from cogs.match_actions.confirmations import Confirmations
from cogs.members.match_lookup import game_here
from cogs.messages.buttons import ControlKind
from cogs.messages.forms import Typed, text_form, text_of
from cogs.moves.play import Play
from engine import Refusal, Text
from engine.puzzles import Puzzle


class Puzzles(OpenPuzzles, commands.Cog):
    """``/puzzle``, and the controls and typed moves of puzzles. ``choice`` finds puzzles."""

    def __init__(
        self,
        bot: Damier,
        desks: Desks,
        play: Play,
        confirmations: Confirmations,
        *,
        fair_play: FairPlay,
        workers: Workers,
    ) -> None:
        self.bot = bot
        self.book = PuzzleBook()
        self.choice = PuzzleChoice(bot, self.book, fair_play)
        self._play, self._confirmations = play, confirmations
        looks = SecondLooks(workers, bot.operator_settings.folder, bot.paces)
        self._shared = SharedPuzzles(bot, self.choice, looks, play.turns_of)
        self.boards = PuzzleBoards(bot, desks, self.choice, looks, self._shared.post_here)

    async def cog_load(self) -> None:
        """Read the puzzles, and register the controls."""
        await asyncio.to_thread(self.book.load)
        await self._shared.load()
        self.boards.desks.keepers[KIND] = self.boards
        self.bot.text_buttons[ControlKind.PUZZLE] = self.boards.press
        self.bot.menus[ControlKind.PUZZLE] = self.boards.choose_game
        self.bot.text_buttons[ControlKind.SHARED_PUZZLE] = self.press
        self.bot.forms[ControlKind.SHARED_PUZZLE] = self.take
        self._play.in_channels += [self._shared.give_up, self._shared.take]
        self._play.elsewhere.insert(0, self.boards.give_up)  # before a message is tried on a desk
        self._confirmations.without_match.append(self._give_up)

    async def open_for(self, person: int, games: Collection[str]) -> Collection[Puzzle]:
        """Return the puzzles of ``games`` with which the computer may not help a person now."""
        return await self.choice.open_for(person, games)

    async def _give_up(self, message: discord.Message) -> bool:
        """Handle a message that gives up a puzzle; return whether it does."""
        give_up = self.boards.give_up if message.guild is None else self._shared.give_up
        return await give_up(message)

    @hybrid_command(
        "puzzle", locale_str("A position with one best move: find it"), "problem", direct=True
    )
    @app_commands.describe(game=locale_str("The game; by default that of your last puzzle"))
    async def puzzle(self, context: Context, *, game: str = "") -> None:
        """``/puzzle``, ``@Damier puzzle frisian``, ``@Damier puzzle easy``."""
        grade, words = _grade_in(game)
        chosen = named.name if (named := named_game(words)) else await self._usual(context)
        channel = context.channel
        if context.interaction is not None:
            await self.boards.begin(context.interaction, chosen, grade=grade)
        elif isinstance(channel, Channel):
            await self._shared.post_next(channel, chosen, context.message.created_at, grade)
        else:
            await self.boards.answer(context, chosen, grade)

    @puzzle.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the games that have puzzles."""
        return autocompletion.suggested(self.book.games, answer_to(interaction).said, typed)

    async def _usual(self, context: Context) -> str:
        """Return the name of the game for a command that names none.

        It is the channel's game, that of the person's last puzzle, or the default one, whichever is
        first to have puzzles. Raises Refusal if no game has puzzles.
        """
        if not self.book.games:
            raise Refusal(Text("I have no puzzles yet."))
        last = await self.bot.store.desks.latest(context.author.id, KIND)
        here = await game_here(self.bot.store, context) if context.interaction is None else None
        wanted = [here.name if here else "", last.game if last else "", DEFAULT_GAME]
        names = [game.name for game in self.book.games]
        return next((name for name in wanted if name in names), names[0])

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of a puzzle in a channel."""
        _, button, *_ = about.split(" ")
        shared, puzzle = await self._shared.of(about)
        if button == SOLVE:
            await self.boards.show_solution(interaction, puzzle)
        elif button == TYPE:
            await self._open_form(interaction, shared.id, puzzle)
        else:
            await self._shared.follow(interaction, shared, puzzle.game)

    async def _open_form(self, interaction: Interaction, number: int, puzzle: Puzzle) -> None:
        """Open the form for a move in the channel's puzzle with this number."""
        said = answer_to(interaction).said
        title, label = said(TITLE), said(Text("Your move"))
        example = puzzle.begin().notation.example
        form = text_form(
            ControlKind.SHARED_PUZZLE, str(number), title, label, interaction, example=example
        )
        await open_form(interaction, form)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle a form with a move in a channel's puzzle. Raises Refusal."""
        await self._shared.enter(interaction, int(about), text_of(typed))


def _grade_in(words: str) -> tuple[Grade | None, str]:
    """Return the difficulty named in the words, None for any, and the remaining words."""
    grade, rest = None, list[str]()
    for word in words.split():
        level = level_named(plain(word))
        if level is None:
            rest.append(word)
        elif level != MEDIUM:
            grade = Grade.EASY if level < MEDIUM else Grade.HARD
    return grade, " ".join(rest)
