"""What tests use one after the other, such as a bot that takes long to start.

A test that fails may leave it in any state: the next one gets another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Generic, TypeVar

import pytest

T = TypeVar("T")

PARTED_WITHIN = 10.0
"""Seconds that the end of something spoiled is waited for, and again after it is cancelled."""


class Spoiled(Exception):
    """Raised inside a lent thing to end it, because a test that had it has failed."""


class Lender(Generic[T]):
    """Lends the same thing to each test until a test that had it has failed."""

    def __init__(self, make: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._make = make
        self._lent: T | None = None
        self._end = AsyncExitStack()
        self.is_spoiled = False
        """Whether a test that had it has failed."""

    async def lend(self, item: pytest.Item) -> T:
        """Return the thing for a test; a new one if it is spoiled."""
        if self.is_spoiled:
            await self._throw_away()
        item.stash[_LENDER] = self
        if self._lent is None:
            self._lent = await self._end.enter_async_context(self._make())
        return self._lent

    async def close(self) -> None:
        """End what was lent; whether that goes well is of no interest if it is spoiled."""
        await (self._throw_away() if self.is_spoiled else self._end.aclose())

    async def _throw_away(self) -> None:
        ended = asyncio.create_task(self._end.__aexit__(Spoiled, Spoiled(), None), name="an end")
        self._lent, self._end, self.is_spoiled = None, AsyncExitStack(), False
        await asyncio.wait((ended,), timeout=PARTED_WITHIN)
        if ended.cancel():
            await asyncio.wait((ended,), timeout=PARTED_WITHIN)
        if ended.done() and not ended.cancelled() and (error := ended.exception()) is not None:
            print(f"What the failed test had did not end well: {error!r}")  # noqa: T201 - for who reads of the failure


def has_failed(item: pytest.Item) -> bool:
    """Return whether a test that something is lent to has failed so far."""
    return item.stash[_LENDER].is_spoiled


def note(item: pytest.Item, report: pytest.TestReport) -> None:
    """Mark a test's lent things as spoiled if that part of the test failed."""
    lender = item.stash.get(_LENDER, None)
    if lender is not None and report.failed:
        lender.is_spoiled = True


_LENDER = pytest.StashKey[Lender[Any]]()
