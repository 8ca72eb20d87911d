"""Discord's rate limits: each one met is counted, and final ones raise an error.

Waiting does not end a final limit, but discord.py would try again all the same.
"""

from __future__ import annotations

import json
from collections import Counter
from time import monotonic
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from discord.http import HTTPClient

EDITED_TOO_OFTEN: Final = 30046
"""Discord's code for a message older than an hour that was edited too often.

The limit is final, although the status is 429.
"""

CLEARED_EVERY: Final = 60.0
"""Seconds between clearings of expired limits."""


def clear_seldom(http: HTTPClient) -> None:
    """Make discord.py clear expired limits at most once in ``CLEARED_EVERY`` seconds.

    discord.py looks through all known limits whenever a request is the first to its channel: with
    thousands of channels that takes longer than the request.
    """
    clear, last = http._try_clear_expired_ratelimits, monotonic()

    def seldom() -> None:
        nonlocal last
        if monotonic() - last >= CLEARED_EVERY:
            last = monotonic()
            clear()

    http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign] # discord.py has no option for it


class Limits:
    """Watches the answers to requests.

    ``met`` counts the requests that met a limit, by the limit's scope: ``user`` for too many
    requests of a kind, ``global`` for too many of all kinds, ``shared`` for a limit shared with
    others.
    """

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Hook into ``trace`` and return it: final limits then raise HTTPException at once."""
        trace.on_request_end.append(self._look_at)
        return trace

    async def _look_at(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        if ended.response.status != 429:
            return
        self.met[ended.response.headers.get("X-RateLimit-Scope", "user")] += 1
        try:
            answer = json.loads(await ended.response.read())
        except ValueError:  # not Discord's own answer: discord.py reports it
            return
        if isinstance(answer, dict) and answer.get("code") == EDITED_TOO_OFTEN:
            raise discord.HTTPException(ended.response, answer)
