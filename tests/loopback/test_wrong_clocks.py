"""Matches go by Discord's clock: a wrong clock of the machine costs no time and ends none early."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.loopback.table import Table
from tests.loopback.test_time import GIVEN_BACK, happened, ticked
from tests.nightly import at_night
from tests.patience import PATIENCE

DAY_AND_HOUR = 25 * 3600.0
DIFFERS = "The clock of this machine differs from Discord's"
ASKED = "GET", "/users/*"
UNTOLD = "Discord does not tell its time"
EVER = 1_000


async def is_undisturbed(table: Table) -> None:
    """Check that the bot, having looked for due events, neither finds any nor gives time back."""
    for _ in range(2):
        await ticked(table)
    assert happened(table) == []
    assert not GIVEN_BACK.intersection(table.kinds)


@pytest.mark.parametrize("wrong", [DAY_AND_HOUR, at_night(-DAY_AND_HOUR)], ids=["ahead", "behind"])
async def test_a_wrong_clock_loses_nothing_and_the_log_says_so(table: Table, wrong: float) -> None:
    await table.start(WRONG=str(wrong))
    await table.begin("frisian white 1h")
    await is_undisturbed(table)
    await table.play("32-28")
    assert table.bot.log.count(DIFFERS) == 1
    (told,) = re.findall(r" clock=(\S+) ", table.bot.log)
    assert float(told) == pytest.approx(wrong, abs=PATIENCE)
    await table.later(minutes=61)
    await table.discord.until(lambda: "timeout" in table.kinds)
    await table.settled()
    await table.leave()
    assert happened(table)[:2] == ["move", "timeout"]


@pytest.mark.parametrize("wrong", [at_night(DAY_AND_HOUR), -DAY_AND_HOUR], ids=["forward", "back"])
async def test_a_clock_that_jumps_while_the_bot_runs_changes_nothing(
    table: Table, wrong: float
) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    await table.bot.set_machine_clock(wrong)
    await is_undisturbed(table)
    assert table.bot.log.count(DIFFERS) == 1
    await table.later(minutes=50)
    await table.shown(3)
    await table.bot.set_machine_clock(0)
    await ticked(table)
    assert "agrees with Discord's again" in table.bot.log
    await table.later(minutes=11)
    await table.discord.until(lambda: "timeout" in table.kinds)
    await table.settled()
    await table.leave()
    assert happened(table)[:2] == ["remind", "timeout"]


async def test_a_restart_with_another_clock_gives_back_what_has_passed_on_discord(
    table: Table,
) -> None:
    await table.start(WRONG=str(DAY_AND_HOUR))
    await table.begin("frisian white 1h")
    await table.bot.kill()
    await table.later(minutes=30)
    await table.new_bot(WRONG=str(-DAY_AND_HOUR)).start()
    await table.started()
    await ticked(table)
    await table.later(minutes=61 - 30)
    await ticked(table)
    assert "timeout" not in table.kinds
    await table.later(minutes=30)
    await table.discord.until(lambda: "timeout" in table.kinds)


async def test_time_is_over_only_when_discord_says_so(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    hasty = table.ahead + timedelta(minutes=61)
    await table.bot.set_clock(hasty.total_seconds())
    await is_undisturbed(table)
    assert await table.say(table.ann, "32-28")
    await table.shown(3)


async def test_nobody_is_out_while_discord_does_not_tell_its_time(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    await ticked(table)  # the dated answers to its requests have come
    table.discord.fail_next(*ASKED, drop=True, times=EVER)  # an answer, even 503, has its date
    await table.later(minutes=61)
    for _ in range(2):
        asked = table.bot.log.count(UNTOLD)
        await table.discord.until(lambda n=asked: table.bot.log.count(UNTOLD) > n)  # type: ignore[misc] # mypy infers no lambda with a default
    assert happened(table) == []
    table.discord.faults.failures.clear()
    await table.discord.until(lambda: "timeout" in table.kinds)


async def test_after_a_sleep_of_the_machine_discord_is_asked_by_and_by(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h")
    table.discord.world.snowflakes.ahead_ms += timedelta(minutes=61) // timedelta(milliseconds=1)
    await ticked(table)
    await table.bot.set_clock(timedelta(minutes=6).total_seconds())
    await table.discord.until(lambda: "timeout" in table.kinds)
