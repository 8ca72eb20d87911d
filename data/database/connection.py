"""The connection to the database: opened once, owned by one process, closed after the last write.

What is done with it runs in a task of its own, out of the reach of cancellation, so that a
cancelled caller leaves no transaction open and no connection stuck.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from filelock import FileLock
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.database import admitting, backup, driver, opening
from data.database.checking import is_damage
from data.database.errors import Conflict, StoreError, reason_of
from data.database.marker import Marker
from data.timing import Spans

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Statements = Callable[Concatenate[AsyncConnection, P], Awaitable[T]]
"""A function that executes statements on the connection it is given."""


TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: bounds of what transactions take."""


class Database:
    """An open database of the present version.

    ``reads`` and ``writes`` are how long its transactions took, with what they had to wait for.
    """

    def __init__(self, engine: AsyncEngine, file: Path | None, lock: FileLock | None) -> None:
        self._engine = engine
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "begin", _begin)
        self.reads, self.writes = Spans(*TIMES), Spans(*TIMES)
        self._file = file
        self._writer = engine.execution_options(immediate=True)
        self._lock = lock
        self._marker = Marker(file) if file else None
        self._writing = asyncio.Lock()
        self._in_hand: set[asyncio.Future[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, backups: Path | None = None) -> Self:
        """Open the database of that URL, or of the file of that name, and migrate it.

        ``backups`` is where its copies are. Raises StoreError when it cannot be opened, is none,
        is damaged, is lost, is of a newer version, or is another process's.
        """
        address = opening.address_of(url)
        file = opening.file_of(address)
        where = str(file or address.render_as_string(hide_password=True))
        lock = opening.lock_of(file)
        try:
            if file is not None:
                await asyncio.to_thread(admitting.admit, file, backups)
            engine = opening.engine_of(address)
        except BaseException:
            _release(lock)
            raise
        database = cls(engine, file, lock)
        try:
            await database.run(database._migrate(where))
        except BaseException as error:
            await database.close()
            if isinstance(error, SQLAlchemyError | OSError):
                way = ""
                if file is not None and is_damage(error):
                    way = f"; {await asyncio.to_thread(backup.way_back, file, backups)}"
                raise StoreError(
                    f"The database {where} cannot be opened: {reason_of(error)}{way}."
                ) from error
            raise
        if database._marker is not None:
            database._marker.note_open()
        return database

    async def close(self) -> None:
        """Close it once the work in hand is done; a second call does nothing more."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await _to_the_end(self._closing)

    # Using it

    async def read(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what the statements read. Raises StoreError."""

        async def read() -> T:
            async with self.reading() as connection:
                return await statements(connection, *args, **kwargs)

        self.check_open()
        return await self.run(read())

    async def write(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what the statements return, executed in one transaction.

        Raises StoreError; Conflict where the schema forbids what was written.
        """

        async def write() -> T:
            async with self.writing() as connection:
                return await statements(connection, *args, **kwargs)

        self.check_open()
        return await self.run(write())

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what the work returns; it runs to its end even when the caller is cancelled."""
        with self.in_hand():
            return await _to_the_end(asyncio.create_task(work))

    async def backup(self, target: Path) -> None:
        """Write a copy to a file that does not exist yet; nobody has to wait for it.

        Raises StoreError.
        """
        await self.run(asyncio.to_thread(backup.copy, _copied(self._file), target))

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Have closing wait until the block is left."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._in_hand.add(done)
        try:
            yield
        finally:
            self._in_hand.discard(done)
            done.set_result(None)

    def check_open(self) -> None:
        """Raise StoreError once it is being closed."""
        if self._closing is not None:
            raise StoreError("The database is closed.")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that sees one state of the database. Raises StoreError."""
        with _translated("read"), self.reads.measured():
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction, committed at the end of the block: all of it or nothing.

        Raises StoreError; Conflict where the schema forbids what was written.
        """
        with _translated("written"), self.writes.measured():
            async with self._writing, self._writer.begin() as connection:
                yield connection

    async def _migrate(self, where: str) -> None:
        async with self._writer.begin() as connection:
            await connection.run_sync(opening.upgrade, where)

    async def _close(self) -> None:
        try:
            while self._in_hand:
                await asyncio.wait(self._in_hand)
            await self._engine.dispose()
            if self._marker is not None and self._marker.exists():
                self._marker.note_closed()
        finally:
            _release(self._lock)


class Subject:
    """What the store keeps of one subject. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database


S = TypeVar("S", bound=Subject)

Method = Callable[Concatenate[S, AsyncConnection, P], Awaitable[T]]
"""A method as it is written: its first argument is the connection."""

Call = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]
"""The method as it is called: without the connection."""


def reading(method: Method[S, P, T]) -> Call[S, P, T]:
    """Return the method with a connection of its own, which sees one state of the database."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read(partial(method, self), *args, **kwargs)

    return call


def writing(method: Method[S, P, T]) -> Call[S, P, T]:
    """Return the method in a transaction of its own."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.write(partial(method, self), *args, **kwargs)

    return call


async def backup_of(url: str, target: Path) -> None:
    """Write a copy of the database of that URL, whichever process owns it. Raises StoreError."""
    file = _copied(opening.file_of(opening.address_of(url)))
    await asyncio.to_thread(backup.copy, file, target)


async def restore_to(url: str, copy: Path) -> str:
    """Put a copy in the place of the database of that URL; return the sentence that says so.

    Raises StoreError where a process has the database open, or the copy is not sound.
    """
    file = opening.file_of(opening.address_of(url))
    if file is None:
        raise StoreError("Only a database in an SQLite file is restored by the bot.")
    lock = opening.lock_of(file)
    try:
        return await asyncio.to_thread(admitting.restore, file, copy)
    finally:
        _release(lock)


def _begin(connection: Connection) -> None:
    """Have a transaction of SQLite begin with its first statement; a writer locks the file then."""
    immediate = connection.get_execution_options().get("immediate")
    opened = cast("driver.Connection", connection.connection.driver_connection)
    opened.beginning = "BEGIN IMMEDIATE" if immediate else "BEGIN"


async def _to_the_end(task: asyncio.Task[T]) -> T:
    """Return the task's result; a cancelled caller leaves when the task is done."""
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


def _copied(file: Path | None) -> Path:
    """Return the file that is to be copied. Raises StoreError where the database is none."""
    if file is None:
        raise StoreError(
            "Only a database in an SQLite file is copied by the bot: use the means of the "
            "database's own server, such as pg_dump."
        )
    return file


def _release(lock: FileLock | None) -> None:
    if lock is not None:
        lock.release()


@contextmanager
def _translated(done: str) -> Iterator[None]:
    """Raise the driver's errors as ours; neither shows parameters."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("The database holds something else by now.") from error
    except SQLAlchemyError as error:
        raise StoreError(f"The database cannot be {done}: {reason_of(error)}.") from error
