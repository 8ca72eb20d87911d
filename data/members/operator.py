"""The operator's orders: blocks of servers and persons, and the notice shown with boards."""

from __future__ import annotations

import json
from datetime import datetime
from typing import NamedTuple, Self

from sqlalchemy import Table, delete, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import blocked_persons, blocked_servers, facts

_NOTICE = "notice of maintenance"
"""Name of the fact that holds the notice."""


class Notice(NamedTuple):
    """A notice of maintenance in the operator's words; if ``until`` is None, it has no end."""

    text: str
    until: datetime | None = None

    def is_past(self, now: datetime) -> bool:
        """Return whether the notice has expired."""
        return self.until is not None and self.until <= now

    @classmethod
    def read(cls, kept: str) -> Self:
        """Return the notice from a text that ``kept`` returned."""
        text, until = json.loads(kept)
        return cls(text, until and datetime.fromisoformat(until))

    def kept(self) -> str:
        """Return the notice as a text for ``read``."""
        return json.dumps([self.text, self.until and self.until.isoformat()])


class Orders(NamedTuple):
    """The orders in force: blocked servers, blocked persons, and the notice."""

    servers: frozenset[int] = frozenset()
    persons: frozenset[int] = frozenset()
    notice: Notice | None = None


class Operator(Subject):
    """The operator's orders. All processes are notified of a change."""

    @reading
    async def orders(self, connection: AsyncConnection) -> Orders:
        """Return the orders in force."""
        notice = await connection.scalar(select(facts.c.value).where(facts.c.name == _NOTICE))
        return Orders(
            frozenset(await connection.scalars(select(blocked_servers.c.guild))),
            frozenset(await connection.scalars(select(blocked_persons.c.person))),
            None if notice is None else Notice.read(notice),
        )

    @writing
    async def block_server(self, connection: AsyncConnection, guild: int, now: datetime) -> None:
        """Block a server; a block that exists keeps its time."""
        await self._block(connection, blocked_servers, guild, now)

    @writing
    async def block_person(self, connection: AsyncConnection, person: int, now: datetime) -> None:
        """Block a person on all servers; a block that exists keeps its time."""
        await self._block(connection, blocked_persons, person, now)

    @writing
    async def unblock_server(self, connection: AsyncConnection, guild: int) -> bool:
        """Lift the block of a server; return whether it was blocked."""
        return await self._unblock(connection, blocked_servers, guild)

    @writing
    async def unblock_person(self, connection: AsyncConnection, person: int) -> bool:
        """Lift the block of a person; return whether they were blocked."""
        return await self._unblock(connection, blocked_persons, person)

    @writing
    async def set_notice(self, connection: AsyncConnection, notice: Notice | None) -> None:
        """Replace the notice; None clears it."""
        if notice is None:
            await connection.execute(delete(facts).where(facts.c.name == _NOTICE))
        else:
            await connection.put(facts, {"name": _NOTICE, "value": notice.kept()})
        await self._tell(connection)

    async def _block(
        self, connection: AsyncConnection, table: Table, which: int, now: datetime
    ) -> None:
        (key,) = table.primary_key.columns
        await connection.put(table, {key.name: which, "since": now}, kept=None)
        await self._tell(connection)

    async def _unblock(self, connection: AsyncConnection, table: Table, which: int) -> bool:
        (key,) = table.primary_key.columns
        removed = await connection.execute(delete(table).where(key == which))
        await self._tell(connection)
        return bool(removed.rowcount)

    async def _tell(self, connection: AsyncConnection) -> None:
        await self._database.backend.tell(connection, ("orders", 0))
