"""Tests that take too long: they fail, report the stacks, and do not affect other tests."""

from __future__ import annotations

from pathlib import Path

from tests.pytest_runs import run

HANGING = """
import asyncio, time
import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")
short = pytest.mark.limit(2)

async def bystander():
    await asyncio.Event().wait()

async def wait():
    await asyncio.Event().wait()

@short
async def test_awaiting():
    task = asyncio.create_task(bystander(), name="a bystander")
    await wait()

@short
async def test_that_is_not_cancelled_at_once():
    for _ in range(2):
        try:
            await wait()
        except asyncio.CancelledError:
            pass

@short
async def test_holding_the_loop_up():
    time.sleep(1000)

@pytest.fixture
async def slow_to_end():
    yield
    await wait()

@short
async def test_ending(slow_to_end):
    pass

async def test_sound():
    await asyncio.sleep(0.01)
"""

CONFTEST = """
from tests import limit

limit.REPEATED = 1.0
"""


def test_a_test_that_takes_too_long_fails_and_the_next_one_goes_on(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    outcomes, told = run(tmp_path, "-n", "1")
    assert outcomes == {"failed": 3, "error": 1, "passed": 2}, told
    for line in (
        "The test takes too long.",
        "Thread MainThread:",
        "time.sleep(1000)",
        "<Task pending name='a bystander'",
        "bystander at ",
        "slow_to_end at ",
    ):
        assert line in told
