"""A season: clubs that play while their bots are killed, and the checks after each death."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import engine
from tests.loopback.killing import KILLED
from tests.loopback.server import LoopbackDiscord
from tests.loopback.shared import SharedTable
from tests.loopback.table import CAUGHT_UP, Table
from tests.postgres import Server
from tools.random_kills import event_scenes
from tools.random_kills.crowd_scenes import Ballots, Relay, audit
from tools.random_kills.scenes import (
    Act,
    AgainstComputer,
    Daily,
    Duel,
    Scene,
    SetUp,
    Vote,
    read_object,
)

KILLS = 25
"""The number of kills after which there are a new Discord and a new database."""

LATEST = 0.4
"""The most seconds from the last act to the kill; after a start, it is twice this time."""

DAYS = 0.15
"""The share of kills at which a day passes instead of other acts."""

AGAIN = 0.3
"""The share of starts that are killed, too."""

Report = Callable[[str], None]


class Club:
    """A table with several scenes at once."""

    def __init__(self, table: Table, chance: random.Random, clubs: list[Club]) -> None:
        world, guild = table.discord.world, table.guild
        more = [world.member(guild, f"Member {number}") for number in range(1, 16)]
        self.table = table
        self._clubs = clubs
        self.players = more[11:]
        self.daily = Daily(table, [table.ann], chance, self._pass_a_day)
        self.scenes: list[Scene] = [
            Duel(table, [table.ann, table.ben], chance),
            AgainstComputer(table, more[:1], chance),
            Vote(table, more[1:4], chance),
            SetUp(table, more[4:6], chance),
            Relay(table, more[6:8], chance),
            Ballots(table, more[8:11], chance),
            event_scenes.Event(table, self.players, chance),
        ]

    async def _pass_a_day(self) -> None:
        """Skip a day in all clubs; set the bots' clocks before Discord's time reaches them."""
        self.table.ahead += timedelta(days=1)
        discord = self.table.discord
        discord.rest.open.clear()
        discord.world.snowflakes.ahead_ms = self.table.ahead // timedelta(milliseconds=1)
        try:
            for club in self._clubs:
                club.daily.days += club.daily.days > 0
                club.table.ahead = self.table.ahead
                if club.table.bot.status is None:
                    await club.table.bot.set_clock(self.table.ahead.total_seconds())
        finally:
            discord.rest.open.set()

    async def start(self, *, forget: bool) -> None:
        """Start the bot, and wait until it has read the messages typed meanwhile."""
        table = self.table
        await table.restart(CAUGHT_UP, forget=forget)
        await table.discord.until(lambda: "told: Recovery.catch_up" in table.bot.log)

    async def quiet(self) -> None:
        """Wait until the bot has nothing to do in any scene, and everything saved is shown."""
        for scene in self.scenes:
            await self.table.discord.until(lambda scene=scene: scene.quiet)  # type: ignore[misc] # mypy infers no lambda with a default
        await self.table.settled()
        await self.table.tidy()

    def said(self) -> list[str]:
        """Return the bot's last messages other than posts, in the channel and in DMs."""
        world = self.table.discord.world
        direct = [c for c in world.channels.values() if c.recipient is not None]
        private = [post.text for channel in direct for post in self.table.discord.posts(channel)]
        return [*self.table.replies[-3:], *private[-3:]]

    async def check(self) -> None:
        """Raise AssertionError unless every record follows the rules, and is shown once.

        Bots act by themselves, too, after days have passed: they stand still meanwhile.
        """
        while True:
            await self.quiet()
            with self._standing_still():
                if self.table.is_settled:
                    self._check()
                    return

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        """Return a context in which the bots of all clubs are stopped."""
        bots = [club.table.bot for club in self._clubs]
        for bot in bots:
            bot.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for bot in bots:
                bot.send_signal(signal.SIGCONT)

    def _check(self) -> None:
        self.table.check_shown()
        audit(self.table)
        event_scenes.audit(self.table)
        for process in self.table.processes:
            assert "Traceback" not in process.log
        for number, game, options in self.table.query("SELECT id, game, options FROM matches"):
            self._check_line(number, game, options)

    def _check_line(self, number: int, game: str, options: object) -> None:
        """Raise an error unless each saved move is legal and leads to its saved position."""
        read = read_object(options)
        seats = self.table.query(f'SELECT seat FROM seats WHERE "match" = {number}')  # noqa: S608 - a number
        rows = self.table.query(
            f'SELECT kind, text, position FROM events WHERE "match" = {number} ORDER BY number'  # noqa: S608 - a number
        )
        before = None
        for kind, text, after in rows:
            if kind == "move" and before is not None:
                position = engine.games[game].read(before, len(seats), **read)
                for move in position.parse_all(text):
                    position = position.play(move)
                assert position.fen() == after, f"match {number}: {text} in {before} gave {after}"
            before = after or before


class Season:
    """Clubs that play one after another while their bots are killed."""

    def __init__(self, seed: int, report: Report) -> None:
        self.chance = random.Random(seed)
        self.killed = 0
        self.acts = 0
        self.again = 0
        """The number of presses and commands without an effect, which were done again."""
        self._report = report

    async def hold(self, kills: int, folder: Path, server: Server | None) -> None:
        """Hold the season: kill bots at least ``kills`` times, and report the progress.

        Raises AssertionError or TimeoutError if anything is lost, doubled or wrong. With a
        ``server``, there are two clubs of one shard each on PostgreSQL.
        """
        began = time.monotonic()
        for number in range(1, -(-kills // KILLS) + 1):
            async with LoopbackDiscord() as discord:
                if server is None:
                    await self._play(_file(discord, folder / f"{number}.db"))
                else:
                    name = await server.new(await server.migrated())
                    await self._play(await _shared(discord, server, name))
                    await server.drop(name)
            spent = time.monotonic() - began
            self._report(
                f"{self.killed} kills, {self.acts} acts, {self.again} pressed again, {spent:.0f} s"
            )

    async def _play(self, tables: Sequence[Table]) -> None:
        clubs: list[Club] = []
        clubs += [Club(table, self.chance, clubs) for table in tables]
        try:
            for club in clubs:
                await event_scenes.hold_event(club.table, club.players)
            for club in clubs:
                await club.start(forget=False)
            last = self.killed + KILLS
            while self.killed < last:
                await self._die(self.chance.choice(clubs))
                await _posted_today(clubs)
            for club in clubs:
                await club.check()
                await club.table.leave()
                await club.check()
        except BaseException:
            for table in tables:
                for process in table.processes[-3:]:
                    self._report(process.log[-4000:])
            raise
        finally:
            for table in tables:
                for process in table.processes:
                    await process.end()

    async def _die(self, club: Club) -> None:
        """Do some acts, kill the bot and start it; check that all has had its effect once."""
        acts = [act for scene in self._some(club) if (act := scene.next()) is not None]
        story = "; ".join(act.what for act in acts)
        try:
            for act in acts:
                await act.do()
            await self._kill(club.table, LATEST)
            while self.chance.random() < AGAIN:
                club.table.new_bot()
                await club.table.bot.start()
                await self._kill(club.table, 2 * LATEST)
            await club.start(forget=self.chance.random() < 0.5)
            for act in acts:
                await self._see_to(club, act)
            await club.check()
        except BaseException as error:
            error.add_note(f"After {self.killed} kills: {story}")
            raise
        self.acts += len(acts)

    def _some(self, club: Club) -> list[Scene]:
        """Return random scenes for the next acts.

        A day passes alone, since matches that wait for people may end while it does.
        """
        if self.chance.random() < DAYS:
            return [club.daily]
        return self.chance.sample(club.scenes, self.chance.randint(1, 3))

    async def _kill(self, table: Table, latest: float) -> None:
        await asyncio.sleep(self.chance.uniform(0, latest))
        assert await table.bot.kill() == KILLED, table.bot.log
        self.killed += 1

    async def _see_to(self, club: Club, act: Act) -> None:
        """Wait for the effect of an act; do it again if it may have been lost, and was."""
        if not act.sure and not act.done():
            await club.quiet()
            if not act.done():
                self.again += 1
                await act.do()
        try:
            await club.table.discord.until(act.done)
        except TimeoutError as error:
            error.add_note(f"Missing: {act.what}. Said last: {club.said()}")
            raise


async def _posted_today(clubs: Sequence[Club]) -> None:
    """Wait until each club with a daily puzzle has today's."""
    for club in clubs:
        if club.daily.days:
            await club.table.discord.until(club.daily.posted)


def _file(discord: LoopbackDiscord, file: Path) -> list[Table]:
    guild = discord.world.guild()
    channel = discord.world.channel(guild, "draughts")
    ann, ben = (discord.world.member(guild, name) for name in ("Ann", "Ben"))
    return [Table(discord, guild, channel, ann, ben, file)]


async def _shared(discord: LoopbackDiscord, server: Server, name: str) -> list[Table]:
    """Return two tables, each on a server of its own shard, that share one database."""
    tables: list[Table] = []
    for shard in range(2):
        guild = discord.world.guild(f"Club {shard}", shard=shard, shards=2)
        channel = discord.world.channel(guild, "draughts")
        ann, ben = (discord.world.member(guild, who) for who in ("Ann", "Ben"))
        table = SharedTable(
            discord, guild, channel, ann, ben, Path(),
            host=str(server.folder), name=name, shard=shard,
        )  # fmt: skip
        await table.lay()
        tables.append(table)
    return tables
