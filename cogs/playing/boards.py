"""What one person sees of a board in private: legal moves, the other side."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord.ext import commands

import render
from cogs.bot.client import Damier, Interaction
from cogs.bot.errors import OUT_OF_DATE
from cogs.bot.replies import private
from cogs.language.catalogues import say
from cogs.messages.buttons import Action, MatchButton
from cogs.messages.pictures import board_layout, draw, picture_file
from engine import Move, Position, Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

GROUPED_FROM = 30
"""So many legal moves are listed by piece, each with where it can go."""

LONGEST_LIST = 1500
"""Characters of the legal moves in words; the picture marks all of them."""


class Boards(commands.Cog):
    """Private pictures."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the buttons."""
        self.bot.buttons[Action.LEGAL] = self.legal
        self.bot.buttons[Action.FLIP] = self.flip
        self.bot.buttons[Action.SHOW] = self.show
        self.bot.buttons[Action.WHOLE] = self.whole

    async def legal(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows what can be played."""
        match = await current(self.bot, button)
        position = match.position.seen_by(match.seat_seen_by(interaction.user.id))
        moves = position.legal_moves()
        listed = await asyncio.to_thread(list_moves, position, moves)
        text = Text("{seat} can play {moves}", seat=match.seats[position.turn].name, moves=listed)
        await show_privately(interaction, match, text, marks=moves)

    async def show(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows where one piece can go."""
        match = await current(self.bot, button)
        position = match.position.seen_by(match.seat_seen_by(interaction.user.id))
        moves = moves_from(position, button.which)
        listed = await asyncio.to_thread(list_moves, position, moves)
        name = position.board.names[button.which]
        text = Text("From {point}: {moves}", point=name, moves=listed)
        await show_privately(interaction, match, text, marks=moves)

    async def flip(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows the board from a player's own side, or from the one opposite the first."""
        match = await current(self.bot, button)
        own = next(iter(match.seats_of(interaction.user.id)), 0)
        side = own or len(match.people) // 2
        text = Text("From the side of {seat}:", seat=match.seats[side].name)
        await show_privately(interaction, match, text, side=side)

    async def whole(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows all of a map of which the post has a part."""
        match = await current(self.bot, button)
        await show_privately(interaction, match, match.game.title, whole=True)


async def current(bot: Damier, button: MatchButton) -> Match:
    """The match, if the button belongs to its last board. Raises Refusal."""
    match = await bot.store.load(button.match)
    if match.status is Status.OVER:
        raise Refusal(Text("This match is over."))
    if match.since != button.event:
        raise Refusal(OUT_OF_DATE)
    return match


async def show_privately(
    interaction: Interaction,
    match: Match,
    text: Text,
    *,
    side: int | None = None,
    marks: Sequence[Move] = (),
    whole: bool = False,
) -> None:
    """A picture of the board for one person, who sees of it what he may.

    It is from the ``side`` of a seat, or from the one that he has chosen in his settings.
    """
    picture = await own_picture(
        interaction.client, interaction.user.id, match, side=side, marks=marks, whole=whole
    )
    locale = interaction.locale
    layout = board_layout(say(text, locale), say(picture.alt, locale))
    await private(interaction, view=layout, file=picture_file(picture))


async def own_picture(
    bot: Damier,
    person: int,
    match: Match,
    *,
    side: int | None = None,
    marks: Sequence[Move] = (),
    whole: bool = False,
) -> render.Picture:
    """The board as one person sees it, drawn as he has chosen, as for ``show_privately``."""
    seat = match.seat_seen_by(person)
    look = await bot.preferences.look_for(person, match.guild)
    if side is None:
        side = (seat or 0) if look.own_side else 0
    return await asyncio.to_thread(
        draw, match, seat, side=side, marks=marks, whole=whole, look=look
    )


def moves_from(position: Position, point: int) -> tuple[Move, ...]:
    """The legal moves of the piece on that point."""
    return tuple(move for move in position.legal_moves() if move.path[:1] == (point,))


def list_moves(position: Position, moves: Sequence[Move]) -> str:
    """Legal moves in words.

    Many are listed by piece with the targets each can reach; those of one piece by target with
    their whole texts. A list that is too long stops and says so.
    """
    if len(moves) < GROUPED_FROM:
        entries = [f" `{position.write(move)}`" for move in moves]
    else:
        names = position.board.names
        one_piece = len({move.path[:1] for move in moves}) == 1
        groups: dict[str, list[str]] = {}
        for move in moves:
            if not move.path:  # a claim
                groups.setdefault(position.write(move), [])
            elif one_piece:
                groups.setdefault(names[move.path[-1]], []).append(f"`{position.write(move)}`")
            else:
                target = ("x" if move.captured else "-") + names[move.path[-1]]
                groups.setdefault(names[move.path[0]], []).append(target)
        entries = [
            f"\n**{heading}** {' '.join(dict.fromkeys(group))}" for heading, group in groups.items()
        ]
    listed, length = "", 0
    for count, entry in enumerate(entries):
        length += len(entry)
        if length > LONGEST_LIST:
            return f"{listed or entry[:LONGEST_LIST]} … (+{len(entries) - count})"
        listed += entry
    return listed.strip(" ")
