"""Ownership of shards in a database on a server: advisory locks, which end with their connection.

The locks are held on a separate connection. If that connection is lost, another process may take
the shards. So each owner also leaves a mark in the database, and every writing transaction changes
the mark first: it fails if the mark is another owner's. The mark also shows whether the transaction
was committed.
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

from data.asynchronous import AsyncConnection
from data.database.backend import Shards
from data.database.errors import InUse, StoreError
from data.database.schema import OWNER, facts

log = logging.getLogger(__name__)

LOCKS: Final = 0x44616D69
"""The first number of our advisory locks; the second is the shard, or ``MIGRATING``."""

MIGRATING: Final = -1
"""The second number during a migration of the schema."""

COUNTS: Final = LOCKS + 1
"""The first number of the locks that all processes share; the second is the number of shards."""

CHANNEL: Final = "damier"
"""The channel of PostgreSQL on which processes notify each other."""

LOCKED: Final = (
    "pg_locks JOIN pg_database ON database = pg_database.oid "
    "WHERE locktype = 'advisory' AND datname = current_database() AND granted"
)
"""SQL for the advisory locks held on this database: after FROM, to be continued with AND."""

PATIENCE: Final = 5.0
"""Seconds within which the server releases the locks of a killed process."""

PAUSE: Final = 0.25
"""Seconds between one attempt and the next."""

Connect = Callable[[], Awaitable[asyncpg.Connection]]


class Ownership:
    """The locks of this process on its shards of a database, and notices from other processes.

    ``hear`` is called with a notice, and with an empty text if notices may have been missed;
    ``lose`` if another process has taken the shards; ``report`` if the connection is lost.
    """

    def __init__(
        self,
        connect: Connect,
        where: str,
        shards: Shards,
        hear: Callable[[str], None],
        lose: Callable[[StoreError], None],
        *,
        report: Callable[[BaseException], None],
    ) -> None:
        self._connect = connect
        self._where = where
        self._shards = shards
        self._hear, self._lose, self._report = hear, lose, report
        self._marks = [f"{OWNER}shard {shard}" for shard in sorted(shards.ids)]
        self._connection: asyncpg.Connection | None = None
        self._regaining: asyncio.Task[None] | None = None
        self._loss: StoreError | None = None
        self._token = secrets.token_hex(8)
        self._change_mark = update(facts).where(
            facts.c.name.in_(self._marks), facts.c.value.startswith(self._token)
        )
        self._numbers = count(1)
        self._is_left = False

    async def take(self, *, waits: bool, waiting: Callable[[bool], None] | None = None) -> None:
        """Become the owner of all shards of this process.

        If another process has one of them, this process ``waits`` and holds none meanwhile;
        ``waiting`` is called with True when the wait begins and with False when it ends. Raises
        StoreError if this process does not wait, or if other processes have another SHARD_COUNT.
        """
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE
        has_said = False
        while not await self._try():
            if not waits:
                if loop.time() > patience:
                    raise self._is_others()
            elif not has_said:
                has_said = True
                log.warning("Another process has the shards %s: waiting for it.", self._named)
                if waiting is not None:
                    waiting(True)
            await asyncio.sleep(PAUSE)
        if has_said:
            log.warning("The shards %s are this process's now.", self._named)
            if waiting is not None:
                waiting(False)

    async def leave_mark(self) -> None:
        """Write the marks of this owner, unless they are stored already."""
        await self._held().executemany(
            "INSERT INTO facts (name, value) VALUES ($1, $2) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value "
            "WHERE NOT starts_with(facts.value, $2)",
            [(mark, self._token) for mark in self._marks],
        )
        self._is_left = True

    async def change_mark(self, connection: AsyncConnection) -> str:
        """Change the marks in a transaction; return the new mark.

        Raises OSError if the locks are lost but may be regained, StoreError if another process has
        taken them.
        """
        self._held()
        mark = f"{self._token} {next(self._numbers)}"
        changed = await connection.execute(self._change_mark, {"value": mark})
        if changed.rowcount != len(self._marks):
            raise self._is_others()
        return mark

    async def has_mark(self, connection: AsyncConnection, mark: str) -> bool:
        """Return whether the transaction that set this mark was committed.

        If that transaction is still going on, wait for its end. Raises StoreError if the stored
        mark is another owner's.
        """
        ours = facts.c.name == self._marks[0]
        statement = select(facts.c.value).where(ours).with_for_update()
        found: str = await connection.scalar(statement) or ""
        if not found.startswith(self._token):
            raise self._is_others()
        return found == mark

    def _is_others(self) -> StoreError:
        return InUse(self._where)

    def _held(self) -> asyncpg.Connection:
        """Return the connection that holds the locks.

        Raises OSError if the locks are lost but may be regained, StoreError if another process has
        taken them.
        """
        if self._loss is not None:
            raise self._loss
        if self._connection is None:
            raise ConnectionError("the lock of its owner was lost with its connection")
        return self._connection

    async def release(self) -> None:
        """Release the locks by closing their connection."""
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

    @property
    def _named(self) -> str:
        return ", ".join(map(str, sorted(self._shards.ids)))

    async def _try(self) -> bool:
        if self._connection is None:
            self._connection = await self._connect()
            self._connection.add_termination_listener(self._lost)
            await self._connection.add_listener(CHANNEL, self._heard)
        connection, shards = self._connection, self._shards
        await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", COUNTS, shards.count)
        other = await connection.fetchval(
            f"SELECT min(objid::bigint) FROM {LOCKED} AND classid = $1 AND objid != $2",  # noqa: S608 - ours
            COUNTS, shards.count,
        )  # fmt: skip
        if other is not None:
            raise StoreError(
                f"The database {self._where} is in use by a process with SHARD_COUNT={other}: "
                "all processes of a bot have the same."
            )
        for shard in sorted(shards.ids):
            if not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, shard):
                await connection.execute("SELECT pg_advisory_unlock_all()")
                return False
        return True

    def _heard(self, _: object, pid: int, __: object, said: str) -> None:
        self._hear(said)

    def _lost(self, _: object) -> None:
        """Begin to regain the locks after their connection was lost."""
        self._connection = None
        if self._regaining is not None or not self._is_left:
            return
        self._report(ConnectionError("the connection that holds the lock of its owner is lost"))
        self._regaining = asyncio.create_task(self._regain())

    async def _regain(self) -> None:
        while True:
            try:
                await self.take(waits=False)
                await self.leave_mark()
                self._hear("")  # notices sent meanwhile were missed
                break
            except StoreError as error:
                log.error("%s", error)
                self._loss = error
                self._lose(error)
                break
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                self._report(error)
                await asyncio.sleep(PAUSE)
        self._regaining = None


async def is_owned(connection: asyncpg.Connection) -> bool:
    """Return whether any process owns shards of the database."""
    return bool(
        await connection.fetchval(
            f"SELECT EXISTS (SELECT FROM {LOCKED} AND classid = $1)",  # noqa: S608 - ours
            LOCKS,
        )
    )
