"""The scenes while the bot is killed: each knows its next act, and when that was done.

What is typed into a match must be taken up by itself, however the bot died. A press or a command
whose answer was lost may have had no effect: whoever sees that does it again.
"""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import engine
from engine import Position
from tests.loopback.table import Table, reference
from tests.loopback.test_daily_puzzles import puzzles
from tests.loopback.world import Member, Message

SPARE = 24
"""Moves after which a match is left alone, and another one begins."""


@dataclass(frozen=True)
class Act:
    """One thing that people do."""

    what: str
    do: Callable[[], Awaitable[object]]
    """Does it, without waiting for what comes of it."""
    done: Callable[[], bool]
    """Whether it has had its effect."""
    sure: bool = False
    """Whether it must have it without being done again."""


class Row(NamedTuple):
    """A match as the database has it."""

    game: str
    options: dict[str, int | str | bool]
    status: str
    turn: int | None
    duty: bool
    drafts: dict[str, dict[str, object]]


def read_object(value: object) -> dict[str, Any]:
    """Return an object of JSON, which SQLite gives as text."""
    return json.loads(value) if isinstance(value, str) else value or {}  # type: ignore[return-value] # an object of JSON


class Scene(ABC):
    """Something that goes on at a table, act by act."""

    def __init__(self, table: Table, members: Sequence[Member], chance: random.Random) -> None:
        self.table = table
        self.members = members
        self.chance = chance

    @abstractmethod
    def next(self) -> Act | None:
        """Return the next act; None while nobody has anything to do."""

    @property
    def quiet(self) -> bool:
        """Whether nothing goes on by itself."""
        return True


class Match(Scene):
    """A match, and the next one when that is over or has lasted long enough."""

    opening: ClassVar[str]
    """The words that open one, with a place for the mention of the second member."""

    match = 0

    def next(self) -> Act | None:
        """Return the next act in the match."""
        row = self.row
        if row is None or row.status == "over" or self.kinds.count("move") > SPARE:
            return self._open()
        if row.status == "challenge":
            return self._join()
        return self._go_on(row)

    def _open(self) -> Act:
        host = self.members[0]
        words = self.opening.format(*(member.mention for member in self.members))
        known = self._newest_of(host)

        async def do() -> None:
            said = f"{self.table.mention} {words}"
            await self.table.say(host, said, place=self.table.channel)

        def done() -> bool:
            newest = self._newest_of(host)
            if newest == known:
                return False
            self.match = newest
            return True

        return Act(f"{host.name}: {words}", do, done)

    def _newest_of(self, host: Member) -> int:
        ((newest,),) = self.table.query(f"SELECT max(id) FROM matches WHERE host = {host.id}")  # noqa: S608 - a number
        return int(newest or 0)

    def _join(self) -> Act | None:
        """Return how the next member accepts or joins."""
        joined = {p for (p,) in self._rows("SELECT person FROM events WHERE {0}")}
        who = next((m for m in self.members if m.id not in joined), None)
        if who is None:
            return None
        label = "Accept" if len(self.members) == 2 else "Join"
        return self._pressed(
            who, label, lambda: (who.id,) in self._rows("SELECT person FROM events WHERE {0}")
        )

    def _go_on(self, row: Row) -> Act | None:
        """Return the move of whoever's turn it is; None if that is a computer."""
        if row.turn is None:
            return None
        person = self.players[row.turn]
        who = next((member for member in self.members if member.id == person), None)
        return None if who is None else self._move(who, self.position(row))

    def _move(self, who: Member, position: Position) -> Act:
        text = position.write(self.chance.choice(position.legal_moves()))
        said: list[Message] = []

        async def do() -> None:
            said.append(await self.table.say(who, text, reply_to=self.newest()))

        def done() -> bool:
            source = f"message:{said[0].id}"
            return self._rows(
                f"SELECT count(*) FROM events WHERE {{0}} AND source = '{source}'"  # noqa: S608 - a number
            ) == [(1,)]

        return Act(f"{who.name}: {text}", do, done, sure=True)

    def _pressed(self, who: Member, label: str, done: Callable[[], bool]) -> Act:
        async def do() -> None:
            if not self._is_over:
                post = self.newest()
                await self.table.discord.press(who, post, post.custom_id(label), patience=None)

        return Act(f"{who.name} presses {label}", do, lambda: done() or self._is_over)

    def _resign(self, who: Member) -> Act:
        async def do() -> None:
            board = self.newest()
            press = self.table.discord.press
            asked = await press(who, board, board.custom_id("Resign"))
            question = self.table.private(who)
            yes = question.custom_id("Yes, I resign")
            assert asked.answered
            await press(who, question, yes, patience=None)

        return Act(f"{who.name} resigns", do, lambda: "resign" in self.kinds)

    @property
    def _is_over(self) -> bool:
        """Whether it has ended, as a challenge does that is not answered for a day."""
        row = self.row
        return row is None or row.status == "over"

    # What is saved and shown

    def _rows(self, statement: str) -> list[tuple[object, ...]]:
        """Return the rows of a statement about this match, which stands in the place of {0}."""
        return self.table.query(statement.format(f'"match" = {self.match}'))

    @property
    def row(self) -> Row | None:
        """The match as it is saved; None before there is one."""
        columns = "game, options, status, turn, duty, drafts"
        rows = self.table.query(f"SELECT {columns} FROM matches WHERE id = {self.match}")  # noqa: S608 - ours
        if not rows:
            return None
        game, options, status, turn, duty, drafts = rows[0]
        return Row(game, read_object(options), status, turn, bool(duty), read_object(drafts))

    @property
    def kinds(self) -> list[object]:
        """The kinds of its events."""
        return [kind for (kind,) in self._rows("SELECT kind FROM events WHERE {0} ORDER BY number")]

    @property
    def players(self) -> list[object]:
        """The ids of who plays, by seat."""
        return [who for (who,) in self._rows("SELECT person FROM seats WHERE {0} ORDER BY seat")]

    @property
    def quiet(self) -> bool:
        """Whether no computer has anything to do."""
        row = self.row
        return row is None or not row.duty

    def position(self, row: Row) -> Position:
        """Return the position as it is saved."""
        events = self._rows("SELECT position FROM events WHERE {0} ORDER BY number")
        text = [text for (text,) in events if text][-1]
        return engine.games[row.game].read(str(text), len(self.players), **row.options)

    def newest(self) -> Message:
        """Return the match's newest post."""
        return next(p for p in reversed(self.table.posts) if reference(p)[0] == self.match)


class Duel(Match):
    """Two members play each other."""

    opening = "challenge {1} frisian white"


class AgainstComputer(Match):
    """A member plays two computers."""

    opening = "play chinese-checkers 3 level 3"


class Vote(Match):
    """Three play; one of them resigns, and the others vote whether a computer plays on."""

    opening = "open chinese-checkers 3"

    def _go_on(self, row: Row) -> Act | None:
        kinds, last = self.kinds, self.members[-1]
        if "resign" not in kinds:
            return self._resign(last) if kinds.count("move") > 2 else super()._go_on(row)
        if "takeover" in kinds or "refuse" in kinds:  # nobody voted for days
            return super()._go_on(row)
        agreed = {
            who for (who,) in self._rows("SELECT person FROM events WHERE {0} AND kind = 'agree'")
        }
        voter = next((m for m in self.members[:-1] if m.id not in agreed), None)
        if voter is None:
            return None
        agrees = f"SELECT 1 FROM events WHERE {{0}} AND kind = 'agree' AND person = {voter.id}"  # noqa: S608 - a number
        return self._pressed(voter, "Accept", lambda: bool(self._rows(agrees)))


class SetUp(Match):
    """Two set up their pieces in secret, by direct messages, and begin."""

    opening = "challenge {1} alliance setup=free"

    def _go_on(self, row: Row) -> Act | None:
        if row.turn is not None:
            return super()._go_on(row)
        for seat, person in enumerate(self.players):
            draft = row.drafts.get(str(seat), {})
            who = next(member for member in self.members if member.id == person)
            if not draft.get("ready"):
                return self._whisper(who, seat, "ready" if draft.get("placed") else "@x")
        return None

    def _whisper(self, who: Member, seat: int, text: str) -> Act:
        async def do() -> None:
            direct = self.table.discord.world.direct_messages(who.user)
            await self.table.discord.say(who.user, direct, text)

        def done() -> bool:
            row = self.row
            if row is None or row.turn is not None:
                return True
            return bool(row.drafts.get(str(seat), {}).get("ready" if text == "ready" else "placed"))

        return Act(f"{who.name} whispers {text}", do, done, sure=True)


class Daily(Scene):
    """A day goes by, and the next puzzle of the day is posted."""

    def __init__(
        self,
        table: Table,
        members: Sequence[Member],
        chance: random.Random,
        pass_a_day: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(table, members, chance)
        self._pass_a_day = pass_a_day
        self.days = 0
        """So many days have puzzles, today included; none before they are asked for."""

    def next(self) -> Act:
        """Return the passing of a day; before the first one, the setting."""
        if not self.days:
            self.days = 1
            return Act("the puzzle of the day is asked for", self._ask, self.posted)
        return Act("a day passes", self._pass_a_day, self.posted, sure=True)

    def posted(self) -> bool:
        """Whether each day has its puzzle, and is noted to have it."""
        kept = self.table.query("SELECT message FROM daily_puzzles ORDER BY day")
        posted = [post.id for post in puzzles(self.table)]
        assert len(posted) <= self.days, f"{len(posted)} puzzles in {self.days} days"
        return [message for (message,) in kept] == posted and len(posted) == self.days

    async def _ask(self) -> None:
        words = f"settings server hour 0 zone UTC daily <#{self.table.channel.id}>"
        said = f"{self.table.mention} {words}"
        await self.table.say(self.members[0], said, place=self.table.channel)
