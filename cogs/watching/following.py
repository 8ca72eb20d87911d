"""Following a match: the posts of the match ping a follower at its end, or at each turn."""

from __future__ import annotations

import logging

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import answer_to
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate
from cogs.language.did_you_mean import Entry, Unclear
from cogs.language.typed_words import plain
from cogs.members.match_lookup import match_here, possible
from cogs.messages.buttons import MatchButton, labelled_button
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

log = logging.getLogger(__name__)

MOST = 50
"""The most followers of one match: a message of Discord pings a hundred people at most."""

END, TURNS = "end", "turns"

CHOICES = {Action.FOLLOW_END: False, Action.FOLLOW_TURNS: True, Action.UNFOLLOW: None}
"""The choice of each button of the panel: True for turns, False for the end, None for neither."""


class Following(commands.Cog):
    """``/match follow``, ``/match unfollow``, and the panel of the *Follow* button."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.FOLLOW] = self.ask
        for action in CHOICES:
            self.bot.buttons[action] = self.choose

    @action_command(Action.FOLLOW)
    @app_commands.describe(match=autocompletion.MATCH, told=locale_str("When you are told"))
    @app_commands.choices(
        told=[
            app_commands.Choice(name=locale_str("When it ends"), value=END),
            app_commands.Choice(name=locale_str("At each turn"), value=TURNS),
        ]
    )
    async def follow(self, context: Context, match: int | None = None, told: str = END) -> None:
        """``/match follow``, ``@Damier follow 12 turns``."""
        if told not in {END, TURNS}:
            entries = [
                Entry(END, label_of(Action.FOLLOW_END)),
                Entry(TURNS, label_of(Action.FOLLOW_TURNS)),
            ]
            raise Unclear(
                Text("When do you want to be told?"), entries, option="told", said=plain(told)
            )
        who = context.author.id
        found = await match_here(
            self.bot.store, context, match, possible(lambda match: check_may_follow(match, who))
        )
        await self._set(who, found, turns=told == TURNS)
        await self._answer(context, found, turns=told == TURNS)

    @action_command(Action.UNFOLLOW)
    @app_commands.describe(match=autocompletion.MATCH)
    async def unfollow(self, context: Context, match: int | None = None) -> None:
        """``/match unfollow``, ``@Damier unfollow 12``."""
        found = await match_here(self.bot.store, context, match)
        await self._set(context.author.id, found, turns=None)
        await self._answer(context, found, turns=None)

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Follow*: show the panel. Raises Refusal if the person cannot follow the match."""
        match = await self.bot.store.load(button.match)
        check_may_follow(match, interaction.user.id)
        turns = (await self.bot.store.followers.of(match.id)).get(interaction.user.id)
        answer = answer_to(interaction)
        await answer.show(_standing(match, turns), *_choices(match, turns, answer.said))

    async def choose(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle a button of the panel: change and show the choice. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        turns = CHOICES[button.action]
        await self._set(interaction.user.id, match, turns=turns)
        answer = answer_to(interaction)
        await answer.replace(_standing(match, turns), *_choices(match, turns, answer.said))

    async def _answer(self, context: Context, match: Match, *, turns: bool | None) -> None:
        answer = answer_to(context)
        buttons = _choices(match, turns, answer.said) if answer.is_private else ()
        await answer.show(_standing(match, turns), *buttons)

    async def _set(self, person: int, match: Match, *, turns: bool | None) -> None:
        """Store a person's choice, as in ``CHOICES``, and add a follower to the match's thread.

        Raises Refusal if the person cannot follow the match, or it has too many followers.
        """
        store = self.bot.store
        if turns is None:
            await store.followers.remove(match.id, person)
            return
        check_may_follow(match, person)
        followers = await store.followers.of(match.id)
        if person not in followers and len(followers) >= MOST:
            raise Refusal(
                Text("{count} members follow this match already, the most that can.", count=MOST)
            )
        await store.followers.add(match.id, person, turns=turns)
        await self._let_into_thread(match, person)

    async def _let_into_thread(self, match: Match, person: int) -> None:
        """Add a follower to the thread of a match, if it is played in one; log a failure."""
        guild = self.bot.get_guild(match.guild)
        thread = guild.get_thread(match.channel) if guild else None
        if thread is None:
            return
        try:
            await thread.add_user(discord.Object(person))
        except discord.HTTPException as error:
            log.info("Follower %s is not added to thread %s: %s", person, thread.id, error)


def check_may_follow(match: Match, person: int) -> None:
    """Raise Refusal if a person plays in a match, or the match is over."""
    if person in match.people:
        raise Refusal(Text("You play in this match: each new board mentions you."))
    if match.status is Status.OVER:
        raise Refusal(Text("This match is over."))


def _standing(match: Match, turns: bool | None) -> Text:
    """Return the sentence on what a person is told about a match.

    ``turns`` is True for each turn, False for the end, None for nothing.
    """
    number, game = f"#{match.id}", match.game.title
    if turns is None:
        return Text("You do not follow match {match}, {game}.", match=number, game=game)
    if turns:
        return Text("You are told at each turn of match {match}, {game}.", match=number, game=game)
    return Text("You are told when match {match}, {game}, ends.", match=number, game=game)


def _choices(match: Match, turns: bool | None, translated: Translate) -> list[MatchButton]:
    """Return the buttons of the panel; that of the current choice is disabled."""
    return [
        labelled_button(action, match.id, 0, translated=translated, disabled=choice is turns)
        for action, choice in CHOICES.items()
    ]
