"""Puzzles that a channel solves together: moves are typed there, and the solver is named."""

from __future__ import annotations

import asyncio
import enum
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord import ui

from cogs.bot.client import Damier, Interaction
from cogs.bot.command_questions import message_asked_about
from cogs.bot.replies import acknowledge, briefly, private, remove_question, reply_to
from cogs.delivery.match_messages import history
from cogs.language.catalogues import plainly, translate_into
from cogs.language.typed_words import to_notation
from cogs.learning.puzzle_choice import EVERYBODY, PuzzleChoice
from cogs.learning.puzzle_tries import (
    GONE,
    NEXT_PUZZLE,
    SOLUTION,
    TITLE,
    has_next,
    heading,
    line_of,
    solution_of,
    spoken_of,
    task,
)
from cogs.learning.second_looks import SecondLooks
from cogs.members.match_channels import missing_permissions
from cogs.members.match_lookup import match_replied_to
from cogs.members.mentions import person
from cogs.messages.buttons import TextButton, Use
from cogs.messages.layouts import board_layout, picture_file, text_layout
from cogs.messages.step_views import board_from
from cogs.moves.bare_messages import is_notation
from cogs.moves.candidates import fits
from cogs.moves.move_questions import SMALL
from cogs.moves.play import QUESTION_SHOWN_FOR
from data import SharedPuzzle
from engine import MoveError, Position, Refusal, Text
from engine.puzzles import Puzzle
from engine.text import joined, quoted
from render import Way

log = logging.getLogger(__name__)

POST_ID: Final = 3_000_000
"""The id of a post's first component is this plus the number of the puzzle: nobody sees it."""

STATE_ID: Final = 2_000_000
"""The id of the row of a post's buttons is this plus the number of the puzzle's state: so a post
that was sent before a crash, but not noted, is known."""

SEARCHED: Final = 200
"""The newest messages of a channel that are searched for such a post."""

LAST_ID: Final = 2**31 - 1
"""The highest id of a component."""

LONGEST_NONCE: Final = 25
"""Characters of the nonce by which Discord knows a message that is sent twice."""

BARE_FOR: Final = timedelta(days=1)
"""For so long a bare move in the channel is taken for the puzzle that was posted there."""

CHOICES_KEPT: Final = 10_000
"""People for whom it is remembered that they meant their match, not the puzzle."""

SOLVE, TYPE, NEXT, FOR_MATCH, FOR_PUZZLE = "solution", "type", "next", "match", "puzzle"
"""The buttons of a post, and those of the question what a move is for."""

Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


class Meant(enum.Enum):
    """What a move in a channel is for: a match of its author, the puzzle, or one of both."""

    MATCH = enum.auto()
    PUZZLE = enum.auto()
    EITHER = enum.auto()


class MoveReply(NamedTuple):
    """The answer to a move in a channel; ``ways`` are drawn on the ``position``."""

    text: Text
    position: Position | None = None
    ways: Sequence[Way] = ()


class SharedPuzzles:
    """Posts puzzles in channels, and takes the moves that are typed there; ``looks`` judge them."""

    def __init__(self, bot: Damier, choice: PuzzleChoice, looks: SecondLooks) -> None:
        self.bot, self._choice, self._looks = bot, choice, looks
        self._waiting: dict[int, datetime] = {}
        """The channels whose last puzzle waits to be solved, with the time of its post."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._for_match: LRUCache[tuple[int, int], int] = LRUCache(CHOICES_KEPT)
        """The puzzle of a channel of which a person has said that their moves are not for it."""

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
                    if (message := await self._find(channel, shared)) is not None:
                        await self.bot.store.shared_puzzles.show(shared.id, message)
                        continue
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
            view=layout,
            file=file,
            nonce=f"{channel.id:x}{shared.id:x}.{_state_of(shared):x}"[-LONGEST_NONCE:],
            allowed_mentions=discord.AllowedMentions.none(),
        )
        await self.bot.store.shared_puzzles.show(shared.id, message.id)

    async def _find(self, channel: Channel, shared: SharedPuzzle) -> int | None:
        """Return the post that shows the present state of a puzzle, None if there is none."""
        wanted = {POST_ID + shared.id, STATE_ID + _state_of(shared)}
        async for message in history(self.bot, channel, SEARCHED):
            if message.author == self.bot.user and wanted <= _ids(message):
                return message.id
        return None

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
            buttons = {TYPE: Text("Type the move"), SOLVE: SOLUTION}
        else:
            lines.append(await solution_of(puzzle, shared.line, translated))
            buttons = {NEXT: NEXT_PUZZLE}
        text = "\n".join(filter(None, lines))
        layout = board_layout(text, plainly(picture.alt, locale))
        layout.children[0].id = POST_ID + shared.id
        row = [
            TextButton(Use.SHARED_PUZZLE, f"{shared.id} {button}", translated(label))
            for button, label in buttons.items()
        ]
        layout.add_item(ui.ActionRow(*row, id=STATE_ID + _state_of(shared)))
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
                shared, meant = await store.shared_puzzles.get(replied), Meant.PUZZLE
            else:
                shared = await store.shared_puzzles.newest(channel.id)
                meant = await self._meant(message, shared, written, asks=waits)
            if shared is None or shared.channel != channel.id or meant is not Meant.PUZZLE:
                return meant is Meant.EITHER
            try:
                said = await self._enter(channel, shared, who, written, message.created_at)
            except Refusal as refusal:
                if isinstance(refusal, MoveError) and replied is None and not addressed:
                    return False  # it may be chat
                said = MoveReply(refusal.text)
        if said is not None:
            await self._answer(message, said, channel.guild)
        return True

    async def _meant(
        self, message: discord.Message, shared: SharedPuzzle | None, text: str, *, asks: bool
    ) -> Meant:
        """Return the purpose of a move that is typed in the channel of a puzzle.

        A legal move of a match of its author is for that. If it is one of the puzzle as well, and
        the puzzle ``asks`` for moves, they are asked, unless they have meant a match before.
        """
        if shared is None or await match_replied_to(self.bot.store, message) is not None:
            return Meant.MATCH
        who = message.author.id
        own = await self.bot.store.live_of(who, shared.channel)
        if not own:
            return Meant.PUZZLE
        puzzle = await self._choice.get(shared.puzzle)
        if shared.solver is not None or puzzle is None or not has_next(puzzle, shared.line):
            return Meant.MATCH
        matches = await self.bot.store.some(own)
        turns = [match for match in matches if match.players[match.position.turn] == who]
        for_match = any(fits(match, text) for match in turns)
        position = puzzle.line()[len(shared.line)]
        if not _is_legal(puzzle, shared.line, text):
            other_kind = not any(match.position.notation.is_notation(text) for match in matches)
            is_its_kind = position.notation.is_notation(text)
            return Meant.PUZZLE if other_kind and is_its_kind else Meant.MATCH
        if not for_match:
            return Meant.PUZZLE
        if not asks or self._for_match.get((shared.channel, who)) == shared.id:
            return Meant.MATCH
        await self._ask(message, shared, text)
        return Meant.EITHER

    async def _ask(self, message: discord.Message, shared: SharedPuzzle, text: str) -> None:
        """Ask what a move is for that is possible in a match of its author and in the puzzle."""
        translated = translate_into(self.bot.preferences.locale_of(message.guild))
        ask = Text(
            "`{move}` is possible in your match and in the puzzle: which do you mean?",
            move=quoted(text),
        )
        choices = {FOR_MATCH: Text("My match"), FOR_PUZZLE: Text("The puzzle")}
        layout = text_layout(translated(ask))
        row = [
            TextButton(
                Use.SHARED_PUZZLE, f"{shared.id} {choice} {message.author.id}", translated(label)
            )
            for choice, label in choices.items()
        ]
        layout.add_item(ui.ActionRow(*row))
        await reply_to(message, view=layout, delete_after=QUESTION_SHOWN_FOR)

    async def chosen(self, interaction: Interaction, about: str) -> discord.Message | None:
        """Handle the answer what a move is for: enter it in the puzzle.

        Return its message if it is for a match. Raises Refusal if another person was asked, or the
        message is gone.
        """
        number, choice, person_asked = about.split(" ")
        if interaction.user.id != int(person_asked):
            raise Refusal(Text("This question is for somebody else."))
        typed = await message_asked_about(interaction)
        await remove_question(interaction)
        if choice == FOR_MATCH:
            self._for_match[typed.channel.id, interaction.user.id] = int(number)
            return typed
        shared, _ = await self.of(number)
        channel, text = interaction.channel, to_notation(self.bot.addressed(typed)[0])
        if isinstance(channel, Channel):
            async with self._lock(channel.id):
                said = await self._enter(
                    channel, shared, interaction.user.id, text, typed.created_at
                )
            if said is not None:
                await self._answer(typed, said, channel.guild)
        return None

    async def enter(self, interaction: Interaction, number: int, typed: str) -> None:
        """Enter the move of a form; what is wrong is said in private. Raises Refusal."""
        channel, who, locale = interaction.channel, interaction.user.id, interaction.locale
        if not isinstance(channel, Channel):
            raise Refusal(GONE)
        async with self._lock(channel.id):
            shared, _ = await self.of(str(number))
            text, now = to_notation(typed), interaction.created_at
            said = await self._enter(channel, shared, who, text, now)
        if said is None:
            await acknowledge(interaction)
            return
        more = {}
        if (file := await self._drawn(said, channel.guild, locale)) is not None:
            more["file"] = file
        await private(interaction, translate_into(locale)(said.text), **more)

    async def _answer(
        self, message: discord.Message, said: MoveReply, guild: discord.Guild
    ) -> None:
        """Answer a move; a wrong one with a small picture of it and its refutation."""
        locale = self.bot.preferences.locale_of(guild)
        file = await self._drawn(said, guild, locale)
        await briefly(message, said.text, locale, **({"file": file} if file is not None else {}))

    async def _drawn(
        self, said: MoveReply, guild: discord.Guild, locale: discord.Locale
    ) -> discord.File | None:
        """Return the small picture of an answer, None for an answer without one."""
        text, position, ways = said
        if position is None or not ways:
            return None
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
        return file

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
        if not has_next(puzzle, line):
            raise Refusal(GONE)
        typed = _written(puzzle, line, text)
        made = await self._looks.attempt(puzzle, line, typed)
        if made.wrong:
            return MoveReply(made.said, puzzle.line()[len(made.line)], made.ways)
        if shared.solver is not None:
            right = made.said if made.as_good else Text("That is right.")
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
        if made.solved:
            named = _solved_by(solver) or said
            said = joined([named, made.said]) if made.as_good else named
        await self._show(channel, played, puzzle, said)
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


def _state_of(shared: SharedPuzzle) -> int:
    """Return a number that is another one after each move."""
    return 2 * len(shared.line) + (shared.solver is not None)


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


def _ids(message: discord.Message) -> set[int | None]:
    """Return the ids of a message's components."""
    return {getattr(component, "id", None) for component in message.components}


def _is_legal(puzzle: Puzzle, line: Sequence[str], text: str) -> bool:
    """Return whether a text is a legal move of a puzzle, after the moves of the ``line``."""
    try:
        _written(puzzle, line, text)
    except MoveError:
        return False
    return True


def _written(puzzle: Puzzle, line: Sequence[str], text: str) -> list[str]:
    """Return the moves of a text, as the game writes them. Raises MoveError."""
    position, written = puzzle.line()[len(line)], []
    for move in position.parse_all(text):
        written.append(position.write(move))
        position = position.play(move)
    return written
