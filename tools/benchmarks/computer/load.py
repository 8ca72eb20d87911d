"""The cost of thinking for everybody else: ``python -m tools.benchmarks.computer.load``.

The real bot is a process of its own on the loopback Discord, with a database on disk, and
computers of level 8 think in further processes. The program prints

- the lag of an event loop that only asks for thoughts, 8 at a time, and of an idle one;
- the lag of the bot's event loop and the time of a person's turn in a match of people, first with
  no computer thinking, then with computers thinking in 8 matches at any moment while 8 people, who
  take five seconds for a move, play against computers: this is what thinking costs others;
- the same while these 8 people play without a pause, as no people do: this adds the cost of
  checking, saving, drawing and posting all those turns;
- how long computers take to answer when 50 people move at the same moment;
- the most memory that a thinking process has had.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import engine
from cogs.computers.worker_pool import Workers
from cogs.computers.worker_protocol import Question
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Guild, Member, Message
from tools.benchmarks.computer.metered_bot import THINK, TIMER

BOT: Final = "tools.benchmarks.computer.metered_bot"

GAMES: Final = ("international", "frisian", "russian", "brazilian", "frysk")
"""The games played against computers: those in which every turn is one move."""

THINKING: Final = 8
AT_ONCE: Final = 50

SECONDS: Final = 25.0
"""The seconds for which each state is measured."""

ROUNDS: Final = 5
"""The number of rounds of short measurements, each of all states, as the machine's speed varies."""

PAUSE: Final = 5.0
"""The seconds that people take for a move on average; they vary by half, up and down."""

SLOWEST: Final = 300.0
"""The most seconds that anything may take here."""

MOVES: Final = re.compile(r"played `(.+?)`")


class Table:
    """A match in a channel of its own, of two people or of a person against the computer."""

    def __init__(
        self, discord: LoopbackDiscord, guild: Guild, game: str, number: int, *, alone: bool = True
    ) -> None:
        self._discord, self._game, self._chance = discord, game, Random(number)
        self._channel = discord.world.channel(guild, f"channel-{number}")
        self._ann = discord.world.member(guild, f"Ann {number}")
        self._ben = discord.world.member(guild, f"Ben {number}")
        self._position = engine.games[game].start()
        self._alone = alone

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._position.outcome() is not None

    async def begin(self) -> None:
        """Start a match in which Ann moves first."""
        self._position = engine.games[self._game].start()
        if self._alone:
            await self._against_computer()
        else:
            await self._against_ben()

    async def _against_computer(self) -> None:
        words = f"play {self._game} level 8 white"
        await self._said(self._ann, f"{self._discord.world.bot.mention} {words}")

    async def _against_ben(self) -> None:
        words = f"challenge {self._ben.mention} {self._game} white"
        card = await self._said(self._ann, f"{self._discord.world.bot.mention} {words}")
        last = self._last
        await self._discord.press(self._ben, card, card.custom_id("Accept"))
        await self._post_after(last)

    async def turn(self) -> float:
        """Play a random legal move; return the seconds until its board is posted.

        Against the computer, they last until the board shows the computer's answer, too.
        """
        move = self._position.write(self._chance.choice(self._position.legal_moves()))
        who = self._ann if self._alone or self._position.turn == 0 else self._ben
        begin = perf_counter()
        post = await self._said(who, move)
        while self._alone and MOVES.findall(post.text) == [move] and " thinks " in post.text:
            post = await self._post_after(post.id)
        played_now = MOVES.findall(post.text)
        if move not in played_now:
            raise RuntimeError(f"{move} was answered with {post.text!r}")
        for played in played_now:
            self._position = self._position.play(self._position.parse(played))
        return perf_counter() - begin

    async def turns(self, seconds: float, pause: float = 0.0) -> list[float]:
        """Play turns for some seconds, each after a pause; return the seconds that each took.

        ``pause`` is the average pause, in seconds.
        """
        end = perf_counter() + seconds
        took: list[float] = []
        while True:
            if pause:
                await asyncio.sleep(pause * self._chance.uniform(0.5, 1.5))
            if perf_counter() > end:
                return took
            if self.over:
                await self.begin()
            took.append(await self.turn())

    @property
    def _last(self) -> int:
        """The id of the bot's last post, 0 if none. A count would mislead, as posts are removed."""
        return max((post.id for post in self._discord.posts(self._channel)), default=0)

    async def _said(self, who: Member, text: str) -> Message:
        """Send a message; return the post that answers it."""
        last = self._last
        await self._discord.say(who, self._channel, text)
        return await self._post_after(last)

    async def _post_after(self, last: int) -> Message:
        """Wait for a post with a later id than ``last``; return the newest post."""
        await self._discord.until(lambda: self._last > last, SLOWEST)
        return self._discord.posts(self._channel)[-1]


def lags(bot: BotProcess, since: int) -> list[float]:
    """Return the lags of the bot's event loop, in ms, printed after ``since`` characters of log."""
    lines = re.findall(r"^lag (.+)$", bot.log[since:], re.MULTILINE)
    return [float(lag) for line in lines for lag in line.split()]


def memory() -> float:
    """Return the most memory, in MiB, that any of the present thinking processes has had."""
    found = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"cogs.computers.worker" in (process / "cmdline").read_bytes():
                peak = re.search(
                    r"VmHWM:\s+(\d+) kB", (process / "status").read_text(encoding="utf-8")
                )
                found.append(int(peak[1]) / 1024 if peak else 0.0)
        except OSError:
            continue
    return max(found)


def told(what: str, figures: Sequence[float], unit: str) -> None:
    """Print the median, the 99th percentile and the largest of some figures."""
    *_, last = quantiles(figures, n=100)
    sys.stdout.write(
        f"{what}: {len(figures)} measured, median {median(figures):.2f} {unit}, "
        f"p99 {last:.2f} {unit}, worst {max(figures):.2f} {unit}\n"
    )
    sys.stdout.flush()


async def late(seconds: float) -> list[float]:
    """Return the milliseconds by which timers of one millisecond are late, during ``seconds``."""
    found: list[float] = []
    end = perf_counter() + seconds
    while (begin := perf_counter()) < end:
        await asyncio.sleep(TIMER)
        found.append((perf_counter() - begin - TIMER) * 1000)
    return found


async def measure_thinking() -> None:
    """Print the lag of an idle event loop, and of one that only asks for thoughts."""
    told("lag, an idle loop", await late(SECONDS / 2), "ms")
    workers = Workers()
    start = engine.games["international"].start()
    question = Question("international", start.options, 2, [start.fen()], 0, level=8, seed=1)

    async def ask() -> None:
        while True:
            await workers.think(question)

    asking = [asyncio.create_task(ask()) for _ in range(THINKING)]
    await asyncio.sleep(SECONDS / 5)
    told(f"lag, {THINKING} ask for thoughts", await late(SECONDS / 2), "ms")
    for task in asking:
        task.cancel()
    await workers.close()


class State:
    """The measurements of a match of people in one state of the bot.

    ``turns`` are the milliseconds of its turns.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.turns: list[float] = []
        self._lags: list[float] = []
        self._answers: list[float] = []

    async def measure(
        self, bot: BotProcess, people: Table, others: Sequence[Table] = (), pause: float = 0.0
    ) -> None:
        """Measure one part, while ``others`` play against computers with an average ``pause``."""
        since, seconds = len(bot.log), SECONDS / ROUNDS
        playing = [asyncio.create_task(other.turns(seconds, pause)) for other in others]
        self.turns += [took * 1000 for took in await people.turns(seconds)]
        self._lags += lags(bot, since)
        self._answers += [took for turns in playing for took in await turns]

    def tell(self, alone: State) -> None:
        """Print the measurements, and how many times as long a turn takes as in state ``alone``."""
        told(f"{self._name}: lag", self._lags, "ms")
        told(f"{self._name}: a person's turn", self.turns, "ms")
        if self._answers:
            told(f"{self._name}: answers of computers", self._answers, "s")
            ratio = median(self.turns) / median(alone.turns)
            sys.stdout.write(f"{self._name}: a person's turn takes {ratio:.2f} x as long\n")


async def measure(folder: Path) -> None:
    """Measure everything, and print it."""
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild("Club")
        people = Table(discord, guild, "frisian", 0, alone=False)
        games = islice(cycle(GAMES), AT_ONCE)
        tables = [Table(discord, guild, game, n) for n, game in enumerate(games, 1)]
        env = {
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'load.db'}",
            "HEALTH_EVERY": "0.02",
            "THOUGHTS": str(THINKING),
        }
        bot = await discord.bot(BOT, env=env).ready()
        playing = tables[:THINKING]
        for table in [people, *playing]:
            await table.begin()
            await table.turn()

        alone, busy, hurried = State("nobody thinks"), State(f"{THINKING} think"), State("no pause")
        for _ in range(ROUNDS):
            await alone.measure(bot, people)
            bot.send_signal(THINK)
            await busy.measure(bot, people, playing, PAUSE)
            bot.send_signal(THINK)
            await hurried.measure(bot, people, playing)
        for state in (alone, busy, hurried):
            state.tell(alone)

        for table in tables[THINKING:]:
            await table.begin()
        since = len(bot.log)
        for table in tables:
            if table.over:
                await table.begin()
        waits = await asyncio.gather(*(table.turn() for table in tables))
        told(f"answers to {len(waits)} at once", waits, "s")
        budgets = re.findall(r"budget=(\S+)", bot.log[since:])
        least = max(budgets, key=lambda budget: float(budget.partition("/")[2] or 1), default="-")
        slowest = max(map(float, re.findall(r"thought_worst=([\d.]+)", bot.log[since:])), default=0)
        sys.stdout.write(f"the least budget {least}, the slowest thought {slowest:.1f} s\n")
        told(f"lag, {len(waits)} matches think", lags(bot, since), "ms")
        sys.stdout.write(f"memory of a thinking process: at most {memory():.0f} MiB\n")


def main() -> None:
    """Measure everything, with the database in a temporary folder."""
    with TemporaryDirectory() as folder:
        asyncio.run(measure_thinking())
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
