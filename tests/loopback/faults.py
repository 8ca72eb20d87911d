"""Faults ordered for the bot's requests: failures, rate limits and requests held on the way."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.loopback.composing import Uploads
from tests.loopback.errors import ApiError
from tests.loopback.world import Json
from tests.patience import PATIENCE

VIA = {"Via": "1.1 loopback"}  # without this header, discord.py believes its address is banned


SHOWN = 100
"""The most characters of a request's texts that its line in a failed test's output shows."""


def _texts(part: Json) -> Iterator[str]:
    """Yield the texts of a message, or of a component and those inside it."""
    if text := part.get("content"):
        yield text
    for one in part.get("components", ()):
        yield from _texts(one)


@dataclass(eq=False)
class Request:
    """A request of the bot, as logged."""

    method: str
    path: str
    query: dict[str, str]
    body: Json
    uploads: Uploads
    headers: dict[str, str]
    at: float = field(default_factory=time.monotonic)
    status: int | None = None
    """The HTTP status of the answer; None until it is sent, 0 if the connection was cut instead."""

    def matches(self, method: str, pattern: str) -> bool:
        ours, theirs = self.path.split("/"), pattern.split("/")
        return (
            method in (self.method, "*")
            and len(ours) == len(theirs)
            and all(wanted in ("*", part) for part, wanted in zip(ours, theirs, strict=True))
        )

    def __str__(self) -> str:
        said = " ".join(_texts(self.body))[:SHOWN]
        return f"{self.method} {self.path} -> {self.status} {said!r}"


class Dropped(Exception):
    """Raised to cut the connection of a request without an answer."""


class RateLimited(ApiError):
    """Status 429: the bot may try again after ``retry_after`` seconds."""

    def __init__(self, retry_after: float, *, everywhere: bool = False, code: int = 0) -> None:
        super().__init__(429, code, "You are being rate limited.", retry_after=retry_after)
        self.payload["global"] = everywhere
        self.headers = VIA | {
            "Retry-After": str(retry_after),
            "X-RateLimit-Scope": "global" if everywhere else "user",
        }


@dataclass(eq=False)
class Failure:
    method: str
    pattern: str
    error: Exception
    after_storing: bool
    times: int


@dataclass(eq=False)
class Hold:
    """A request held on its way to the server or, after storing, its answer on the way back."""

    method: str
    pattern: str
    after_storing: bool
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)
    _dropped: bool = False
    request: Request | None = None

    async def reached(self, timeout: float = PATIENCE) -> Request:  # noqa: ASYNC109 - as everywhere here
        """Wait until the request has arrived; return it.

        Raises TimeoutError after ``timeout`` seconds.
        """
        await asyncio.wait_for(self._reached.wait(), timeout)
        assert self.request is not None
        return self.request

    def release(self) -> None:
        """Let the request go on, even if the bot has died meanwhile."""
        self._released.set()

    def drop(self) -> None:
        """Cut the connection of the request, which is not processed any further."""
        self._dropped = True
        self._released.set()

    async def stop(self, request: Request) -> None:
        self.request = request
        self._reached.set()
        await self._released.wait()
        if self._dropped:
            raise Dropped


@dataclass(eq=False)
class Bucket:
    """A rate limit like Discord's: `limit` requests of one path in each span of `per` seconds."""

    method: str
    pattern: str
    limit: int
    per: float
    refused: int = 0
    _spans: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By path: the start of its span, in monotonic seconds, and the number of requests in it."""

    def take(self, request: Request) -> dict[str, str]:
        """Count a request; return the headers of its answer. Raises RateLimited above the limit."""
        now = time.monotonic()
        began, used = self._spans.get(request.path, (now, 0))
        if now >= began + self.per:
            began, used = now, 0
        # Rounded up: after this time, a request must not be too early.
        reset_after = math.ceil((began + self.per - now) * 1000) / 1000
        if used == self.limit:
            self.refused += 1
            raise RateLimited(reset_after)
        self._spans[request.path] = began, used + 1
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - used - 1),
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
            "X-RateLimit-Reset": f"{time.time() + reset_after:.3f}",
            "X-RateLimit-Bucket": f"{self.method}:{self.pattern}",
        }


class Faults:
    """The faults that were ordered and have not happened yet, and the rate limits."""

    def __init__(self) -> None:
        self.failures: list[Failure] = []
        self.holds: list[Hold] = []
        self.buckets: list[Bucket] = []

    def limits(self, request: Request) -> dict[str, str]:
        for bucket in self.buckets:
            if request.matches(bucket.method, bucket.pattern):
                return bucket.take(request)
        return {}

    async def meet(self, request: Request, *, after_storing: bool) -> None:
        """Apply the faults ordered for this request: wait while it is held, raise its failure."""
        for hold in self.holds:
            if hold.after_storing is after_storing and request.matches(hold.method, hold.pattern):
                self.holds.remove(hold)
                await hold.stop(request)
                break
        for failure in self.failures:
            if failure.after_storing is after_storing and request.matches(
                failure.method, failure.pattern
            ):
                failure.times -= 1
                if not failure.times:
                    self.failures.remove(failure)
                raise failure.error
