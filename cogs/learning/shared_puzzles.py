"""Puzzles that a channel solves together: moves are typed there, and the solver is named."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache, TTLCache
from discord import ui

from cogs.client.client import Damier, Interaction
from cogs.client.replies import SHOWN_FOR, Reply, acknowledge, answer_to
from cogs.delivery.marked_posts import Part
from cogs.delivery.match_messages import history
from cogs.delivery.outbox import Author, Place
from cogs.language.catalogues import plainly, translate_into
from cogs.language.typed_words import to_notation
from cogs.learning.puzzle_choice import EVERYBODY, Grade, PuzzleChoice
from cogs.learning.puzzle_tries import (
    GONE,
    NEXT_PUZZLE,
    SOLUTION,
    TITLE,
    asks_for_solution,
    goal_marks,
    has_next,
    heading,
    line_of,
    name_of,
    solution_of,
    task,
)
from cogs.learning.second_looks import SecondLooks
from cogs.members.match_channels import missing_permissions
from cogs.members.match_lookup import match_replied_to
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import board_layout, picture_file
from cogs.messages.step_views import board_from
from cogs.moves.bare_messages import is_notation
from cogs.moves.move_questions import SMALL
from cogs.moves.play import fits
from data import SHARED_PUZZLE, Bulletin, KeyedLocks, SharedPuzzle
from engine import MoveError, Position, Refusal, Text
from engine.puzzles import Puzzle
from engine.table.match import Match
from engine.text import joined
from render import Way

log = logging.getLogger(__name__)

POST_ID: Final = 3_000_000
"""The id of a post's first component is this plus the puzzle's number. People do not see it."""

SEARCHED: Final = 200
"""The number of a channel's newest messages that are searched for the bot's last post."""

HIGHEST_COMPONENT_ID: Final = 2**31 - 1
"""The highest id of a component."""

BARE_FOR: Final = timedelta(days=1)
"""How long a bare move in the channel is read as a move in the puzzle posted there."""

TRIED_FOR: Final = 1800.0
"""Seconds for which the bare moves of a person who tried a puzzle are read as further tries."""

TRIES_KEPT: Final = 10_000
"""The number of entries kept in each cache of tries, answers and comments."""

SOLVE, TYPE, NEXT = "solution", "type", "next"
"""The names of a post's buttons in their ids."""

Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


class MoveReply(NamedTuple):
    """The answer to a move in a channel, with ``ways`` to draw on the ``position``, if any."""

    text: Text
    position: Position | None = None
    ways: Sequence[Way] = ()


TurnsOf = Callable[[int, int], Awaitable[Sequence[Match]]]
"""A function of a person and a channel: the matches there that wait for the person's move."""


class SharedPuzzles(Author):
    """Posts puzzles in channels, and handles the moves typed there; ``looks`` judge the moves.

    A bulletin is about a puzzle; its number is the state of the puzzle that it shows.
    """

    kind = SHARED_PUZZLE

    def __init__(
        self, bot: Damier, choice: PuzzleChoice, looks: SecondLooks, turns_of: TurnsOf
    ) -> None:
        self.bot, self._choice, self._looks, self._turns_of = bot, choice, looks, turns_of
        self._waiting: dict[int, datetime] = {}
        """The channels whose last puzzle is unsolved, with the time of its post."""
        self._locks = KeyedLocks[int]()
        self._tried: TTLCache[tuple[int, int], bool] = TTLCache(TRIES_KEPT, TRIED_FOR)
        """The pairs of a puzzle's number and a person who tried the puzzle lately."""
        self._answered: LRUCache[int, bool] = LRUCache(TRIES_KEPT)
        """The messages that were answered as moves in a puzzle or as requests for its solution."""
        self._said: LRUCache[tuple[int, int], Text] = LRUCache(TRIES_KEPT)
        """The comment on the last move of a puzzle, by the puzzle's number and state."""

    async def load(self) -> None:
        """Read the channels with an unsolved puzzle, and register this author of posts."""
        self.bot.outbox.add(self)
        since = self.bot.clock.now() - BARE_FOR
        self._waiting = dict(await self.bot.store.shared_puzzles.waiting(since))

    # Posting

    async def post_next(
        self, channel: Channel, game: str, now: datetime, grade: Grade | None = None
    ) -> None:
        """Post a puzzle of a game, if possible one that the server has not had. Raises Refusal."""
        used = await self.bot.store.shared_puzzles.of_server(channel.guild.id)
        await self.post(channel, await self._choice.for_channel(game, channel, used, grade), now)

    async def post(self, channel: Channel, puzzle: Puzzle, now: datetime) -> None:
        """Post a puzzle in a channel. Raises Refusal if the bot lacks permissions there."""
        if missing := missing_permissions(channel):
            raise Refusal(
                Text(
                    "I cannot post here: I am missing the permission {permissions}.",
                    permissions=joined(missing, ", "),
                )
            )
        guild = channel.guild.id
        shared = await self.bot.store.shared_puzzles.open(guild, channel.id, puzzle.id, now)
        self._waiting[channel.id] = now
        self.bot.outbox.wake(SHARED_PUZZLE, shared.id)

    async def post_here(self, interaction: Interaction, puzzle: Puzzle) -> None:
        """Post a puzzle in an interaction's channel if it is not open there yet. Raises Refusal."""
        channel = interaction.channel
        if not isinstance(channel, Channel):
            raise Refusal(Text("A puzzle can be posted in a channel of a server only."))
        await self._choice.check_may_be_posted(puzzle, channel)
        async with self._locks[channel.id]:
            newest = await self.bot.store.shared_puzzles.newest(channel.id)
            if newest is not None and newest.solver is None and newest.puzzle == puzzle.id:
                raise Refusal(Text("It is posted here already."))
            await self.post(channel, puzzle, interaction.created_at)
        await acknowledge(interaction)

    async def place_of(self, about: int) -> Place | None:
        """Return the channel of the puzzle with this number, None if there is no such puzzle."""
        shared = await self.bot.store.shared_puzzles.get(about)
        return None if shared is None else Place(shared.guild, shared.channel)

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the post of a puzzle's state, no parts if the state is outdated or too old."""
        shared = await self.bot.store.shared_puzzles.get(bulletin.about)
        puzzle = await self._choice.get(shared.puzzle) if shared is not None else None
        is_late = self.bot.clock.now() - bulletin.since > BARE_FOR
        if shared is None or puzzle is None or shared.state != bulletin.number or is_late:
            return ()
        said = self._said.get((shared.id, shared.state)) or _solved_by(shared.solver)
        layout, file = await self._layout(shared, puzzle, said, locale)
        return [Part(layout, [file])]

    async def note(self, bulletin: Bulletin, message: int) -> None:
        """Note that a ``message`` shows a puzzle now."""
        shared = await self.bot.store.shared_puzzles.get(bulletin.about)
        if shared is not None and shared.state == bulletin.number:
            await self.bot.store.shared_puzzles.show(shared.id, message)

    async def _layout(
        self, shared: SharedPuzzle, puzzle: Puzzle, said: Text | None, locale: discord.Locale
    ) -> tuple[ui.LayoutView, discord.File]:
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
            marks=() if shared.solver is not None else goal_marks(puzzle, moves),
            look=self.bot.preferences.look_of(shared.guild),
            locale=locale,
        )
        lines = [heading(puzzle, TITLE, translated)]
        lines += [translated(said)] if said is not None else []
        if number := await self._choice.match_of(puzzle, shared.guild):
            over = shared.solver is not None
            told = await self._choice.match_told(number, EVERYBODY, over=over)
            lines += [f"-# {translated(told)}"] if told is not None else []
        if shared.solver is None:
            how = Text("Type a move here, or as a reply to this post.")
            if not self.bot.sees_messages or await self.bot.store.played_in(shared.channel):
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
            TextButton(ControlKind.SHARED_PUZZLE, f"{shared.id} {button}", translated(label))
            for button, label in buttons.items()
        ]
        layout.add_item(ui.ActionRow(*row))
        return layout, picture_file(picture)

    # Moves in the channel

    async def give_up(self, message: discord.Message) -> bool:
        """Reply with the Solution button if a message gives a puzzle up; return whether it does.

        The message must reply to the puzzle's post. Otherwise the channel's newest puzzle is
        meant, if the author tried it lately or the bot has posted nothing else since.
        """
        channel, replied = message.channel, _number_of(message)
        said, addressed = self.bot.addressed(message)
        if not isinstance(channel, Channel) or message.author.bot or not asks_for_solution(said):
            return False
        if message.reference is not None and replied is None:
            return False
        store, who = self.bot.store, message.author.id
        if replied is not None:
            shared = await store.shared_puzzles.get(replied)
        elif addressed or self._waits(channel.id, message.created_at):
            shared = await store.shared_puzzles.newest(channel.id)
        else:
            return False
        if shared is None or shared.channel != channel.id:
            return False
        tried = self._tried.get((shared.id, who)) is not None
        if not (replied or tried or await self._is_last(channel, shared)):
            return False
        answer, about = self.bot.reply(message), f"{shared.id} {SOLVE}"
        button = TextButton(ControlKind.SHARED_PUZZLE, about, answer.said(SOLUTION))
        text = Text("Only the person who presses it sees the solution.")
        self._answered[message.id] = True
        await answer.show(text, button, shown_for=SHOWN_FOR)
        return True

    async def take(self, message: discord.Message) -> bool:
        """Play a message as a move in a shared puzzle; return whether the message is a move."""
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
        async with self._locks[channel.id]:
            if replied is not None:
                shared = await store.shared_puzzles.get(replied)
            else:
                shared = await store.shared_puzzles.newest(channel.id)
            if shared is None or shared.channel != channel.id:
                return False
            if replied is None and not await self._is_for(message, shared, channel, written):
                return False
            try:
                said = await self._enter(channel, shared, who, written, message.created_at)
            except Refusal as refusal:
                if isinstance(refusal, MoveError) and replied is None and not addressed:
                    return False  # it may be chat
                said = MoveReply(refusal.text)
        if said is not None:
            self._answered[message.id] = True
            await self._answer(message, await self._named(shared, said), channel.guild)
        return True

    async def _is_for(
        self, message: discord.Message, shared: SharedPuzzle, channel: Channel, text: str
    ) -> bool:
        """Return whether a move that does not reply to a puzzle's post is meant for the puzzle.

        People on turn in a match of the channel mean that match if the move fits it. A player of
        other live matches there means the puzzle only if its game alone writes such moves, or the
        move is legal in it. Beyond that, the puzzle gets the moves of people who tried it lately,
        and of anybody while it is the last thing the bot posted.
        """
        store, who = self.bot.store, message.author.id
        if await match_replied_to(store, message) is not None:
            return False
        turns = await self._turns_of(who, channel.id)
        if any(match.position.notation.is_notation(text) or fits(match, text) for match in turns):
            return False
        puzzle = await self._choice.get(shared.puzzle)
        if matches := await store.some(await store.live_of(who, channel.id)):
            if shared.solver is not None or puzzle is None or not has_next(puzzle, shared.line):
                return False
            position = puzzle.line()[len(shared.line)]
            is_played = any(match.position.notation.is_notation(text) for match in matches)
            of_its_kind = position.notation.is_notation(text) and not is_played
            if not (of_its_kind or _is_legal(puzzle, shared.line, text)):
                return False
        return self._tried.get((shared.id, who)) is not None or await self._is_last(channel, shared)

    async def _is_last(self, channel: Channel, shared: SharedPuzzle) -> bool:
        """Return whether a puzzle is known to be the bot's last post, answers to tries aside."""
        try:
            async for message in history(self.bot, channel, SEARCHED):
                if message.id == shared.message:
                    return True
                replied = message.reference.message_id if message.reference else None
                if message.author == self.bot.user and replied not in self._answered:
                    return False
        except discord.HTTPException as error:
            log.info("The last messages of channel %s: %r", channel.id, error)
        return False

    async def enter(self, interaction: Interaction, number: int, typed: str) -> None:
        """Play the ``typed`` move of a form; explain a wrong one in private. Raises Refusal."""
        channel, who = interaction.channel, interaction.user.id
        if not isinstance(channel, Channel):
            raise Refusal(GONE)
        async with self._locks[channel.id]:
            shared, _ = await self.of(str(number))
            text, now = to_notation(typed), interaction.created_at
            said = await self._enter(channel, shared, who, text, now)
        if said is None:
            await acknowledge(interaction)
            return
        said = await self._named(shared, said)
        answer = answer_to(interaction)
        files = await self._drawn(said, channel.guild, answer.locale)
        await answer.briefly(said.text, *files)

    async def _named(self, shared: SharedPuzzle, said: MoveReply) -> MoveReply:
        """Return the reply to a move with the puzzle's name added."""
        puzzle = await self._choice.get(shared.puzzle)
        if puzzle is None:
            return said
        named = Text("{puzzle}: {text}", puzzle=name_of(puzzle, TITLE), text=said.text)
        return said._replace(text=named)

    async def _answer(
        self, message: discord.Message, said: MoveReply, guild: discord.Guild
    ) -> None:
        """Reply to a move; a wrong one gets a small picture of the move and its refutation."""
        locale = self.bot.preferences.locale_of(guild)
        await Reply(message, locale).briefly(said.text, *await self._drawn(said, guild, locale))

    async def _drawn(
        self, said: MoveReply, guild: discord.Guild, locale: discord.Locale
    ) -> Sequence[discord.File]:
        """Return the small picture of an answer, no files if it has no ways to draw."""
        text, position, ways = said
        if position is None or not ways:
            return ()
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
        return (file,)

    async def _enter(
        self, channel: Channel, shared: SharedPuzzle, who: int, text: str, now: datetime
    ) -> MoveReply | None:
        """Play moves in a puzzle; return the reply, None if a new post is the reply.

        Moves in a solved puzzle are tried from its start, for those who found the solution later.
        Raises Refusal.
        """
        store, puzzle = self.bot.store, await self._choice.get(shared.puzzle)
        if puzzle is None:
            raise Refusal(GONE)
        line = () if shared.solver is not None else shared.line
        if not has_next(puzzle, line):
            raise Refusal(GONE)
        typed = _written(puzzle, line, text)
        self._tried[shared.id, who] = True
        made = await self._looks.attempt(puzzle, line, typed)
        if made.wrong:
            return MoveReply(made.said, puzzle.line()[len(made.line)], made.ways)
        if shared.solver is not None:
            right = made.said if made.as_good else Text("That is right.")
            first = Text("{person} was first.", person=person(shared.solver))
            return MoveReply(joined([right, first]))
        solver = who if made.solved else None
        if not await store.shared_puzzles.play(shared, made.line, solver, now):
            return MoveReply(Text("Somebody was faster."))
        played = shared._replace(line=made.line, solver=solver)
        said = joined([Text("{person}:", person=person(who)), made.said])
        if made.solved:
            self._waiting.pop(channel.id, None)
            await store.puzzles.note_solved(who, puzzle.id, puzzle.game, now)
            named = _solved_by(solver) or said
            said = joined([named, made.said]) if made.as_good else named
        self._said[played.id, played.state] = said
        self.bot.outbox.wake(SHARED_PUZZLE, played.id)
        return None

    async def _keep_secret(self, message: discord.Message, text: str) -> bool:
        """Answer a text without judging it if it is a move; return whether it is one."""
        if not is_notation(to_notation(text)):
            return False
        said = Text("Press *Solve* below the puzzle, so that nobody else sees your answer.")
        await self.bot.reply(message).briefly(said)
        return True

    def _waits(self, channel: int, now: datetime) -> bool:
        """Return whether a recent puzzle waits to be solved in a channel."""
        return channel in self._waiting and now - self._waiting[channel] < BARE_FOR

    # The buttons of a post

    async def of(self, about: str) -> tuple[SharedPuzzle, Puzzle]:
        """Return the puzzle of the button ``about``. Raises Refusal if the puzzle is gone."""
        shared = await self.bot.store.shared_puzzles.get(int(about.split(" ", maxsplit=1)[0]))
        puzzle = await self._choice.get(shared.puzzle) if shared is not None else None
        if shared is None or puzzle is None:
            raise Refusal(GONE)
        return shared, puzzle

    async def follow(self, interaction: Interaction, shared: SharedPuzzle, game: str) -> None:
        """Post the next puzzle below a solved one. Raises Refusal if a newer one is unsolved."""
        channel = interaction.channel
        if not isinstance(channel, Channel):
            return
        async with self._locks[channel.id]:
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
        str(getattr(child, "custom_id", "")).startswith(f"damier:text-{ControlKind.DAILY_PUZZLE}:")
        for row in message.components
        for child in getattr(row, "children", ())
    )


def _number_of(message: discord.Message) -> int | None:
    """Return the number of the shared puzzle whose post a message replies to, or None."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message):
        return None
    number = next((getattr(part, "id", 0) for part in replied.components), 0)
    return number - POST_ID if POST_ID < number < HIGHEST_COMPONENT_ID else None


def _is_legal(puzzle: Puzzle, line: Sequence[str], text: str) -> bool:
    """Return whether a text has only legal moves of a puzzle, after those of the ``line``."""
    try:
        _written(puzzle, line, text)
    except MoveError:
        return False
    return True


def _written(puzzle: Puzzle, line: Sequence[str], text: str) -> list[str]:
    """Return the moves of a text, played after the ``line``, in the game's own notation.

    Raises MoveError.
    """
    position, written = puzzle.line()[len(line)], []
    for move in position.parse_all(text):
        written.append(position.write(move))
        position = position.play(move)
    return written
