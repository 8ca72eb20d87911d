"""Outages of the database: logging them, and noticing their end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

log = logging.getLogger(__name__)

TRIED_EVERY = 5.0
"""Seconds between attempts to write during an outage."""

TOLD_EVERY = 60.0
"""Seconds between lines in the log during an outage."""


class Outage:
    """The present outage of the database, if any; nothing else logs outages.

    A line is logged when an outage begins, every minute, and when it ends. ``attempt`` writes as
    much as a turn does. An outage ends when an attempt succeeds and no operation has failed since
    the attempt before.
    """

    def __init__(self, where: str, attempt: Callable[[], Awaitable[bool]]) -> None:
        self.reason = ""
        """A sentence saying why the database cannot be used, empty while it can."""
        self._where = where
        self._attempt = attempt
        self._began = self._told = 0.0
        self._failed = 0
        self._has_failed = False
        self._over = asyncio.Event()
        self._over.set()
        self._trying: asyncio.Task[None] | None = None
        self._closing = False

    def begin(self, reason: str) -> None:
        """Begin an outage, or note a new reason for the present one."""
        if self._closing:
            return
        if not self.reason:
            self._began = self._told = monotonic()
            self._failed = 0
            self._over.clear()
            log.error("%s", reason)
            self._trying = asyncio.create_task(self._try(), name="an outage of the database")
        self.reason = reason

    def fail(self, reason: str) -> None:
        """Count an operation that failed for this reason; begin an outage if there is none."""
        self.begin(reason)
        self._failed += 1
        self._has_failed = True

    async def over(self) -> None:
        """Wait until the database can be used."""
        await self._over.wait()

    def close(self) -> None:
        """Stop the attempts; later failures begin no outage."""
        self._closing = True
        if self._trying is not None:
            self._trying.cancel()

    async def _try(self) -> None:
        while True:
            self._has_failed = False
            await asyncio.sleep(TRIED_EVERY)
            if await self._attempt() and not self._has_failed:
                break
            self._tell()
        log.warning(
            "The database %s is back after %.0f s; %s operations failed meanwhile.",
            self._where, monotonic() - self._began, self._failed,
        )  # fmt: skip
        self.reason = ""
        self._over.set()

    def _tell(self) -> None:
        now = monotonic()
        if now - self._told >= TOLD_EVERY:
            self._told = now
            log.error(
                "%s That is so since %.0f s; %s operations failed meanwhile.",
                self.reason, now - self._began, self._failed,
            )  # fmt: skip
