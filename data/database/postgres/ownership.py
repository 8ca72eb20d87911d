"""Who owns what of a database on a server: advisory locks, which go with their connection.

They are held on a connection of their own. Where it is lost, another process may take what was
owned; so each owner also leaves a mark in the database, and every transaction that writes changes
it first: it fails where the mark is another's, and whether it was committed can be read there.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

import asyncpg
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.errors import StoreError, reason_of
from data.database.schema import OWNER, facts

log = logging.getLogger(__name__)

LOCKS: Final = 0x44616D69
"""The first number of our advisory locks; the second says of what."""

WHOLE: Final = 0
"""The second number where one process owns all of it."""

MARK: Final = f"{OWNER}all"
"""The name of the fact that is the mark of its owner."""

PATIENCE: Final = 5.0
"""Seconds in which a process that was killed must have let go of its lock."""

PAUSE: Final = 0.25
"""Seconds from one attempt to the next."""

Connect = Callable[[], Awaitable[asyncpg.Connection]]


class Ownership:
    """The lock of this process on a database."""

    def __init__(self, connect: Connect, where: str) -> None:
        self._connect = connect
        self._where = where
        self._connection: asyncpg.Connection | None = None
        self._regaining: asyncio.Task[None] | None = None
        self._loss: StoreError | None = None
        self._token = secrets.token_hex(8)
        self._numbers = count(1)
        self._is_left = False

    async def take(self) -> None:
        """Become the owner. Raises StoreError where another process is, and stays so."""
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE
        while not await self._try():
            if loop.time() > patience:
                raise self._is_others()
            await asyncio.sleep(PAUSE)

    async def leave_mark(self) -> None:
        """Leave the mark of this owner, unless it is there."""
        await self._held().execute(
            "INSERT INTO facts (name, value) VALUES ($1, $2) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value "
            "WHERE NOT starts_with(facts.value, $2)",
            MARK,
            self._token,
        )
        self._is_left = True

    async def change_mark(self, connection: AsyncConnection) -> str:
        """Change the mark in a transaction, and return what it is then.

        Raises OSError where the lock may be regained, StoreError where it is another's by now.
        """
        self._held()
        mark = f"{self._token} {next(self._numbers)}"
        changed = await connection.execute(
            update(facts)
            .where(facts.c.name == MARK, facts.c.value.startswith(self._token))
            .values(value=mark)
        )
        if changed.rowcount != 1:
            raise self._is_others()
        return mark

    async def has_mark(self, connection: AsyncConnection, mark: str) -> bool:
        """Return whether the transaction is committed that has changed the mark to this one.

        It waits for one that is still going on. Raises StoreError where it is another's by now.
        """
        statement = select(facts.c.value).where(facts.c.name == MARK).with_for_update()
        found: str = await connection.scalar(statement) or ""
        if not found.startswith(self._token):
            raise self._is_others()
        return found == mark

    def _is_others(self) -> StoreError:
        return StoreError(f"The database {self._where} is in use by another process.")

    def _held(self) -> asyncpg.Connection:
        """Return the connection that holds the lock.

        Raises OSError where it is lost and may be regained, StoreError where it is another's.
        """
        if self._loss is not None:
            raise self._loss
        if self._connection is None:
            raise ConnectionError("the lock of its owner was lost with its connection")
        return self._connection

    async def release(self) -> None:
        """Let go of the lock."""
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait({self._regaining})
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.remove_termination_listener(self._lost)
            try:
                await connection.close(timeout=PATIENCE)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection.terminate()

    async def _try(self) -> bool:
        if self._connection is None:
            self._connection = await self._connect()
        if not await self._connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, WHOLE):
            return False
        self._connection.add_termination_listener(self._lost)
        return True

    def _lost(self, _: object) -> None:
        """Regain the lock that went with its connection."""
        self._connection = None
        log.warning("The connection to %s is lost that held the lock of its owner.", self._where)
        self._regaining = asyncio.create_task(self._regain())

    async def _regain(self) -> None:
        while True:
            try:
                await self.take()
                if self._is_left:
                    await self.leave_mark()
                break
            except StoreError as error:
                log.error("%s", error)
                self._loss = error
                break
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("%s cannot be reached: %s", self._where, reason_of(error))
                await asyncio.sleep(PAUSE)
        self._regaining = None


async def is_owned(connection: asyncpg.Connection) -> bool:
    """Return whether a process owns the database."""
    return bool(
        await connection.fetchval(
            "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid "
            "WHERE locktype = 'advisory' AND datname = current_database() "
            "AND classid = $1 AND granted)",
            LOCKS,
        )
    )
