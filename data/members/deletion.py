"""Deleting what is kept about a person, while what they are in cannot be changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import AsyncExitStack

from data.database.connection import Database
from data.database.errors import StoreError
from data.matches import match_rows
from data.matches.memory import Memory
from data.members import privacy
from engine.table.match import Match
from engine.table.record import Status

Find = Callable[..., Awaitable[Sequence[Match | StoreError]]]
"""Returns the matches for which all conditions hold, with an error for one that is unreadable."""


class Deletion:
    """Deletes what is kept about people."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        locks: MutableMapping[int, asyncio.Lock],
        find: Find,
    ) -> None:
        self._database, self._memory, self._locks, self._find = database, memory, locks, find

    async def forget(self, person: int) -> bool:
        """Take a person out of all stored data; return whether that could be done."""
        self._database.check_open()
        with self._database.in_hand():
            ids = await self._database.read(privacy.matches_of, person)
            async with AsyncExitStack() as held:  # in order of ids: two callers cannot deadlock
                for match_id in ids:
                    lock = self._locks.setdefault(match_id, asyncio.Lock())
                    await held.enter_async_context(lock)
                return await self._database.run(self._forget(person, ids))

    async def _forget(self, person: int, ids: Sequence[int]) -> bool:
        """Take a person out of all data while the matches of those ids are locked."""
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await self._find(*match_rows.conditions(status, None, None, person)):
                if isinstance(match, Match) and match.waits_for(person):
                    return False
        forgotten = await self._database.transact(
            privacy.take_out, person, ids, self._database.backend
        )
        if forgotten:
            self._memory.forget_all()  # what they followed, too
        return forgotten
