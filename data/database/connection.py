"""The connection to the database: opened once, owned by one process, closed after the last write.

What is done with it runs in a task of its own, out of the reach of cancellation, so that a
cancelled caller leaves no transaction open and no connection stuck.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, delete, event, inspect, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from data.database import backup
from data.database.errors import Conflict, StoreError
from data.database.schema import facts

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS = 4
"""One writes at a time; the others read meanwhile. An in-memory database is its connection."""

BUSY_TIMEOUT = 10_000
"""Milliseconds to wait for somebody else's lock on the file: a backup, or a curious owner."""

TELLTALES = ("aiosqlite", "sqlalchemy.engine")
"""Loggers that write values of rows at level DEBUG, and statements at INFO."""

MIGRATIONS = Path(__file__).parent.parent / "migrations"


class Database:
    """An open database of the present version."""

    def __init__(self, engine: AsyncEngine, file: Path | None, lock: FileLock | None) -> None:
        self._engine = engine
        self._file = file
        self._writer = engine.execution_options(immediate=True)
        self._lock = lock
        self._writing = asyncio.Lock()
        self._in_hand: set[asyncio.Future[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """The database of that URL, or of the file of that name, migrated to this version.

        Raises StoreError when it cannot be opened, is none, is of a newer version, or is
        another process's.
        """
        address = _address(url)
        where = str(_file(address) or address.render_as_string(hide_password=True))
        lock = _lock(address)
        try:
            engine = _engine(address)
        except BaseException:
            _release(lock)
            raise
        database = cls(engine, _file(address), lock)
        try:
            await database.run(database._migrate(where))
        except BaseException as error:
            await database.close()
            if isinstance(error, SQLAlchemyError | CommandError | OSError):
                raise StoreError(
                    f"The database {where} cannot be opened: {_reason(error)}."
                ) from error
            raise
        return database

    async def close(self) -> None:
        """Closes it once what is in hand is done; a second time does nothing more."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await _to_the_end(self._closing)

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work returns or raises. It runs to its end even when the caller is cancelled."""
        with self.in_hand():
            return await _to_the_end(asyncio.create_task(work))

    async def backup(self, target: Path) -> None:
        """Writes a copy to a file that does not exist yet; nobody has to wait for it.

        Raises StoreError.
        """
        await self.run(asyncio.to_thread(backup.copy, _copied(self._file), target))

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Something that closing has to wait for."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._in_hand.add(done)
        try:
            yield
        finally:
            self._in_hand.discard(done)
            done.set_result(None)

    def check_open(self) -> None:
        """Raises StoreError once it is being closed."""
        if self._closing is not None:
            raise StoreError("The database is closed.")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database. Raises StoreError."""
        with _translated("read"):
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end of the block: all of it or nothing.

        Raises StoreError; Conflict where the schema forbids what was written.
        """
        with _translated("written"):
            async with self._writing, self._writer.begin() as connection:
                yield connection

    async def _migrate(self, where: str) -> None:
        async with self._writer.begin() as connection:
            await connection.run_sync(_upgrade, where)

    async def _close(self) -> None:
        try:
            while self._in_hand:
                await asyncio.wait(self._in_hand)
            await self._engine.dispose()
        finally:
            _release(self._lock)


async def _to_the_end(task: asyncio.Task[T]) -> T:
    """The task's result; a cancelled caller leaves when the task is done."""
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


async def backup_of(url: str, target: Path) -> None:
    """Writes a copy of the database of that URL, whoever has it open. Raises StoreError."""
    await asyncio.to_thread(backup.copy, _copied(_file(_address(url))), target)


def _copied(file: Path | None) -> Path:
    """The file that is to be copied. Raises StoreError where the database is none."""
    if file is None:
        raise StoreError(
            "Only a database in an SQLite file is copied by the bot: use the means of the "
            "database's own server, such as pg_dump."
        )
    return file


# Opening


def _address(url: str) -> URL:
    if "://" not in url:
        return URL.create("sqlite+aiosqlite", database=url)
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("The database's URL cannot be read.") from error
    if address.drivername == "sqlite":
        address = address.set(drivername="sqlite+aiosqlite")
    return address


def _file(address: URL) -> Path | None:
    """The file of an SQLite database, None for one in memory or on a server."""
    if address.get_backend_name() != "sqlite" or address.database in {None, "", ":memory:"}:
        return None
    if address.query:
        raise StoreError("The URL of an SQLite database takes no parameters.")
    return Path(str(address.database)).resolve()


def _lock(address: URL) -> FileLock | None:
    """The lock that makes this process the owner of the file, None where there is none."""
    file = _file(address)
    if file is None:
        return None
    lock = FileLock(f"{file}.lock", blocking=False, thread_local=False)
    try:
        if not file.parent.is_dir():
            raise StoreError(
                f"The database {file} cannot be opened: there is no directory {file.parent}."
            )
        if file.is_dir():
            raise StoreError(f"The database {file} cannot be opened: that is a directory.")
        lock.acquire()
    except Timeout as error:
        raise StoreError(f"The database {file} is in use by another process.") from error
    except (OSError, NotImplementedError) as error:
        raise StoreError(f"The database {file} cannot be locked: {_reason(error)}.") from error
    return lock


def _release(lock: FileLock | None) -> None:
    if lock is not None:
        lock.release()


def _engine(address: URL) -> AsyncEngine:
    for name in TELLTALES:
        logging.getLogger(name).setLevel(logging.WARNING)
    sqlite = address.get_backend_name() == "sqlite"
    file = _file(address)
    try:
        engine = create_async_engine(
            address.set(database=str(file)) if file else address,
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=CONNECTIONS if file or not sqlite else 1,
            max_overflow=0,
            # The driver begins no transactions by itself: _begin does.
            connect_args={"isolation_level": None} if sqlite else {},
        )
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"The database's URL cannot be used: {_reason(error)}.") from error
    if sqlite:
        event.listen(engine.sync_engine, "connect", _connected)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")  # what is deleted about a person is overwritten
    cursor.close()


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _upgrade(connection: Connection, where: str) -> None:
    """Brings the schema to the present version, in the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    revisions = MigrationContext.configure(connection).get_current_heads()
    if not known.issuperset(revisions):
        raise StoreError(
            f"The database {where} was written by a newer version of Damier: "
            "update Damier, or give it another database."
        )
    if not revisions and inspect(connection).get_table_names():
        raise StoreError(f"The database {where} belongs to another program.")
    command.upgrade(config, "head")
    # A file that cannot be written says so only now: SQLite begins on it all the same.
    connection.execute(delete(facts).where(facts.c.name == ""))


# Errors


@contextmanager
def _translated(done: str) -> Iterator[None]:
    """Turns the driver's errors into ours; neither shows parameters."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("The database holds something else by now.") from error
    except SQLAlchemyError as error:
        raise StoreError(f"The database cannot be {done}: {_reason(error)}.") from error


def _reason(error: BaseException) -> str:
    """The first line of what the driver says."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    lines = str(cause).splitlines()
    return lines[0].rstrip(".") if lines else type(cause).__name__
