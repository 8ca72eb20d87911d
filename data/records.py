"""Records that only grow, loaded and saved as values: matches, tournaments, crowds.

All kinds of records share the code here: units of work, one at a time for each lock; logs, to which
entries are only added; and a cache of the records used last. Callers pass in the functions that are
particular to a kind.
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
from sqlalchemy import ColumnElement, Table, bindparam, insert, select

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Database, Statements
from data.database.errors import Conflict
from data.keyed_locks import KeyedLocks
from engine.event_log import Entry, Logged, Repeated

LARGEST_ID: Final = 2**31 - 1
"""The largest id that fits a column of ids; a driver may raise an error for a larger one."""

ROWS_AT_ONCE: Final = 250
"""Entries read or written before other tasks may run."""

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
E = TypeVar("E", bound=Logged)


def is_id(number: int) -> bool:
    """Return whether ``number`` can be the id of a record."""
    return 0 < number <= LARGEST_ID


def entry_row(entry: Entry[Any]) -> dict[str, Any]:
    """Return the columns of an entry, without those that identify its record."""
    return {
        "number": entry.number,
        "kind": entry.kind.value,
        "at": entry.at,
        "person": entry.person,
        "data": dict(entry.data),
        "source": entry.source,
    }


def sources_of(entries: Iterable[Logged]) -> list[str]:
    """Return the sources of these entries in order, each once."""
    return list(dict.fromkeys(entry.source for entry in entries if entry.source is not None))


class Log(Generic[E]):
    """A table of entries.

    ``row_of`` returns an entry's columns, without those that identify its record.
    """

    def __init__(self, table: Table, row_of: Callable[[E], Mapping[str, Any]]) -> None:
        self._row_of = row_of
        # Both are built once: building takes longer than executing.
        self._insert = insert(table)
        source = table.c.source
        has_source = source.in_(bindparam("sources", expanding=True))
        self._known = select(source).where(has_source).limit(1)

    async def add(
        self, connection: AsyncConnection, record: Mapping[str, int], new: Sequence[E]
    ) -> None:
        """Add entries to the record whose key columns are ``record``."""
        for start in range(0, len(new), ROWS_AT_ONCE):
            some = new[start : start + ROWS_AT_ONCE]
            rows = [{**record, **self._row_of(entry)} for entry in some]
            await connection.execute(self._insert, rows, execution_options={LATER: True})
            if start + ROWS_AT_ONCE < len(new):
                await asyncio.sleep(0)

    async def knows(
        self, connection: AsyncConnection, sources: Sequence[str], *wanted: ColumnElement[bool]
    ) -> bool:
        """Return whether an entry that meets all conditions has one of these sources."""
        if not sources:
            return False
        known = self._known.where(*wanted)
        return await connection.scalar(known, {"sources": sources}) is not None


@dataclass
class Unit(Generic[R]):
    """A unit of work: the block assigns the changed record."""

    record: R


class Units(Generic[E]):
    """Units of work on records of one kind, one at a time for each lock.

    ``log`` holds the records' entries; ``forget`` drops records that may have changed from memory.
    """

    def __init__(
        self, database: Database, log: Log[E], forget: Callable[[Iterable[int]], None]
    ) -> None:
        self._database, self._log, self._forget = database, log, forget
        self._locks = KeyedLocks[int]()

    def lock(self, key: int) -> asyncio.Lock:
        """Return the lock of a key, which is held during the key's unit of work."""
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

        If the block has replaced the record, ``save`` writes it at the end of the block. Nothing is
        written after an exception in the block. If the caller is cancelled, writing is finished
        first.
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
        """Return the result of statements that write new entries; call it in ``Database.run``.

        After any error the record is dropped from memory. Raises Repeated if an entry that meets
        the conditions ``its`` already has the source of a new one, otherwise the database's error.
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
    """The values used last, up to a total weight of ``size``, as measured by ``weigh``."""

    def __init__(self, size: int, weigh: Callable[[V], int]) -> None:
        self._values: LRUCache[K, V] = LRUCache(size, getsizeof=weigh)

    @property
    def weight(self) -> int:
        """Return the total weight of the values, each weighed when it was put."""
        return int(self._values.currsize)

    def get(self, key: K) -> V | None:
        """Return a value, None if it is not cached."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Cache a value, and drop the least recently used values if there is no room."""
        self._values.pop(key, None)
        with suppress(ValueError):  # the value alone is too large for the cache
            self._values[key] = value

    def pop(self, key: K) -> None:
        """Drop the value of a key, if it is cached."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()


class Known(Generic[V]):
    """The records used last; records that another process may change are not kept.

    ``find`` reads a record. ``ours`` returns whether a record belongs to this process.
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
        """Return the record of a key, None if it is not in memory."""
        return self._cache.get(key)

    async def load(self, key: int) -> V:
        """Return the record of a key, from memory or else from the database."""
        known = self._cache.get(key)
        if known is not None:
            return known
        changes = self._changes
        found = await self._database.run(self._database.view(self._find, key))
        if changes == self._changes:  # otherwise the record may be stale
            self.keep(key, found)
        return found

    def keep(self, key: int, value: V) -> None:
        """Keep the record now stored under a key, if it belongs to this process."""
        if self._ours(value):
            self._cache.put(key, value)
        else:
            self._cache.pop(key)

    def forget(self, keys: Iterable[int]) -> None:
        """Drop records that may have changed; those being read now will not be kept."""
        for key in keys:
            self._cache.pop(key)
        self._changes += 1

    def clear(self) -> None:
        """Drop all records; those being read now will not be kept."""
        self._cache.clear()
        self._changes += 1
