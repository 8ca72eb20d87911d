"""Private guesses of the next move, by ``/match guess`` or a button."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import answer_to, open_form
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.language.typed_words import to_notation
from cogs.members.match_lookup import (
    NOT_BEGUN,
    chosen_match,
    possible,
    visible_match,
    which_match,
)
from cogs.messages.buttons import ControlKind, MatchButton, labelled_button
from cogs.messages.forms import Typed, text_form, text_of
from cogs.messages.move_lists import CHOICES
from cogs.moves.private_moves import beginning_with
from data import Conflict, StoreError, promptly
from engine import MoveError, Refusal, Text
from engine.guesses.move_guesses import (
    TOO_LATE,
    MoveGuess,
    check_watches,
    guess_of,
    is_open,
    why_closed,
)
from engine.table.match import Match
from engine.table.record import Status
from engine.text import counted, joined

OFF: Final = Text(
    "Guessing moves is off on this server; those who manage it can turn it on by `/settings`."
)


class MoveGuessing(commands.Cog):
    """``/match guess``, and the button and the form for guesses of the next move."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the button, its form, and its place behind *More*."""
        self.bot.buttons[Action.GUESS] = self.ask
        self.bot.forms[ControlKind.GUESS] = self.take
        self.bot.more_buttons[Action.GUESS] = self._buttons

    @action_command(Action.GUESS)
    @app_commands.describe(
        move=locale_str("The move that you expect, such as 32-28"),
        match=autocompletion.MATCH,
    )
    async def guess(self, context: Context, match: int | None = None, *, move: str) -> None:
        """Handle ``/match guess`` in private.

        Raises Refusal for a guess typed in a channel, which others could read.
        """
        interaction = context.interaction or context.pressed
        if interaction is None:
            raise Refusal(
                Text(
                    "The players would read your guess here: press *Guess the move* below the "
                    "board, or use `/match guess`."
                )
            )
        found = await self._match_of(context, match, move)
        await self._enter(interaction, found.id, move, None)

    @guess.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the legal moves, by public knowledge, that begin with the typed text."""
        written: list[str] = []
        for match in await self._meant(interaction):
            if not match.hides_pieces:
                seen = match.position.seen_by(None)
                written += await asyncio.to_thread(beginning_with, seen, typed)
        moves = [*dict.fromkeys(written)][:CHOICES]
        return [app_commands.Choice(name=move, value=move) for move in moves]

    async def _meant(self, interaction: Interaction) -> list[Match]:
        """Return the matches to which the command may apply while it is being typed."""
        number = interaction.namespace.match
        if not isinstance(number, int):
            return await self._guessed_in(interaction.channel_id or 0, interaction.user.id)
        with suppress(Refusal):
            match = await visible_match(self.bot.store, interaction, number)
            return [match] if self._is_on(match.guild) and match.line and is_open(match) else []
        return []

    async def _match_of(self, context: Context, number: int | None, move: str) -> Match:
        """Return the match for a guess: the one with the number, the chosen one, or the channel's.

        Among several in the channel, it is the only one in which the move is legal. Raises Unclear
        to ask for the match, and Refusal if there is none.
        """
        who = context.author.id
        if number is not None:
            return await visible_match(self.bot.store, context, number)
        if (chosen := await chosen_match(self.bot.store, context)) is not None:
            return chosen
        matches = await self._guessed_in(context.channel.id, who)
        if not matches and context.guild is not None:
            self._check_on(context.guild.id)
        if not matches:
            raise Refusal(Text("There is no move to guess in this channel now."))
        legal = [match for match in matches if await promptly(partial(_is_legal, match, move))]
        if len(legal or matches) > 1:
            raise await which_match(context, legal or matches)
        return (legal or matches)[0]

    async def _guessed_in(self, channel: int, who: int) -> list[Match]:
        """Return the matches of a channel whose next move a person may guess."""
        return [
            match
            for match in await self.bot.store.matches(status=Status.LIVE, channel=channel)
            if self._is_on(match.guild)
            and possible(partial(check_watches, person=who))(match)
            and await promptly(partial(is_open, match))
        ]

    # The button and the form

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Guess the move*: open the form. Raises Refusal if no guess is possible."""
        match = await self.bot.store.load(button.match)
        self._check_on(match.guild)
        check_watches(match, interaction.user.id)
        if match.status is Status.LIVE and match.since != button.event:
            raise Refusal(TOO_LATE)
        if (why := await promptly(partial(why_closed, match))) is not None:
            raise Refusal(why)
        translated = answer_to(interaction).said
        seat = match.seats[match.position.turn].name
        form = text_form(
            ControlKind.GUESS,
            f"{match.id}.{match.since}",
            f"{translated(match.game.title)} #{match.id}",
            translated(Text("What does {seat} play?", seat=seat)),
            interaction,
            example=match.example,
        )
        await open_form(interaction, form)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle the sent form: save the guess. ``about`` is the match and its turn."""
        match_id, turn = map(int, about.split("."))
        await self._enter(interaction, match_id, text_of(typed), turn)

    def _buttons(self, match: Match, who: int, translated: Translate) -> Sequence[MatchButton]:
        """Return the button for the panel behind *More*, none if the person may not guess."""
        watches = who not in {*match.people, *match.players}
        if not (watches and self._is_on(match.guild) and is_open(match)):
            return ()
        return (labelled_button(Action.GUESS, match.id, match.since, translated=translated),)

    # Saving

    async def _enter(
        self, interaction: Interaction, match_id: int, text: str, turn: int | None
    ) -> None:
        """Save a guess and confirm it in private; a ``turn`` of None is the present one.

        Raises Refusal if no guess is possible, and MoveError for an illegal move.
        """
        guess, before = await self._saved(interaction, match_id, text, turn)
        if before is None:
            said = Text(
                "You guess `{move}`. It is shown with the move; until then nobody sees it, and "
                "you can change it.",
                move=guess.move,
            )
        elif before == guess.move:
            said = Text("You have guessed `{move}` already.", move=guess.move)
        else:
            said = Text(
                "You guess `{move}` now, no longer `{before}`.", move=guess.move, before=before
            )
        told = [said, *await self._standing(interaction.user.id, match_id)]
        await answer_to(interaction).show(joined(told, "\n"))

    async def _standing(self, person: int, match_id: int) -> Sequence[Text]:
        """Return the sentence about a person's past guesses in a match's game, if there are any."""
        try:
            game = (await self.bot.store.load(match_id)).game.name
            standing = await self.bot.store.guesses.standing(person)
        except StoreError:  # the guess itself is saved, and has to be confirmed
            return ()
        return [
            counted(
                "So far you have guessed {right} of {count} move in this game: {rating}.",
                "So far you have guessed {right} of {count} moves in this game: {rating}.",
                one.guesses,
                right=one.right,
                rating=str(one.rating),
            )
            for one in standing
            if one.game == game
        ]

    async def _saved(
        self, interaction: Interaction, match_id: int, text: str, turn: int | None
    ) -> tuple[MoveGuess, str | None]:
        """Save a guess; return it, and the person's earlier guess for the turn or None.

        If the match changes meanwhile, the guess still counts for the turn that was seen first.
        """
        while True:
            match = await visible_match(self.bot.store, interaction, match_id)
            self._check_on(match.guild)
            if not match.line:
                raise Refusal(NOT_BEGUN)
            turn = turn or match.since
            guessed = partial(
                guess_of,
                match,
                interaction.user.id,
                to_notation(text),
                at=interaction.created_at,
                turn=turn,
            )
            guess = await promptly(guessed)
            try:
                return guess, await self.bot.store.guesses.put_move(match, guess)
            except Conflict:
                if len((await self.bot.store.load(match_id)).events) == len(match.events):
                    raise

    def _is_on(self, guild: int) -> bool:
        return self.bot.preferences.server(guild).guesses in {"moves", "both"}

    def _check_on(self, guild: int) -> None:
        """Raise Refusal if guesses of moves are off on a server."""
        if not self._is_on(guild):
            raise Refusal(OFF)


def _is_legal(match: Match, move: str) -> bool:
    """Return whether a typed text is a legal move in a match, by public knowledge."""
    try:
        match.position.seen_by(None).parse(to_notation(move))
    except MoveError:
        return False
    return True
