"""The matches between servers, the twins on their boards, and blocks between servers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, delete, or_, select, update

from data.asynchronous import AsyncConnection
from data.database.connection import Database, Subject, reading, writing
from data.database.errors import Conflict
from data.database.schema import events
from data.database.server_tables import (
    server_blocks,
    server_boards,
    server_matches,
    server_sides,
)
from data.records import is_id
from data.servers import server_rows
from data.signals import Signal
from engine.event_log import Repeated
from engine.server_matches.server_match import NOT_ACCEPTED, ServerMatch

ATTEMPTS: Final = 5
"""Most attempts at a change while another process changes the same match."""


AdmitServerMatch = Callable[[Sequence[ServerMatch]], None]
"""Raises Refusal if a server may have no more matches with other servers than these."""


class Twin(NamedTuple):
    """The match at the other server's side of a board: its id, its server, and the server match."""

    match: int
    guild: int
    server_match: int


class BlockedServer(NamedTuple):
    """A blocked server, and its name at the time of the block."""

    guild: int
    name: str


class Servers(Subject):
    """The matches between servers; the signal ``saved`` is called with each that was written."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.saved = Signal[ServerMatch]()

    async def create(
        self, match: ServerMatch, source: str, admit: AdmitServerMatch | None = None
    ) -> ServerMatch:
        """Store a new match between servers, whose id is 0; return it with its id.

        ``admit`` is called in the transaction, with the challenging server's matches that are not
        over. Raises Repeated if a match was already made from ``source``; Refusal from ``admit``.
        """
        try:
            created = await self._database.write(self._create, match, source, admit)
        except Conflict as error:
            raise Repeated from error
        self._written(created)
        return created

    async def _create(
        self,
        connection: AsyncConnection,
        match: ServerMatch,
        source: str,
        admit: AdmitServerMatch | None,
    ) -> ServerMatch:
        if admit is not None:
            admit(await _going_on(connection, match.sides[0].guild))
        created = await server_rows.add(connection, match, source)
        await self._tell(connection, created)
        return created

    async def change(
        self, number: int, change: Callable[[ServerMatch], ServerMatch]
    ) -> ServerMatch | None:
        """Change a match between servers; return it after the change, None if it does not exist.

        ``change`` may raise Refusal, and is called again if another process was faster. Raises
        Conflict after ``ATTEMPTS`` attempts.
        """
        for attempt in range(ATTEMPTS):
            try:
                found = await self._database.write(self._change, number, change)
            except Conflict:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            if found is None:
                return None
            match, is_new = found
            if is_new:
                self._written(match)
            return match
        raise AssertionError  # the last attempt returns or raises

    async def _change(
        self,
        connection: AsyncConnection,
        number: int,
        change: Callable[[ServerMatch], ServerMatch],
    ) -> tuple[ServerMatch, bool] | None:
        found = await server_rows.find(connection, server_matches.c.id == number)
        if not found:
            return None
        before = found[0]
        after = change(before)
        if after == before:
            return before, False
        after = await server_rows.change(connection, before, after)
        await self._tell(connection, after)
        return after, True

    @reading
    async def load(self, connection: AsyncConnection, number: int) -> ServerMatch | None:
        """Return a match between servers, None if it does not exist."""
        if not is_id(number):
            return None
        found = await server_rows.find(connection, server_matches.c.id == number)
        return found[0] if found else None

    @reading
    async def going_on(self, connection: AsyncConnection, guild: int) -> list[ServerMatch]:
        """Return a server's matches with other servers that are not over, newest first."""
        return await _going_on(connection, guild)

    @reading
    async def lately(
        self, connection: AsyncConnection, since: datetime, limit: int
    ) -> list[ServerMatch]:
        """Return this process's matches between servers that are not over or ended after ``since``.

        At most ``limit`` are returned, the newest first.
        """
        ended, ours = server_matches.c.ended, self._ours()
        # A single statement with OR would read the whole table, in the order of ids.
        going_on = await server_rows.find(connection, ended.is_(None), *ours, limit=limit)
        over = await server_rows.find(connection, ended >= since, *ours, limit=limit, order=ended)
        return sorted([*going_on, *over], key=lambda match: -match.id)[:limit]

    @reading
    async def failed_challenges(
        self, connection: AsyncConnection, guild: int, other: int, since: datetime
    ) -> list[ServerMatch]:
        """Return a server's challenges to another that ended after ``since`` without acceptance.

        The newest come first.
        """
        its_own = server_matches.c.guild == guild, server_matches.c.other_guild == other
        ended = server_matches.c.ended >= since
        failed = server_matches.c.phase.in_([phase.value for phase in NOT_ACCEPTED])
        return await server_rows.find(connection, *its_own, ended, failed)

    def _ours(self) -> list[ColumnElement[bool]]:
        """Return the conditions for matches in which a server of this process plays."""
        shards = self._database.shards
        home, away = shards.of(server_matches.c.guild), shards.of(server_matches.c.other_guild)
        return [or_(*home, *away)] if home else []

    # Twins

    @reading
    async def twin_of(self, connection: AsyncConnection, match: int) -> Twin | None:
        """Return the twin of a match, None if there is none, or not yet."""
        boards = server_boards.c
        statement = (
            select(server_boards, server_matches.c.guild, server_matches.c.other_guild)
            .join(server_matches, server_matches.c.id == boards.server_match)
            .where(or_(boards.twin == match, boards.other_twin == match))
        )
        row = (await connection.execute(statement)).first()
        if row is None or row.twin is None or row.other_twin is None:
            return None
        if row.twin == match:
            return Twin(row.other_twin, row.other_guild, row.server_match)
        return Twin(row.twin, row.guild, row.server_match)

    @reading
    async def made_from(self, connection: AsyncConnection, source: str) -> int | None:
        """Return the id of the match whose first event has this source, None if there is none."""
        made: int | None = await connection.scalar(
            select(events.c.match).where(events.c.source == source, events.c.number == 1)
        )
        return made

    @writing
    async def tell_of_twin(self, connection: AsyncConnection, match: int) -> None:
        """Notify the other processes that the twin of a match has new events."""
        await self._database.backend.tell(connection, ("twin", match))

    # Posts

    @reading
    async def message_of(self, connection: AsyncConnection, number: int, side: int) -> int | None:
        """Return the id of the message that shows a match on a side's server, None if unknown."""
        message: int | None = await connection.scalar(
            select(server_sides.c.message).where(_is_side(number, side))
        )
        return message

    @writing
    async def set_message(
        self, connection: AsyncConnection, number: int, side: int, message: int | None
    ) -> None:
        """Record the message that shows a match on a side's server; None means no message."""
        await connection.execute(
            update(server_sides).where(_is_side(number, side)).values(message=message)
        )

    # Blocks

    @writing
    async def block(
        self, connection: AsyncConnection, guild: int, other: BlockedServer, now: datetime
    ) -> None:
        """Store a server's block of challenges from another server."""
        values = {"guild": guild, "other_guild": other.guild, "name": other.name, "since": now}
        await connection.put(server_blocks, values)

    @writing
    async def unblock(self, connection: AsyncConnection, guild: int, other: int) -> bool:
        """Lift a server's block of another; return whether it existed."""
        its_own = (server_blocks.c.guild == guild) & (server_blocks.c.other_guild == other)
        lifted = await connection.execute(delete(server_blocks).where(its_own))
        return bool(lifted.rowcount)

    @reading
    async def blocked(self, connection: AsyncConnection, guild: int) -> list[BlockedServer]:
        """Return the servers that a server has blocked, the longest blocked first."""
        its_own = server_blocks.c.guild == guild
        order = server_blocks.c.since, server_blocks.c.other_guild
        rows = await connection.execute(select(server_blocks).where(its_own).order_by(*order))
        return [BlockedServer(row.other_guild, row.name) for row in rows]

    # Implementation

    def _written(self, match: ServerMatch) -> None:
        self.saved.tell(f"saving match {match.id} between servers", match)

    async def _tell(self, connection: AsyncConnection, match: ServerMatch) -> None:
        """Notify the other processes unless both servers belong to this process."""
        guilds = [side.guild for side in match.sides]
        await self._database.backend.tell_of(connection, ("servers", match.id), *guilds)


def _is_side(number: int, side: int) -> ColumnElement[bool]:
    return (server_sides.c.server_match == number) & (server_sides.c.side == side)


async def _going_on(connection: AsyncConnection, guild: int) -> list[ServerMatch]:
    is_its = or_(server_matches.c.guild == guild, server_matches.c.other_guild == guild)
    return await server_rows.find(connection, is_its, server_matches.c.ended.is_(None))
