"""The year, day by day and step by step: acts of members and the owner, restarts and outages."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from cogs.client.client import Damier
from cogs.client.operator_settings import OperatorSettings
from cogs.events.card import EventAction
from data import Store
from engine.table.record import OPEN, Status
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Recurs
from tests.simulator import patient_paces
from tools.random_members.audit import Audit
from tools.random_members.driver import Driver
from tools.random_members.world import World, opened
from tools.year.acts import Acts
from tools.year.clock import LIVE, LOOKED, PAUSE, QUIET, Pace
from tools.year.owner import Owner
from tools.year.people import (
    DEPARTURES,
    HOLIDAYS,
    NAMES,
    SAID,
    Person,
    person,
)
from tools.year.pictures import ShortMemory
from tools.year.report import Ledger

DAY: Final = timedelta(days=1)

NIGHT: Final = (1, 6)
"""The hours (UTC) in which only the bot is awake."""

SOON: Final = timedelta(minutes=40)
"""From this time before a Swiss calls its players, all look as often as while it is played."""

RESTARTS: Final = (1, 5)
"""The days of the week (0 is Monday) with a restart, at any hour; one is on a weekend."""

OUTAGE: Final = 9
"""The day of each month with an outage."""

SETTING: Final = 2
"""The day of the week (0 is Monday) on which the owner changes a setting."""

VANISHING: Final = 6
"""The day of each month on which a channel is deleted."""

MOST_A_STEP: Final = 12
"""The most answers to matches in one step; others wait for the next step."""

Report = Callable[[str], None]

Act = Callable[[], Awaitable[object]]


@dataclass
class Year:
    """A club over a year."""

    world: World
    acts: Acts
    owner: Owner
    people: list[Person]
    ledger: Ledger
    pace: Pace
    report: Report
    _ready: dict[tuple[int, int, int], datetime] = field(default_factory=dict)
    """The times at which people act in matches, by match, its version (-1 to join) and person."""
    _asked: set[tuple[int, int, str]] = field(default_factory=set)
    """The decisions that people have made: the event or match, the person, and the question."""

    @property
    def chance(self) -> random.Random:
        """The random numbers of the year."""
        return self.acts.chance

    @property
    def now(self) -> datetime:
        """The time in the club."""
        return self.world.env.now()

    async def spend(self, days: int, minutes: float) -> None:
        """Simulate ``days`` days, for no more than about ``minutes`` minutes; report each month."""
        await self.owner.settle_in()
        ends = time.monotonic() + 60 * minutes
        for number in range(1, days + 1):
            began, month = time.process_time(), self.now.month
            await self._day()
            self.ledger.end_of_day(self.world, time.process_time() - began)
            late = time.monotonic() > ends
            if self.now.month != month or number == days or late:
                self.report(self.ledger.month(self.world, number))
            if late:
                break
        await self._wait(QUIET)

    def lines(self) -> Iterator[str]:
        """Return the lines of the report."""
        return self.ledger.lines(self.world, self.acts)

    # A day

    async def _day(self) -> None:
        midnight = datetime.combine(self.now.date(), datetime.min.time(), UTC)
        ends, planned = midnight + DAY, self._plan(midnight)
        while (now := self.now) < ends:
            while planned and planned[0][0] <= now:
                await planned.pop(0)[1]()
            live = self._is_live(now)
            self.pace.every = LOOKED if live else QUIET
            await self._members(live=live)
            step = LIVE if live else QUIET
            if NIGHT[0] <= now.hour < NIGHT[1]:
                step = timedelta(hours=NIGHT[1] - now.hour)
            await self._wait(max(min(step, ends - self.now), timedelta()))

    def _plan(self, midnight: datetime) -> list[tuple[datetime, Act]]:
        """Return the times and the acts of the owner and the world on a day, in order of time."""
        chance, day = self.chance, midnight.date()
        found: list[tuple[datetime, Act]] = []

        def at(act: Act, first: int = 0, last: int = 23) -> None:
            minutes = chance.randrange(60 * first, 60 * last + 59)
            found.append((midnight + timedelta(minutes=minutes), act))

        if day.weekday() in RESTARTS:
            at(self._restart)
        if day.weekday() == SETTING:
            at(self.owner.change_something, 9, 21)
        if day.day == OUTAGE:
            at(self._outage)
        if day.day == VANISHING:
            at(self.owner.lose_a_channel, 9, 20)
        at(self.owner.move_events, 21, 22)
        at(self._gather_anew, 8, 9)
        at(self._lives, 7, 8)
        return sorted(found, key=lambda one: one[0])

    async def _wait(self, span: timedelta) -> None:
        """Let time pass while the bot runs."""
        if span > timedelta():
            async with self.acts.timed("time passes"):
                await self.world.env.advance_time(span.total_seconds())

    def _is_live(self, now: datetime) -> bool:
        """Return whether the evening of the Swiss is on, or about to begin."""
        phases = (Phase.CHECK_IN.value, Phase.RUNNING.value)
        rows = self._query(
            "SELECT phase, due FROM tournaments WHERE form = 'swiss' AND ended IS NULL"
        )
        soon = (now + SOON).isoformat(sep=" ")
        return any(phase in phases or (due is not None and str(due) < soon) for phase, due in rows)

    # Members

    async def _members(self, *, live: bool) -> None:
        """Have everybody who is awake answer what waits for them, and some begin something."""
        playing = await self._playing_live() if live else set()
        awake = {
            one.id: one
            for one in self.people
            if one.is_awake(self.now) or (one.id in playing and not one.gone)
        }
        if not awake:
            return
        await self._events(awake)
        for number, version, who, is_live in self._waiting():
            one = awake.get(who)
            if one is None:
                continue
            key = (number, version, who)
            if key not in self._ready:
                self._ready[key] = self.now + one.answer_after(self.chance, live=is_live)
        due = sorted(
            (moment, key)
            for key, moment in self._ready.items()
            if moment <= self.now and key[2] in awake
        )
        for _, key in due[:MOST_A_STEP]:
            del self._ready[key]
            if key[1] < 0:
                await self.acts.join_seat(awake[key[2]], key[0])
            else:
                await self.acts.answer(awake[key[2]], key[0])
        if live:
            return
        steps_a_day = 30
        for one in awake.values():
            if self.chance.random() < one.keen / steps_a_day:
                await self.acts.begin(one, self.people)
        await self._votes(awake)

    async def _playing_live(self) -> set[int]:
        """Return the players of a Swiss, who stay awake until it is over."""
        events, found = self.world.store.tournaments, set[int]()
        for number in await events.in_server(self.acts.server.guild.id):
            event = await events.load(number)
            if event.terms.form is Form.SWISS:
                there = event.state.entrants.values()
                found |= {one.player for one in there if one.checked_in and not one.withdrawn}
        return found

    def _waiting(self) -> list[tuple[int, int, int, bool]]:
        """Return the matches that wait for people: match, version, person, and whether it is live.

        An open seat has version -1.
        """
        found = []
        rows = self._query(
            "SELECT id, version, awaited, time, status FROM matches WHERE status != 'over'"
        )
        seats = dict[int, list[int]]()
        for number, who in self._query(
            'SELECT "match", person FROM seats WHERE "match" IN '
            "(SELECT id FROM matches WHERE status != 'over') ORDER BY seat"
        ):
            seats.setdefault(number, []).append(who)
        for number, version, awaited, limit, status in rows:
            for seat, who in enumerate(seats[number]):
                if who > 0 and ((awaited or 0) >> seat) & 1:
                    found.append((number, version, who, limit.endswith("min")))
            if status == Status.CHALLENGE.value and OPEN in seats[number]:
                taker = self.people[number % len(self.people)]  # the person who would join
                if taker.id not in seats[number]:
                    found.append((number, -1, taker.id, False))
        return found

    async def _votes(self, awake: dict[int, Person]) -> None:
        """Have some people take part in the vote of the day."""
        for match in await self.world.store.matches(status=Status.LIVE):
            if match.people[match.position.turn] not in match.crowds:
                continue
            for one in awake.values():
                key = (match.id, one.id, f"vote {len(match.line)}")
                if key in self._asked or self.chance.random() > one.keen / 10:
                    continue
                self._asked.add(key)
                await self.acts.vote(one, match, self.owner.crowds)

    async def _events(self, awake: dict[int, Person]) -> None:
        """Have some people join events, check in, and challenge on the ladder."""
        events = self.world.store.tournaments
        for number in await events.in_server(self.acts.server.guild.id):
            event = await events.load(number)
            for one in awake.values():
                entrant = event.state.entrants.get(one.id)
                if event.phase in {Phase.SIGN_UP, Phase.CHECK_IN} and entrant is None:
                    if self._once(number, one, "join", 0.7):
                        every = event.terms.recurs is not Recurs.NEVER
                        await self.acts.press_card(
                            one, number, EventAction.EVERY if every else EventAction.JOIN
                        )
                elif event.phase is Phase.CHECK_IN and entrant and not entrant.checked_in:
                    if self._once(number, one, "check in", 0.85):
                        await self.acts.press_card(one, number, EventAction.CHECK_IN)
                elif event.phase is Phase.RUNNING and event.terms.form is Form.LADDER:
                    if entrant is None and self._once(number, one, "enter", 0.7):
                        await self.acts.press_card(one, number, EventAction.JOIN)
                    elif entrant and self.chance.random() < one.keen / 150:
                        await self.acts.climb(one, number)

    def _once(self, number: int, one: Person, what: str, chance: float) -> bool:
        """Return whether a person does something about an event; each decides only once."""
        key = (number, one.id, what)
        if key in self._asked:
            return False
        self._asked.add(key)
        return self.chance.random() < chance

    # Events of the year

    async def _lives(self) -> None:
        """Have some people go on holiday, leave the server, or return to it."""
        for one in self.people:
            if one.gone:
                if self.chance.random() < 1 / 20:
                    self._return(one)
            elif one.away <= self.now and self.chance.random() < HOLIDAYS:
                days = self.chance.randint(3, 14)
                if self.chance.random() < SAID:
                    await self.acts.holiday(one, days)
                one.away = self.now + timedelta(days=days)
                self.acts.driver.done["a holiday"] += 1
            elif self.chance.random() < DEPARTURES:
                self.world.env.backend.remove_member(self.acts.server.guild.id, one.id)
                one.gone = True
                self.acts.driver.done["a departure"] += 1
        await self.world.env.settle()

    def _return(self, one: Person) -> None:
        server = self.acts.server
        one.actor = server.guild.add_member(one.actor.user)
        server.members[one.id] = one.actor
        one.gone = False
        self.acts.driver.done["a return"] += 1

    async def _gather_anew(self) -> None:
        """Begin the next match of all members if none is live."""
        matches = await self.world.store.matches()
        if not any(one.crowds and one.status is not Status.OVER for one in matches):
            await self.owner.gather()

    async def _restart(self) -> None:
        async with self.acts.timed("a restart"):
            await self.world.restart()
        self.acts.driver.done["a restart"] += 1

    async def _outage(self) -> None:
        """Stop the bot for some hours, up to two days."""
        span = timedelta(hours=self.chance.choice((2, 9, 30, 48)))
        await self.world.leave()
        self.world.env.backend.advance_clock(span.total_seconds())
        async with self.acts.timed("a start after an outage"):
            await self.world.restart()
        self.acts.driver.done["an outage"] += 1

    def _query(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.world.file}?mode=ro", uri=True)) as connection:
            found: list[tuple[Any, ...]] = connection.execute(query, values).fetchall()
        return found


@asynccontextmanager
async def lived(folder: Path, members: int, seed: int, report: Report) -> AsyncIterator[Year]:
    """Open a club of ``members`` members, with its database and its backups in a folder."""
    operator = OperatorSettings(backup_dir=folder / "backups")

    def make(store: Store) -> Damier:
        paces = patient_paces(edited_every=PAUSE, old_edited_every=PAUSE)
        return Damier(store, operator_settings=operator, shard_count=1, paces=paces)

    pace, chance = Pace(), random.Random(seed)
    with pace.kept():
        async with opened(folder / "damier.db", ("en-US",), NAMES[:members], make) as world:
            world.env.backend.cdn = ShortMemory()
            driver = Driver(world, Audit(world), chance)
            acts = Acts(driver)
            members_ = world.servers[0].members.values()
            people = [person(one, number, chance) for number, one in enumerate(members_)]
            ledger = Ledger(folder, members)
            yield Year(world, acts, Owner(acts), people, ledger, pace, report)
