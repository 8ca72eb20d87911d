"""Requests to Discord that end in time, and what it answers where it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import perf_counter
from typing import Final, Generic, TypeVar

import aiohttp
import discord

PATIENCE: Final = 15.0
"""Seconds for a request, with all that discord.py repeats of it."""

T = TypeVar("T")


ADVICE: Final = {
    400: "Discord does not take this request as it is: tell Damier's makers what it answers",
    401: "Discord does not take the token any more: copy it anew from the Developer Portal",
    413: "the picture is too large for this server: tell Damier's makers",
    429: "Discord limits how often this is done: try again in an hour",
}
"""What to do about an answer, by its status; 403 and 404 depend on what was asked."""

IN_TROUBLE: Final = "Discord has trouble: try again later (https://discordstatus.com says more)"

UNREACHED: Final = "look at this machine's network, and try again later"


class Refused(Exception):
    """Discord does not do what it was asked; ``str()`` is its answer.

    ``status`` is that of the answer, None if there was none.
    """

    def __init__(self, answer: str, seconds: float, status: int | None) -> None:
        super().__init__(answer)
        self.seconds = seconds
        self.status = status

    def advice(self, *, forbidden: str, missing: str) -> str:
        """Return the advice for the operator; that for a 403 and a 404 depends on the request."""
        if self.status is None:
            return UNREACHED
        known = ADVICE | {403: forbidden, 404: missing}
        return known.get(self.status, IN_TROUBLE if self.status >= 500 else ADVICE[400])


class Answer(Generic[T]):
    """What Discord has answered, and after how many seconds."""

    def __init__(self, value: T, seconds: float) -> None:
        self.value = value
        self.seconds = seconds


async def ask(request: Awaitable[T]) -> Answer[T]:
    """Return the answer to a request. Raises Refused."""
    began = perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            value = await request
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Refused(_said(error), perf_counter() - began, _status(error)) from error
    return Answer(value, perf_counter() - began)


def _status(error: Exception) -> int | None:
    if isinstance(error, discord.RateLimited):
        return 429
    return error.status if isinstance(error, discord.HTTPException) else None


def _said(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"Discord answers {error}"
    if isinstance(error, TimeoutError):
        return f"Discord does not answer within {PATIENCE:.0f} seconds, or limits how often it does"
    if isinstance(error, discord.RateLimited):
        return f"Discord wants {error.retry_after:.0f} seconds to pass first"
    return f"Discord cannot be reached: {error}"
