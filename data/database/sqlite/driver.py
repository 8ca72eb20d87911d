"""Connections to an SQLite database that run a statement in at most one turn of their thread.

aiosqlite takes four turns for a statement: to make a cursor, to execute, to fetch and to close.
Each turn wakes the thread and then the event loop, which takes longer than most statements.
Beginning a transaction would take a fifth turn; here it is part of the first statement's turn. A
statement whose result nobody needs may be delayed to the turn of the next one, or of the COMMIT.

A dialect tells the connection what SQLAlchemy knows of a statement. Listeners to an engine's events
could, too; but where there is one, SQLAlchemy looks for those of all events at each statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

import aiosqlite
from sqlalchemy import ExecutionContext
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    SQLiteDialect_aiosqlite,
)
from sqlalchemy.util import await_only

from data.database.backend import LATER
from data.database.errors import Conflict

BUSY_TIMEOUT = 10_000
"""Milliseconds to wait for a lock that another program, such as a backup, holds on the file."""

LOG_KEPT = 2**24
"""Bytes to which the log is cut back: it grows while a backup is being made."""

_SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    f"journal_size_limit = {LOG_KEPT}",
    "foreign_keys = ON",
    "secure_delete = ON",  # a person's deleted data is overwritten
)

NAME: Final = "sqlite+damier"
"""The name of this driver in a URL for ``create_async_engine``."""

IMMEDIATE: Final = "immediate"
"""Name of an option for connections: whether the first statement of a transaction locks the file,
as it has to if the transaction writes.
"""

Parameters = Sequence[Any]

Options = Mapping[str, Any]
"""The execution options of a statement."""

_NO_OPTIONS: Final[Options] = MappingProxyType({})

Execute = Callable[[sqlite3.Cursor], object]
"""A function that executes one statement with a cursor."""


async def connect(file: str, **options: Any) -> Connection:  # noqa: ANN401 - passed on to sqlite3
    """Return an open connection to the file, with the project's settings."""
    connection = Connection(partial(sqlite3.connect, file, **options), iter_chunk_size=1)
    connection._thread.daemon = True  # as SQLAlchemy does: a connection must not keep a process up
    await connection
    try:
        await connection.take_turn(_set_up)
    except BaseException:
        await connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


class Connection(aiosqlite.Connection):
    """A connection that executes each statement in one turn of its thread."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on
        super().__init__(*args, **options)
        self._begins = False
        self._waiting: list[Execute] = []

    async def take_turn(self, turn: Callable[[sqlite3.Connection], None]) -> None:
        """Call a function in the connection's thread, with SQLite's connection."""
        await self._execute(turn, self._conn)  # type: ignore[no-untyped-call] # aiosqlite gives it no types

    def begin(self) -> None:
        """Make the next statement begin a transaction."""
        self._begins = True

    async def commit(self) -> None:
        """Execute the delayed statements and commit; roll back if that fails.

        Without a statement this takes no turn.
        """
        self._begins = False
        if self._waiting or self.in_transaction:
            await self.take_turn(partial(_commit, self._due()))

    async def rollback(self) -> None:
        """Roll the transaction back; without an executed statement this takes no turn."""
        self._begins = False
        self._waiting.clear()
        if self.in_transaction:
            await super().rollback()

    def executed_now(self, execute: Execute, options: Options) -> list[Execute]:
        """Return the statements to execute in this one's turn, none if it is delayed."""
        if self._begins:
            self._begins = False
            begin = "BEGIN IMMEDIATE" if options.get(IMMEDIATE) else "BEGIN"
            self._waiting.append(lambda cursor: cursor.execute(begin))
        later: str | bool = options.get(LATER, False)
        if isinstance(later, str):
            execute = partial(_expect, execute, later)
        self._waiting.append(execute)
        return [] if later else self._due()

    def _due(self) -> list[Execute]:
        """Return the statements to execute now, and clear the queue."""
        due, self._waiting = self._waiting, []
        return due


def _expect(execute: Execute, otherwise: str, cursor: sqlite3.Cursor) -> None:
    """Execute a statement that must change a row. Raises Conflict with a sentence if not."""
    execute(cursor)
    if cursor.rowcount == 0:
        raise Conflict(otherwise)


def _commit(due: Sequence[Execute], connection: sqlite3.Connection) -> None:
    try:
        with closing(connection.cursor()) as cursor:
            for execute in due:
                execute(cursor)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


class Cursor:
    """A cursor as SQLAlchemy needs it: one statement, then its result, already fetched."""

    def __init__(self, connection: AdaptedConnection) -> None:
        self._connection = connection
        self._rows: Iterator[Any] = iter(())
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    def execute(
        self, statement: str, parameters: Parameters = (), options: Options = _NO_OPTIONS
    ) -> None:
        """Execute a statement and fetch all its rows."""
        self._take_turn(lambda cursor: cursor.execute(statement, parameters), options)

    def executemany(
        self, statement: str, parameters: Iterable[Parameters], options: Options = _NO_OPTIONS
    ) -> None:
        """Execute a statement with each of these sets of parameters; there are no rows."""
        self._take_turn(lambda cursor: cursor.executemany(statement, parameters), options)

    def fetchone(self) -> Any:  # noqa: ANN401 - a row
        """Return the next row, None if there are no more."""
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Return the next rows."""
        return list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        return list(self._rows)

    def close(self) -> None:
        """Do nothing: SQLite's cursor was closed when the rows were fetched."""

    def _take_turn(self, execute: Execute, options: Options) -> None:
        due = self._connection.driver_connection.executed_now(execute, options)
        if not due:
            return

        def turn(connection: sqlite3.Connection) -> None:
            with closing(connection.cursor()) as cursor:
                for each in due:
                    each(cursor)
                self.description = cursor.description
                self._rows = iter(cursor.fetchall() if cursor.description else ())
                self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

        self._connection.take_turn(turn)


class AdaptedConnection(AsyncAdapt_aiosqlite_connection):
    """A connection as SQLAlchemy needs it: it waits in the greenlet that calls it."""

    __slots__ = ()

    def cursor(self, server_side: bool = False) -> Cursor:  # type: ignore[override] # no adapter
        """Return a cursor for one statement."""
        return Cursor(self)

    def begin(self) -> None:
        """Make the next statement begin a transaction."""
        self.driver_connection.begin()

    def take_turn(self, turn: Callable[[sqlite3.Connection], None]) -> None:
        """Call a function in the connection's thread, with SQLite's connection."""
        try:
            await_only(self.driver_connection.take_turn(turn))
        except Exception as error:
            self._handle_exception(error)


class Dialect(SQLiteDialect_aiosqlite):
    """SQLite's dialect with these connections."""

    supports_statement_cache = True

    def connect(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - a DBAPI's connection
        """Return a new connection."""
        opened: Any = await_only(connect(*args, **options))
        return AdaptedConnection(self.loaded_dbapi, opened)

    def do_begin(self, dbapi_connection: Any) -> None:  # noqa: ANN401 - the pool's proxy
        """Have a transaction begin with its first statement."""
        dbapi_connection.begin()

    def do_execute(
        self,
        cursor: Any,  # noqa: ANN401 - ours
        statement: str,
        parameters: Any,  # noqa: ANN401 - passed on
        context: ExecutionContext | None = None,
    ) -> None:
        """Execute a statement, or delay it if its options allow that."""
        cursor.execute(statement, parameters, _options_of(context))

    def do_executemany(
        self,
        cursor: Any,  # noqa: ANN401 - ours
        statement: str,
        parameters: Any,  # noqa: ANN401 - passed on
        context: ExecutionContext | None = None,
    ) -> None:
        """Execute a statement with each set of parameters, or delay it."""
        cursor.executemany(statement, parameters, _options_of(context))


def _options_of(context: ExecutionContext | None) -> Options:
    """Return the execution options of a statement, none without a context."""
    return context.execution_options if context else _NO_OPTIONS


registry.register(NAME.replace("+", "."), __name__, Dialect.__name__)
