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


class Refused(Exception):
    """Discord does not do what it was asked; ``str()`` is its answer."""

    def __init__(self, answer: str, seconds: float) -> None:
        super().__init__(answer)
        self.seconds = seconds


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
        raise Refused(_said(error), perf_counter() - began) from error
    return Answer(value, perf_counter() - began)


def _said(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"Discord answers {error}"
    if isinstance(error, TimeoutError):
        return f"Discord does not answer within {PATIENCE:.0f} seconds, or limits how often it does"
    return f"Discord cannot be reached: {error}"
