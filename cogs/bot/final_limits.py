"""Limits of Discord that do not end by waiting: discord.py would try again all the same."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

EDITED_TOO_OFTEN: Final = 30046
"""Discord's code where a message that is older than an hour was edited too often: a 429 by status,
and final."""


def with_final_limits(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Return what also has such a request raise HTTPException at its first answer."""
    trace.on_request_end.append(_look_at)
    return trace


async def _look_at(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    ended: aiohttp.TraceRequestEndParams,
) -> None:
    if ended.response.status != 429:
        return
    try:
        answer = json.loads(await ended.response.read())
    except ValueError:  # no answer of Discord's own: discord.py says so
        return
    if isinstance(answer, dict) and answer.get("code") == EDITED_TOO_OFTEN:
        raise discord.HTTPException(ended.response, answer)
