"""What people do lasts and is shown although no answer reaches them: each connection is cut."""

from __future__ import annotations

from tests.loopback.table import ANSWER, Table

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
