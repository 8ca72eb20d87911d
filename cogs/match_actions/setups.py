"""Setting up pieces in secret: forms, private pictures and direct messages.

Until all players are ready, no part of a set-up is logged, or shown to others in pictures, lists
or refusals.
"""

from __future__ import annotations

import asyncio
import random
from itertools import islice
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache
from discord import ui
from discord.ext import commands

import render
from cogs.client.client import Damier, Interaction, Origin, origin_of
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import Answer, Reply, acknowledge, answer_to, open_form
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, translator
from cogs.language.typed_words import READY, is_word, to_notation
from cogs.messages.buttons import ControlKind, MatchButton
from cogs.messages.forms import LONGEST_LINE, Typed, text_form, text_of
from cogs.messages.layouts import (
    add_button_rows,
    picture_file,
    text_layout,
    with_words,
)
from engine import Move, MoveError, Refusal, Text
from engine.capabilities.set_ups import CLEAR, typed_example
from engine.errors import PartlyPlaced
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined

IN_SECRET = Text(
    "Not in the open: set up your pieces with the button below the board, or in a direct message "
    "to me."
)

INCOMPLETE = Text(
    "You are not ready yet: your set-up is not complete. The button below the board shows you what "
    "is missing."
)

NOT_READY = Text("You are not ready yet: something is still missing.")

IN_PLACE = Text("Everything is in place. Press *Ready*, or change it.")

EXAMPLES: Final = 3
"""The number of squares in the empty form's example, which shows that several can be named."""

OTHERS_SET_UP = Text("You are ready; the others are still setting up.")
ALL_READY = Text("You are ready.")
ANOTHER_SIDE = Text("This side is ready; you have another one to set up, with *Set up*.")


MOST_KEPT: Final = 1_000
"""The number of set-ups whose refused text is kept for the next form."""


class Arranged(NamedTuple):
    """A match with a changed set-up, and the reason why some pieces were not placed, if any."""

    match: Match
    wrong: Text | None


class SetUps(commands.Cog):
    """The buttons, forms and typed messages with which players set up pieces in secret."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._not_placed: LRUCache[tuple[int, int], str] = LRUCache(MOST_KEPT)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.SET_UP] = self.look
        self.bot.buttons[Action.PLACE] = self.ask
        self.bot.buttons[Action.FILL_IN] = self.fill_in
        self.bot.buttons[Action.CLEAR] = self.clear
        self.bot.buttons[Action.READY] = self.ready
        self.bot.forms[ControlKind.SET_UP] = self.take_form

    async def look(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Set up*: show a player their set-up so far, and the squares still free for it."""
        match = await self.bot.store.load(button.match)
        answer = answer_to(interaction)
        layout, file = await self._view(match, interaction.user.id, answer)
        await answer.show(view=layout, file=file)

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Place*: open a player's set-up form, with the text that was last refused."""
        match = await self.bot.store.load(button.match)
        seat = match.seat_setting_up(interaction.user.id)
        board, choices = match.position.board, match.setup.choices(seat)
        example = " ".join(
            typed_example(board, {point: choices[point]}) for point in islice(choices, EXAMPLES)
        )

        said = answer_to(interaction).said
        title, label = f"{said(match.game.title)} #{match.id}", said(Text("What you place"))
        typed = self._not_placed.get((match.id, interaction.user.id), "")[:LONGEST_LINE]
        about = str(match.id)
        form = text_form(
            ControlKind.SET_UP, about, title, label, interaction, example=example, default=typed
        )
        await open_form(interaction, form)

    async def take_form(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle a player's set-up form: place the pieces, or show the error."""
        number = int(about)
        try:
            changed, wrong = await self._arrange(number, interaction.user.id, text_of(typed))
        except MoveError as error:  # Place opens the form again with the refused text
            changed, wrong = await self.bot.store.load(number), error.text
        await self._show_again(interaction, changed, wrong)

    async def fill_in(self, interaction: Interaction, button: MatchButton) -> None:
        """Fill in the rest of a player's set-up; replace a complete set-up by a new one."""
        match = await self.bot.store.load(button.match)
        who = interaction.user.id
        seat = match.seat_setting_up(who)
        fillings = match.setup.fillings
        if button.which >= len(fillings):
            raise Refusal(OUT_OF_DATE)
        if match.setup.missing(seat, match.set_up_of(seat).arrangement) is None:
            await self._arrange(button.match, who, CLEAR)
        match, _ = await self._arrange(button.match, who, fillings[button.which].text)
        await self._show_again(interaction, match)

    async def clear(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Clear*: take all pieces of a player's set-up off the board."""
        match, _ = await self._arrange(button.match, interaction.user.id, CLEAR)
        await self._show_again(interaction, match)

    async def _show_again(
        self, interaction: Interaction, match: Match, wrong: Text | None = None
    ) -> None:
        """Show a player the changed set-up in place of the earlier one."""
        answer = answer_to(interaction)
        layout, file = await self._view(match, interaction.user.id, answer, wrong)
        await answer.replace(view=layout, files=[file])

    async def ready(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Ready*: accept a player's set-up, or show them its gaps."""
        match = await self.bot.store.load(button.match)
        if _sets_up(match, interaction.user.id) and not _is_complete(match, interaction.user.id):
            await self._not_ready(interaction, match)
            return
        match = await self._ready(button.match, interaction.user.id, origin_of(interaction))
        answer, told = answer_to(interaction), _now_ready(match, interaction.user.id)
        if answer.asked_in_private and _sets_up(match, interaction.user.id):
            await self._show_again(interaction, match)
        elif answer.asked_in_private:
            await answer.replace(view=text_layout(answer.said(told)))
        elif match.setting_up:
            await answer.show(told)
        else:
            await acknowledge(interaction)

    async def _not_ready(self, interaction: Interaction, match: Match) -> None:
        """Show a player the gaps in their set-up, with buttons to fill them."""
        answer = answer_to(interaction)
        layout, file = await self._view(match, interaction.user.id, answer, NOT_READY)
        await answer.put(layout, file)

    async def ready_in_public(self, message: discord.Message) -> bool:
        """Accept the set-up of a message's author in the channel; return whether they have one.

        Raises Refusal if the set-up is incomplete, without naming its gaps, which are secret.
        """
        who = message.author.id
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=message.channel.id, person=who
        )
        waiting = [match for match in matches if _sets_up(match, who)]
        if not waiting:
            return False
        complete = [m for m in waiting if _is_complete(m, who)]
        if not complete:
            raise Refusal(INCOMPLETE)
        match = await self._ready(complete[0].id, who, origin_of(message))
        if match.setting_up:
            await self.bot.reply(message).briefly(_now_ready(match, who))
        return True

    async def _ready(self, match_id: int, person: int, origin: Origin) -> Match:
        async with self.bot.store.match(match_id) as table:
            table.match = table.match.ready(person, **origin)
        if table.match.setting_up:
            await self.bot.poster.refresh(match_id)
        return table.match

    async def refuse_in_public(self, message: discord.Message) -> bool:
        """Refuse a message as a set-up typed in public; return whether it was refused.

        A message is refused if its author plays in a match of the channel that is being set up.
        """
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=message.channel.id, person=message.author.id
        )
        if not any(match.setting_up for match in matches):
            return False
        await self.bot.reply(message).briefly(IN_SECRET)
        return True

    async def take(self, message: discord.Message) -> bool:
        """Handle a direct message as a set-up or as *ready*; return whether it was handled.

        A message is handled if its author has exactly one match to set up.
        """
        who, text, store = message.author.id, message.content, self.bot.store
        meant = [
            match
            for match in await store.some(await store.lists.setting_up(person=who))
            if _sets_up(match, who)
        ]
        if len(meant) != 1:
            return False
        locale = self.bot.preferences.locale_of(self.bot.get_guild(meant[0].guild))
        answer = Reply(message, locale)
        wrong: Text | None = None
        try:
            if is_word(text, READY):
                match = await self._ready(meant[0].id, who, origin_of(message))
            else:
                match, wrong = await self._arrange(meant[0].id, who, text)
            if _sets_up(match, who):
                layout, file = await self._view(match, who, answer, wrong)
                await answer.show(view=layout, file=file)
            else:
                await answer.show(_now_ready(match, who))
        except Refusal as refusal:
            self.bot.refused.note(message)
            await answer.briefly(refusal.text)
        return True

    async def _arrange(self, match_id: int, person: int, text: str) -> Arranged:
        """Arrange pieces as a text says, as far as possible. Raises Refusal.

        The part that could not be placed is kept for the next form of this set-up.
        """
        chance = random.Random()
        typed = to_notation(text)
        wrong: Text | None = None
        self._not_placed.pop((match_id, person), None)
        try:
            async with self.bot.store.match(match_id) as table:
                try:
                    table.match = table.match.arrange(person, typed, chance=chance)
                except PartlyPlaced as error:
                    table.match = table.match.with_arrangement(person, error.arrangement)
                    self._not_placed[match_id, person] = error.wrong
                    wrong = error.text
        except MoveError:
            self._not_placed[match_id, person] = text
            raise
        return Arranged(table.match, wrong)

    async def _view(
        self, match: Match, person: int, answer: Answer, wrong: Text | None = None
    ) -> tuple[ui.LayoutView, discord.File]:
        """Return a person's set-up so far: its gaps, the buttons to go on, and its picture.

        The text ``wrong``, about errors in the last input, comes first.
        """
        seat = match.seat_setting_up(person)
        placed = match.set_up_of(seat).arrangement
        missing = match.setup.missing(seat, placed)
        position = match.setup.shown(seat, placed)
        land = frozenset(match.setup.choices(seat))
        marks = [Move("place", (point,)) for point in sorted(land - set(placed))]
        look = await self.bot.preferences.look_for(person, match.guild)
        picture = await asyncio.to_thread(
            render.picture,
            position,
            viewer=seat if look.own_side else 0,
            theme=look.theme,
            coordinates=look.coordinates,
            marks=marks,
            region=land,
            translator=translator(answer.locale),
        )
        ring = Text("A ring marks each square that you may still use.")
        told = [ring, missing] if missing else [IN_PLACE]
        if match.seats_of(person)[1:]:
            told.insert(0, Text("You set up {side}.", side=match.seats[seat].name))
        if wrong is not None:
            told.insert(0, wrong)
        text = with_words(answer.said(joined(told)), position, look, answer.locale)
        layout = answer.board(text, picture)
        add_button_rows(layout, _buttons(match, answer.said))
        return layout, picture_file(picture)


def _sets_up(match: Match, person: int) -> bool:
    """Return whether a person has a side that is still to be set up."""
    return any(match.players[seat] == person for seat in match.setting_up)


def _now_ready(match: Match, person: int) -> Text:
    """Return the answer to a person who has just finished a set-up."""
    if _sets_up(match, person):
        return ANOTHER_SIDE
    return OTHERS_SET_UP if match.setting_up else ALL_READY


def _is_complete(match: Match, person: int) -> bool:
    seat = match.seat_setting_up(person)
    return match.setup.missing(seat, match.set_up_of(seat).arrangement) is None


def _buttons(match: Match, translated: Translate) -> list[MatchButton]:
    """Return the buttons below the private picture of a set-up."""
    labels = [
        (Action.PLACE, 0, label_of(Action.PLACE)),
        *[(Action.FILL_IN, n, filling.label) for n, filling in enumerate(match.setup.fillings)],
        (Action.CLEAR, 0, label_of(Action.CLEAR)),
        (Action.READY, 0, label_of(Action.READY)),
    ]
    return [
        MatchButton(action, match.id, match.since, which, label=translated(label))
        for action, which, label in labels
    ]
