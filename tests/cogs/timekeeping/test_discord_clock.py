"""Discord's clock, and loops that do not depend on any other clock."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest

from cogs.timekeeping.discord_clock import FRESH, DiscordClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


class Machine:
    """A machine whose own clock may be wrong, and which may ask Discord for the time.

    ``asked`` is the number of times that it has asked.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.elapsed = 1000.0
        self.true = NOON
        self.wrong = timedelta()
        self.asked = 0
        self.error: Exception | None = None
        self.clock = DiscordClock(self.ask)
        self.clock.elapsed = lambda: self.elapsed
        monkeypatch.setattr(discord.utils, "utcnow", lambda: self.true + self.wrong)

    def wait(self, span: timedelta, *, asleep: bool = False) -> None:
        self.true += span
        self.elapsed += 0 if asleep else span.total_seconds()

    async def ask(self) -> None:
        self.asked += 1
        if self.error is not None:
            raise self.error
        self.answer()

    def answer(self) -> None:
        self.clock.answered(self.true.replace(microsecond=0), self.elapsed)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_before_discord_has_told_anything_it_is_the_clock_of_the_machine(machine: Machine) -> None:
    assert machine.clock.now() == NOON


@pytest.mark.parametrize("wrong", [DAY, -DAY])
def test_from_then_on_the_machine_may_be_set(machine: Machine, wrong: timedelta) -> None:
    machine.wrong = wrong
    machine.answer()
    assert machine.clock.now() == NOON
    machine.wrong = -wrong
    machine.wait(3 * SECOND)
    assert machine.clock.now() == NOON + 3 * SECOND
    assert machine.clock.ahead == -wrong


def test_what_arrives_late_does_not_set_it_back(machine: Machine) -> None:
    machine.clock.received(NOON)
    machine.wait(3 * SECOND)
    machine.clock.received(NOON + SECOND)
    assert machine.clock.now() == NOON + 3 * SECOND


def test_the_machine_decides_within_the_second_of_an_answer(machine: Machine) -> None:
    machine.true += SECOND / 4
    machine.answer()
    assert machine.clock.now() == machine.true
    machine.wrong = SECOND
    machine.answer()
    assert machine.clock.now() == machine.true


def test_a_machine_that_counts_too_fast_is_set_right_by_the_next_answer(machine: Machine) -> None:
    machine.answer()
    machine.elapsed += 60
    assert machine.clock.now() == NOON + 60 * SECOND
    machine.wrong = DAY
    machine.answer()
    assert NOON <= machine.clock.now() <= NOON + SECOND


def test_an_answer_that_took_long_is_no_reason_to_go_back(machine: Machine) -> None:
    machine.clock.received(NOON)
    asked = machine.elapsed
    machine.wait(5 * SECOND)
    machine.clock.answered(NOON + 2 * SECOND, asked)
    assert machine.clock.now() == NOON + 5 * SECOND


async def test_an_answer_under_way_while_the_machine_leaps_is_no_proof(machine: Machine) -> None:
    machine.answer()
    asked = machine.elapsed
    machine.elapsed += 3660
    machine.wrong = 3660 * SECOND
    machine.clock.answered(NOON, asked)
    assert await machine.clock.make_sure()
    assert machine.asked == 1
    assert NOON <= machine.clock.now() <= NOON + SECOND


async def test_it_is_asked_only_where_it_has_not_told_its_time_lately(machine: Machine) -> None:
    assert await machine.clock.make_sure()
    assert await machine.clock.make_sure()
    assert machine.asked == 1
    machine.wait(FRESH + SECOND)
    assert await machine.clock.make_sure()
    assert machine.asked == 2
    machine.wait(FRESH + SECOND)
    machine.clock.received(machine.true)
    assert await machine.clock.make_sure()
    assert machine.asked == 2


async def test_it_is_not_sure_where_nobody_answers(machine: Machine) -> None:
    machine.error = aiohttp.ClientConnectionError()
    assert not await machine.clock.make_sure()
    machine.error = None
    assert await machine.clock.make_sure()


async def test_after_a_sleep_of_the_machine_an_answer_tells_how_late_it_is(
    machine: Machine,
) -> None:
    machine.answer()
    machine.wait(DAY, asleep=True)
    assert machine.clock.now() == NOON
    machine.answer()
    assert machine.clock.now() == NOON + DAY


def test_a_difference_is_logged_once_until_it_is_over(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        machine.answer()
        assert not caplog.messages
        machine.wrong = DAY
        for _ in range(3):
            machine.clock.compare()
        assert len(caplog.messages) == 1
        assert "+86400.0 seconds" in caplog.text
        machine.wrong = timedelta()
        machine.answer()
        assert "agrees with Discord's again" in caplog.messages[-1]


def test_the_way_of_a_late_answer_is_no_difference(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    asked, date = machine.elapsed, machine.true
    machine.wait(12 * SECOND)
    machine.clock.answered(date, asked)
    assert not caplog.messages
