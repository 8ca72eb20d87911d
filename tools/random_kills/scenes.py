"""The scenes while the bot is killed: each knows its next act, and whether that has had its effect.

A move typed in a match must have its effect however the bot died. A press or a command
whose answer was lost may have had none: then the member does it again.
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
"""The number of moves after which a match is abandoned, and another one begins."""


@dataclass(frozen=True)
class Act:
    """An act of one or more members."""

    what: str
    do: Callable[[], Awaitable[object]]
    """Does the act, without waiting for its effect."""
    done: Callable[[], bool]
    """Returns whether the act has had its effect."""
    sure: bool = False
    """Whether the act must have its effect without being done again."""


class Row(NamedTuple):
    """A match's row in the database."""

    game: str
    options: dict[str, int | str | bool]
    status: str
    turn: int | None
    duty: bool
    drafts: dict[str, dict[str, object]]


def read_object(value: object) -> dict[str, Any]:
    """Return an object from a JSON column, which SQLite gives as text; {} for NULL."""
    return json.loads(value) if isinstance(value, str) else value or {}  # type: ignore[return-value] # an object of JSON


class Scene(ABC):
    """An activity at a table, act by act."""

    def __init__(self, table: Table, members: Sequence[Member], chance: random.Random) -> None:
        self.table = table
        self.members = members
        self.chance = chance

    @abstractmethod
    def next(self) -> Act | None:
        """Return the next act; None while no member has anything to do."""

    @property
    def quiet(self) -> bool:
        """Whether the bot has nothing to do for the scene by itself."""
        return True


class Match(Scene):
    """A match, and a new one when that is over or has lasted long enough."""

    opening: ClassVar[str]
    """The words that open a match, with fields for the members' mentions by number."""

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
        """Return the act by which the next member accepts or joins; None if all have."""
        joined = {p for (p,) in self._rows("SELECT person FROM events WHERE {0}")}
        who = next((m for m in self.members if m.id not in joined), None)
        if who is None:
            return None
        label = "Accept" if len(self.members) == 2 else "Join"
        return self._pressed(
            who, label, lambda: (who.id,) in self._rows("SELECT person FROM events WHERE {0}")
        )

    def _go_on(self, row: Row) -> Act | None:
        """Return a move of the member to move; None if it is a computer's turn."""
        if row.turn is None:
            return None
        person = self.players[row.turn]
        who = next((member for member in self.members if member.id == person), None)
        return None if who is None else self._move(who, self.position(row))

    def _move(self, who: Member, position: Position) -> Act:
        text = position.write(self.chance.choice(position.legal_moves()))
        said: list[Message] = []

        async def do() -> None:
            said.append(await self.table.say(who, text, reply_to=await self.newest()))

        def done() -> bool:
            source = f"message:{said[0].id}"
            return self._rows(
                f"SELECT count(*) FROM events WHERE {{0}} AND source = '{source}'"  # noqa: S608 - a number
            ) == [(1,)]

        return Act(f"{who.name}: {text}", do, done, sure=True)

    def _pressed(self, who: Member, label: str, done: Callable[[], bool]) -> Act:
        async def do() -> None:
            if not self._is_over:
                post = await self.newest()
                await self.table.discord.press(who, post, post.custom_id(label), patience=None)

        return Act(f"{who.name} presses {label}", do, lambda: done() or self._is_over)

    def _resign(self, who: Member) -> Act:
        async def do() -> None:
            board = await self.newest()
            press = self.table.discord.press
            asked = await press(who, board, board.custom_id("Resign"))
            question = self.table.private(who)
            yes = question.custom_id("Yes, I resign")
            assert asked.answered
            await press(who, question, yes, patience=None)

        return Act(f"{who.name} resigns", do, lambda: "resign" in self.kinds)

    @property
    def _is_over(self) -> bool:
        """Whether the match has ended, as unanswered challenges do after a day."""
        row = self.row
        return row is None or row.status == "over"

    # What is saved and shown

    def _rows(self, statement: str) -> list[tuple[object, ...]]:
        """Return the rows of a statement whose {0} is the condition for this match."""
        return self.table.query(statement.format(f'"match" = {self.match}'))

    @property
    def row(self) -> Row | None:
        """The saved row of the match; None before the match exists."""
        columns = "game, options, status, turn, duty, drafts"
        rows = self.table.query(f"SELECT {columns} FROM matches WHERE id = {self.match}")  # noqa: S608 - ours
        if not rows:
            return None
        game, options, status, turn, duty, drafts = rows[0]
        return Row(game, read_object(options), status, turn, bool(duty), read_object(drafts))

    @property
    def kinds(self) -> list[object]:
        """The kinds of the match's events, in order."""
        return [kind for (kind,) in self._rows("SELECT kind FROM events WHERE {0} ORDER BY number")]

    @property
    def players(self) -> list[object]:
        """The ids of the players, by seat."""
        return [who for (who,) in self._rows("SELECT person FROM seats WHERE {0} ORDER BY seat")]

    @property
    def quiet(self) -> bool:
        """Whether no computer has anything to do."""
        row = self.row
        return row is None or not row.duty

    def position(self, row: Row) -> Position:
        """Return the last saved position."""
        events = self._rows("SELECT position FROM events WHERE {0} ORDER BY number")
        text = [text for (text,) in events if text][-1]
        return engine.games[row.game].read(str(text), len(self.players), **row.options)

    async def newest(self) -> Message:
        """Return the match's newest post; wait for the first one of a match that just begins."""

        def found() -> list[Message]:
            return [post for post in self.table.posts if reference(post)[0] == self.match]

        await self.table.discord.until(lambda: bool(found()))
        return found()[-1]


class Duel(Match):
    """A match of two members."""

    opening = "challenge {1} frisian white"


class AgainstComputer(Match):
    """A match of a member against two computers."""

    opening = "play chinese-checkers 3 level 3"


class Vote(Match):
    """A match of three; one resigns, and the others vote whether a computer takes over."""

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
    """A match of two, who first set up their pieces in secret by direct messages."""

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
    """Days that pass, each with its puzzle of the day."""

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
        """The number of days with a puzzle, today included; 0 before the setting is made."""

    def next(self) -> Act:
        """Return the passing of a day or, the first time, the setting of the daily puzzle."""
        if not self.days:
            self.days = 1
            return Act("the puzzle of the day is asked for", self._ask, self.posted)
        return Act("a day passes", self._pass_a_day, self.posted, sure=True)

    def posted(self) -> bool:
        """Return whether each day has its puzzle, both posted and noted in the database.

        Raises AssertionError for too many puzzles.
        """
        kept = self.table.query("SELECT message FROM daily_puzzles ORDER BY day")
        posted = [post.id for post in puzzles(self.table)]
        assert len(posted) <= self.days, f"{len(posted)} puzzles in {self.days} days"
        return [message for (message,) in kept] == posted and len(posted) == self.days

    async def _ask(self) -> None:
        words = f"settings server hour 0 zone UTC daily <#{self.table.channel.id}>"
        said = f"{self.table.mention} {words}"
        await self.table.say(self.members[0], said, place=self.table.channel)
