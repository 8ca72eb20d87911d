"""Locks by key: one holder at a time for each key, and no lock is kept that nobody holds."""

from __future__ import annotations

import asyncio

from data.keyed_locks import KeyedLocks


async def test_only_who_wants_the_same_waits() -> None:
    locks, done = KeyedLocks[int](), list[str]()

    async def enter(key: int, name: str) -> None:
        async with locks[key]:
            done.append(f"{name} enters")
            await asyncio.sleep(0)
            done.append(f"{name} leaves")

    await asyncio.gather(enter(1, "a"), enter(1, "b"), enter(2, "c"))
    assert [one for one in done if one[0] != "c"] == [
        "a enters", "a leaves", "b enters", "b leaves",
    ]  # fmt: skip
    assert done.index("c enters") < done.index("a leaves")
    assert len(locks) == 0
