"""SIGKILL while a match is reviewed: after a judged turn is stored, or before review is served."""

import pytest

from tests.loopback.interactions import Interaction
from tests.loopback.killing import KILLED
from tests.loopback.table import Table
from tests.nightly import at_night

POINTS = [
    "before:data.learning.reviews:Reviews.served",
    at_night("after:data.learning.reviews:Reviews.put"),
]


async def reviewed(table: Table, asked: Interaction) -> None:
    """Wait until a review is shown in answer to its interaction, and nobody waits for one."""
    await table.discord.until(lambda: "level 6" in asked.text)
    waits = "SELECT count(*) FROM review_waits"
    await table.discord.until(lambda: table.query(waits) == [(0,)])


@pytest.mark.parametrize("point", POINTS)
async def test_who_waits_for_a_review_gets_it_once_the_bot_is_back(
    table: Table, point: str
) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    await table.confirm(table.ann, await table.ask(table.ann, "Resign"))
    await table.settled()
    await table.bot.arm(point)
    asked = await table.press(table.ben, "Review", patience=None)
    assert await table.bot.exit() == KILLED
    await table.restart()
    await reviewed(table, asked)
