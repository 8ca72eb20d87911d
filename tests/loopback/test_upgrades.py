"""SIGKILL at every point of an upgrade: the next start completes it, and the match goes on."""

import pytest

from tests.data.hands import execute
from tests.data.older import WITHOUT_0008
from tests.loopback.killing import COMMIT, KILLED, killed
from tests.loopback.table import Table
from tests.nightly import at_night

UPGRADED = "is upgraded from version 0006 to "

UPGRADING = [
    "before:data.database.revisions:upgrade",
    "after:data.database.sqlite.copying:_vacuum",
    "after:data.database.sqlite.copying:copy",
    "before:data.database.backup:replace",
    "after:data.database.backup:replace",
    "before:data.database.revisions:_migrate",
    "after:data.database.revisions:_migrate",
    f"before:{COMMIT}",
    f"after:{COMMIT}",
]
"""Points in the upgrade itself."""

COMPLETING = [
    "before:data.matches.match_rows:list_again",
    f"before:{COMMIT}#2",
    f"after:{COMMIT}#2",
    "after:data.backfill:complete",
]
"""Points at which the schema is of this version, but derived rows still have to be completed."""


EVERY = [*UPGRADING, *COMPLETING]

DAILY = [point for point in EVERY if point.startswith("after:")]
"""The points after calls: before a call, files and database are as after the one before it."""


@pytest.mark.parametrize("points", [DAILY, at_night((EVERY,))], ids=["daily", "every"])
async def test_a_bot_killed_while_it_upgrades_goes_on_with_it(
    table: Table, points: list[str]
) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28")
    await table.leave()
    older = (*WITHOUT_0008, "UPDATE alembic_version SET version_num = '0006'")
    await execute(f"sqlite+aiosqlite:///{table.database}", *older)
    for fault in points:
        with killed(fault):
            bot = await table.new_bot(fault).start()
            assert await bot.exit() == KILLED
            assert (UPGRADED in bot.log) is (fault in UPGRADING[1:]), bot.log
    await table.start()
    assert UPGRADED not in table.bot.log
    await table.play("19-23")
    await table.check("move", "move")
    left = [path.name for path in table.database.parent.iterdir() if "before" in path.name]
    assert len(left) == 1
