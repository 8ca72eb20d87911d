"""Deleting what is kept about a person, while what they are in cannot be changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime

from data.asynchronous import AsyncConnection
from data.database.connection import Database
from data.database.errors import StoreError
from data.matches import match_rows
from data.matches.memory import Memory
from data.members import privacy
from data.tournaments import personal, tournaments
from data.tournaments.tournaments import Tournaments
from engine.table.match import Match
from engine.table.record import Status
from engine.tournaments.conduct import Tournament

log = logging.getLogger(__name__)

Find = Callable[..., Awaitable[Sequence[Match | StoreError]]]
"""Returns the matches for which all conditions hold, with an error for one that is unreadable."""

Change = tuple[Tournament, Tournament]
"""A tournament as it was, and as it is without a person."""


class Deletion:
    """Deletes what is kept about people."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        locks: MutableMapping[int, asyncio.Lock],
        find: Find,
        events: Tournaments,
    ) -> None:
        self._database, self._memory, self._locks = database, memory, locks
        self._find, self._tournaments = find, events

    async def forget(self, person: int, now: datetime | None) -> bool:
        """Take a person out of all stored data; return whether that could be done."""
        self._database.check_open()
        with self._database.in_hand():
            ids = await self._database.read(privacy.matches_of, person)
            going_on = await self._database.read(personal.going_on_with, person)
            async with AsyncExitStack() as held:  # in order of ids: two callers cannot deadlock
                for match_id in ids:
                    lock = self._locks.setdefault(match_id, asyncio.Lock())
                    await held.enter_async_context(lock)
                for tournament_id in going_on:
                    await held.enter_async_context(self._tournaments.lock(tournament_id))
                return await self._database.run(self._forget(person, ids, going_on, now))

    async def _forget(
        self, person: int, ids: Sequence[int], going_on: Sequence[int], now: datetime | None
    ) -> bool:
        """Take a person out of all data while those matches and tournaments are locked."""
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await self._find(*match_rows.conditions(status, None, None, person)):
                if isinstance(match, Match) and match.waits_for(person):
                    return False
        left = list[Change]()
        for tournament_id in going_on:
            try:
                before = await self._tournaments.load(tournament_id)
            except StoreError as error:
                log.error("%s", error)  # it has no state; the person is taken out of its entries
                continue
            moment = now or before.entries[-1].at
            after = before.withdraw_gone(person, now=moment)
            if after is not before:
                left.append((before, after))
        forgotten = await self._database.transact(self._take_out, person, ids, going_on, left)
        if forgotten:
            self._memory.forget_all()  # what they followed, too
            self._tournaments.empty_memory()
            for before, _ in left:
                after = await self._tournaments.load(before.id)
                self._tournaments.written(after, after.entries[len(before.entries) :])
        return forgotten

    async def _take_out(
        self,
        connection: AsyncConnection,
        person: int,
        ids: Sequence[int],
        going_on: Sequence[int],
        left: Sequence[Change],
    ) -> bool:
        """Take a person out; return False if they are in other matches or tournaments as well."""
        if await privacy.matches_of(connection, person) != ids:
            return False
        if await personal.going_on_with(connection, person) != going_on:
            return False
        backend = self._database.backend
        for before, after in left:
            await tournaments.append(connection, before, after, backend, quietly=True)
        await privacy.forget(connection, person)
        await backend.tell(connection, ("person", person), ("everything", 0))
        return True
