"""Puzzles that one person solves on a desk: in private, or in direct messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple, Self

import discord

from cogs.analysis.desk_keeper import DeskContents, DeskReader, Moved, SeenDesk
from cogs.analysis.desk_view import stamp
from cogs.analysis.desks import Change, Desks, button
from cogs.client.autocompletion import game_options
from cogs.client.client import Context, Damier, Interaction
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, translate_into
from cogs.learning.puzzle_choice import Asker, Grade, PuzzleChoice, first_rating
from cogs.learning.puzzle_tries import (
    GONE,
    KNOWN,
    NEXT_PUZZLE,
    POST_HERE,
    SOLUTION,
    TITLE,
    TITLE_OF_DAY,
    asks_for_solution,
    first_of,
    goal_marks,
    has_next,
    heading,
    line_of,
    rated_text,
    solution_of,
    task,
)
from cogs.learning.second_looks import SecondLooks
from cogs.messages.buttons import ControlKind, Menu
from cogs.messages.layouts import is_map
from data import DailyPuzzle, Desk, KeyedLocks, Rated
from engine import Refusal, Text
from engine.puzzles import Puzzle
from engine.text import joined

KIND: Final = "puzzle"

OPEN, TRIED, SOLVED, GIVEN = "open", "tried", "solved", "given"
"""States of a puzzle on a desk: no wrong try yet; a wrong try; solved; solution shown."""


AS_POSTED: Final = 0
"""The side from which posted puzzles are seen, also on a desk that is opened from the post."""

OF_MATCH: Final = "#"
"""The mark before the number of a match in ``DeskPuzzle.match``."""


class DeskPuzzle(NamedTuple):
    """The id of a desk's puzzle, and its state.

    ``day`` is ``server:day`` for a puzzle of the day, with the day in ISO format. ``match`` is
    ``#`` and the number of the match that the puzzle is from. Both are empty otherwise.
    """

    puzzle: str
    state: str = OPEN
    day: str = ""
    match: str = ""

    @classmethod
    def of(cls, puzzle: Puzzle, *, day: str = "", match: int = 0) -> Self:
        """Return a ``puzzle`` not tried yet; ``match`` is the match it is from, 0 for none."""
        return cls(puzzle.id, day=day, match=f"{OF_MATCH}{match}" if match else "")

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the puzzle and its state from a text written by ``write``."""
        puzzle, state, *more = about.split(" ")
        match = next((text for text in more if text.startswith(OF_MATCH)), "")
        return cls(puzzle, state, next((text for text in more if text != match), ""), match)

    def write(self) -> str:
        """Return this puzzle and its state as a text for ``Desk.about``."""
        return " ".join(filter(None, self))

    @property
    def over(self) -> bool:
        """Whether the puzzle was solved or its solution shown."""
        return self.state in {SOLVED, GIVEN}


Post = Callable[[Interaction, Puzzle], Awaitable[None]]


class PuzzleBoards:
    """The keeper of desks with a puzzle.

    ``looks`` judge the tries, and ``post`` posts a puzzle in the channel of an interaction.
    """

    def __init__(
        self, bot: Damier, desks: Desks, choice: PuzzleChoice, looks: SecondLooks, post: Post
    ) -> None:
        self.bot = bot
        self.desks, self._choice, self._looks, self._post = desks, choice, looks, post
        self._locks = KeyedLocks[int]()

    # Opening a desk

    async def begin(
        self,
        interaction: Interaction,
        game: str,
        *,
        left: int = 0,
        in_place: bool = False,
        grade: Grade | None = None,
    ) -> None:
        """Show the next puzzle of a game in private. Raises Refusal.

        The person's last puzzle is shown again if they have not moved in it, so that a double press
        gives one puzzle. It is skipped if its desk is the one that is ``left``, or if a ``grade``
        is wanted. With ``in_place``, the desk replaces the message of the pressed button.
        """
        who = Asker(interaction.user, interaction.guild_id or 0, interaction.channel_id or 0)
        async with self._locks[who.user.id]:
            desk, said = await self._next(who, game, left, interaction.created_at, grade)
            await self.desks.open(interaction, desk, said=said, in_place=in_place)

    async def answer(self, context: Context, game: str, grade: Grade | None = None) -> None:
        """Answer a command typed in a direct message with the next puzzle. Raises Refusal."""
        who = Asker(context.author, 0, context.channel.id)
        async with self._locks[who.user.id]:
            desk, said = await self._next(who, game, 0, context.message.created_at, grade)
            if said is not None:
                await answer_to(context).briefly(said)
            await self.desks.send(context, desk)

    async def begin_daily(self, interaction: Interaction, one: DailyPuzzle) -> None:
        """Show a puzzle of the day in private, with the person's progress. Raises Refusal.

        The person's last desk is opened again if it has this puzzle, otherwise a new desk is.
        """
        puzzle = await self._puzzle(one.puzzle)
        who, day = interaction.user.id, f"{one.guild}:{one.day.isoformat()}"
        async with self._locks[who]:
            latest = await self.bot.store.desks.latest(who, KIND)
            known = DeskPuzzle.read(latest.about) if latest is not None else None
            if latest is None or known is None or (known.puzzle, known.day) != (puzzle.id, day):
                match = await self._choice.match_of(puzzle, one.guild)
                standing = DeskPuzzle.of(puzzle, day=day, match=match)
                at = interaction.created_at
                latest = await self._new(who, puzzle, one.guild, at, standing, side=AS_POSTED)
            await self.desks.open(interaction, latest)

    async def show_solution(self, interaction: Interaction, puzzle: Puzzle) -> None:
        """Show the solution of a posted puzzle in private, on a new desk.

        From then on, the puzzle does not count for this person.
        """
        who, now, guild = interaction.user.id, interaction.created_at, interaction.guild_id or 0
        standing = DeskPuzzle.of(puzzle, match=await self._choice.match_of(puzzle, guild))
        new = await self._new(who, puzzle, guild, now, standing, side=AS_POSTED)
        await self.bot.store.puzzles.tell(who, puzzle.id, puzzle.game, now)
        await self.desks.open(interaction, _given(new, puzzle))

    async def _next(
        self, who: Asker, game: str, left: int, now: datetime, grade: Grade | None = None
    ) -> tuple[Desk, Text | None]:
        """Return the desk of a person's next puzzle, and a note if all puzzles were had before.

        The desk is the last one if its puzzle is untouched, otherwise a new one.
        """
        latest = await self.bot.store.desks.latest(who.user.id, KIND)
        is_of_game = latest is not None and latest.id != left and latest.game == game
        if latest is not None and is_of_game and grade is None:
            standing = DeskPuzzle.read(latest.about)
            known = await self._choice.get(standing.puzzle) is not None
            if known and standing.state == OPEN and not (standing.day or latest.lines.moves):
                return latest, None
        puzzle, match, had = await self._choice.for_person(game, who, grade)
        said = None
        if had:
            said = Text(
                "You have had all {count} puzzles: now they start again, and your rating no "
                "longer changes.",
                count=had,
            )
        standing = DeskPuzzle.of(puzzle, match=match)
        return await self._new(who.user.id, puzzle, who.guild, now, standing), said

    async def _puzzle(self, puzzle: str) -> Puzzle:
        """Return the puzzle with the id ``puzzle``. Raises Refusal if it no longer exists."""
        found = await self._choice.get(puzzle)
        if found is None:
            raise Refusal(GONE)
        return found

    async def _new(
        self,
        who: int,
        puzzle: Puzzle,
        guild: int,
        now: datetime,
        standing: DeskPuzzle,
        *,
        side: int | None = None,
    ) -> Desk:
        """Return a new desk with a puzzle, and note that the person was shown it.

        Unless a ``side`` is given, the board is seen from the solver's side if the person prefers
        their own side.
        """
        await self.bot.store.puzzles.show(who, puzzle.id, puzzle.game, now)
        position = puzzle.begin()
        look = await self.bot.preferences.look_for(who, guild)
        if side is None:
            side = position.turn if look.own_side and not is_map(position) else 0
        return Desk.of(position, who, KIND, about=standing.write(), side=side)

    # The keeper of desks

    async def shown(self, seen: SeenDesk, reader: DeskReader) -> DeskContents:
        """Return the task of an open puzzle or the solution of a finished one, with buttons."""
        desk, translated = seen.desk, translate_into(reader.locale)
        standing = DeskPuzzle.read(desk.about)
        puzzle = await self._choice.get(standing.puzzle)
        if puzzle is None:
            more = [button(desk, ControlKind.PUZZLE, translated(NEXT_PUZZLE), "next")]
            return DeskContents(translated(GONE), more, moving=False)
        title = TITLE_OF_DAY if standing.day else TITLE
        lines = [heading(puzzle, title, translated), task(puzzle, translated)]
        if standing.match:
            number = int(standing.match.removeprefix(OF_MATCH))
            told = await self._choice.match_told(number, reader.person, over=standing.over)
            lines += [f"-# {translated(told)}"] if told is not None else []
        if not standing.over:
            lines.append(line_of(desk.lines.moves))
            known = await self._choice.is_known(puzzle, reader.person, reader.guild)
            if standing.state == OPEN and not known:
                lines.append(f"-# {translated(Text('*Solution* counts as a wrong try.'))}")
            buttons = self._buttons(desk, reader, translated, "solution", "next", "post")
            marks = goal_marks(puzzle, puzzle.moves()[: len(desk.lines.moves)])
            return DeskContents("\n".join(filter(None, lines)), buttons, marks=marks)
        whole = [desk.lines.text(number) for number in desk.lines.last().path]
        lines.append(await solution_of(puzzle, whole, translated))
        store = self.bot.store.puzzles
        its = (await store.ratings(puzzle.game)).get(puzzle.id, first_rating(puzzle))
        own = await store.rating_of(reader.person, puzzle.game)
        ratings = Text("Its rating: {rating} · yours: {own}", rating=its.shown, own=str(own))
        lines.append(f"-# {translated(ratings)}")
        buttons = self._buttons(desk, reader, translated, "back", "forward", "next", "post")
        menus = []
        others = [game for game in self._choice.book.games if game.name != puzzle.game]
        if others:
            options = game_options(translated, others)
            label = translated(Text("Puzzles of another game"))
            menus.append(Menu(ControlKind.PUZZLE, stamp(desk), label, options))
        return DeskContents("\n".join(lines), buttons, menus, moving=False)

    def _buttons(
        self, desk: Desk, reader: DeskReader, translated: Translate, *does: str
    ) -> list[discord.ui.Item[discord.ui.View]]:
        labels = {
            "solution": SOLUTION,
            "back": Text("Back"),
            "forward": Text("Next"),
            "next": NEXT_PUZZLE,
            "post": POST_HERE,
        }
        disabled = {"back": not desk.lines.at, "forward": not desk.lines.continuations}
        return [
            button(
                desk,
                ControlKind.PUZZLE,
                translated(labels[one]),
                one,
                disabled=disabled.get(one, False),
            )
            for one in does
            if one != "post" or (reader.guild and not DeskPuzzle.read(desk.about).day)
        ]

    async def moved(self, before: SeenDesk, after: SeenDesk, reader: DeskReader) -> Moved:
        """Return the result of a move: right and answered, or refuted and taken back.

        The first try is rated unless the solution was known. Raises Refusal if the puzzle is over
        or no longer exists.
        """
        standing, line = DeskPuzzle.read(before.desk.about), before.desk.lines.moves
        puzzle = await self._puzzle(standing.puzzle)
        if standing.over:
            raise Refusal(Text("The solution is known: take another puzzle."))
        typed = after.desk.lines.moves[len(line) :]
        made = await self._looks.attempt(puzzle, line, typed)
        desk = before.desk.played(*made.line[len(line) :])
        said, now = [made.said], self.bot.clock.now()
        if made.solved or made.wrong:
            known = await self._choice.is_known(puzzle, reader.person, reader.guild)
            if not known:
                rated = await self._rate(puzzle, reader.person, now, right=made.solved)
                said += rated_text(rated)
            elif made.solved:
                said.append(KNOWN)
            if made.solved:
                await self._note_solved(puzzle, standing, reader.person, now, counts=not known)
                desk = desk.saying(standing._replace(state=SOLVED).write())
            elif standing.state == OPEN:
                desk = desk.saying(standing._replace(state=TRIED).write())
        return Moved(desk, joined(said), made.ways)

    async def _rate(self, puzzle: Puzzle, who: int, now: datetime, *, right: bool) -> Rated | None:
        return await self.bot.store.puzzles.note_try(
            who, puzzle.id, puzzle.game, right=right, first=first_rating(puzzle), at=now
        )

    async def _note_solved(
        self, puzzle: Puzzle, standing: DeskPuzzle, who: int, now: datetime, *, counts: bool
    ) -> None:
        store = self.bot.store
        await store.puzzles.note_solved(who, puzzle.id, puzzle.game, now)
        if standing.day and counts:
            guild, _, day = standing.day.partition(":")
            await store.daily_puzzles.solve(
                int(guild), datetime.fromisoformat(day).date(), who, now
            )

    # Controls

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of a puzzle on a desk."""
        does = about.rpartition(" ")[2]
        if does == "next":
            desk = await self.desks.of(interaction, about)
            await self.begin(interaction, desk.game, left=desk.id, in_place=True)
        elif does == "post":
            desk = await self.desks.of(interaction, about)
            await self._post(interaction, await self._puzzle(DeskPuzzle.read(desk.about).puzzle))
        elif does == "solution":
            guild, now = interaction.guild_id or 0, interaction.created_at
            await self.desks.change(interaction, about, self._give(interaction.user.id, guild, now))
        else:
            await self.desks.change(interaction, about, _back if does == "back" else _forward)

    async def choose_game(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of games: show a puzzle of the chosen game in place of this one."""
        desk = await self.desks.of(interaction, about)
        await self.begin(interaction, choice, left=desk.id, in_place=True)

    async def give_up(self, message: discord.Message) -> bool:
        """Show the solution if a direct message asks for it; return whether it did."""
        desk = await self.bot.store.desks.latest(message.author.id)
        if desk is None or desk.kind != KIND or DeskPuzzle.read(desk.about).over:
            return False
        if not asks_for_solution(message.content):
            return False
        give = self._give(message.author.id, 0, message.created_at)
        await self.desks.change_typed(message, desk, give)
        return True

    def _give(self, who: int, guild: int, now: datetime) -> Change:
        async def give(seen: SeenDesk) -> Moved:
            standing = DeskPuzzle.read(seen.desk.about)
            puzzle = await self._choice.get(standing.puzzle)
            if puzzle is None or standing.over:
                return Moved(seen.desk)
            if not has_next(puzzle, seen.desk.lines.moves):
                return Moved(seen.desk, GONE)
            said = []
            if not await self._choice.is_known(puzzle, who, guild):
                said = rated_text(await self._rate(puzzle, who, now, right=False))
            await self.bot.store.puzzles.tell(who, puzzle.id, puzzle.game, now)
            return Moved(_given(seen.desk, puzzle), joined(said) if said else None)

        return give


def _given(desk: Desk, puzzle: Puzzle) -> Desk:
    """Return a desk with the whole solution, at the position after its next move."""
    line = desk.lines.moves
    told = desk.played(*first_of(puzzle)[len(line) :])
    standing = DeskPuzzle.read(desk.about)._replace(state=GIVEN)
    return replace(told, lines=told.lines.to(told.lines.path[len(line)])).saying(standing.write())


async def _back(seen: SeenDesk) -> Moved:
    return Moved(replace(seen.desk, lines=seen.desk.lines.back()))


async def _forward(seen: SeenDesk) -> Moved:
    return Moved(replace(seen.desk, lines=seen.desk.lines.forward()))
