"""Waiting for a store to notice that an outage of its database goes on."""

from __future__ import annotations

from data import Store
from tests.patience import until


async def tried(store: Store, times: int) -> None:
    """Wait until the store has tried ``times`` times whether the outage is over."""
    outage = store._database.outage
    attempt, left = outage._attempt, times

    async def counted() -> bool:
        nonlocal left
        try:
            return await attempt()
        finally:
            left -= 1

    outage._attempt = counted
    await until(lambda: left <= 0)
    outage._attempt = attempt
