"""Locks by key: changes to the record with the same key wait for each other."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=int | tuple[int, ...])


class KeyedLocks(Generic[K]):
    """A lock for each key, kept as long as a task holds it or waits for it."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: K) -> asyncio.Lock:
        """Return the lock of a key."""
        return self._known.setdefault(key, asyncio.Lock())

    def __contains__(self, key: object) -> bool:
        """Return whether the lock of a key is kept."""
        return key in self._known

    def __len__(self) -> int:
        """Return the number of locks kept."""
        return len(self._known)
