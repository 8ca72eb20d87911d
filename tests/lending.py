"""Things that tests use one after another, such as a bot that takes long to start.

A failed test may leave such a thing in any state, so the next test gets a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Generic, TypeVar

import pytest

T = TypeVar("T")

PARTED_WITHIN = 10.0
"""The seconds to wait for the end of a spoiled thing, and again after cancelling that."""


class Spoiled(Exception):
    """Passed to the context of a spoiled thing to end it, because a test that had it has failed."""


class Lender(Generic[T]):
    """Lends the same thing to each test, and a new one after a test that had it has failed."""

    def __init__(self, make: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._make = make
        self._lent: T | None = None
        self._end = AsyncExitStack()
        self.is_spoiled = False
        """Whether a test that had the present thing has failed."""

    async def lend(self, item: pytest.Item) -> T:
        """Return the thing for a test; make one if there is none, or the last is spoiled."""
        if self.is_spoiled:
            await self._throw_away()
        item.stash[_LENDER] = self
        if self._lent is None:
            self._lent = await self._end.enter_async_context(self._make())
        return self._lent

    async def close(self) -> None:
        """End the lent thing; ignore errors if it is spoiled."""
        await (self._throw_away() if self.is_spoiled else self._end.aclose())

    async def _throw_away(self) -> None:
        ended = asyncio.create_task(self._end.__aexit__(Spoiled, Spoiled(), None), name="an end")
        self._lent, self._end, self.is_spoiled = None, AsyncExitStack(), False
        await asyncio.wait((ended,), timeout=PARTED_WITHIN)
        if ended.cancel():
            await asyncio.wait((ended,), timeout=PARTED_WITHIN)
        if ended.done() and not ended.cancelled() and (error := ended.exception()) is not None:
            print(f"What the failed test had did not end well: {error!r}")  # noqa: T201 - shown with the failure


def has_failed(item: pytest.Item) -> bool:
    """Return whether a test that has a lent thing has failed so far."""
    return item.stash[_LENDER].is_spoiled


def note(item: pytest.Item, report: pytest.TestReport) -> None:
    """Mark a test's lent thing as spoiled if a part of the test has failed."""
    lender = item.stash.get(_LENDER, None)
    if lender is not None and report.failed:
        lender.is_spoiled = True


_LENDER = pytest.StashKey[Lender[Any]]()
