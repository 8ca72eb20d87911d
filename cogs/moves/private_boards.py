"""Private pictures of a board: legal moves, the moves of one piece, another side, a whole map.

Legal moves are listed in notation as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from discord.ext import commands

import render
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.language.time_limits import clock_texts
from cogs.members.match_lookup import match_here, visible_match
from cogs.messages.buttons import MatchButton, labelled_button
from cogs.messages.layouts import (
    add_button_rows,
    draw,
    picture_file,
    posted_side,
    with_words,
)
from cogs.messages.move_lists import or_more
from engine import Move, Position, Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined

QUARTERS = (Text("North-west"), Text("North-east"), Text("South-west"), Text("South-east"))
"""The quarters of a map, in the order of their numbers."""

GROUPED_FROM = 30
"""The number of moves from which a list is grouped by piece."""

RUNS_AGAIN = Text("You see the board again, so your time runs again.")

LONGEST_LIST = 1500
"""The most characters in a list of moves; the picture marks all moves."""


class PrivateBoards(commands.Cog):
    """The buttons *Legal moves*, *Show me*, *Flip* and *Whole map*, and those of its quarters."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.LEGAL] = self.legal
        self.bot.buttons[Action.FLIP] = self.flip
        self.bot.buttons[Action.SHOW] = self.show
        self.bot.buttons[Action.WHOLE] = self.whole
        self.bot.buttons[Action.QUARTER] = self.quarter

    @action_command(Action.FLIP)
    async def typed_flip(self, context: Context) -> None:
        """``@Damier flip``."""
        await self._offer(context, Action.FLIP)

    @action_command(Action.LEGAL)
    async def typed_legal(self, context: Context) -> None:
        """``@Damier legal``."""
        await self._offer(context, Action.LEGAL)

    async def _offer(self, context: Context, action: Action) -> None:
        """Reply to a typed command with the button of its private picture.

        If a question was answered by an interaction, show the picture at once.
        """
        match = await match_here(self.bot.store, context, None)
        answer = answer_to(context)
        button = labelled_button(action, match.id, match.since, translated=answer.said)
        if context.pressed is not None:
            await self.bot.buttons[action](context.pressed, button)
        else:
            text = Text("#{match} · {game}", match=match.id, game=match.game.title)
            await answer.show(text, button)

    async def legal(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Legal moves*: mark and list all legal moves."""
        match = await current_match(interaction, button)
        match.check_shown()
        position = match.position.seen_by(match.seat_seen_by(interaction.user.id))
        moves = position.legal_moves()
        listed = await asyncio.to_thread(list_moves, position, moves)
        text = Text("{seat} can play: {moves}", seat=match.seats[position.turn].name, moves=listed)
        await show_privately(interaction, match, or_more(position, text), marks=moves)

    async def show(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Show me*: mark and list the moves of one piece."""
        match = await current_match(interaction, button)
        match.check_shown()
        position = match.position.seen_by(match.seat_seen_by(interaction.user.id))
        moves = moves_from(position, button.which)
        listed = await asyncio.to_thread(list_moves, position, moves)
        name = position.board.names[button.which]
        text = Text("From {point}: {moves}", point=name, moves=listed)
        await show_privately(interaction, match, or_more(position, text), marks=moves)

    async def flip(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Flip*: show the board from the player's side, or from the opposite one.

        The opposite side is shown if the board is posted from the player's own.
        """
        match = await current_match(interaction, button)
        posted = await posted_side(match, self.bot.preferences)
        side = next(iter(match.seats_of(interaction.user.id)), 0)
        if side == posted:
            side = (side + len(match.people) // 2) % len(match.people)
        text = Text("From the side of {seat}:", seat=match.seats[side].name)
        await show_privately(interaction, match, text, side=side)

    async def whole(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Whole map*."""
        await self._show_map(interaction, button, None)

    async def quarter(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the buttons of the map's quarters."""
        await self._show_map(interaction, button, button.which)

    async def _show_map(
        self, interaction: Interaction, button: MatchButton, quarter: int | None
    ) -> None:
        """Show a quarter of a map, None for the whole, with buttons for the other views.

        The answer replaces a private picture whose button was pressed.
        """
        match = await current_match(interaction, button)
        who, answer = interaction.user.id, answer_to(interaction)
        picture = await own_picture(
            self.bot, who, match, answer.locale, whole=quarter is None, quarter=quarter
        )
        layout = answer.board(match.game.title, picture)
        add_button_rows(layout, _map_buttons(match, answer.said, quarter))
        await answer.put(layout, picture_file(picture))


def _map_buttons(match: Match, translated: Translate, shown: int | None) -> list[MatchButton]:
    """Return the buttons of a map's quarters and of the whole, except of the view shown."""
    buttons = [
        labelled_button(
            Action.QUARTER, match.id, match.since, number, translated=translated, label=label
        )
        for number, label in enumerate(QUARTERS)
        if number != shown
    ]
    if shown is None:
        return buttons
    return [*buttons, labelled_button(Action.WHOLE, match.id, match.since, translated=translated)]


async def current_match(interaction: Interaction, button: MatchButton) -> Match:
    """Return the match of a button. Raises Refusal if the button is not on the last board."""
    return await match_as_it_was(interaction, button.match, button.event)


async def match_as_it_was(interaction: Interaction, number: int, since: int) -> Match:
    """Return the match with a number, for the person who asks for it.

    Raises Refusal if the person may not see the match, if it is over, or if its position is no
    longer that of the event ``since``.
    """
    match = await visible_match(interaction.client.store, interaction, number)
    if match.status is Status.OVER:
        raise Refusal(Text("This match is over."))
    if match.since != since:
        raise Refusal(OUT_OF_DATE)
    return match


async def show_privately(
    interaction: Interaction,
    match: Match,
    text: Text,
    *,
    side: int | None = None,
    marks: Sequence[Move] = (),
) -> None:
    """Answer in private with a text and a picture of the board as the person may see it.

    The board is drawn from the ``side`` of a seat, by default by the person's settings. If the
    person's time stood still until they see the board, it runs again, and the text says so.
    """
    answer, who = answer_to(interaction), interaction.user.id
    shown = await seen_by(interaction.client, match, who)
    if shown is not match:
        match, text = shown, joined([text, RUNS_AGAIN, *clock_texts(shown)], "\n")
    bot, locale = interaction.client, answer.locale
    picture = await own_picture(bot, who, match, locale, side=side, marks=marks)
    said = await own_text(bot, who, match, answer.said(text), locale)
    await answer.show(view=answer.board(said, picture), file=picture_file(picture))


async def seen_by(bot: Damier, match: Match, person: int) -> Match:
    """Return a match whose board a person is about to see.

    If the time of the turn stood still because the board could not be posted, and the person is to
    act, the time runs again, which is saved.
    """
    if match.hidden is None or person not in {match.players[seat] for seat in match.to_act}:
        return match
    async with bot.store.match(match.id) as table:
        table.match = table.match.reveal(person, now=bot.clock.now())
    return table.match


async def own_picture(
    bot: Damier,
    person: int,
    match: Match,
    locale: discord.Locale,
    *,
    side: int | None = None,
    marks: Sequence[Move] = (),
    ways: Sequence[render.Way] = (),
    whole: bool = False,
    quarter: int | None = None,
) -> render.Picture:
    """Return the picture of a match's board as a person may see it, drawn by their settings.

    A map is drawn as the part where the person plays, as the ``whole``, or as a ``quarter``.
    """
    match = await seen_by(bot, match, person)
    seat = match.seat_seen_by(person)
    look = await bot.preferences.look_for(person, match.guild)
    if side is None:
        side = (seat or 0) if look.own_side else 0
    return await asyncio.to_thread(
        draw,
        match,
        seat,
        side=side,
        marks=marks,
        ways=ways,
        whole=whole,
        quarter=quarter,
        look=look,
        locale=locale,
    )


async def own_text(
    bot: Damier, person: int, match: Match, text: str, locale: discord.Locale
) -> str:
    """Return the text above a person's picture of a match, followed by the position in words.

    The position is left out if the person does not want it, or the match is blindfold.
    """
    if match.hides_pieces:
        return text
    look = await bot.preferences.look_for(person, match.guild)
    return with_words(text, match.position.seen_by(match.seat_seen_by(person)), look, locale)


def moves_from(position: Position, point: int) -> tuple[Move, ...]:
    """Return the legal moves of the piece on a point."""
    return tuple(move for move in position.legal_moves() if move.path[:1] == (point,))


def list_moves(position: Position, moves: Sequence[Move]) -> str:
    """Return a list of legal moves in notation.

    If there are many, claims come first, and the other moves are grouped by piece, with each target
    and the choice made there (``-c4=+``). Many moves of a single piece are grouped by target, in
    full notation. A list that is too long ends with the number of entries left out.
    """
    if len(moves) < GROUPED_FROM:
        entries = [f" `{position.write(move)}`" for move in moves]
    else:
        names = position.board.names
        one_piece = len({move.path[:1] for move in moves}) == 1
        claims = [move for move in moves if move.kind not in {"move", "place"}]
        groups: dict[str, list[str]] = {}
        for move in moves:
            if move in claims:
                continue
            if one_piece:
                groups.setdefault(names[move.path[-1]], []).append(f"`{position.write(move)}`")
            else:
                target = ("x" if move.captured else "-") + names[move.path[-1]]
                turned = f"={move.suffix}" if move.suffix else ""
                groups.setdefault(names[move.path[0]], []).append(target + turned)
        entries = [f" `{position.write(move)}`" for move in claims]
        entries += [
            f"\n**{heading}** {' '.join(dict.fromkeys(group))}" for heading, group in groups.items()
        ]
    listed, length = "", 0
    for count, entry in enumerate(entries):
        length += len(entry)
        if length > LONGEST_LIST:
            return f"{listed or entry[:LONGEST_LIST]} … (+{len(entries) - count})"
        listed += entry
    return listed.strip(" ")
