"""Waiting for a store to notice that an outage of its database goes on."""

from __future__ import annotations

import asyncio

from data import Store
from tests.patience import PATIENCE


async def tried(store: Store, times: int) -> None:
    """Wait until it was tried so often whether the outage is over."""
    outage = store._database.outage
    attempt, left = outage._attempt, times

    async def counted() -> bool:
        nonlocal left
        try:
            return await attempt()
        finally:
            left -= 1

    outage._attempt = counted
    async with asyncio.timeout(PATIENCE):
        while left > 0:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
    outage._attempt = attempt
