"""An SQLite database: a file that one process owns, or one in memory."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, ClassVar, Final, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import (
    URL,
    Table,
    column,
    delete,
    func,
    insert,
    literal,
    select,
    table,
)
from sqlalchemy.pool import AsyncAdaptedQueuePool

from data import disks
from data.asynchronous import AsyncConnection, AsyncEngine, create_async_engine
from data.database import backup
from data.database.backend import Backend, Inspection, Shards
from data.database.errors import InUse, StoreError, reason_of
from data.database.revisions import pending
from data.database.schema import facts
from data.database.sqlite import admitting, copying, driver, faults, file_check
from data.database.sqlite.file_check import FileState
from data.database.sqlite.file_format import WAL, beside, size_of
from data.database.sqlite.marker import Marker

CONNECTIONS = 4
"""Connections in the pool: one writes at a time, the others read. A database in memory has one."""

TRIAL = "written as a trial"
"""Name of the fact written as a trial."""

CHECKED_AFTER: Final = 120.0
"""Seconds between opening a large file and checking its pages: a start is busy enough."""

LOWEST_PRIORITY: Final = 19
"""The niceness of threads that run only in idle time."""

RESTING: Final = 3
"""A background thread rests this many times as long as its last piece of work took."""

T = TypeVar("T")

_SEQUENCES = table("sqlite_sequence", column("name"), column("seq"))
"""SQLite's table of the last number of each table with AUTOINCREMENT."""


class SqliteBackend(Backend):
    """A database in the SQLite file ``file``, or in memory if that is None."""

    suffix = backup.FILE
    writing: ClassVar = {driver.IMMEDIATE: True}
    migrating: ClassVar = {driver.IMMEDIATE: True}

    def __init__(self, address: URL, shards: Shards) -> None:
        if shards.count > 1 and not shards.are_all:
            raise StoreError(
                "An SQLite database is one process's: for SHARD_IDS, set DATABASE_URL to a "
                "PostgreSQL server."
            )
        self._address, self.shards = address, shards
        self.file = _file_of(address)
        self.where = str(self.file or address.render_as_string())
        self._marker = Marker(self.file) if self.file else None
        self._lock: FileLock | None = None
        self._is_open = False

    # Opening

    async def take(self, backups: Path | None) -> None:
        """Lock the file, and check it before it is opened."""
        if self.file is None:
            return
        self._lock = lock_of(self.file)
        try:
            await asyncio.to_thread(admitting.admit, self.file, backups)
        except BaseException:
            await self.release()
            raise

    def engine(self) -> AsyncEngine:
        """Return an engine that is not connected yet.

        A database in memory exists only in its connection, so there is only one.
        """
        return create_async_engine(
            self._address.set(
                drivername=driver.NAME, database=str(self.file) if self.file else None
            ),
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=CONNECTIONS if self.file else 1,
            max_overflow=0,
            # sqlite3 must begin no transactions by itself: the first statement begins them.
            connect_args={"isolation_level": None},
        )

    def looking(self) -> AsyncEngine:
        """Return an engine that opens the file for reading only."""
        if self.file is None:
            return self.engine()
        only_reading = {"mode": "ro", "uri": "true"}
        address = self._address.set(database=self.file.as_uri(), query=only_reading)
        return create_async_engine(address, hide_parameters=True)

    async def opened(self) -> None:
        """Note beside the file that it is open."""
        self._note_open()

    def _note_open(self) -> None:
        self._is_open = True
        if self._marker is not None:
            self._marker.note_open()

    async def damage(self, backups: Path | None) -> str:
        """Check the pages of a large file after a pause; return a sentence, empty if it is sound.

        A smaller file was checked before it was opened.
        """
        if self.file is None or not file_check.is_scanned_later(self.file):
            return ""
        await asyncio.sleep(CHECKED_AFTER)
        check = partial(file_check.check, self.file, full=False, in_use=True)
        found = await _in_idle_time(lambda rests: check(rest=rests.rest))
        if found.state is FileState.UNAVAILABLE:
            raise StoreError(f"The database {self.file} cannot be read: {found.problem}.")
        if found.state is not FileState.DAMAGED:
            return ""
        return await asyncio.to_thread(admitting.sentence_of_damage, self.file, found, backups)

    async def release(self) -> None:
        """Note beside the file that it was closed, and unlock it."""
        if self._marker is not None and self._is_open:
            self._marker.note_closed()
        self._is_open = False
        if self._lock is not None:
            self._lock.release()

    async def prepare_migration(self, connection: AsyncConnection) -> None:
        """Note beside a database of an earlier run that it is open, before SQLite makes its log."""
        await connection.execute(select(literal(1)))  # this begins the transaction
        if self._marker is not None and self._marker.exists():
            self._note_open()

    # Trouble

    def trouble(self, error: BaseException) -> str:
        """Return the reason why the file cannot be used for now, empty for other causes."""
        if not faults.is_unavailable(error):
            return ""
        return faults.explained(error, self.file) if self.file else reason_of(error)

    def try_disk(self) -> None:
        """Write a file beside the database; on a full disk, the log may still have room."""
        if self.file is not None:
            disks.try_out(self.file.parent)

    async def try_writing(self, connection: AsyncConnection, *, much: bool) -> None:
        """Write a fact, and delete it again; ``try_disk`` writes much."""
        await connection.execute(insert(facts).values(name=TRIAL, value=""))
        await connection.execute(delete(facts).where(facts.c.name == TRIAL))

    async def size(self, connection: AsyncConnection) -> int:
        """Return the size of the file and its log in bytes, 0 for a database in memory."""
        if self.file is None:
            return 0
        return size_of(self.file) + size_of(beside(self.file, WAL))

    def free(self) -> int | None:
        """Return the free bytes on the file's disk, None for a database in memory."""
        return disks.free(self.file.parent) if self.file else None

    # Copies

    async def last_number(self, connection: AsyncConnection, table: Table) -> int:
        """Return the last number assigned in a table, or the largest if that is not recorded."""
        largest = await connection.scalar(select(func.max(table.c.id))) or 0
        noted = select(_SEQUENCES.c.seq).where(_SEQUENCES.c.name == table.name)
        return max(largest, await connection.scalar(noted) or 0)

    async def go_on_from(self, connection: AsyncConnection, table: Table, last: int) -> None:
        """Set the last number of a table, if SQLite records it."""
        if table.dialect_options["sqlite"]["autoincrement"]:
            await connection.execute(delete(_SEQUENCES).where(_SEQUENCES.c.name == table.name))
            await connection.execute(insert(_SEQUENCES).values(name=table.name, seq=last))

    def way_back(self, error: BaseException, backups: Path | None) -> str:
        """Return advice about restoring a damaged file, empty for other errors."""
        if self.file is None or not faults.is_damage(error):
            return ""
        return f"; {copying.way_back(self.file, backups)}"

    def beside(self, ending: str) -> Path:
        """Return the path of a file named after the database, beside it."""
        file = self.file or Path("damier.db")
        return file.with_name(f"{file.name}{ending}")

    @property
    def usual_backups(self) -> Path | None:
        """The folder ``backups`` beside the file; None for a database in memory."""
        return None if self.file is None else self.file.parent / "backups"

    async def contents(self, copy: Path) -> list[str]:
        """Return the number of matches in a copy, as a phrase."""
        matches = await asyncio.to_thread(copying.matches_in, copy)
        return ["1 match" if matches == 1 else f"{matches} matches"]

    async def back_up(self, target: Path) -> None:
        """Write a copy through a separate connection, whichever process owns the file."""
        if self.file is None:
            raise StoreError("A database in memory is not copied.")
        await asyncio.to_thread(copying.copy, self.file, target)

    async def restore(self, copy: Path) -> str:
        """Replace the file with a copy; the old file is kept beside it."""
        if self.file is None:
            raise StoreError("A database in memory is not restored.")
        self._lock = lock_of(self.file)
        try:
            return await asyncio.to_thread(admitting.restore, self.file, copy)
        finally:
            await self.release()

    # Looking at it from outside

    async def inspect(self, backups: Path | None) -> Inspection:
        """Return the findings about the file and its backups."""
        return await asyncio.to_thread(self._inspect, backups)

    def _inspect(self, backups: Path | None) -> Inspection:
        file = self.file
        if file is None:
            return Inspection("a database in memory")
        began = perf_counter()
        in_use = _is_in_use(file)
        found = file_check.check(file, full=True, in_use=in_use)
        seconds = perf_counter() - began
        refusal = (
            _misplaced(file) or admitting.objection(file, found, backups) or _not_writable(file)
        )
        copies = backup.copies_in(backups, self.suffix) if backups else {}
        begun, newest = max(copies.items(), default=(None, None))
        good = newest is not None and file_check.check(newest, full=True).state is FileState.SOUND
        age = backup.age(begun) if begun else Inspection(self.where).age
        return Inspection(
            self.where, file, found.state is not FileState.EMPTY, refusal, found.matches,
            size_of(file), in_use, seconds, newest, good, age,
            notes=pending(found.revision),
        )  # fmt: skip

    async def server_settings(self, guild: int) -> dict[str, Any]:
        """Return a server's stored settings."""
        return await asyncio.to_thread(self._server_settings, guild)

    def _server_settings(self, guild: int) -> dict[str, Any]:
        if self.file is None or not self.file.is_file():
            return {}
        try:
            with closing(file_check.connected(self.file)) as connection:
                statement = "SELECT settings FROM servers WHERE guild = ?"
                row = connection.execute(statement, (guild,)).fetchone()
            return dict(json.loads(row[0])) if row else {}
        except (sqlite3.Error, ValueError):
            return {}


class Rests:
    """Pauses of a background thread, so that its work takes a small part of a processor."""

    def __init__(self) -> None:
        self._ended = 0.0
        """The processor time of the thread, in seconds, at the end of its last rest."""
        self._left = threading.Event()

    def rest(self) -> bool:
        """Let the thread rest after a piece of work; return whether to abandon the work."""
        left = self._left.wait(RESTING * (thread_time() - self._ended))
        self._ended = thread_time()
        return left

    def leave(self) -> None:
        """Make the thread abandon its work, so that a process need not wait for it to end."""
        self._left.set()


async def _in_idle_time(work: Callable[[Rests], T]) -> T:
    """Return the result of blocking work, done in a thread of the lowest priority."""
    pool, rests = ThreadPoolExecutor(1, "idle time", initializer=_give_way), Rests()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, rests)
    finally:
        rests.leave()
        pool.shutdown(wait=False)


def _give_way() -> None:
    """Give this thread the lowest priority, on systems with priorities for threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def lock_of(file: Path) -> FileLock:
    """Acquire the lock that makes this process the owner of the file, and return it.

    Raises StoreError if the file cannot be locked, or another process owns it.
    """
    lock = FileLock(f"{file}.lock", blocking=False, thread_local=False)
    try:
        if sentence := _misplaced(file):
            raise StoreError(sentence)
        lock.acquire()
    except Timeout as error:
        raise InUse(file) from error
    except (OSError, NotImplementedError) as error:
        why = faults.explained(error, file)
        raise StoreError(f"The database {file} cannot be locked: {why}.") from error
    return lock


def _misplaced(file: Path) -> str:
    """Return a sentence saying why no database file can have this path, empty if one can."""
    if not file.parent.is_dir():
        return f"The database {file} cannot be opened: there is no directory {file.parent}."
    return f"The database {file} cannot be opened: that is a directory." if file.is_dir() else ""


def _not_writable(file: Path) -> str:
    """Return a sentence if this user may not write the database, empty if they may."""
    if forbidden := faults.not_writable(file):
        why = disks.fault_of(errno.EACCES, forbidden)
        return f"The database {file} cannot be written: {why}."
    return ""


def _file_of(address: URL) -> Path | None:
    """Return the file of a database, None for one in memory.

    Raises StoreError for a URL with parameters.
    """
    if address.database in {None, "", ":memory:"}:
        return None
    if address.query:
        raise StoreError("The URL of an SQLite database takes no parameters.")
    return Path(str(address.database)).resolve()


def _is_in_use(file: Path) -> bool:
    """Return whether a process has the database open, without creating a missing lock file."""
    path = Path(f"{file}.lock")
    if not path.exists():
        return False
    lock = FileLock(path, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError, NotImplementedError):
        return True
    lock.release()
    return False
