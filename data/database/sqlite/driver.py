"""Connections to an SQLite database that run a statement in at most one turn of their thread.

aiosqlite takes four turns for a statement: to make a cursor, to execute, to fetch and to close.
Each turn wakes the thread and then the event loop, which takes longer than most statements.
Beginning a transaction would take a fifth turn; here it is part of the first statement's turn. A
statement whose result nobody needs may be delayed to the turn of the next one, or of the COMMIT.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Self, cast

import aiosqlite
import sqlalchemy
from sqlalchemy import Engine, ExecutionContext, event

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

Parameters = Sequence[Any]

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
    """A connection whose cursors execute each statement in one turn of its thread."""

    beginning: str | None = None
    """The statement that begins a transaction, executed in the turn of the next statement."""

    later: str | bool = False
    """The option ``LATER`` of the next statement; False if it must not be delayed."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on
        super().__init__(*args, **options)
        self._waiting: list[Execute] = []

    async def take_turn(self, turn: Callable[[sqlite3.Connection], None]) -> None:
        """Call a function in the connection's thread, with SQLite's connection."""
        await self._execute(turn, self._conn)  # type: ignore[no-untyped-call] # aiosqlite gives it no types

    def cursor(self) -> Cursor:  # type: ignore[override] # making ours needs no turn
        """Return a cursor for one statement."""
        return Cursor(self)

    async def commit(self) -> None:
        """Execute the delayed statements and commit; roll back if that fails."""
        await self.take_turn(partial(_commit, self.due()))

    async def rollback(self) -> None:
        """Roll the transaction back; without an executed statement this takes no turn."""
        self.due()
        if self.in_transaction:
            await super().rollback()

    def delay(self, execute: Execute) -> bool:
        """Delay a statement if ``later`` allows it; return whether it was delayed."""
        later, self.later = self.later, False
        if later:
            self._waiting.append(partial(_expect, execute, later) if later is not True else execute)
        return bool(later)

    def due(self) -> list[Execute]:
        """Return the BEGIN and the delayed statements to execute now, and clear the queue."""
        begin = self.beginning
        due = [*([lambda cursor: cursor.execute(begin)] if begin else []), *self._waiting]
        self.beginning = None
        self._waiting.clear()
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
    """A cursor with the methods SQLAlchemy needs: a statement, then its result."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Parameters = ()) -> Self:
        """Execute a statement and fetch all its rows."""
        return await self._take_turn(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Iterable[Parameters]) -> Self:
        """Execute a statement with each of these sets of parameters; there are no rows."""
        return await self._take_turn(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: SQLite's cursor was closed when the rows were fetched."""

    async def _take_turn(self, execute: Execute) -> Self:
        if self._connection.delay(execute):
            return self
        due = [*self._connection.due(), execute]

        def turn(connection: sqlite3.Connection) -> None:
            with closing(connection.cursor()) as cursor:
                for each in due:
                    each(cursor)
                self.description = cursor.description
                self._rows = cursor.fetchall() if cursor.description else []
                self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

        await self._connection.take_turn(turn)
        return self


def listen_to(engine: Engine) -> None:
    """Make an engine's connections begin transactions, and delay statements that allow it."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_cursor_execute", _delay, named=True)


def _begin(connection: sqlalchemy.Connection) -> None:
    """Have a transaction begin with its first statement; a writing one locks the file then."""
    immediate = connection.get_execution_options().get("immediate")
    opened = cast("Connection", connection.connection.driver_connection)
    opened.beginning = "BEGIN IMMEDIATE" if immediate else "BEGIN"


def _delay(conn: sqlalchemy.Connection, context: ExecutionContext | None, **_: object) -> None:
    """Mark a statement that may be executed later."""
    if context is not None and (later := context.execution_options.get(LATER)):
        cast("Connection", conn.connection.driver_connection).later = later
