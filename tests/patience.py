"""How tests wait for what should happen at once.

No other file of the tests waits for a time: `tests/test_waiting.py` sees to that.
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
"""Seconds: far more than anything takes on a busy machine, so that only a fault takes as long.

A test that waits for several things may take longer, up to its limit (`tests/limit.py`).
"""

LATE: Final = "LOOKED_LATE_BY"
"""The environment variable with the seconds by which each look is late, as if the machine stalled.

What lasts for less cannot be waited for. `python -m tools.hostile` sets it.
"""

LATE_BY = float(os.environ.get(LATE, "0"))

LOOKED_EVERY = 0.01 + LATE_BY
"""Seconds from one look at a thing that tells nobody of its changes to the next."""


UNTOLD = 0.1
"""Seconds after which a thing is looked at again that tells of nearly all its changes."""


async def news(change: asyncio.Event) -> None:
    """Wait until something has changed, or may have changed without having told."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(UNTOLD):
            await change.wait()
    await asyncio.sleep(LATE_BY)


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds. Raises TimeoutError if it does not."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - for what has no event
            await asyncio.sleep(LOOKED_EVERY)


async def looked_up(look: Callable[[], Awaitable[T]], holds: Callable[[T], object]) -> T:
    """Look repeatedly until the thing seen satisfies a condition, and return it.

    Raises TimeoutError if it never does.
    """
    async with asyncio.timeout(PATIENCE):
        while not holds(seen := await look()):  # noqa: ASYNC110 - the same
            await asyncio.sleep(LOOKED_EVERY)
    return seen


def waiters(lock: asyncio.Lock) -> int:
    """Return how many wait for a lock."""
    return len(lock._waiters or ())


def wait_until(holds: Callable[[], object]) -> None:
    """Do as ``until``, where there is no event loop."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(LOOKED_EVERY)
