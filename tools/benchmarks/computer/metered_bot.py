"""The real bot, which also prints the lag of its event loop, and thinks on request.

A line ``lag`` has the milliseconds by which timers of one millisecond were late, one figure a
timer. After SIGUSR1, and until the next SIGUSR1, the bot asks for as many thoughts at any time as
the variable THOUGHTS says, besides those of the computers in matches.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from time import perf_counter

import bot
import engine
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.computers.worker_protocol import about

TIMER = 0.001

TOLD_EVERY = 0.25

THINK = signal.SIGUSR1


async def meter() -> None:
    """Measure and print the event loop's lag for as long as the bot runs."""
    while True:
        late: list[str] = []
        end = perf_counter() + TOLD_EVERY
        while (begin := perf_counter()) < end:
            await asyncio.sleep(TIMER)
            late.append(f"{(perf_counter() - begin - TIMER) * 1000:.2f}")
        sys.stdout.write(f"lag {' '.join(late)}\n")
        sys.stdout.flush()


class Metered(Damier):
    """The bot, with the meter and the thoughts on request."""

    async def setup_hook(self) -> None:
        """Set up the bot, start the meter, and handle the signal."""
        await super().setup_hook()
        self.meter = asyncio.create_task(meter())
        self.thoughts: list[asyncio.Task[None]] = []
        self.loop.add_signal_handler(THINK, self.begin_or_end)

    def begin_or_end(self) -> None:
        """Start to ask for thoughts, or stop if already doing so."""
        for thought in self.thoughts:
            thought.cancel()
        asked = 0 if self.thoughts else int(os.environ["THOUGHTS"])
        self.thoughts = [asyncio.create_task(self.think()) for _ in range(asked)]

    async def think(self) -> None:
        """Ask for one thought after another, without end."""
        computers = self.cog(ComputerPlayers)
        question = about([engine.games["international"].start()])
        while True:
            await computers.workers.think(question)


if __name__ == "__main__":
    bot.Damier = Metered  # type: ignore[attr-defined]
    bot.main()
