"""Who owns what of a database on a server: advisory locks, which go with their connection.

They are held on a connection of their own. Where it is lost, another process may take what was
owned; so each owner also leaves a token in the database, and every transaction that writes makes
sure that it is still there.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

import asyncpg

from data.database.errors import StoreError, reason_of

log = logging.getLogger(__name__)

OWNER: Final = 0x44616D69
"""The first number of our advisory locks; the second says of what."""

WHOLE: Final = 0
"""The second number where one process owns all of it."""

PATIENCE: Final = 5.0
"""Seconds in which a process that was killed must have let go of its lock."""

PAUSE: Final = 0.25
"""Seconds from one attempt to the next."""

TOKEN: Final = "owner"  # noqa: S105 - a name, no password
"""The name of the fact that the owner leaves."""

Connect = Callable[[], Awaitable[asyncpg.Connection]]


class Ownership:
    """The lock of this process on a database."""

    def __init__(self, connect: Connect, where: str) -> None:
        self._connect = connect
        self._where = where
        self._connection: asyncpg.Connection | None = None
        self._regaining: asyncio.Task[None] | None = None
        self._loss: StoreError | None = None
        self.token = ""
        """What every transaction that writes must find; empty while the schema is made."""

    async def take(self) -> None:
        """Become the owner. Raises StoreError where another process is, and stays so."""
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE
        while not await self._try():
            if loop.time() > patience:
                raise StoreError(f"The database {self._where} is in use by another process.")
            await asyncio.sleep(PAUSE)

    async def leave_token(self) -> None:
        """Leave a token of this ownership, which ends every earlier one."""
        connection = self._held()
        token = secrets.token_hex(8)
        await connection.execute(
            "INSERT INTO facts (name, value) VALUES ($1, $2) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            TOKEN,
            token,
        )
        self.token = token

    def check(self) -> None:
        """Raise what a transaction that writes fails with while the lock is not held.

        OSError where it may be regained, StoreError where another process is the owner by now.
        """
        self._held()

    def _held(self) -> asyncpg.Connection:
        """Return the connection that holds the lock; raises as ``check`` does."""
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
        if not await self._connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", OWNER, WHOLE):
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
                if self.token:
                    await self.leave_token()
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
            OWNER,
        )
    )
