"""Acts of people are done once, and last, even if the answers to them are lost."""

from __future__ import annotations

from tests.loopback.table import ANSWER, Table
from tests.loopback.test_in_time import IN_TIME, busy

EVER = 1_000


async def test_a_draw_that_is_confirmed_is_offered_and_accepted(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    question = await table.ask(table.ann, "Draw")
    table.discord.fail_next(*ANSWER, drop=True, times=EVER)
    await table.confirm(table.ann, question, patience=None)
    offer = await table.shown(5)
    await table.press(table.ben, "Accept", on=offer, patience=None)
    await table.shown(6)
    await table.settled()
    await table.leave()
    assert table.kinds[-3:] == ["offer", "agree", "result"]
    assert "Traceback" not in table.bot.log


async def test_a_choice_that_is_pressed_twice_is_made_once(table: Table) -> None:
    await table.start(ACKNOWLEDGED_AFTER=IN_TIME)
    await table.say(table.ann, f"{table.mention} open 10+10")
    await table.discord.until(lambda: table.replies)
    question = table.discord.posts(table.channel)[-1]
    choice = question.custom_ids[0]
    with busy(table):
        pressed = [
            await table.discord.press(table.ann, question, choice, patience=None) for _ in range(2)
        ]
        await table.discord.until(lambda: all(one.answered for one in pressed))
    await table.shown(1)
    await table.discord.until(lambda: question.deleted)
    await table.leave()
    assert table.kinds == ["challenge"]
    assert "Traceback" not in table.bot.log
