"""SQLite's statements in the thread of the event loop.

A connection has a thread of its own, so that the bot goes on while the disk works. To hand it a
statement and wait for it takes longer than most statements do: a sixth of the time of tests of
cogs. Here each is executed after one turn of the loop instead, in which all others go on, so that
what is done meanwhile happens in the same places. What only a thread can show is for the tests of
the database and those on loopback, which have theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

import aiosqlite
import pytest

from data.database.sqlite import driver

P = ParamSpec("P")
T = TypeVar("T")


def execute_in_the_loop(patch: pytest.MonkeyPatch) -> None:
    """Have the connections that are opened from now on execute their statements in the loop."""

    async def execute(
        _: aiosqlite.Connection, function: Callable[P, T], *given: P.args, **more: P.kwargs
    ) -> T:
        await asyncio.sleep(0)
        return function(*given, **more)

    connect: Any = partial(driver.connect, check_same_thread=False)
    patch.setattr(driver, "connect", connect)
    patch.setattr(aiosqlite.Connection, "_execute", execute)
