"""SQLite's statements in the thread of the event loop.

A connection has a thread of its own, so that the bot goes on while the disk works. To hand it a
statement and wait for it takes longer than most statements do: a sixth of the time of tests of
cogs. Here each is executed after one turn of the loop instead, in which all others go on, so that
what is done meanwhile happens in the same places. What only a thread can show is for the tests of
the database and those on loopback, which have theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any, ParamSpec, TypeVar

import aiosqlite
import pytest

P = ParamSpec("P")
T = TypeVar("T")


def execute_in_the_loop(patch: pytest.MonkeyPatch) -> None:
    """Have the connections that are opened from now on need no thread."""

    def opened(self: aiosqlite.Connection) -> Generator[Any, None, aiosqlite.Connection]:
        self._connection = self._connector()
        yield from asyncio.sleep(0).__await__()
        return self

    async def execute(
        _: aiosqlite.Connection, function: Callable[P, T], *given: P.args, **more: P.kwargs
    ) -> T:
        await asyncio.sleep(0)
        return function(*given, **more)

    def stop(self: aiosqlite.Connection) -> None:
        self._running = False
        if self._connection is not None:
            self._connection.close()

    patch.setattr(aiosqlite.Connection, "__await__", opened)
    patch.setattr(aiosqlite.Connection, "_execute", execute)
    patch.setattr(aiosqlite.Connection, "stop", stop)
