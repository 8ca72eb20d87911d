"""Bots shared by tests: a test that fails and leaves its bot busy does not affect other tests."""

from __future__ import annotations

from pathlib import Path

from tests.nightly import NIGHTLY
from tests.pytest_runs import run

SIMULATED = """
import asyncio
from tests.cogs.conftest import SHARED
from tests.cogs.events.hall import as_bot

pytestmark = SHARED
bots = []

async def never_ending():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if len(bots) > 3:
                raise

async def test_of_a_bot_that_is_left_busy(club):
    bots.append(club.bot)
    with as_bot(club.env):
        asyncio.create_task(never_ending())
    raise AssertionError("meant")

async def test_that_gets_another(club):
    bots.append(club.bot)
    await club.start()

async def test_that_gets_the_same(club):
    bots.append(club.bot)
    await club.start()
    assert bots[0] is not bots[1] is bots[2]

async def test_whose_bot_raises_an_error(club):
    bots.append(club.bot)
    club.env._record_error(RuntimeError("meant, too"))

async def test_that_gets_a_third_one(club):
    assert club.bot not in bots
    await club.start()
"""

ON_LOOPBACK = """
bots = []

async def test_that_leaves_its_bot_at_work(guest):
    bots.append(guest.bot)
    await guest.begin()
    guest.discord.hold("POST", "/channels/*/messages")
    await guest.say(guest.ann, "32-28")
    raise AssertionError("meant")

async def test_that_gets_another(guest):
    bots.append(guest.bot)
    assert bots[0] is not bots[1]
    assert bots[0].status is not None
    await guest.begin()

async def test_that_gets_the_same(guest):
    assert guest.bot is bots[1]
"""


def test_a_simulated_bot_is_another_one_after_a_test_that_failed(tmp_path: Path) -> None:
    (tmp_path / "test_them.py").write_text(SIMULATED, encoding="utf-8")
    outcomes, told = run(tmp_path, "-p", "tests.cogs.conftest")
    assert outcomes == {"failed": 1, "error": 1, "passed": 4}, told
    assert "AssertionError: meant" in told
    assert "RuntimeError('meant, too')" in told


@NIGHTLY  # the lender is the same as for simulated bots
def test_a_bot_on_loopback_is_another_one_after_a_test_that_failed(tmp_path: Path) -> None:
    (tmp_path / "test_them.py").write_text(ON_LOOPBACK, encoding="utf-8")
    outcomes, told = run(tmp_path, "-p", "tests.loopback.conftest")
    # Its guest is also told that a request of its bot is still held.
    assert outcomes == {"failed": 1, "error": 1, "passed": 2}, told
    assert "AssertionError: meant" in told
