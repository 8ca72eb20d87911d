"""A PostgreSQL database, on a server that may be restarted at any moment."""

from __future__ import annotations

import asyncio
import logging
import secrets
from pathlib import Path
from typing import Any, ClassVar, Final

import asyncpg
from sqlalchemy import URL, Table, cast, func, select, text
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import AsyncAdaptedQueuePool

from data import disks
from data.asynchronous import AsyncConnection, AsyncEngine, create_async_engine
from data.database import backup
from data.database.backend import Backend, Inspection, Notice, Shards
from data.database.errors import StoreError, reason_of
from data.database.postgres import dumps, inspecting
from data.database.postgres.address import address_of
from data.database.postgres.ownership import CHANNEL, LOCKS, MIGRATING, PAUSE, Ownership

log = logging.getLogger(__name__)

CONNECTIONS: Final = 5
"""Connections in the pool: one writes at a time, the others read. A separate connection, not from
the pool, holds the owner's locks.
"""

CONNECTING: Final = 10
"""Seconds after which a server that does not answer counts as unreachable."""

STATEMENT: Final = 30
"""Seconds after which the server cancels a statement."""

ANSWER: Final = 2 * STATEMENT
"""Seconds after which this process gives a statement up: the server must be gone."""

SETTINGS: Final = {
    "application_name": "damier",
    "timezone": "UTC",
    "statement_timeout": f"{STATEMENT}s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": f"{ANSWER}s",
    # A process whose machine is gone loses its locks within half a minute.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""Settings of every connection."""

AGAIN: Final = {"40001", "40P01", "55P03"}
"""Codes of transactions that lost against another: not serialisable, deadlock, or lock held."""

UNIQUE: Final = "23505"
"""The code for a key that exists already: another process may have written it meanwhile."""

ENCODING: Final = "UTF8"

MADE_BY: Final = "CREATE DATABASE damier ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0"
"""Statement that makes a database with that encoding, as advice for the operator."""

TROUBLES: Final = {
    "53100": "the disk of its server is full ({said}); free space there",
    "58030": "the disk of its server fails ({said}); see the server's log",
    "25006": "its server can only be read now ({said}); let it be written, or connect to the one "
    "that is",
    "53200": "its server has no memory left ({said}); see the server's log",
}
"""Reasons and advice for the codes of a server that cannot write for now."""

FILLING: Final = 64
"""Kibibytes written as a trial: more than a turn writes."""

LOST: Final = ("08", "57P")
"""Prefixes of the codes for a failed connection, or a server that stops or starts."""

FULL: Final = "53300"
"""The code of a server that has too many connections."""


class PostgresBackend(Backend):
    """A database on a PostgreSQL server."""

    suffix = backup.DUMP
    writing: ClassVar = {"isolation_level": "SERIALIZABLE"}
    reading: ClassVar = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    # A migration waits for that of another process, and must then see its result.
    migrating: ClassVar = {"isolation_level": "READ COMMITTED"}

    def __init__(self, url: URL, shards: Shards) -> None:
        self._address, self.shards = address_of(url), shards
        self.where = self._address.where
        self._ownership = Ownership(
            self.connect, self.where, shards, self._hear, self._lose, report=self._report
        )

    async def connect(self, *_: object, **__: object) -> asyncpg.Connection:
        """Return a new connection.

        Raises OSError if the server cannot be reached now, StoreError if it refuses the connection,
        or if the encoding of the database is not UTF-8.
        """
        try:
            connection = await asyncpg.connect(
                **{"timeout": CONNECTING, **self._address.arguments},
                command_timeout=ANSWER,
                server_settings={**SETTINGS, **self._address.settings},
            )
        except asyncpg.PostgresError as error:
            if error.sqlstate.startswith(LOST) or error.sqlstate == FULL:
                raise ConnectionError(reason_of(error)) from error
            raise StoreError(self._refusal(error)) from error
        except (asyncpg.InterfaceError, TypeError, ValueError) as error:
            raise StoreError(self._refusal(error)) from error
        if (encoding := connection.get_settings().server_encoding) != ENCODING:
            await connection.close()
            raise StoreError(
                f"The database {self.where} cannot be opened: its encoding is {encoding}, and "
                f"texts of all languages need UTF8: make one by {MADE_BY}."
            )
        return connection

    def _refusal(self, error: BaseException) -> str:
        return f"The database {self.where} cannot be opened: {reason_of(error)}."

    @property
    def _notes(self) -> tuple[str, ...]:
        """A sentence about the ignored parameters of the URL, nothing if there are none."""
        ignored = ", ".join(self._address.ignored)
        return (f"The database's URL has parameters that are ignored: {ignored}.",) * bool(ignored)

    # Opening

    async def take(self, backups: Path | None) -> None:
        """Take the locks of this process's shards."""
        for note in self._notes:
            log.warning("%s", note)
        try:
            await self._ownership.take(waits=self.shards.waits, waiting=self.waiting)
        except OSError as error:
            raise StoreError(self._refusal(error)) from error
        except StoreError:
            await self.release()
            raise

    def engine(self) -> AsyncEngine:
        """Return an engine that is not connected yet."""
        return create_async_engine(
            URL.create("postgresql+asyncpg"),  # ``connect`` knows the address
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=CONNECTIONS,
            max_overflow=0,
            connect_args={"async_creator_fn": self.connect},
        )

    async def opened(self) -> None:
        """Write the owner's marks."""
        await self._ownership.leave_mark()

    async def release(self) -> None:
        """Release the owner's locks."""
        await self._ownership.release()

    # Transactions

    async def prepare_migration(self, connection: AsyncConnection) -> None:
        """Wait for the lock that lets one process migrate at a time."""
        for timeout in ("statement_timeout", "idle_in_transaction_session_timeout"):
            await connection.execute(select(func.set_config(timeout, "0", True)))
        lock = select(func.pg_try_advisory_xact_lock(LOCKS, MIGRATING))
        has_said = False
        while not await connection.scalar(lock):  # waiting inside a statement would time out
            if not has_said:
                has_said = True
                log.info("Another process opens the database %s: waiting for it.", self.where)
            await asyncio.sleep(PAUSE)

    def passes(self, error: BaseException, attempts: int) -> bool:
        """Return whether the transaction lost against another one, or lost its connection.

        A key that exists already is tried again once.
        """
        code = _code(error)
        return code in AGAIN or self.is_lost(error) or (code == UNIQUE and not attempts)

    def is_lost(self, error: BaseException) -> bool:
        """Return whether the server stopped, or cannot be reached."""
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return True
        code = _code(error)
        return isinstance(error, OSError) or code.startswith(LOST) or code == FULL

    # Trouble

    def trouble(self, error: BaseException) -> str:
        """Return the reason why the server cannot be used for now, empty if it can."""
        if said := TROUBLES.get(_code(error)):
            return f"{said.format(said=reason_of(error))}: {disks.KEPT}"
        return reason_of(error) if self.is_lost(error) else ""

    async def try_writing(self, connection: AsyncConnection, *, much: bool) -> None:
        """Write nothing, or with ``much``, more than a turn does, to a new table.

        A small trial needs no statement, since each transaction changes the owner's mark. An old
        table may have room in its file; a new one needs space on the disk.
        """
        if not much:
            return
        table = f"damier_trial_{secrets.token_hex(8)}"
        for statement in (
            f"CREATE UNLOGGED TABLE {table} (filling text)",
            f"INSERT INTO {table} SELECT repeat('x', 1000) FROM generate_series(1, {FILLING})",  # noqa: S608 - ours
            f"DROP TABLE {table}",
        ):
            await connection.execute(text(statement))

    async def size(self, connection: AsyncConnection) -> int:
        """Return the size of the database on its server in bytes."""
        return await connection.scalar(select(func.pg_database_size(func.current_database()))) or 0

    async def begin(self, connection: AsyncConnection) -> str:
        """Change the owner's mark and return it. Raises StoreError if another owner took over."""
        return await self._ownership.change_mark(connection)

    async def has_committed(self, engine: AsyncEngine, transaction: str) -> bool:
        """Return whether the stored mark of the owner is the one that the transaction set."""
        async with engine.connect() as connection:
            return await self._ownership.has_mark(connection, transaction)

    # Other processes

    async def tell(self, connection: AsyncConnection, *notices: Notice) -> None:
        """Notify the other processes, which listen on the connection that holds their locks."""
        if self.shards.are_all:
            return
        for what, which in notices:
            await connection.execute(select(func.pg_notify(CHANNEL, f"{what} {which}")))

    def _hear(self, said: str) -> None:
        if self.heard is not None:
            what, _, which = said.partition(" ")
            self.heard((what, int(which)) if which else None)

    def _lose(self, error: StoreError) -> None:
        if self.lost is not None:
            self.lost(error)

    def _report(self, error: BaseException) -> None:
        if self.troubled is not None:
            why = self.trouble(error) or reason_of(error)
            self.troubled(f"The database {self.where} cannot be reached: {why}.")

    # Copies

    async def last_number(self, connection: AsyncConnection, table: Table) -> int:
        """Return the last number of a table's sequence, 0 if none."""
        sequence = cast(func.pg_get_serial_sequence(table.name, "id"), REGCLASS)
        last = await connection.scalar(select(func.pg_sequence_last_value(sequence)))
        return int(last or 0)

    async def go_on_from(self, connection: AsyncConnection, table: Table, last: int) -> None:
        """Set a table's sequence so that ``last`` counts as its last number."""
        sequence = func.pg_get_serial_sequence(table.name, "id")
        await connection.execute(select(func.setval(sequence, max(last, 1), last > 0)))

    def beside(self, ending: str) -> Path:
        """Return the path of a file named after the database, in the working directory."""
        name = self._address.name.replace("/", "_") or "damier"
        return Path.cwd() / f"{name}{self.suffix}{ending}"

    @property
    def usual_backups(self) -> Path | None:
        """The folder ``backups`` in the working directory; None without pg_dump."""
        return Path.cwd() / "backups" if dumps.has("pg_dump") else None

    async def unable_to_copy(self) -> str:
        """Return a sentence if no pg_dump is as new as the server, empty if one is."""
        connection = await self.connect()
        try:
            version = connection.get_server_version().major
        finally:
            await connection.close()
        return await dumps.lacking("pg_dump", version)

    async def back_up(self, target: Path) -> None:
        """Write a copy with pg_dump."""
        await dumps.dump(self._address.environment, self.where, target)

    async def restore(self, copy: Path) -> str:
        """Replace the tables with a copy; the old tables are kept in another schema."""
        await self.take(None)
        try:
            return await dumps.restore(self._address.environment, self.where, copy)
        finally:
            await self.release()

    # Looking at it from outside

    async def inspect(self, backups: Path | None) -> Inspection:
        """Return the findings about the tables and the newest backup."""
        found = await inspecting.inspect(self.engine(), self.connect, self.where)
        found = found._replace(notes=(*found.notes, *self._notes))
        copies = backup.copies_in(backups, self.suffix) if backups else {}
        begun, newest = max(copies.items(), default=(None, None))
        if begun is None or newest is None:
            return found
        good = await dumps.is_whole(newest)
        return found._replace(newest=newest, newest_is_good=good, age=backup.age(begun))

    async def server_settings(self, guild: int) -> dict[str, Any]:
        """Return a server's stored settings."""
        return await inspecting.server_settings(self.engine(), guild)


def _code(error: BaseException) -> str:
    """Return PostgreSQL's code for an error, empty if there is none."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) or ""
