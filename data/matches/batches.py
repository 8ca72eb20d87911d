"""Changing many matches together, for upkeep that is due in many matches at the same time.

Every transaction has a fixed cost: the event loop is needed for its beginning and its end, and the
disk for its COMMIT. So the matches of a batch share a transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from sqlalchemy import ColumnElement

from data.asynchronous import AsyncConnection
from data.database.connection import Database
from data.database.errors import StoreError
from data.database.schema import matches
from data.matches import saving
from data.matches.memory import Memory
from data.matches.posts import Posted
from data.records import Units
from engine.table.match import Match
from engine.table.record import Event

log = logging.getLogger(__name__)

Find = Callable[[ColumnElement[bool]], Awaitable[Sequence[Match | StoreError]]]
"""Returns the matches that meet a condition, with an error for each unreadable one."""

Written = Callable[[Match, Match, Posted | None], None]
"""Called after the commit with the match before and after, and its posts if there is a new one."""

Change = tuple[Match, Match]
"""A match before and after a change."""


class Batches:
    """Changes of many matches together, each as in a unit of work."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        units: Units[Event],
        find: Find,
        written: Written,
    ) -> None:
        self._database, self._memory, self._units = database, memory, units
        self._find, self._tell = find, written

    async def change(self, ids: Iterable[int], change: Callable[[Match], Match]) -> None:
        """Replace each of these matches with the result of ``change``, in one transaction.

        Either all changes are written or none. A missing or unreadable match is left out. Matches
        that were not cached before are dropped from the cache, which is for matches being played.

        Raises Conflict if another process has changed one of the matches, and any error that
        ``change`` raises.
        """
        self._database.check_open()
        wanted = sorted(ids)
        async with self._units.locked(wanted):
            with self._database.in_hand():
                await self._database.run(self._change(wanted, change))

    async def _change(self, ids: Sequence[int], change: Callable[[Match], Match]) -> None:
        strange = [match_id for match_id in ids if self._memory.match(match_id) is None]
        try:
            changes = []
            for before in await self._find(matches.c.id.in_(ids)):
                if isinstance(before, StoreError):
                    log.error("%s", before)
                elif (match := change(before)) is not before:
                    changes.append((before, match))
            try:
                posted = await self._database.transact(self._append, changes)
            except BaseException:
                self._memory.forget(before.id for before, _ in changes)
                raise
            for (before, match), posts in zip(changes, posted, strict=True):
                self._tell(before, match, posts)
        finally:
            self._memory.drop(strange)

    async def _append(
        self, connection: AsyncConnection, changes: Sequence[Change]
    ) -> list[Posted | None]:
        found = []
        for before, match in changes:
            known = partial(self._memory.posted, match.id)
            backend = self._database.backend
            found.append(await saving.append(connection, before, match, known, backend))
            await asyncio.sleep(0)  # delayed statements do not let other tasks run
        return found
