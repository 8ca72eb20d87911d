"""Records that only grow, loaded and saved as values: matches, tournaments, crowds.

They share units of work, one at a time for each lock; entries that are only added; and a cache of
those used last. The kind of record, and what follows from its entries, are passed in.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, ParamSpec, TypeVar

from cachetools import LRUCache
from sqlalchemy import ColumnElement, Table, insert, select

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Database, Statements
from data.database.errors import Conflict
from data.keyed_locks import KeyedLocks
from engine.event_log import Entry, Logged, Repeated

LARGEST_ID: Final = 2**31 - 1
"""The largest id that fits a column of ids; a driver may raise an error for more."""

ROWS_AT_ONCE: Final = 250
"""Entries read or written before other tasks may run."""

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
E = TypeVar("E", bound=Logged)


def is_id(number: int) -> bool:
    """Return whether a record can have that id."""
    return 0 < number <= LARGEST_ID


def entry_row(entry: Entry[Any]) -> dict[str, Any]:
    """Return the columns of an entry, without those of its record."""
    return {
        "number": entry.number,
        "kind": entry.kind.value,
        "at": entry.at,
        "person": entry.person,
        "data": dict(entry.data),
        "source": entry.source,
    }


def sources_of(entries: Iterable[Logged]) -> list[str]:
    """Return the sources of these entries, each once."""
    return list(dict.fromkeys(entry.source for entry in entries if entry.source is not None))


class Log(Generic[E]):
    """A table of entries; ``row_of`` returns an entry's columns without those of its record."""

    def __init__(self, table: Table, row_of: Callable[[E], Mapping[str, Any]]) -> None:
        self._table, self._row_of = table, row_of
        self._insert = insert(table)  # made once: that takes longer than executing it

    async def add(
        self, connection: AsyncConnection, record: Mapping[str, int], new: Sequence[E]
    ) -> None:
        """Add entries to the record of that key."""
        for start in range(0, len(new), ROWS_AT_ONCE):
            some = new[start : start + ROWS_AT_ONCE]
            rows = [{**record, **self._row_of(entry)} for entry in some]
            await connection.execute(self._insert, rows, execution_options={LATER: True})
            if start + ROWS_AT_ONCE < len(new):
                await asyncio.sleep(0)

    async def knows(
        self, connection: AsyncConnection, sources: Sequence[str], *wanted: ColumnElement[bool]
    ) -> bool:
        """Return whether an entry for which all conditions hold has one of these sources."""
        source = self._table.c.source
        statement = select(source).where(source.in_(sources), *wanted).limit(1)
        return bool(sources) and (await connection.execute(statement)).first() is not None


@dataclass
class Unit(Generic[R]):
    """A unit of work: the block assigns the changed record."""

    record: R


class Units(Generic[E]):
    """Units of work on records of a kind, one at a time for each lock.

    ``log`` has their entries; ``forget`` drops records that may have changed from memory.
    """

    def __init__(
        self, database: Database, log: Log[E], forget: Callable[[Iterable[int]], None]
    ) -> None:
        self._database, self._log, self._forget = database, log, forget
        self._locks = KeyedLocks[int]()

    def lock(self, key: int) -> asyncio.Lock:
        """Return the lock of that key, held during its unit of work."""
        return self._locks[key]

    @asynccontextmanager
    async def locked(self, keys: Iterable[int]) -> AsyncIterator[None]:
        """Hold several locks, acquired in a fixed order: two callers cannot deadlock."""
        async with AsyncExitStack() as held:
            for key in sorted(keys):
                await held.enter_async_context(self.lock(key))
            yield

    @asynccontextmanager
    async def open(
        self,
        key: int,
        load: Callable[[], Awaitable[R]],
        save: Callable[[R, R], Coroutine[Any, Any, None]],
    ) -> AsyncIterator[Unit[R]]:
        """Open a unit of work: the block replaces the record and awaits nothing.

        ``save`` writes the record when the block ends, if it was replaced; after an exception in
        the block it is not written. A cancelled caller leaves when the writing is done.
        """
        async with self.lock(key):
            self._database.check_open()
            with self._database.in_hand():
                before = await load()
                unit = Unit(before)
                yield unit
                if unit.record is not before:
                    await self._database.run(save(before, unit.record))

    async def write(
        self,
        key: int,
        new: Sequence[E],
        its: Sequence[ColumnElement[bool]],
        statements: Statements[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of statements that write new entries; for work in hand.

        Raises Repeated if an entry for which the conditions ``its`` hold already has one of their
        sources; otherwise any error of the database, after which the record is forgotten.
        """
        try:
            return await self._database.transact(statements, *args, **kwargs)
        except BaseException as error:
            self._forget([key])
            if isinstance(error, Conflict) and await self._database.view(
                self._log.knows, sources_of(new), *its
            ):
                raise Repeated from error
            raise


class Cache(Generic[K, V]):
    """The values used last, up to a total of ``size`` as measured by ``weigh``."""

    def __init__(self, size: int, weigh: Callable[[V], int]) -> None:
        self._values: LRUCache[K, V] = LRUCache(size, getsizeof=weigh)

    @property
    def weight(self) -> int:
        """Return the total weight; each value's weight is that at the time of ``put``."""
        return int(self._values.currsize)

    def get(self, key: K) -> V | None:
        """Return a value, None if it is not cached."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Cache a value, and drop the least recently used ones if needed."""
        self._values.pop(key, None)
        with suppress(ValueError):  # it is larger than all that is kept
            self._values[key] = value

    def pop(self, key: K) -> None:
        """Drop a value."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop everything."""
        self._values.clear()


class Known(Generic[V]):
    """Records used last, read by ``find``; records that another process may change are not kept.

    ``ours`` tells which records belong to this process.
    """

    def __init__(
        self,
        database: Database,
        find: Callable[[AsyncConnection, int], Awaitable[V]],
        ours: Callable[[V], bool],
        cache: Cache[int, V],
    ) -> None:
        self._database, self._find, self._ours = database, find, ours
        self._cache = cache
        self._changes = 0

    def get(self, key: int) -> V | None:
        """Return the value of a key in memory, None if there is none."""
        return self._cache.get(key)

    async def load(self, key: int) -> V:
        """Return the stored value of a key."""
        known = self._cache.get(key)
        if known is not None:
            return known
        changes = self._changes
        found = await self._database.run(self._database.view(self._find, key))
        if changes == self._changes:  # or it may be stale
            self.keep(key, found)
        return found

    def keep(self, key: int, value: V) -> None:
        """Keep the value now stored under a key."""
        if self._ours(value):
            self._cache.put(key, value)
        else:
            self._cache.pop(key)

    def forget(self, keys: Iterable[int]) -> None:
        """Drop records that have changed, or may have, including those being read now."""
        for key in keys:
            self._cache.pop(key)
        self._changes += 1

    def clear(self) -> None:
        """Drop everything."""
        self._cache.clear()
        self._changes += 1
