"""The real bot, which says every second how late its event loop was: for ``load``.

A line ``lag`` has the milliseconds by which timers of a millisecond were late, one each.
"""

from __future__ import annotations

import asyncio
import sys
from time import perf_counter

import bot
from cogs.bot.client import Damier

TIMER = 0.001


async def meter() -> None:
    """Measure for as long as the bot runs."""
    while True:
        late: list[str] = []
        end = perf_counter() + 1
        while (begin := perf_counter()) < end:
            await asyncio.sleep(TIMER)
            late.append(f"{(perf_counter() - begin - TIMER) * 1000:.2f}")
        sys.stdout.write(f"lag {' '.join(late)}\n")
        sys.stdout.flush()


class Metered(Damier):
    """The bot, with the meter."""

    async def setup_hook(self) -> None:
        """Start the meter, too."""
        await super().setup_hook()
        self.meter = asyncio.create_task(meter())


if __name__ == "__main__":
    bot.Damier = Metered  # type: ignore[attr-defined]
    bot.main()
