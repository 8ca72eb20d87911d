"""The desk: a private board on which one person moves by menu, form or direct message.

Each kind of desk has a ``Keeper``; see ``cogs.analysis.desk_keeper``. How a kind uses desks::

    desks.keepers["puzzle"] = keeper                  # once, in cog_load
    desks.refusals["puzzle"] = refused                # if the game's own words are not enough
    desk = Desk.of(position, person, "puzzle", about="frisian 17")
    await desks.open(interaction, desk)               # stores it and shows it in private
    await desks.change(interaction, about, change)    # for the press of a button of the kind

Controls carry the id and version of their desk, so they also work after a restart. A control that
is pressed twice, or in an older message, only shows the desk as it stands now.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

import discord
from cachetools import TTLCache
from discord import ui
from discord.ext import commands

from cogs.analysis.desk_keeper import AnswerToRefusal, DeskReader, Keeper, Moved, SeenDesk
from cogs.analysis.desk_view import View, stamp, view_of_desk
from cogs.analysis.positions import Positions
from cogs.client.client import Damier, Interaction
from cogs.client.replies import Answer, answer_to, open_form
from cogs.language.typed_words import to_notation
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.forms import Typed, text_form, text_of
from cogs.messages.step_views import next_side
from cogs.moves.bare_messages import may_be_move
from cogs.moves.play import Play, fits
from cogs.moves.position_answers import AskedBoard
from cogs.moves.position_questions import OwnBoards
from data import ANYBODY, Desk, KeyedLocks
from engine import AmbiguousMove, InvalidMove, MoveError, Position, Refusal, Text
from engine.capabilities.notation import read_start
from render import Way

CLEARED: Final = Text("This board has been cleared away; begin a new one.")

NOT_YOURS: Final = Text("This board is somebody else's.")

CHANGED: Final = Text("This board was changed meanwhile: this is how it stands now.")

_POINTS: Final = re.compile(r"([a-z]?[0-9]{1,2})(?:[-–—x×][a-z]?[0-9]{1,2})+")

USED_FOR: Final = 900.0
"""Seconds for which an interaction can be answered: Discord's limit."""

USES_KEPT: Final = 1_000
"""The most desks remembered as last used."""


class DeskInUse(NamedTuple):
    """A desk's id, and the interaction that showed the desk last."""

    desk: int
    interaction: Interaction


Change = Callable[[SeenDesk], Awaitable[Moved]]
"""Returns the result of pressing a kind's button on a desk. Raises Refusal."""


class Desks(OwnBoards, commands.Cog):
    """Opens, shows and changes desks.

    ``keepers`` has the keeper of each kind. ``refusals`` has the answers of some kinds to moves
    that the rules refuse.
    """

    def __init__(self, bot: Damier, play: Play) -> None:
        self.bot = bot
        self.keepers: dict[str, Keeper] = {}
        self.refusals: dict[str, AnswerToRefusal] = {}
        self._play = play
        self._positions = Positions()
        self._locks = KeyedLocks[int]()
        self._in_use: TTLCache[tuple[int, int], DeskInUse] = TTLCache(USES_KEPT, USED_FOR)
        """The desks that people used last in channels, by channel and person."""

    async def cog_load(self) -> None:
        """Register the controls, and take direct messages as moves."""
        self.bot.text_buttons[ControlKind.DESK] = self.press
        self.bot.menus[ControlKind.DESK_PIECE] = self.choose_piece
        self.bot.menus[ControlKind.DESK_TARGET] = self.choose_target
        self.bot.forms[ControlKind.DESK] = self.take_form
        self._play.elsewhere.append(self.take)

    # For kinds of desks

    async def open(
        self,
        interaction: Interaction,
        desk: Desk,
        *,
        said: Text | None = None,
        in_place: bool = False,
    ) -> Desk:
        """Show a desk in private and return it as stored; a new desk is stored first.

        If ``in_place``, the desk replaces the message whose control was used; otherwise it is sent
        in a new message. ``said`` is a sentence above the kind's text. Raises Refusal.
        """
        if not desk.id:
            seen = await self.seen(desk)  # raises Refusal, so no unreadable desk is stored
            desk = await self.bot.store.desks.add(seen.desk, interaction.created_at)
        view = await self.view(desk, reader_of(interaction), said=said)
        await self._show(interaction, desk, view, in_place=in_place)
        return desk

    async def view(self, desk: Desk, reader: DeskReader, *, said: Text | None = None) -> View:
        """Return the message of a stored desk, to be sent somewhere else. Raises Refusal."""
        return await self._view(await self.seen(desk), reader, said=said)

    async def send(self, context: commands.Context[Any], desk: Desk) -> Desk:
        """Store a desk, answer a typed command with it in the channel, and return it as stored."""
        seen = await self.seen(desk)
        desk = await self.bot.store.desks.add(seen.desk, context.message.created_at)
        answer = self.bot.reply(context.message)
        guild = context.guild.id if context.guild else 0
        view = await self.view(desk, DeskReader(context.author.id, answer.locale, guild))
        await answer.show(view=view.layout, file=view.file)
        return desk

    async def seen(self, desk: Desk) -> SeenDesk:
        """Return a desk with its position. Raises Refusal if the position cannot be read."""
        return await self._positions.seen(desk)

    async def line(self, desk: Desk, earlier: int) -> list[Position]:
        """Return the ``earlier`` positions before a desk's own, then its own; fewer near its start.

        Raises Refusal if a position cannot be read.
        """
        return await self._positions.line(desk, earlier)

    async def change(self, interaction: Interaction, about: str, change: Change) -> None:
        """Change a desk when a button of its kind is pressed, and show it in the same message.

        ``about`` is the button's text, which begins with the desk's ``stamp``. If the desk has
        changed since it was shown, it is only shown again. Raises Refusal.
        """
        number, version = map(int, about.split()[:2])
        await self._change(interaction, number, version, change)

    async def of(self, interaction: Interaction, about: str) -> Desk:
        """Return the desk whose ``stamp`` begins the text of a used button.

        Raises Refusal if the desk is somebody else's or no longer exists.
        """
        return await self._load(int(about.split(maxsplit=1)[0]), interaction.user.id)

    # Controls

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons that every desk has."""
        does, _, rest = about.partition(" ")
        number, version, *more = rest.split(" ", 2)
        if does == "type":
            await self._ask(interaction, int(number), int(version), more[0] if more else "")
        elif does == "claim":
            await self._claim(interaction, int(number), int(version), int(more[0]))
        elif does == "flip":
            await self._change(interaction, int(number), int(version), _flipped)
        else:
            await self._change(interaction, int(number), int(version), None)

    async def choose_piece(self, interaction: Interaction, about: str, choice: str) -> None:
        """Show the moves of the chosen piece."""
        number, version = map(int, about.split()[:2])
        await self._change(interaction, number, version, None, point=int(choice))

    async def choose_target(self, interaction: Interaction, about: str, choice: str) -> None:
        """Play the chosen move."""
        number, version = map(int, about.split()[:2])
        await self._enter(interaction, number, version, choice)

    async def _ask(self, interaction: Interaction, number: int, version: int, typed: str) -> None:
        """Open the form for a move; it contains a refused text, if any."""
        desk = await self._load(number, interaction.user.id)
        seen = await self.seen(desk)

        said = answer_to(interaction).said
        form = text_form(
            ControlKind.DESK,
            f"{number} {version}",
            said(seen.position.game.title),
            said(Text("Your move")),
            interaction,
            example=seen.position.notation.example,
            default=typed,
        )
        await open_form(interaction, form)

    async def take_form(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Play the move typed in a form."""
        number, version = map(int, about.split())
        await self._enter(interaction, number, version, text_of(typed))

    async def _claim(self, interaction: Interaction, number: int, version: int, of: int) -> None:
        """Play the claim of a button, or only show the desk if it has changed."""
        desk = await self._load(number, interaction.user.id)
        claims = (await self.seen(desk)).position.claiming.claims()
        if desk.version == version and of < len(claims):
            await self._enter(interaction, number, version, claims[of].text)
        else:
            await self._change(interaction, number, version, None)

    async def _enter(self, interaction: Interaction, number: int, version: int, text: str) -> None:
        """Play a chosen or typed move; if it is refused, say why above the board.

        For a half-typed move, show the moves of that piece instead.
        """
        reader = reader_of(interaction)

        async def play(seen: SeenDesk) -> Moved:
            return await self._moved(seen, text, reader)

        try:
            await self._change(interaction, number, version, play)
        except MoveError as refusal:
            seen = await self.seen(await self._load(number, reader.person))
            point = _begun(seen, refusal, text)
            typed, said = ("", None) if point is not None else (text, refusal.text)
            view = await self._view(seen, reader, said=said, point=point, typed=typed)
            await self._show(interaction, seen.desk, view, in_place=True)

    # Moves

    async def _moved(self, seen: SeenDesk, text: str, reader: DeskReader) -> Moved:
        """Return the result of an entered move. Raises Refusal."""
        if seen.position.outcome() is not None:
            raise Refusal(Text("The game is over here."))
        notation = to_notation(text)
        try:
            written = await self._positions.played(seen, notation)
        except MoveError as refusal:
            answer = self.refusals.get(seen.desk.kind)
            if answer is None or not _is_try(seen, refusal, notation):
                raise
            return replace(await answer(seen, refusal), typed=text)
        after = await self.seen(seen.desk.played(*written))
        return await self.keepers[seen.desk.kind].moved(seen, after, reader)

    async def _change(
        self,
        interaction: Interaction,
        number: int,
        version: int,
        change: Change | None,
        *,
        point: int | None = None,
    ) -> None:
        """Change a desk if its version is still ``version``, and show it in the same message.

        ``change`` None changes nothing. ``point`` is the square of a chosen piece.
        """
        reader = reader_of(interaction)
        moved = await self._changed(number, version, change, reader.person, interaction.created_at)
        if moved.said is CHANGED:
            point = None
        seen = await self.seen(moved.desk)
        view = await self._view(
            seen, reader, said=moved.said, point=point, typed=moved.typed, ways=moved.ways
        )
        await self._show(interaction, seen.desk, view, in_place=True)

    async def _changed(
        self, number: int, version: int | None, change: Change | None, person: int, now: datetime
    ) -> Moved:
        """Change a stored desk and return the result.

        The desk stays as it is unless its version is ``version``; None allows any version. Raises
        Refusal.
        """
        async with self._locks[number]:
            desk = await self._load(number, person)
            if version not in {None, desk.version}:
                return Moved(desk, CHANGED)
            if change is None:
                return Moved(desk)
            moved = await change(await self.seen(desk))
            if moved.desk == desk:
                return moved
            saved = await self.bot.store.desks.save(moved.desk, now)
        if saved is None:  # another process was faster
            return Moved(await self._load(number, person), CHANGED)
        return replace(moved, desk=saved)

    async def last_used(self, person: int) -> AskedBoard | None:
        """Return the board of the desk a person used last, None if there is no readable desk."""
        desk = await self.bot.store.desks.latest(person)
        if desk is None:
            return None
        try:
            seen = await self.seen(desk)
        except Refusal:
            return None
        return AskedBoard(seen.position, seen.before, seen.moves, person=person, used=desk.used)

    async def take(self, message: discord.Message) -> bool:
        """Play a direct message as a move on the desk its author used last.

        Return whether the message was taken as a move, even if it was refused.
        """
        person = message.author.id
        desk = await self.bot.store.desks.latest(person)
        if desk is None:
            return False
        answer = self.bot.reply(message)
        return await self._take(message, desk, DeskReader(person, answer.locale), answer)

    async def take_in_channel(self, message: discord.Message, kind: str) -> bool:
        """Play a message in a channel as a move on the desk its author used last, if of ``kind``.

        Nothing is played if the author has used something else in the channel since, or if the text
        is a possible move in a match in which it is their turn. The answer is private. Return
        whether the message was taken as a move, even if it was refused.
        """
        key, guild = (message.channel.id, message.author.id), message.guild
        used, text = self._in_use.get(key), to_notation(message.content)
        if used is None or guild is None or message.reference or used.interaction.is_expired():
            return False
        desk = await self.bot.store.desks.latest(message.author.id)
        if desk is None or desk.id != used.desk or desk.kind != kind:
            return False
        turns = await self._play.turns_of(message.author.id, message.channel.id)
        if any(fits(match, text) for match in turns):
            return False
        reader, answer = reader_of(used.interaction), answer_to(used.interaction)
        return await self._take(message, desk, reader, answer)

    async def _take(
        self, message: discord.Message, desk: Desk, reader: DeskReader, answer: Answer
    ) -> bool:
        """Play a message as a move on a desk and answer it; return whether it was taken as one."""
        text = to_notation(message.content)
        try:
            seen = await self.seen(desk)
            board = seen.position.board
            sure = _is_move(seen.position, text) or read_start(board, text) is not None
            if not (sure or may_be_move(text)):
                return False
            if not (await self.keepers[desk.kind].shown(seen, reader)).moving:
                return False
            view = await self._answer(seen, text, reader, message.created_at)
        except Refusal as refusal:
            if isinstance(refusal, MoveError) and not sure:
                return False
            self.bot.refused.note(message)
            await answer.briefly(refusal.text)
        else:
            await answer.show(view=view.layout, file=view.file)
        return True

    async def change_typed(self, message: discord.Message, desk: Desk, change: Change) -> None:
        """Change a desk by a typed word, and reply to the message with the desk. Raises Refusal."""
        person, answer = message.author.id, self.bot.reply(message)
        moved = await self._changed(desk.id, None, change, person, message.created_at)
        seen = await self.seen(moved.desk)
        view = await self._view(seen, DeskReader(person, answer.locale), said=moved.said)
        await answer.show(view=view.layout, file=view.file)

    async def _answer(self, seen: SeenDesk, text: str, reader: DeskReader, now: datetime) -> View:
        """Play a move typed in a message; return the desk's message after it. Raises Refusal."""

        async def play(found: SeenDesk) -> Moved:
            return await self._moved(found, text, reader)

        try:
            moved = await self._changed(seen.desk.id, None, play, reader.person, now)
        except MoveError as refusal:
            point = _begun(seen, refusal, text)
            if point is None:
                raise
            return await self._view(seen, reader, point=point)
        seen = await self.seen(moved.desk)
        return await self._view(seen, reader, said=moved.said, typed=moved.typed, ways=moved.ways)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forget the desk that a person used last in a channel; showing a desk notes it again."""
        self._in_use.pop((interaction.channel_id or 0, interaction.user.id), None)

    async def _show(
        self, interaction: Interaction, desk: Desk, view: View, *, in_place: bool
    ) -> None:
        """Show a desk in a new private message or in the one used, and note it as used last."""
        if in_place and interaction.message is not None:
            await answer_to(interaction).replace(view=view.layout, files=[view.file])
        else:
            await answer_to(interaction).show(view=view.layout, file=view.file)
        place = (interaction.channel_id or 0, interaction.user.id)
        self._in_use[place] = DeskInUse(desk.id, interaction)

    async def _load(self, number: int, person: int) -> Desk:
        """Return the desk with an id. Raises Refusal if it is gone or not the person's."""
        desk = await self.bot.store.desks.get(number)
        if desk is None or desk.kind not in self.keepers:
            raise Refusal(CLEARED)
        if desk.person not in {person, ANYBODY}:
            raise Refusal(NOT_YOURS)
        return desk

    async def _view(
        self,
        seen: SeenDesk,
        reader: DeskReader,
        *,
        said: Text | None = None,
        point: int | None = None,
        typed: str = "",
        ways: Sequence[Way] = (),
    ) -> View:
        shown = await self.keepers[seen.desk.kind].shown(seen, reader)
        return await view_of_desk(
            self.bot, seen, shown, reader, said=said, point=point, typed=typed, ways=ways
        )


def reader_of(interaction: Interaction) -> DeskReader:
    """Return the person who used a control or gave a command, as a desk's reader."""
    return DeskReader(interaction.user.id, interaction.locale, interaction.guild_id or 0)


def button(desk: Desk, use: ControlKind, label: str, about: str = "", **more: Any) -> ui.Item[Any]:  # noqa: ANN401 - what a button takes
    """Return a button of a kind, for ``Desks.change``: its text begins with the desk's stamp."""
    return TextButton(use, f"{stamp(desk)} {about}".strip(), label, **more)


async def _flipped(seen: SeenDesk) -> Moved:
    return Moved(replace(seen.desk, side=next_side(seen.position, seen.desk.side)))


def _is_try(seen: SeenDesk, refusal: MoveError, text: str) -> bool:
    """Return whether a refused text is written as a move and is not merely ambiguous."""
    return not isinstance(refusal, AmbiguousMove) and _is_move(seen.position, text)


def _is_move(position: Position, text: str) -> bool:
    """Return whether a text is notation, or a list of points that begins on the board."""
    if position.notation.is_notation(text):
        return True
    points = _POINTS.fullmatch(text.strip().lower())
    return points is not None and points[1] in position.board.point


def _begun(seen: SeenDesk, refusal: MoveError, text: str) -> int | None:
    """Return the point at which a half-typed move begins, or None if the text is none."""
    if not isinstance(refusal, InvalidMove):
        return None
    point = read_start(seen.position.board, to_notation(text))
    moves = seen.position.legal_moves()
    return point if any(point in move.path[:1] for move in moves) else None
