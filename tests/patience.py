"""Waiting in tests for things that should happen at once.

No other file of the tests waits for a time, which `tests/test_waiting.py` checks.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""The most seconds to wait for anything.

On the busiest machine, everything takes far less, unless there is a defect. A test that waits for
several things may take longer, up to its limit (`tests/limit.py`).
"""

LATE: Final = "LOOKED_LATE_BY"
"""The environment variable with the seconds by which each look is late, as on a stalling machine.

States that pass sooner are missed, so that tests must not wait for such a state. `python -m
tools.hostile` sets this variable.
"""

LATE_BY = float(os.environ.get(LATE, "0"))

LOOKED_EVERY = 0.01 + LATE_BY
"""The seconds between two looks at a condition whose changes cause no event."""


UNTOLD = 0.1
"""The seconds after which a condition is looked at again although no event has come."""


async def news(change: asyncio.Event) -> None:
    """Wait for an event, but no longer than UNTOLD seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(UNTOLD):
            await change.wait()
    await asyncio.sleep(LATE_BY)


async def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds. Raises TimeoutError after PATIENCE seconds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the condition has no event
            await asyncio.sleep(LOOKED_EVERY)


async def looked_up(look: Callable[[], Awaitable[T]], holds: Callable[[T], object]) -> T:
    """Call ``look`` repeatedly until its result satisfies a condition; return the result.

    Raises TimeoutError after PATIENCE seconds.
    """
    async with asyncio.timeout(PATIENCE):
        while not holds(seen := await look()):  # noqa: ASYNC110 - the same
            await asyncio.sleep(LOOKED_EVERY)
    return seen


def waiters(lock: asyncio.Lock) -> int:
    """Return the number of tasks that wait for a lock."""
    return len(lock._waiters or ())


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds, without an event loop. Raises TimeoutError like `until`."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(LOOKED_EVERY)
