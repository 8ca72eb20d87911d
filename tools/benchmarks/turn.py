"""The time of a turn, from the message to its board: ``python -m tools.benchmarks.turn``.

The real bot is a process of its own on a loopback Discord, with a database on disk. A turn lasts
from the message's arrival at the bot's gateway to the board's arrival at the server. Turns of the
real bot alternate with turns of a bare bot, which parses the move, saves it in one durable
transaction, draws the same picture and posts it. Printed are

- the times of a turn of both, and their ratio;
- the beginning and the end of each stage of a turn;
- the transactions and statements of a turn, including those of challenges and starts of matches;
- the turns a second with 20 matches played at once, and the processor time of a turn.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import engine
from engine import Position
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Guild, Message
from tools.benchmarks.turns.bare_bot import BEGIN
from tools.benchmarks.turns.meter import METER

BOT: Final = "tools.benchmarks.turns.metered_bot"
BARE: Final = "tools.benchmarks.turns.bare_bot"

TURNS: Final = 120
SEED: Final = 7
GAME: Final = "frisian"

AFTERWARDS: Final = 0.05
"""The seconds that a bot has for its work after a turn, before the other bot is measured."""

AT_ONCE: Final = 20
SECONDS: Final = 15.0
"""AT_ONCE matches are played at once for SECONDS seconds."""

SLOWEST: Final = 60.0
"""The most seconds that anything may take here."""


class Table:
    """A match in a channel of its own, with random moves, at the real bot or a ``bare`` one."""

    def __init__(self, discord: LoopbackDiscord, guild: Guild, number: int, *, bare: bool) -> None:
        self._discord = discord
        self._channel = discord.world.channel(guild, f"channel-{number}")
        self._ann = discord.world.member(guild, f"Ann {number}")
        self._ben = discord.world.member(guild, f"Ben {number}")
        self._chance = random.Random(SEED + number)
        self._bare = bare
        self._position: Position | None = None

    async def begin(self) -> None:
        """Start a match."""
        self._position = engine.games[GAME].start()
        if self._bare:
            await self._answered(self._discord.say(self._ann, self._channel, BEGIN))
            return
        bot = self._discord.world.bot.mention
        words = f"{bot} challenge {self._ben.mention} {GAME} white"
        card = await self._answered(self._discord.say(self._ann, self._channel, words))
        await self._answered(self._discord.press(self._ben, card, card.custom_id("Accept")))

    async def turn(self) -> float:
        """Play a random legal move, in a new match if the last is over; return its seconds."""
        if self._position is None or self._position.outcome() is not None:
            await self.begin()
            await asyncio.sleep(AFTERWARDS)
        assert self._position is not None
        move = self._chance.choice(self._position.legal_moves())
        mover = (self._ann, self._ben)[self._position.turn]
        text = self._position.write(move)
        self._position = self._position.play(move)
        begin = perf_counter()
        await self._answered(self._discord.say(mover, self._channel, text))
        return perf_counter() - begin

    async def turns(self, seconds: float) -> int:
        """Play turns for some seconds; return their number."""
        end, count = perf_counter() + seconds, 0
        while perf_counter() < end:
            await self.turn()
            count += 1
        return count

    async def _answered(self, act: Awaitable[object]) -> Message:
        shown = len(self._discord.posts(self._channel))
        await act
        await self._discord.until(lambda: len(self._discord.posts(self._channel)) > shown, SLOWEST)
        return self._discord.posts(self._channel)[-1]


async def metered(discord: LoopbackDiscord, bot: BotProcess) -> dict[str, Any]:
    """Return the counts and stages that a bot's meter prints now."""
    before = bot.log.count("meter {")
    bot.send_signal(METER)
    await discord.until(lambda: len(re.findall(r"^meter \{.*\n", bot.log, re.MULTILINE)) > before)
    told: dict[str, Any] = json.loads(re.findall(r"^meter (\{.*)\n", bot.log, re.MULTILINE)[-1])
    return told


def told(what: str, times: list[float]) -> tuple[float, float]:
    """Print the median and the 99th percentile of times in seconds; return both in milliseconds."""
    middle, last = median(times) * 1000, quantiles(times, n=100)[98] * 1000
    sys.stdout.write(f"{what}: {len(times)} turns, median {middle:.1f} ms, p99 {last:.1f} ms\n")
    return middle, last


async def measure(folder: Path) -> None:
    """Measure everything, and print the figures."""
    async with AsyncExitStack() as stack:
        real, bare = [await stack.enter_async_context(LoopbackDiscord()) for _ in range(2)]
        url = f"sqlite+aiosqlite:///{folder / 'turns.db'}"
        bot = real.bot(BOT, env={"DATABASE_URL": url})
        other = bare.bot(BARE, env={"DATABASE": str(folder / "bare.db")})
        guild = real.world.guild("Club")
        tables = [Table(real, guild, number, bare=False) for number in range(AT_ONCE)]
        beside = Table(bare, bare.world.guild("Club"), 0, bare=True)
        await bot.ready()
        await other.ready()

        begun = await metered(real, bot)
        times: list[float] = []
        bare_times: list[float] = []
        for _ in range(TURNS):
            times.append(await tables[0].turn())
            await asyncio.sleep(AFTERWARDS)
            bare_times.append(await beside.turn())
            await asyncio.sleep(AFTERWARDS)
        ended = await metered(real, bot)
        middle, last = told("turn", times)
        bare_middle, bare_last = told("turn of the bare bot", bare_times)
        sys.stdout.write(
            f"the real bot takes {middle / bare_middle:.2f} x the median, "
            f"{last / bare_last:.2f} x the p99\n"
        )
        bare_ended = await metered(bare, other)
        for what, stages in (("turn", ended["stages"]), ("bare bot", bare_ended["stages"])):
            parts = (f"{name} {start:.1f}-{end:.1f}" for name, (start, end) in stages.items())
            sys.stdout.write(f"{what}, in ms: {', '.join(parts)}\n")
        each = {
            what: (ended[what] - begun[what]) / TURNS for what in ("transactions", "statements")
        }
        sys.stdout.write(
            f"{each['transactions']:.2f} transactions, {each['statements']:.2f} statements a turn\n"
        )

        for table in tables[1:]:
            await table.begin()
        begun = await metered(real, bot)
        begin = perf_counter()
        count = sum(await asyncio.gather(*(table.turns(SECONDS) for table in tables)))
        span = perf_counter() - begin
        ended = await metered(real, bot)
        cpu = (ended["cpu"] - begun["cpu"]) / count * 1000
        sys.stdout.write(
            f"{AT_ONCE} matches at once: {count / span:.1f} turns a second, "
            f"{cpu:.1f} ms of processor time each\n"
        )


def main() -> None:
    """Print the figures, measured with the databases in a temporary folder."""
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
