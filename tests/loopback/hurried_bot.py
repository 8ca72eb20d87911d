"""The real bot with shorter intervals, so that no test waits for its periodic work.

Its heartbeat in the database is rarer, so that tests can count what else is written. However slow
the machine is, the bot waits for its edits, its database and a computer's answer, so that one post
always shows both turns, and it answers interactions without acknowledging them first. Environment
variables give it less patience, have it search matches for puzzles more often, or tell it that
Discord knows its commands already.
"""

import os
from datetime import timedelta
from functools import partial

import bot
from cogs.client import commands, incoming
from cogs.client.client import Damier
from cogs.computers import worker_pool
from cogs.delivery import edits, outbox, poster
from cogs.events.conducting import director
from cogs.learning import daily_puzzles, match_search
from cogs.match_actions import clocks
from cogs.operating import wellbeing
from cogs.timekeeping.paces import Paces
from data import outages
from data.database import connection
from data.database.sqlite import driver
from tests.patience import PATIENCE


def given(name: str, usual: float = PATIENCE) -> float:
    """Return the seconds in the environment variable ``name``, ``usual`` if the test sets none."""
    return float(os.environ.get(name, usual))


async def published(self: commands.Publication) -> None:
    """Skip the publication of the commands, which Discord knows already."""


if "COMMANDS" in os.environ:
    commands.Publication._publish = published  # type: ignore[method-assign] # Discord has them

PACES = Paces(
    acknowledged_after=given("ACKNOWLEDGED_AFTER"),
    answered_within=PATIENCE,
    edited_within=given("EDITED_WITHIN"),
    together=PATIENCE,
    edited_every=0.1,
    old_edited_every=given("OLD_EVERY", 60.0),
    thought_within=PATIENCE,
    clocks=timedelta(seconds=0.5),
    events=timedelta(seconds=0.5),
)

bot.Damier = partial(Damier, paces=PACES)  # type: ignore[attr-defined, assignment] # it makes it
daily_puzzles.EVERY = timedelta(seconds=0.5)  # type: ignore[misc] # final but for a bot in a hurry
match_search.EVERY = timedelta(seconds=given("SEARCHED_EVERY", 60.0))  # type: ignore[misc] # the same
director.GRACE = timedelta(seconds=0.1)  # type: ignore[misc] # the same
commands.WAITED_FOR = given("PUBLISHED_WITHIN")  # type: ignore[misc] # the same
commands.REFUSED_AGAIN = timedelta(seconds=0.1)  # type: ignore[misc] # the same
poster.SWEPT_EVERY = outbox.SWEPT_EVERY = timedelta(seconds=given("SWEPT_EVERY", 60.0))
edits.LEAVING = incoming.LEAVING = PATIENCE  # type: ignore[misc] # the same
worker_pool.NICENESS = 0  # type: ignore[misc] # else other processes would leave it no time
wellbeing.PATIENCE = given("DATABASE_ANSWERS_WITHIN")  # type: ignore[misc] # the same
outages.TRIED_EVERY = 0.1
connection.PATIENCE = timedelta(seconds=given("DATABASE_RETRIED_FOR", 30.0))
driver.BUSY_TIMEOUT = int(PATIENCE * 1000)

clocks.BEAT = timedelta(minutes=5)
clocks.GRACE = timedelta(seconds=given("GRACE", clocks.GRACE.total_seconds()))

if __name__ == "__main__":
    bot.main()
