"""Make a large database, unless it was made before, and measure the real bot on it."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter

from engine.game import Position
from engine.values import Move
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Channel, Member
from tools.benchmarks.many_matches.club import Copied, Size, settle
from tools.benchmarks.many_matches.database import Made, copied, made
from tools.benchmarks.many_matches.watched_bot import LINE

PATIENCE = 300.0
FIRST = 60.0
"""The seconds after a start in which the bot gives time back and draws boards ahead."""

QUIET = 0.04
"""A bot that uses a smaller part of a processor than this counts as idle."""

LISTS: Mapping[str, Mapping[str, str]] = {
    "games": {},
    "lobby": {},
    "mygames": {},
    "history": {},
    "history game:frisian": {"game": "frisian"},
    "leaderboard": {"game": "frisian"},
    "profile": {},
}


class Table:
    """A bot on a loopback Discord of its own, with the matches in its database."""

    def __init__(self, discord: LoopbackDiscord, database: Made, file: Path) -> None:
        self.discord, self.database = discord, database
        self.positions: dict[int, Position] = {}
        env = {"DATABASE_URL": f"sqlite+aiosqlite:///{file}", "LOG_LEVEL": "WARNING"}
        self.bot: BotProcess = discord.bot(
            "tools.benchmarks.many_matches.watched_bot", env=env, fresh=True
        )
        settle(discord.world, database.places)
        self.chance = random.Random(5)
        self.live = list(database.matches["live"])
        self.chance.shuffle(self.live)
        self._next = 0

    # The process

    @property
    def processor_time(self) -> float:
        """The processor seconds that the bot has used so far, ended threads included."""
        fields = (
            Path(f"/proc/{self.bot.pid}/stat")
            .read_text(encoding="utf-8")
            .rpartition(")")[2]
            .split()
        )
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident(self) -> float:
        """The bot's resident memory, in MiB."""
        lines = Path(f"/proc/{self.bot.pid}/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    async def quiet(self) -> None:
        """Wait until the bot is idle."""
        while True:
            before = self.processor_time
            await asyncio.sleep(1)
            if self.processor_time - before < QUIET:
                return

    async def held(self) -> str:
        """Return, as text, the longest time the event loop was held since the last call."""
        before = self.bot.log.count(LINE)
        self.bot.send_signal(signal.SIGUSR1)
        await self.discord.until(lambda: self.bot.log.count(LINE) > before, PATIENCE)
        line = self.bot.log[self.bot.log.rindex(LINE) + len(LINE) :].splitlines()[0]
        told = json.loads(line)
        what = f" ({told['what']})" if told["cpu"] > 20 else ""
        return f"{told['cpu']:.0f} ms of processor time, {told['clock']:.0f} ms{what}"

    # Acts

    async def turn(self) -> float:
        """Play a turn in the next match that is not over; return its milliseconds."""
        while True:
            one = self.live[self._next % len(self.live)]
            self._next += 1
            if (found := self.move_in(one)) is not None:
                return await self.play(one, *found)

    def move_in(self, one: Copied) -> tuple[Move, str] | None:
        """Return a move of a match and its text, or None if there is none.

        The text is unambiguous, and its move needs no confirmation.
        """
        position = self._position(one)
        if position.outcome() is not None:
            return None
        moves = position.legal_moves()
        for move in self.chance.sample(moves, len(moves)):
            text = position.write(move)
            if position.claiming.warning(move) is None and len(position.parse_all(text)) == 1:
                return move, text
        return None

    async def play(self, one: Copied, move: Move, text: str) -> float:
        """Play a move; return the milliseconds until its board is in the channel.

        Raises TimeoutError if no board comes.
        """
        position = self._position(one)
        channel = self.discord.world.channels[one.channel]
        person = self._member(one.place.guild, self._player(one, position))
        shown, began = len(self.discord.posts(channel)), perf_counter()
        await self.discord.say(person, channel, text)
        try:
            await self.discord.until(lambda: len(self.discord.posts(channel)) > shown, PATIENCE)
        except TimeoutError:
            sys.stdout.write(f"No board of match {one.id} after {text}\n{self.bot.log}\n")
            raise
        took = (perf_counter() - began) * 1000
        self.positions[one.id] = position.play(move)
        return took

    def untouched(self) -> dict[int, list[Copied]]:
        """Return the matches without a clock in which no turn was played here, by pattern.

        The bot has not read them either: after a start, it reads only matches with a clock.
        """
        found: dict[int, list[Copied]] = defaultdict(list)
        for one in self.live:
            if (
                one.id not in self.positions
                and not self.database.patterns["live"][one.pattern].time
            ):
                found[one.pattern].append(one)
        return found

    def _position(self, one: Copied) -> Position:
        known = self.positions.get(one.id)
        return known or self.database.patterns["live"][one.pattern].position

    def _player(self, one: Copied, position: Position) -> int:
        pattern = self.database.patterns["live"][one.pattern]
        people = list(dict.fromkeys(pattern.people))
        return one.people[people.index(pattern.players[position.turn])]

    def _member(self, guild: int, person: int) -> Member:
        return self.discord.world.guilds[guild].members[person]

    async def list_(self, name: str, options: Mapping[str, str], one: Copied) -> float:
        """Use a slash command; return the milliseconds until it is answered."""
        channel: Channel = self.discord.world.channels[one.channel]
        who = self._member(one.place.guild, one.people[0])
        began = perf_counter()
        command = name.split(maxsplit=1)[0]
        await self.discord.slash(who, channel, command, options, patience=PATIENCE)
        return (perf_counter() - began) * 1000


def show(text: str) -> None:
    """Print a line and flush the output."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def figures(times: list[float]) -> str:
    """Return the median and the 99th percentile of times in milliseconds, as text."""
    return f"median {median(times):.1f} ms, p99 {quantiles(times, n=100)[98]:.1f} ms"


async def timed(what: Callable[[], Awaitable[float]], many: int) -> list[float]:
    """Call and await ``what`` ``many`` times; return its results."""
    return [await what() for _ in range(many)]


class SameTurns:
    """Turns played in both bots, one right after the other, and their milliseconds by kind.

    A cold turn is the first of a match since the bot's start: the bot reads the match from its
    database, as for the first move after a restart. A warm turn is the next one of the same match.
    Both bots get the same move in the same position, and take turns in being first.
    """

    def __init__(self, many: Table, single: Table) -> None:
        self.tables = {"few matches": single, "many matches": many}
        self.times: dict[str, dict[str, list[float]]] = {
            kind: {name: [] for name in self.tables} for kind in ("cold", "warm")
        }
        free, others = single.untouched(), many.untouched()
        self._pairs = [
            {"few matches": one, "many matches": other}
            for pattern in sorted(free)
            for one, other in zip(free[pattern], others[pattern], strict=False)
        ]
        many.chance.shuffle(self._pairs)

    async def play(self) -> bool:
        """Play a cold and a warm turn in both bots; return False if no untouched match is left."""
        if not self._pairs:
            return False
        pair = self._pairs.pop()
        for kind in self.times:
            found = self.tables["many matches"].move_in(pair["many matches"])
            if found is None:
                break
            names = list(self.tables) if len(self._pairs) % 2 else list(self.tables)[::-1]
            for name in names:
                took = await self.tables[name].play(pair[name], *found)
                self.times[kind][name].append(took)
        return True

    def show(self, when: str) -> None:
        """Print the turns' times, and the ratio of many matches to few."""
        for kind, times in self.times.items():
            for name, some in times.items():
                show(f"{name}: a {kind} turn {when} {figures(some)} ({len(some)} turns)")
            ratio = median(times["many matches"]) / median(times["few matches"])
            show(f"{when} a {kind} turn is {ratio:.2f} times as long")


async def first_minute(many: Table, single: Table) -> None:
    """Print turns of the large bot in the first minute after its start beside a small, idle bot's.

    The large bot is catching up at that time. Cold turns are compared with cold ones, and warm
    turns with warm ones: see ``SameTurns``.
    """
    await single.bot.ready(PATIENCE)
    await single.quiet()
    turns = SameTurns(many, single)
    await many.bot.ready(PATIENCE)
    began, spent = perf_counter(), {name: one.processor_time for name, one in turns.tables.items()}
    while perf_counter() - began < FIRST and await turns.play():
        pass
    turns.show("in the first minute")
    for name, table in turns.tables.items():
        cpu = table.processor_time - spent[name]
        show(f"{name}: {cpu:.1f} s of processor time in {perf_counter() - began:.0f} s")
    await many.quiet()
    show(f"many matches: all done after {perf_counter() - began:.1f} s, {many.resident:.0f} MiB")


async def started(table: Table, name: str) -> None:
    """Start a bot and print the time until its first turn is played, and until it is idle."""
    began = perf_counter()
    await table.bot.ready(PATIENCE)
    connected = f"{perf_counter() - began:.2f} s ({table.processor_time:.2f} of the processor)"
    first = await table.turn()
    ready = f"{perf_counter() - began:.2f} s ({table.processor_time:.2f} of the processor)"
    await table.quiet()
    show(
        f"{name}: connected after {connected}, first turn played after {ready} "
        f"(it took {first:.0f} ms), all done after {perf_counter() - began:.1f} s"
    )
    show(f"{name}: {table.resident:.0f} MiB after the start")
    show(f"{name}: held at most {await table.held()} in the start")


async def measure(large: Made, small: Made, given: argparse.Namespace, folder: Path) -> None:
    """Print all figures."""
    async with LoopbackDiscord() as one, LoopbackDiscord() as other:
        many = Table(one, large, copied(large.file, folder / "large.db"))
        single = Table(other, small, copied(small.file, folder / "small.db"))
        show(f"load average {os.getloadavg()[0]:.1f}")
        if given.first_minute:
            await first_minute(many, single)
            return
        await started(single, "few matches")
        await started(many, "many matches")
        for table in (many, single):
            await timed(table.turn, 5)
            table.bot.send_signal(signal.SIGUSR2)
        turns = SameTurns(many, single)
        spent = {name: table.processor_time for name, table in turns.tables.items()}
        for _ in range(given.turns // 2):
            await turns.play()
        turns.show("later")
        for name, table in turns.tables.items():
            cpu = (table.processor_time - spent[name]) / given.turns * 1000
            show(f"{name}: {cpu:.1f} ms of processor time for a turn")
        many.bot.send_signal(signal.SIGUSR2)
        await many.held()
        for name, options in LISTS.items():
            chosen, began = many.chance.sample(many.live, given.lists), many.processor_time
            times = [await many.list_(name, options, one) for one in chosen]
            biggest = [one for one in many.live if one.place is large.places[0]][: given.lists]
            there = [await many.list_(name, options, one) for one in biggest]
            cpu = (many.processor_time - began) / len(times + there) * 1000
            show(
                f"/{name}: {cpu:.0f} ms of processor time, {figures(times)}; on the largest server "
                f"{figures(there)}; held at most {await many.held()}"
            )
        began = perf_counter()
        await timed(many.turn, given.hour)
        took = perf_counter() - began
        show(f"{given.hour} turns in {took:.0f} s; {many.resident:.0f} MiB after them")
        show(f"held at most {await many.held()} in them")
        await many.quiet()
        before = {table: table.processor_time for table in (single, many)}
        await asyncio.sleep(given.idle)
        for table, name in ((single, "few matches"), (many, "many matches")):
            spent_idle = (table.processor_time - before[table]) * 1000
            show(f"{name}: {spent_idle:.0f} ms of processor time in {given.idle} idle seconds")
        show(f"many matches: held at most {await many.held()} in them")
        show(f"load average {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Make the databases unless they exist, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(gettempdir()) / "damier-scale")
    parser.add_argument("--ended", type=int, default=50_000)
    parser.add_argument("--ended-turns", type=int, default=40)
    parser.add_argument("--live", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=150)
    parser.add_argument("--lists", type=int, default=10)
    parser.add_argument("--hour", type=int, default=2_000, help="turns, as many as an hour has")
    parser.add_argument("--idle", type=int, default=65)
    parser.add_argument("--first-minute", action="store_true", help="measure that, and no more")
    given = parser.parse_args()
    size = replace(Size(), live=given.live, ended=given.ended, ended_turns=given.ended_turns)
    large = made(given.folder, size)
    small = made(given.folder, Size(live=1200, ended=0, challenges=0, channels=1200, persons=400))
    show(f"{large.file}: {large.file.stat().st_size / 2**20:.0f} MiB")
    with TemporaryDirectory(dir=given.folder) as folder:
        asyncio.run(measure(large, small, given, Path(folder)))


if __name__ == "__main__":
    main()
