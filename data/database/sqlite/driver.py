"""Connections to an SQLite database: a statement takes one turn of a connection's thread.

aiosqlite takes four turns: to make a cursor, to execute, to fetch and to close. Each turn wakes the
thread and then the event loop, which takes longer than most statements do. A fifth begins the
transaction: here it is begun in the turn of its first statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Self

import aiosqlite

BUSY_TIMEOUT = 10_000
"""Milliseconds to wait for a lock on the file that another program holds, such as a backup."""

_SETTINGS = (
    f"busy_timeout = {BUSY_TIMEOUT}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what is deleted about a person is overwritten
)

Parameters = Sequence[Any]


async def connect(file: str, **options: Any) -> Connection:  # noqa: ANN401 - passed on to sqlite3
    """Return an open connection to the file, with the project's settings."""
    connection = Connection(partial(sqlite3.connect, file, **options), iter_chunk_size=1)
    connection._thread.daemon = True  # SQLAlchemy's own connections do not keep a process either
    await connection
    try:
        await connection.take_turn(_set_up)
    except BaseException:
        await connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


class Connection(aiosqlite.Connection):
    """A connection whose cursors execute a statement in one turn of its thread."""

    beginning: str | None = None
    """What begins a transaction; it is executed in the turn of the next statement."""

    async def take_turn(self, turn: Callable[[sqlite3.Connection], None]) -> None:
        """Have the thread call a function with its connection."""
        await self._execute(turn, self._conn)  # type: ignore[no-untyped-call] # aiosqlite gives it no types

    def cursor(self) -> Cursor:  # type: ignore[override] # no turn is needed to make one
        """Return a cursor for one statement."""
        return Cursor(self)


class Cursor:
    """What SQLAlchemy needs of a cursor: a statement, and then what came of it."""

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
        """Execute a statement with each of these parameters; it has no rows."""
        return await self._take_turn(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: the statement is closed once its rows are fetched."""

    async def _take_turn(self, execute: Callable[[sqlite3.Cursor], object]) -> Self:
        beginning, self._connection.beginning = self._connection.beginning, None

        def turn(connection: sqlite3.Connection) -> None:
            with closing(connection.cursor()) as cursor:
                if beginning:
                    cursor.execute(beginning)
                execute(cursor)
                self.description = cursor.description
                self._rows = cursor.fetchall() if cursor.description else []
                self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

        await self._connection.take_turn(turn)
        return self
