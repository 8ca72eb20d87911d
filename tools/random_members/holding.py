"""The tournament, in which members play matches of all games at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from time import perf_counter

import pytest

import engine
from engine.table.record import Kind, Status
from tools.random_members import endings, incidents, moving, starting
from tools.random_members.audit import Audit
from tools.random_members.driver import Driver, Table
from tools.random_members.reconstruction import tables
from tools.random_members.world import World, opened

AT_ONCE = 6
"""The most matches played at a time."""

SHORTEST, LONGEST = 2, 12
"""The fewest and the most turns after which a match is ended as planned."""

TRIES = 5
"""The most attempts to propose a match, each in another way, if it cannot be begun."""

HAPPENING = 0.25
"""The share of acts that are an incident, not a move."""

NEARLY = timedelta(minutes=3)
"""A match whose time is up within this span is left to end, since other acts may take as long."""

AUDITED_EVERY = 60
"""The number of acts between two audits."""

Report = Callable[[str], None]


@dataclass(frozen=True)
class Summary:
    """The figures of a tournament."""

    seconds: float
    matches: int
    turns: int
    posts: int
    messages: int
    audits: int
    answers: int
    events: Counter[str]
    games: Counter[str]
    done: Counter[str]

    def lines(self) -> list[str]:
        """Return the lines of the report."""

        def listed(counted: Counter[str]) -> str:
            return ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))

        return [
            (
                f"{self.matches} matches, {self.turns} turns, {self.posts} posts, "
                f"{self.messages} messages, {self.answers} answers, {self.audits} audits: "
                f"all consistent after {self.seconds:.0f} s"
            ),
            f"games: {listed(self.games)}",
            f"events: {listed(self.events)}",
            f"done: {listed(self.done)}",
        ]


class Tournament:
    """A tournament of ``matches`` matches.

    With the same ``seed``, members act in the same way. Matches that are to end on the board are
    resigned after ``longest`` turns.
    """

    def __init__(self, world: World, matches: int, seed: int, longest: int, report: Report) -> None:
        self._driver = Driver(world, Audit(world), random.Random(seed))
        self._wanted, self._longest = matches, longest
        self._report = report
        self._games = cycle(sorted(engine.games))
        self._fates = cycle(endings.FATES)
        self._playing: list[Table] = []
        self._left: list[Table] = []
        self._made = 0
        self._acts = 0
        self._audits = 0

    async def play(self) -> None:
        """Play all matches; audit now and then, and at the end."""
        while self._made < self._wanted or self._playing:
            if self._made < self._wanted and len(self._playing) < AT_ONCE:
                await self._start()
            elif self._playing:
                await self._act(self._driver.chance.choice(self._playing))
            self._acts += 1
            if self._acts % AUDITED_EVERY == 0:
                await self._audit()
        await self._finish()

    async def _start(self) -> None:
        chance, fate, game = self._driver.chance, next(self._fates), next(self._games)
        turns = chance.randint(SHORTEST, LONGEST)
        if fate == "board":
            turns = self._longest
        elif fate == "abort":
            turns = chance.choice((0, 1))
        for _ in range(TRIES):
            table = await starting.start(self._driver, game, fate, turns)
            if table is not None:
                self._playing.append(table)
            if table is not None or fate in starting.NEVER_PLAYED:
                break
        self._made += 1
        if self._made % 10 == 0:
            self._report(f"{self._made} of {self._wanted} matches begun, {self._acts} acts")

    async def _act(self, table: Table) -> None:
        driver, match = self._driver, await self._driver.load(table)
        if match.status is Status.OVER:
            await self._ended(table)
        elif match.setting_up:
            await moving.set_up(driver, table)
        elif match.outcome is not None or len(match.turns) >= table.turns:
            if table.fate == "lapse":
                self._playing.remove(table)
                self._left.append(table)
            else:
                await endings.end(driver, table)
        elif match.deadline and match.deadline <= driver.world.env.now() + NEARLY:
            left = match.deadline - driver.world.env.now()
            await driver.world.wait(max(left, timedelta()) + timedelta(seconds=10))
            if match.time.claimed:
                await moving.move(driver, table)
        elif driver.chance.random() < HAPPENING:
            await self._happening(table)
        else:
            await moving.move(driver, table)

    async def _happening(self, table: Table) -> None:
        """Let the incident happen that has happened least often so far."""
        driver = self._driver
        some = driver.chance.sample(incidents.INCIDENTS, len(incidents.INCIDENTS))
        incident = min(some, key=lambda known: driver.done[known.__name__])
        driver.done[incident.__name__] += 1
        driver.story.append(f"{incident.__name__} in #{table.match}")
        await incident(driver, table)

    async def _ended(self, table: Table) -> None:
        driver = self._driver
        self._playing.remove(table)
        after = driver.chance.random()
        if (after < 0.2 or not driver.done["rematch"]) and self._made < self._wanted:
            again = await incidents.rematch(driver, table)
            if again is not None:
                self._made += 1
                driver.done["rematch"] += 1
                self._playing.append(again)
        elif after < 0.35:
            await incidents.decided_anew(driver, table)
            driver.done["decided anew"] += 1
        elif after < 0.6:
            await incidents.steps_through(driver, table)
            driver.done["stepped through"] += 1

    async def _finish(self) -> None:
        """Let time close all open matches, then audit everything."""
        world = self._driver.world
        await world.away(timedelta(days=28))
        await world.quiet()
        await self._audit()
        await world.away(timedelta(days=4))
        await world.quiet()
        for match in await world.store.matches():
            assert match.status is Status.OVER, f"#{match.id} is {match.status}"
        await self._audit(final=True)
        await world.restart()
        await self._audit(final=True)

    async def _audit(self, *, final: bool = False) -> None:
        await self._driver.world.wait(timedelta(minutes=1))
        await self._driver.audit.check(final=final)
        self._audits += 1

    @property
    def story(self) -> list[str]:
        """The last acts, oldest first."""
        return list(self._driver.story)

    def summary(self, seconds: float) -> Summary:
        """Return the figures, from the database's file."""
        world, rows = self._driver.world, tables(self._driver.world.file)
        events = [event for events in rows.events.values() for event in events]
        channels = [channel for server in world.servers for channel in server.channels]
        return Summary(
            seconds=seconds,
            matches=len(rows.matches),
            turns=sum(event["kind"] == Kind.MOVE for event in events),
            posts=sum(map(len, rows.posts.values())),
            messages=sum(len(world.messages(channel)) for channel in channels),
            audits=self._audits,
            answers=self._driver.audit.answers,
            events=Counter(event["kind"] for event in events),
            games=Counter(row["game"] for row in rows.matches.values()),
            done=self._driver.done,
        )


async def hold(
    file: Path, matches: int, seed: int, report: Report, *, longest: int = 120
) -> Summary:
    """Hold a tournament with its database in a new file; return its figures.

    Raises AssertionError with all faults found.
    """
    with _lots_by(seed):
        return await _hold(file, matches, seed, report, longest)


async def _hold(file: Path, matches: int, seed: int, report: Report, longest: int) -> Summary:
    begun = perf_counter()
    async with opened(file) as world:
        tournament = Tournament(world, matches, seed, longest, report)
        try:
            await tournament.play()
        except Exception as error:
            error.add_note("\n".join(tournament.story))
            raise
        return tournament.summary(perf_counter() - begun)


@contextmanager
def _lots_by(seed: int) -> Iterator[None]:
    """Make the bot draw the same lots in each tournament with this seed."""
    seeds = random.Random(seed)

    class Seeded(random.Random):
        def __init__(self, given: int | None = None) -> None:
            super().__init__(seeds.getrandbits(64) if given is None else given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random, "Random", Seeded)
        yield
