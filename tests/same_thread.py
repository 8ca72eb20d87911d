"""Execution of SQLite's statements in the thread of the event loop.

Normally, a connection has a thread of its own, so that the bot goes on while the disk works.
Passing a statement to the thread and waiting takes longer than most statements: a sixth of the time
of tests of cogs. Here, each statement is executed after one turn of the loop instead. In that turn
all other tasks go on, so they still interleave in the same places. The tests of the database and
those on loopback keep the threads, to show defects that need them.
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
    """Make connections opened from now on execute in the event loop's thread."""

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
