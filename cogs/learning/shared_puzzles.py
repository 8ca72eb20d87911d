"""Puzzles that a channel solves together: moves are typed there, and the solver is named."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import discord
from discord import ui

from cogs.bot.client import Damier, Interaction
from cogs.bot.replies import acknowledge, briefly
from cogs.language.catalogues import plainly, translate_into
from cogs.language.typed_words import to_notation
from cogs.learning.puzzle_choice import EVERYBODY, PuzzleChoice
from cogs.learning.puzzle_tries import (
    GONE,
    NEXT_PUZZLE,
    SOLUTION,
    TITLE,
    attempt,
    heading,
    line_of,
    solution_of,
    spoken_of,
    task,
)
from cogs.members.match_channels import missing_permissions
from cogs.members.mentions import person
from cogs.messages.buttons import TextButton, Use
from cogs.messages.layouts import board_layout, picture_file
from cogs.messages.step_views import board_from
from cogs.moves.move_questions import SMALL
from cogs.moves.play import is_notation
from data import SharedPuzzle
from engine import MoveError, Position, Refusal, Text
from engine.puzzles import Puzzle
from engine.text import joined
from render import Way

log = logging.getLogger(__name__)

POST_ID: Final = 3_000_000
"""The id of a post's first component is this plus the number of the puzzle: nobody sees it."""

LAST_ID: Final = 2**31 - 1
"""The highest id of a component."""

BARE_FOR: Final = timedelta(days=1)
"""For so long a bare move in the channel is taken for the puzzle that was posted there."""

Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


class MoveReply(NamedTuple):
    """The answer to a move in a channel; ``ways`` are drawn on the ``position``."""

    text: Text
    position: Position | None = None
    ways: Sequence[Way] = ()


class SharedPuzzles:
    """Posts puzzles in channels, and takes the moves that are typed there."""

    def __init__(self, bot: Damier, choice: PuzzleChoice) -> None:
        self.bot, self._choice = bot, choice
        self._waiting: dict[int, datetime] = {}
        """The channels whose last puzzle waits to be solved, with the time of its post."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def load(self) -> None:
        """Read the channels in which a puzzle waits to be solved."""
        since = self.bot.clock.now() - BARE_FOR
        self._waiting = dict(await self.bot.store.shared_puzzles.waiting(since))

    async def catch_up(self) -> None:
        """Post the puzzles that were stored before the last restart but perhaps not posted."""
        since = self.bot.clock.now() - BARE_FOR
        for shared in await self.bot.store.shared_puzzles.unshown(since):
            channel = self.bot.get_channel(shared.channel)
            puzzle = await self._choice.get(shared.puzzle)
            if isinstance(channel, Channel) and puzzle is not None:
                try:
                    await self._show(channel, shared, puzzle, _solved_by(shared.solver))
                except discord.HTTPException as error:
                    log.info("Puzzle %s of channel %s: %r", shared.id, shared.channel, error)

    # Posting

    async def post_next(self, channel: Channel, game: str, now: datetime) -> None:
        """Post a puzzle of a game that the server has not had. Raises Refusal."""
        used = await self.bot.store.shared_puzzles.of_server(channel.guild.id)
        await self.post(channel, await self._choice.for_channel(game, channel, used), now)

    async def post(self, channel: Channel, puzzle: Puzzle, now: datetime) -> None:
        """Post a puzzle in a channel. Raises Refusal."""
        if missing := missing_permissions(channel):
            raise Refusal(
                Text(
                    "I cannot post here: I am missing the permission {permissions}.",
                    permissions=joined(missing, ", "),
                )
            )
        shared = await self.bot.store.shared_puzzles.open(
            channel.guild.id, channel.id, puzzle.id, now
        )
        try:
            await self._show(channel, shared, puzzle, None)
        except discord.HTTPException:
            await self.bot.store.shared_puzzles.remove(shared.id)
            raise
        self._waiting[channel.id] = now

    async def post_here(self, interaction: Interaction, puzzle: Puzzle) -> None:
        """Post a puzzle in the channel of a button, once. Raises Refusal."""
        channel = interaction.channel
        if not isinstance(channel, Channel):
            raise Refusal(Text("A puzzle can be posted in a channel of a server only."))
        await self._choice.check_may_be_posted(puzzle, channel)
        async with self._lock(channel.id):
            newest = await self.bot.store.shared_puzzles.newest(channel.id)
            if newest is not None and newest.solver is None and newest.puzzle == puzzle.id:
                raise Refusal(Text("It is posted here already."))
            await self.post(channel, puzzle, interaction.created_at)
        await acknowledge(interaction)

    async def _show(
        self, channel: Channel, shared: SharedPuzzle, puzzle: Puzzle, said: Text | None
    ) -> None:
        """Post the present position of a puzzle, and note the message."""
        layout, file = await self._layout(channel.guild, shared, puzzle, said)
        message = await channel.send(
            view=layout, file=file, allowed_mentions=discord.AllowedMentions.none()
        )
        await self.bot.store.shared_puzzles.show(shared.id, message.id)

    async def _layout(
        self, guild: discord.Guild, shared: SharedPuzzle, puzzle: Puzzle, said: Text | None
    ) -> tuple[ui.LayoutView, discord.File]:
        locale = self.bot.preferences.locale_of(guild)
        translated = translate_into(locale)
        positions = [puzzle.begin()]
        moves = []
        for text in shared.line:
            moves.append(positions[-1].parse(text))
            positions.append(positions[-1].play(moves[-1]))
        picture = await asyncio.to_thread(
            board_from,
            positions[-1],
            positions[-2] if moves else None,
            moves[-1:],
            0,
            marks=() if shared.solver is not None else spoken_of(puzzle, moves),
            look=self.bot.preferences.look_of(guild.id),
            locale=locale,
        )
        lines = [heading(puzzle, TITLE, translated)]
        lines += [translated(said)] if said is not None else []
        if number := await self._choice.match_of(puzzle, guild.id):
            over = shared.solver is not None
            told = await self._choice.match_told(number, EVERYBODY, over=over)
            lines += [f"-# {translated(told)}"] if told is not None else []
        if shared.solver is None:
            how = Text("Type a move here, or as a reply to this post.")
            if not self.bot.sees_messages:
                how = Text("Type a move as a reply to this post.")
            lines += [task(puzzle, translated), line_of(shared.line), f"-# {translated(how)}"]
            button, label = "solution", SOLUTION
        else:
            lines.append(await solution_of(puzzle, shared.line, translated))
            button, label = "next", NEXT_PUZZLE
        text = "\n".join(filter(None, lines))
        layout = board_layout(text, plainly(picture.alt, locale))
        layout.children[0].id = POST_ID + shared.id
        about = f"{shared.id} {button}"
        layout.add_item(ui.ActionRow(TextButton(Use.SHARED_PUZZLE, about, translated(label))))
        return layout, picture_file(picture)

    # Moves in the channel

    async def take(self, message: discord.Message) -> bool:
        """Take a message as a move in a shared puzzle; return whether it is one."""
        channel, replied = message.channel, _number_of(message)
        if not isinstance(channel, Channel) or message.author.bot:
            return False
        text, addressed = self.bot.addressed(message)
        if shows_daily(message.reference.resolved if message.reference else None):
            return await self._keep_secret(message, text)
        written = to_notation(text)
        waits = self._waits(channel.id, message.created_at)
        if not (replied or addressed or waits) or not is_notation(written):
            return False
        store, who = self.bot.store, message.author.id
        async with self._lock(channel.id):
            if replied is not None:
                shared = await store.shared_puzzles.get(replied)
            elif await store.live_of(who, channel.id) or (
                not addressed and await store.played_in(channel.id)
            ):
                return False  # it is for a match
            else:
                shared = await store.shared_puzzles.newest(channel.id)
            if shared is None or shared.channel != channel.id:
                return False
            try:
                said = await self._enter(channel, shared, who, written, message.created_at)
            except Refusal as refusal:
                if isinstance(refusal, MoveError) and replied is None and not addressed:
                    return False  # it may be chat
                said = MoveReply(refusal.text)
        if said is not None:
            await self._answer(message, said, channel.guild)
        return True

    async def _answer(
        self, message: discord.Message, said: MoveReply, guild: discord.Guild
    ) -> None:
        """Answer a move; a wrong one with a small picture of it and its refutation."""
        text, position, ways = said
        locale = self.bot.preferences.locale_of(guild)
        if position is None or not ways:
            await briefly(message, text, locale)
            return
        picture = await asyncio.to_thread(
            board_from,
            position,
            None,
            (),
            0,
            ways=ways,
            look=self.bot.preferences.look_of(guild.id),
            size=SMALL,
            locale=locale,
        )
        file = picture_file(picture)
        file.description = plainly(text, locale)
        await briefly(message, text, locale, file=file)

    async def _enter(
        self, channel: Channel, shared: SharedPuzzle, who: int, text: str, now: datetime
    ) -> MoveReply | None:
        """Play moves in a puzzle; return the reply, or None if a new post is the reply.

        Once the puzzle is solved, moves are tried from the start: others may have found it, too.
        Raises Refusal.
        """
        store, puzzle = self.bot.store, await self._choice.get(shared.puzzle)
        if puzzle is None:
            raise Refusal(GONE)
        line = () if shared.solver is not None else shared.line
        typed = _written(puzzle, line, text)
        made = await attempt(puzzle, line, typed)
        if made.wrong:
            return MoveReply(made.said, puzzle.line()[len(made.line)], made.ways)
        if shared.solver is not None:
            right = Text("That is right.")
            first = Text("{person} was first.", person=person(shared.solver))
            return MoveReply(joined([right, first]))
        solver = who if made.solved else None
        if not await store.shared_puzzles.play(shared, made.line, solver):
            return MoveReply(Text("Somebody was faster."))
        played = shared._replace(line=made.line, solver=solver)
        said = joined([Text("{person}:", person=person(who)), made.said])
        if made.solved:
            self._waiting.pop(channel.id, None)
            await store.puzzles.note_solved(who, puzzle.id, puzzle.game, now)
        await self._show(channel, played, puzzle, _solved_by(solver) or said)
        return None

    async def _keep_secret(self, message: discord.Message, text: str) -> bool:
        """Answer a move below a puzzle of the day, without saying whether it is right."""
        if not is_notation(to_notation(text)):
            return False
        said = Text("Press *Solve* below the puzzle, so that nobody else sees your answer.")
        await briefly(message, said, self.bot.preferences.locale_of(message.guild))
        return True

    def _waits(self, channel: int, now: datetime) -> bool:
        """Return whether a puzzle that was posted lately waits to be solved in a channel."""
        return channel in self._waiting and now - self._waiting[channel] < BARE_FOR

    def _lock(self, channel: int) -> asyncio.Lock:
        return self._locks.setdefault(channel, asyncio.Lock())

    # Its controls

    async def of(self, about: str) -> tuple[SharedPuzzle, Puzzle]:
        """Return the puzzle of a button. Raises Refusal."""
        shared = await self.bot.store.shared_puzzles.get(int(about.split(" ", maxsplit=1)[0]))
        puzzle = await self._choice.get(shared.puzzle) if shared is not None else None
        if shared is None or puzzle is None:
            raise Refusal(GONE)
        return shared, puzzle

    async def follow(self, interaction: Interaction, shared: SharedPuzzle, game: str) -> None:
        """Post the next puzzle below a solved one, once. Raises Refusal."""
        channel = interaction.channel
        if not isinstance(channel, Channel):
            return
        async with self._lock(channel.id):
            newest = await self.bot.store.shared_puzzles.newest(channel.id)
            if newest is not None and newest.id != shared.id and newest.solver is None:
                raise Refusal(Text("There is a newer puzzle in this channel."))
            await self.post_next(channel, game, interaction.created_at)
        await acknowledge(interaction)


def _solved_by(solver: int | None) -> Text | None:
    return None if solver is None else Text("**Solved by {person}!**", person=person(solver))


def shows_daily(message: object) -> bool:
    """Return whether a message is the post of a puzzle of the day."""
    if not isinstance(message, discord.Message):
        return False
    return any(
        str(getattr(child, "custom_id", "")).startswith(f"damier:text-{Use.DAILY_PUZZLE}:")
        for row in message.components
        for child in getattr(row, "children", ())
    )


def _number_of(message: discord.Message) -> int | None:
    """Return the number of the shared puzzle whose post a message replies to, or None."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message):
        return None
    number = next((getattr(part, "id", 0) for part in replied.components), 0)
    return number - POST_ID if POST_ID < number < LAST_ID else None


def _written(puzzle: Puzzle, line: Sequence[str], text: str) -> list[str]:
    """Return the moves of a text, as the game writes them. Raises MoveError."""
    position, written = puzzle.line()[len(line)], []
    for move in position.parse_all(text):
        written.append(position.write(move))
        position = position.play(move)
    return written
