"""Moves entered by an interaction: a command, a form, a button, or the answer to a question.

Questions about a move typed in the channel are asked there; all other answers are private.
"""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Damier, Interaction, Origin, origin_of
from cogs.client.commands import slash_command
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import acknowledge, answer_to, open_form, remove_later, remove_private
from cogs.language.actions import Action
from cogs.language.typed_words import to_notation
from cogs.members.match_lookup import visible_match
from cogs.messages.buttons import ControlKind, MatchButton, TextButton, labelled_button
from cogs.messages.forms import Typed, text_form, text_of
from cogs.messages.layouts import picture_file, text_layout
from cogs.messages.move_lists import CHOICES, LONGEST_VALUE, in_order
from cogs.messages.waiting_matches import next_button, next_for
from cogs.moves.move_questions import (
    HalfTyped,
    Unsure,
    WhichMatch,
    asked_in,
    control_of,
    picture_of,
    question,
)
from cogs.moves.play import MoveRequest, Play
from cogs.moves.private_boards import current_match
from engine import MoveError, Position, Refusal, Text
from engine.table.match import Match
from engine.table.record import Kind, Status

SURE_WITHIN = timedelta(minutes=1)
"""How soon a move must be confirmed to count from the time at which it was typed."""

PRESSED_TWICE = timedelta(seconds=10)
"""How long after a move is played a second press on it is silently ignored."""

LONGEST_KEPT = 80
"""The most characters of a match's number and a refused text in the id of *Correct it*."""

MEND = Text("Correct it")

_SEPARATORS = re.compile(r"[\sx×:–—-]+")


class PrivateMoves(commands.Cog):
    """``/move``, the buttons and forms for moves, and the questions before a move."""

    def __init__(self, bot: Damier, play: Play) -> None:
        self.bot = bot
        self._play = play

    async def cog_load(self) -> None:
        """Register the buttons and the menu."""
        self.bot.buttons[Action.CLAIM] = self.claim
        self.bot.menus[ControlKind.PICK] = self.pick
        self.bot.text_buttons[ControlKind.SURE] = self.confirm
        self.bot.text_buttons[ControlKind.TYPE] = self.type
        self.bot.forms[ControlKind.MOVE] = self.take

    # By command, form and button

    @slash_command(Action.MOVE)
    @app_commands.describe(move=locale_str("Your move, such as 32-28"))
    async def slash(self, interaction: Interaction, move: str) -> None:
        """``/move``: play a move."""
        await self.enter(interaction, move)

    async def enter(
        self,
        interaction: Interaction,
        text: str,
        match_id: int | None = None,
        *,
        since: int | None = None,
    ) -> None:
        """Play a typed move in the match ``match_id``, by default the person's one in the channel.

        ``since`` is the number of the board that the move is for, None for the current one. If a
        new board is posted and no other match waits for the person, that board is the answer to a
        command. Otherwise the answer names the move. A refused text can be corrected.
        """
        who = interaction.user.id
        if match_id is None and interaction.channel_id is not None:
            text, match_id = await self._play.named_match(
                who, interaction.channel_id, text, sure=True
            )
        request = MoveRequest(who, text, origin_of(interaction), since=since)
        with self.bot.poster.answers.to(interaction) as answer:
            try:
                match = await self._play_privately(interaction, request, match_id)
            except MoveError as refusal:
                await self._offer_to_mend(interaction, refusal, request, match_id)
                return
            if match is None:
                return
            if await self._next(interaction, match) is None and await answer.by_post():
                return
        await self._played(interaction, match)

    async def tap(
        self,
        interaction: Interaction,
        text: str,
        match_id: int,
        since: int,
        *,
        only: bool = False,
    ) -> None:
        """Play a pressed or chosen move of the board ``since``, like a typed one.

        Private questions are removed once the move is played. For the ``only`` move of a chosen
        piece, a temporary message names the move and offers to take it back. A second press on the
        move just played is ignored.
        """
        request = MoveRequest(interaction.user.id, text, origin_of(interaction), since=since)
        try:
            match = await self._play_privately(interaction, request, match_id)
        except Refusal as refusal:
            if refusal.text != OUT_OF_DATE or not await self._was_pressed(request, match_id):
                raise
            await acknowledge(interaction)
            return
        if match is None:
            return
        asked = interaction.message
        if only and match.status is Status.LIVE:
            await self._played_at_once(interaction, match)
        elif asked is not None and not asked.flags.ephemeral:
            await acknowledge(interaction)
        else:
            await self._played(interaction, match)

    async def _was_pressed(self, request: MoveRequest, match_id: int) -> bool:
        """Return whether the person has just played the requested move on the requested board."""
        match = await self.bot.store.load(match_id)
        later = match.events[request.since :]
        move = next((event for event in later if event.kind is Kind.MOVE), None)
        if move is None or (move.person, move.text) != (request.person, request.text):
            return False
        return request.origin["now"] - move.at < PRESSED_TWICE

    async def _played_at_once(self, interaction: Interaction, match: Match) -> None:
        """Name the only move of a chosen piece in a temporary message, with *Take back*."""
        answer = answer_to(interaction)
        moves = ", ".join(f"`{event.text}`" for event in match.last_turn)
        text = Text("You played {moves}, the only move of that piece.", moves=moves)
        back = labelled_button(
            Action.TAKEBACK, match.id, match.events[-1].number, translated=answer.said
        )
        layout = text_layout(answer.said(text))
        layout.add_item(ui.ActionRow(back))
        asked = interaction.message
        if asked is not None and answer.asked_in_private:
            await answer.replace(view=layout)
            remove_later(interaction, asked.id)
        else:
            remove_later(interaction, await answer.show(view=layout))

    async def _offer_to_mend(
        self,
        interaction: Interaction,
        refusal: MoveError,
        request: MoveRequest,
        match_id: int | None,
    ) -> None:
        """Answer a refused text with the reason, and a button to a form with the text."""
        answer = answer_to(interaction)
        if match_id is None:
            match_id = await self._play.match_for(request, interaction.channel_id or 0)
        about = f"{match_id} {request.text}"[:LONGEST_KEPT]
        await answer.show(refusal.text, TextButton(ControlKind.TYPE, about, answer.said(MEND)))

    async def type(self, interaction: Interaction, about: str) -> None:
        """Open the form for a move, filled with the text that was refused before, if any.

        Raises Refusal if the person is not on turn.
        """
        number, _, text = about.partition(" ")
        match = await visible_match(self.bot.store, interaction, int(number))
        match.check_turn(interaction.user.id)

        said = answer_to(interaction).said
        title, label = f"{said(match.game.title)} #{match.id}", said(Text("Your move"))
        about, example = str(match.id), match.example
        form = text_form(
            ControlKind.MOVE, about, title, label, interaction, example=example, default=text
        )
        await open_form(interaction, form)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle a form for a move: play the move."""
        await self.enter(interaction, text_of(typed), int(about))

    async def _played(self, interaction: Interaction, match: Match) -> None:
        """Conclude an interaction by which a move was played.

        A board whose button opened a form stays as it is. If another match waits for the person,
        the move and the button to that match replace the question. Otherwise a private question is
        removed, a public one names the move, and a command gets a temporary answer.
        """
        answer, asked = answer_to(interaction), interaction.message
        moves = ", ".join(f"`{event.text}`" for event in match.last_turn)
        text = Text("You played {moves}.", moves=moves)
        is_board = asked is not None and not asked.flags.ephemeral and _is_form(interaction)
        if is_board:
            await acknowledge(interaction)
        elif await self._next(interaction, match) is not None:
            await answer.conclude(text, next_button(match.id, answer.said))
        elif asked is None:
            remove_later(interaction, await answer.show(text))
        elif asked.flags.ephemeral:
            await remove_private(interaction)
        else:
            await answer.conclude(text)

    async def _next(self, interaction: Interaction, match: Match) -> Match | None:
        """Return the next other match that waits for the person, None if no other does."""
        following = await next_for(self.bot.store, interaction.user.id, match.id)
        return following if following is not None and following.id != match.id else None

    async def _play_privately(
        self, interaction: Interaction, request: MoveRequest, match_id: int | None
    ) -> Match | None:
        """Play a move and return the match, None if the player is asked a question first.

        Raises Refusal.
        """
        try:
            if match_id is not None:
                chosen = (await visible_match(self.bot.store, interaction, match_id)).id
            else:
                chosen = await self._play.match_for(request, interaction.channel_id or 0)
            return await self._play.play(request, chosen)
        except (WhichMatch, Unsure, HalfTyped) as refusal:
            await self._ask(interaction, request.origin, refusal)
            return None

    async def _ask(self, interaction: Interaction, origin: Origin, refusal: Refusal) -> None:
        """Ask the player a refusal's question in private, with the picture of an unsure move."""
        who, answer = interaction.user.id, answer_to(interaction)
        picture = (
            await picture_of(self.bot, refusal, who, answer.locale)
            if isinstance(refusal, Unsure)
            else None
        )
        control = await control_of(self.bot, who, origin, refusal, answer, interaction.guild)
        layout = question(refusal.text, control, picture, answer)
        if picture is None:
            await answer.show(view=layout)
        else:
            await answer.show(view=layout, file=picture_file(picture))

    @slash.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the legal moves in the person's matches here that begin with the typed text."""
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=interaction.channel_id, person=interaction.user.id
        )
        written: list[str] = []
        for match in matches:
            position = match.position
            if match.players[position.turn] == interaction.user.id and not match.hides_pieces:
                seen = position.seen_by(position.turn)
                written += await asyncio.to_thread(beginning_with, seen, typed)
        return [app_commands.Choice(name=move, value=move) for move in dict.fromkeys(written)][
            :CHOICES
        ]

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button of a claim, such as a huff: play the claim. Raises Refusal."""
        match = await current_match(interaction, button)
        match.check_turn(interaction.user.id)
        claims = match.position.claiming.claims()
        if button.which >= len(claims):
            raise Refusal(OUT_OF_DATE)
        text = claims[button.which].text
        request = MoveRequest(interaction.user.id, text, origin_of(interaction))
        played = await self._play_privately(interaction, request, match.id)
        if played is not None:
            await acknowledge(interaction)

    # Answers to questions

    async def pick(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of matches: play the typed move in the chosen one."""
        asked, text = asked_in(interaction, about)
        origin = Origin(now=interaction.created_at, source=asked.source)
        request = MoveRequest(interaction.user.id, text, origin)
        match = await self._play_privately(interaction, request, int(choice))
        if match is not None:
            await self._played(interaction, match)

    async def confirm(self, interaction: Interaction, about: str) -> None:
        """Handle the button that confirms a move: play the move.

        The move counts from the time at which it was typed, if that is recent and nothing has
        happened since.
        """
        asked, text = asked_in(interaction, about)
        match = await visible_match(self.bot.store, interaction, asked.match)
        now, typed = interaction.created_at, discord.utils.snowflake_time(asked.number)
        if match.events[-1].at <= typed and now - typed <= SURE_WITHIN:
            now = typed
        origin = Origin(now=now, source=asked.source)
        request = MoveRequest(asked.person, text, origin, since=asked.since, sure=True)
        match = await self._play.play(request, match.id)
        await self._played(interaction, match)


def _is_form(interaction: Interaction) -> bool:
    """Return whether an interaction is a submitted form."""
    return interaction.type is discord.InteractionType.modal_submit


def beginning_with(position: Position, typed: str) -> list[str]:
    """Return the legal moves whose notation begins with the typed text, ignoring separators.

    Moves too long for a suggestion are left out.
    """
    wanted = _plain(to_notation(typed))
    written = (position.write(move) for move in in_order(position))
    return [
        move for move in written if _plain(move).startswith(wanted) and len(move) <= LONGEST_VALUE
    ]


def _plain(move: str) -> str:
    return _SEPARATORS.sub("-", move.strip().lower())
