"""Who may think now: as many at once as there are processes, and who matters most goes first."""

from __future__ import annotations

import asyncio
from collections import Counter
from enum import IntEnum
from typing import NamedTuple


class Rank(IntEnum):
    """What a thought is for; the lower is served first."""

    TABLE = 0
    """A computer is to move in a match, and everybody waits for it."""
    HINT = 1
    """One person waits for it, and it is short."""
    REVIEW = 2
    """It is one of many, and takes its time."""
    PUZZLES = 3
    """Nobody waits for it."""


class _Waiting(NamedTuple):
    """One who waits; ``served`` is done when they have a place, or have left."""

    rank: Rank
    number: int
    served: asyncio.Future[None]


class Places:
    """The places of those who think. Of one rank, who waits longest is served first.

    Of several places reviews and what comes after them never have all: one is left for who comes
    next.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[Rank] = Counter()
        self._waiting: list[_Waiting] = []
        self._number = 0

    async def take(self, rank: Rank) -> None:
        """Wait for a place, and take it."""
        if not self._waiting and self.is_free(rank):
            self._held[rank] += 1
            return
        self._number += 1
        waiting = _Waiting(rank, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._serve()
        try:
            await waiting.served
        except asyncio.CancelledError:
            if waiting.served.cancelled():
                self._waiting.remove(waiting)
            else:
                self.leave(rank)
            raise

    def leave(self, rank: Rank) -> None:
        """Give a place back."""
        self._held[rank] -= 1
        self._serve()

    def is_free(self, rank: Rank) -> bool:
        """Return whether there is a place for one of that rank."""
        if rank >= Rank.REVIEW:
            patient = self._held[Rank.REVIEW] + self._held[Rank.PUZZLES]
            if patient >= max(self._most - 1, 1):
                return False
        return self._held.total() < self._most

    def _serve(self) -> None:
        """Give the free places to those who wait."""
        for waiting in sorted(self._waiting):
            if waiting.served.done() or not self.is_free(waiting.rank):
                continue
            self._waiting.remove(waiting)
            self._held[waiting.rank] += 1
            waiting.served.set_result(None)
