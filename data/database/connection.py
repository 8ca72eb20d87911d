"""The connection to the database: opened once, owned by one process, closed after the last write.

Its work runs in separate tasks that are not cancelled with their callers, so that no transaction is
left open and no connection hangs.
"""

from __future__ import annotations

import asyncio
import logging
import random
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import timedelta
from functools import partial, wraps
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from data import disks
from data.asynchronous import AsyncConnection
from data.database import opening, revisions
from data.database.backend import Backend, Shards
from data.database.errors import Closed, Conflict, StoreError, Unavailable, reason_of
from data.database.schema import facts
from data.outages import Outage

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Statements = Callable[Concatenate[AsyncConnection, P], Awaitable[T]]
"""A function that executes statements on the connection it is given."""


TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the histograms of transactions' durations, in seconds."""


class Spans:
    """A histogram of durations: counts per bucket and their total in seconds.

    ``counts`` has a count for each of the ascending ``bounds``: durations up to that bound and
    above the one before. The last count is of longer durations.
    """

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one more duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.seconds += seconds

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Count the block's duration."""
        began = perf_counter()
        try:
            yield
        finally:
            self.add(perf_counter() - began)


class Undone(Exception):
    """A transaction whose COMMIT got no answer turned out not to be committed."""


PATIENCE = timedelta(seconds=30)
"""Time for which a transaction is retried after transient failures, such as a server's restart."""

LONGEST_PAUSE = 1.0
"""Most seconds between one attempt and the next."""


class Database:
    """An open database of the present version.

    ``reads`` and ``writes`` are the durations of its transactions, including waiting; ``failures``
    counts failed transactions under the keys ``read`` and ``write``.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.shards = backend.shards
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        backend.lost = self._lose
        self.reads, self.writes = Spans(*TIMES), Spans(*TIMES)
        self.failures: Counter[str] = Counter()
        self.outage = Outage(backend.where, self._try_again)
        backend.troubled = self.outage.begin
        self._engine = backend.engine()
        self._reader = self._engine.execution_options(**backend.reading)
        self._writer = self._engine.execution_options(**backend.writing)
        self._writing = asyncio.Lock()
        self._in_hand: set[asyncio.Future[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        backups: Path | None = None,
        shards: Shards = opening.WHOLE,
        waiting: Callable[[bool], None] | None = None,
    ) -> Self:
        """Open the database of a URL, or in the SQLite file of that path, and migrate it.

        ``backups`` is the folder of its copies, including the copy made before a migration. If it
        is None, that copy is written beside the file, or for a server into the working directory.
        ``waiting`` is called with True when a wait for shards held by another process begins, and
        with False when it ends. Raises StoreError if the database cannot be opened, belongs to
        another program, is damaged, lost or of a newer version, or is owned by another process.
        """
        backend = opening.backend_of(url, shards)
        backend.waiting = waiting
        await backend.take(backups)
        try:
            database = cls(backend)
        except BaseException:
            await backend.release()
            raise
        try:
            await database.run(database._migrate(backups))
            await backend.opened()
        except BaseException as error:
            await database.close()
            if isinstance(error, SQLAlchemyError | OSError):
                way = await asyncio.to_thread(backend.way_back, error, backups)
                why = await asyncio.to_thread(backend.trouble, error) or reason_of(error)
                raise StoreError(
                    f"The database {backend.where} cannot be opened: {why}{way}."
                ) from error
            raise
        return database

    async def close(self) -> None:
        """Close the database once the work in hand is done; further calls do nothing."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await _to_the_end(self._closing)

    # Using it

    async def read(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the statements' result, from one snapshot of the database. Raises StoreError."""
        self.check_open()
        return await self.run(self.view(statements, *args, **kwargs))

    async def write(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of statements executed in one transaction.

        They may be executed again from the start: see ``transact``. Raises StoreError; Conflict if
        a constraint of the schema forbids the change.
        """
        self.check_open()
        return await self.run(self.transact(statements, *args, **kwargs))

    async def view(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the statements' result, from one snapshot of the database; call it in ``run``.

        Raises StoreError.
        """

        async def attempt() -> T:
            async with self.reading() as connection:
                return await statements(connection, *args, **kwargs)

        async with self._translated("read", "read"):
            with self.reads.measured():
                return await self._attempted(attempt)

    async def transact(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the statements' result; all their changes are committed, or none.

        Call it in ``run``. After a transient failure all statements are executed again, so they
        must change nothing but the database. Raises StoreError; Conflict if a constraint of the
        schema forbids the change.
        """

        async def attempt() -> T:
            async with self.writing() as connection:
                return await statements(connection, *args, **kwargs)

        async with self._translated("write", "written"):
            with self.writes.measured():
                return await self._attempted(attempt)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Give a connection with one snapshot of the database. Raises the driver's errors."""
        return self._reader.connect()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction, committed at the end of the block or not at all.

        Raises the driver's errors, and Undone.
        """
        async with self._writing, self._writer.connect() as connection:
            is_whole = False
            try:
                async with connection.begin():
                    transaction = await self.backend.begin(connection)
                    yield connection
                    is_whole = True
            except (SQLAlchemyError, OSError) as error:
                if not is_whole or not self.backend.is_lost(error):
                    raise
            else:
                return
        # The COMMIT got no answer, so it may or may not have taken effect.
        asked = partial(self.backend.has_committed, self._engine, transaction)
        if not await self._attempted(asked):
            raise Undone("the connection was lost before the transaction was committed")

    async def _attempted(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return an attempt's result; retry it after transient failures."""
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE.total_seconds()
        for number in count():
            try:
                return await attempt()
            except (SQLAlchemyError, OSError, Undone) as error:
                passes = isinstance(error, Undone) or self.backend.passes(error, number)
                if not passes or loop.time() > patience:
                    raise
                if self.backend.is_lost(error):
                    why = self.backend.trouble(error)
                    self.outage.begin(f"The database {self.backend.where} cannot be used: {why}.")
                log.debug("It is done again: %s", reason_of(error))
            await asyncio.sleep(min(LONGEST_PAUSE, 0.01 * 2**number) * random.uniform(0.5, 1))
        raise AssertionError  # the loop never ends by itself

    async def check(self) -> None:
        """Write a trial that is small enough for frequent calls.

        Raises StoreError if it fails, or if there is an outage already.
        """
        self.check_open()
        if self.outage.reason:
            raise Unavailable(self.outage.reason)
        await self.run(self._try_out(much=False))

    async def _try_again(self) -> bool:
        """Return whether the database can again write as much as a turn does."""
        try:
            await self.run(self._try_out(much=True))
        except StoreError:
            return False
        return True

    async def _try_out(self, *, much: bool) -> None:
        """Write a trial, and delete it again. Raises StoreError."""

        async def attempt() -> None:
            async with self.writing() as connection:
                await self.backend.try_writing(connection, much=much)

        async with self._translated("write", "written", is_trial=True):
            await asyncio.to_thread(self.backend.try_disk)
            await (attempt() if much else self._attempted(attempt))

    @asynccontextmanager
    async def _translated(
        self, kind: str, done: str, *, is_trial: bool = False
    ) -> AsyncIterator[None]:
        """Translate the driver's errors to StoreError, and count and report them.

        No message contains parameters of a statement.
        """
        try:
            yield
        except IntegrityError as error:
            raise Conflict("The database holds something else by now.") from error
        except (SQLAlchemyError, OSError, Undone) as error:
            why = await asyncio.to_thread(self.backend.trouble, error)
            said = f"The database {self.backend.where} cannot be {done}: "
            if not is_trial:
                self.failures[kind] += 1
            if not why:
                raise StoreError(f"{said}{reason_of(error)}.") from error
            reason = f"{said}{why}."
            (self.outage.begin if is_trial else self.outage.fail)(reason)
            raise Unavailable(reason) from error

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the work's result; the work is finished even if the caller is cancelled.

        Closing waits for it.
        """
        with self.in_hand():
            return await _to_the_end(asyncio.create_task(work))

    async def damage(self, backups: Path | None) -> str:
        """Return a sentence about damage to the database, empty if it is sound."""
        return await self.backend.damage(backups)

    async def backup(self, target: Path) -> None:
        """Write a copy to a file that must not exist yet; matches go on meanwhile.

        Raises StoreError.
        """
        await self.run(self.backend.back_up(target))

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Make closing wait for the end of the block."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._in_hand.add(done)
        try:
            yield
        finally:
            self._in_hand.discard(done)
            done.set_result(None)

    def check_open(self) -> None:
        """Raise Closed if the database is closed, or about to be."""
        if self._closing is not None:
            raise Closed

    def _lose(self, error: StoreError) -> None:
        if not self.lost.done():
            self.lost.set_result(str(error))

    async def _migrate(self, backups: Path | None) -> None:
        migrator = self._engine.execution_options(**self.backend.migrating)
        async with migrator.begin() as connection:
            await self.backend.prepare_migration(connection)
            revision = await connection.run_sync(revisions.known_revision, self.backend.where)
            if revision != revisions.revisions()[-1]:
                await revisions.upgrade(connection, self.backend, revision, backups)
            await connection.run_sync(revisions.check_writable)

    async def _close(self) -> None:
        self.outage.close()
        try:
            while self._in_hand:
                await asyncio.wait(self._in_hand)
            await self._engine.dispose()
        finally:
            await self.backend.release()


class Subject:
    """The part of the store for one subject. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def empty_memory(self) -> None:
        """Empty the subject's cache, if it has one."""


S = TypeVar("S", bound=Subject)

Method = Callable[Concatenate[S, AsyncConnection, P], Awaitable[T]]
"""A method as it is written: the argument after ``self`` is the connection."""

Call = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]
"""A method as it is called: without the connection."""


def reading(method: Method[S, P, T]) -> Call[S, P, T]:
    """Wrap a method to run on its own connection, with one snapshot of the database."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read(partial(method, self), *args, **kwargs)

    return call


def writing(method: Method[S, P, T]) -> Call[S, P, T]:
    """Wrap a method to run in its own transaction."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.write(partial(method, self), *args, **kwargs)

    return call


def changing(method: Method[S, P, Callable[[], T]]) -> Call[S, P, T]:
    """Wrap a method that returns a function; the function is called after the commit.

    The method runs in its own transaction. The function updates the cache, and its result is
    returned. If the transaction fails, the cache is emptied, since it may be wrong.
    """

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        async def change() -> T:
            try:
                note = await self._database.transact(partial(method, self), *args, **kwargs)
            except BaseException:
                self.empty_memory()
                raise
            return note()

        self._database.check_open()
        return await self._database.run(change())

    return call


async def backup_of(url: str, target: Path) -> str:
    """Write a copy of the database of a URL, whichever process owns it; return a sentence about it.

    Raises StoreError.
    """
    backend = opening.backend_of(url)
    await backend.back_up(target)
    megabytes = (await asyncio.to_thread(target.stat)).st_size / disks.MEGABYTE
    has = ", ".join([*await backend.contents(target), f"{megabytes:.1f} MB"])
    path = await asyncio.to_thread(target.absolute)
    return f"{path} is a backup of {backend.where} now: {has}. It has been checked."


def usual_backups(url: str) -> Path | None:
    """Return the default folder of backups; None if the database cannot be copied."""
    try:
        return opening.backend_of(url).usual_backups
    except StoreError:  # opening the database reports this error
        return None


async def restore_to(url: str, copy: Path) -> str:
    """Replace the database of a URL with a copy; return a sentence about the result.

    Raises StoreError if a process has the database open, or the copy is not sound.
    """
    return await opening.backend_of(url).restore(copy)


async def _to_the_end(task: asyncio.Task[T]) -> T:
    """Return the task's result; if the caller is cancelled, wait for the end of the task first."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError:
                continue
        if not task.cancelled() and (error := task.exception()):
            log.error("After its caller was cancelled: %s", error)
        raise


def once_more(method: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Wrap a function to call it a second time if another process has changed the match.

    The person's action may still be possible in the changed match; if not, the second call refuses
    it with a reason.
    """

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(*args, **kwargs)
        except Conflict:
            return await method(*args, **kwargs)

    return call


_VALUE = select(facts.c.value).where(facts.c.name == bindparam("name"))


class Facts(Subject):
    """Stored values with names, which belong to no match."""

    @reading
    async def get(self, connection: AsyncConnection, name: str) -> str | None:
        """Return the value called ``name``, None if there is none."""
        return await connection.scalar(_VALUE, {"name": name})

    @reading
    async def beginning(self, connection: AsyncConnection, prefix: str) -> dict[str, str]:
        """Return the values whose names have a prefix, by the rest of their names."""
        found = facts.c.name.startswith(prefix, autoescape=True)
        rows = await connection.execute(select(facts.c.name, facts.c.value).where(found))
        return {row.name.removeprefix(prefix): row.value for row in rows}

    @writing
    async def set(self, connection: AsyncConnection, name: str, value: str) -> None:
        """Store a value, replacing an earlier one."""
        await connection.put(facts, {"name": name, "value": value})
