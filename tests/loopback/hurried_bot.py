"""The real bot, which looks more often what is due, so that no test waits for it.

It notes less often that it is there: that does not come between what a test counts. And it waits
for a computer's answer however slow the machine is, so that one post always shows both turns. It
acknowledges an interaction before it answers only where a test wants that (`ACKNOWLEDGED_AFTER`).
"""

import os
from datetime import timedelta

import bot
from cogs.bot import replies
from cogs.delivery import answers, together
from cogs.learning import daily_puzzles
from cogs.playing import clocks
from cogs.watching import overviews
from tests.patience import PATIENCE

daily_puzzles.EVERY = timedelta(seconds=0.5)  # type: ignore[misc] # final but for a bot in a hurry
overviews.EVERY = 0.1  # type: ignore[misc] # final but for a bot in a hurry
together.TOGETHER = PATIENCE  # type: ignore[misc] # the same
replies.ACKNOWLEDGED_AFTER = float(os.environ.get("ACKNOWLEDGED_AFTER", PATIENCE))  # type: ignore[misc] # the same
answers.IN_TIME = PATIENCE  # type: ignore[misc] # the same

clocks.TICK = timedelta(seconds=0.5)
clocks.BEAT = timedelta(minutes=5)

if __name__ == "__main__":
    bot.main()
