"""The real bot, which looks more often what is due, so that no test waits for it.

It notes less often that it is there: that does not come between what a test counts.
"""

import sys
from datetime import timedelta
from typing import Any

import bot
from cogs.bot.client import Damier

TICK = timedelta(seconds=0.5)
BEAT = timedelta(minutes=5)

load_cogs = Damier.load_cogs


async def load_and_hurry(self: Damier) -> None:
    await load_cogs(self)
    clocks: Any = sys.modules[
        "cogs.playing.clocks"
    ]  # discord.py makes it anew whenever it loads it
    clocks.TICK, clocks.BEAT = TICK, BEAT
    cog: Any = self.get_cog("Clocks")
    cog.tick.change_interval(seconds=TICK.total_seconds())


Damier.load_cogs = load_and_hurry  # type: ignore[method-assign]

if __name__ == "__main__":
    bot.main()
