"""``/poll``: what the channel plays next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import hybrid_command
from cogs.client.replies import answer_to, open_form
from cogs.language.game_names import find_game
from cogs.messages.forms import Field, InputForm, Typed, fields_form, reading
from engine import Text
from tests.examples.polls.poll import Poll
from tests.examples.polls.poll_store import KIND, PollStore
from tests.examples.polls.posts import ANOTHER, PROPOSE, VOTE, PollPosts

LASTS: Final = timedelta(hours=1)
"""How long a poll is open."""


class Polls(commands.Cog):
    """``/poll``, and the buttons and the form of its card."""

    def __init__(self, bot: Damier, polls: PollStore) -> None:
        self.bot, self._polls = bot, polls
        self._posts = PollPosts(bot, polls)

    async def cog_load(self) -> None:
        """Register the buttons, the form and the posts of polls."""
        self.bot.text_buttons[VOTE] = self.vote
        self.bot.text_buttons[PROPOSE] = self.open_form
        self.bot.forms[PROPOSE] = self.propose
        self.bot.form_builders[PROPOSE] = self.form_about
        self.bot.outbox.add(self._posts)

    @hybrid_command("poll", locale_str("Ask the channel what to play next"))
    @app_commands.describe(game=locale_str("The first game to choose; others are proposed later"))
    @app_commands.autocomplete(game=autocompletion.games)
    async def poll(self, context: Context, *, game: str) -> None:
        """``/poll``, ``@Damier poll halma``."""
        first, opened = find_game(game), origin_of(context)["now"]
        number = (context.interaction or context.message).id
        guild = context.guild.id if context.guild is not None else 0
        ends = opened + LASTS
        poll = Poll(number, guild, context.channel.id, opened, ends, (first.name,))
        await self._polls.put(poll)
        self.bot.outbox.wake(KIND, number)
        await answer_to(context).briefly(Text("The poll is open."))

    async def vote(self, interaction: Interaction, about: str) -> None:
        """Handle the button of a game: vote for it. Raises Refusal if the poll is over."""
        number, _, name = about.partition(":")
        game = find_game(name)
        await self._change(int(number), lambda poll: poll.vote(interaction.user.id, game.name))
        await answer_to(interaction).show(Text("You vote for {game}.", game=game.title))

    async def open_form(self, interaction: Interaction, about: str) -> None:
        """Open the form to propose another game."""
        await open_form(interaction, await self.form_about(interaction, about))

    async def form_about(self, interaction: Interaction, about: str) -> InputForm:
        """Return the form to propose another game, to open it the first time or after a refusal."""
        fields = [Field("game", Text("Its name"), example="halma")]
        return fields_form(PROPOSE, about, ANOTHER, fields, interaction)

    async def propose(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle the form: add the game to the poll.

        Raises Refusal if the game is unknown or the poll does not take it.
        """
        with reading("game"):
            game = find_game(typed["game"])
            await self._change(int(about), lambda poll: poll.propose(game.name))
        await answer_to(interaction).show(Text("You propose {game}.", game=game.title))

    async def _change(self, number: int, change: Callable[[Poll], Poll]) -> None:
        """Save a change of a poll, and have the card show it. Raises Refusal as ``change`` does."""
        await self._polls.change(number, change)
        self.bot.outbox.wake(KIND, number)
