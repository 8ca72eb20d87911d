"""SIGKILL while the puzzle of the day is posted: each day has one, neither lost nor doubled."""

import pytest

from tests.loopback.killing import KILLED, SENT, first_of, killed
from tests.loopback.table import Table
from tests.loopback.world import Message
from tests.nightly import at_night

HEADING = "### Puzzle of the day"

STORED = "data.learning.posted_puzzles:DailyPuzzles.put"
NOTED = "data.learning.posted_puzzles:DailyPuzzles.note"
TICKED_OFF = "data.bulletins:Bulletins.mark_shown"

POINTS = [
    f"before:{STORED}",
    f"after:{STORED}",
    f"before:{SENT}",
    f"after:{SENT}",
    f"before:{NOTED}",
    f"after:{NOTED}",
    f"before:{TICKED_OFF}",
    f"after:{TICKED_OFF}",
]
"""Points from the choice of a puzzle until its post is noted, in order."""


def puzzles(table: Table) -> list[Message]:
    return [post for post in table.discord.posts(table.channel) if HEADING in post.text]


async def noted(table: Table, count: int) -> None:
    """Wait until ``count`` puzzles are posted and noted; fail if there are more."""

    def all_noted() -> bool:
        kept = table.query("SELECT message FROM daily_puzzles ORDER BY day")
        return [message for (message,) in kept] == [post.id for post in puzzles(table)] != []

    await table.discord.until(lambda: len(puzzles(table)) >= count and all_noted())
    assert len(puzzles(table)) == count


@pytest.mark.parametrize("points", [POINTS[1::2], at_night(POINTS[::2])], ids=first_of)
async def test_killed_while_it_is_posted(table: Table, points: list[str]) -> None:
    table.at_noon()
    await table.start()
    await table.say(
        table.ann,
        f"{table.mention} settings server hour 0 zone UTC daily <#{table.channel.id}>",
    )
    await noted(table, 1)
    for count, point in enumerate(points, start=2):
        with killed(point):
            await table.bot.arm(point)
            await table.later(days=1)
            assert await table.bot.exit() == KILLED
            await table.restart(forget=bool(count % 2))
            await noted(table, count)
    # Neither another start nor a wrong clock of the machine causes a puzzle.
    await table.leave()
    await table.restart(forget=True)
    await table.bot.set_machine_clock(86400.0)
    said = len(table.discord.posts(table.channel))
    await table.say(table.ann, f"{table.mention} help")
    await table.discord.until(lambda: len(table.discord.posts(table.channel)) > said)
    await noted(table, 1 + len(points))
    await table.leave()
    assert "Traceback" not in table.bot.log
