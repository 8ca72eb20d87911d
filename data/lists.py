"""Lists and counts of matches, built from columns without reading events."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, exists, func, select, true

from data.asynchronous import AsyncConnection
from data.database.backend import Backend
from data.database.connection import Subject, reading
from data.database.schema import events, matches, posts, seats
from data.matches import match_rows, quotas
from data.matches.posts import PostState
from engine.table.clock import UNLIMITED
from engine.table.record import OPEN, Kind, Status

AT_ONCE = 500
"""Most people in one query, since databases limit the values of a query."""


class Listed(NamedTuple):
    """A match that is not over.

    ``awaited`` are the seats that have to act. ``due`` is the time of the next automatic event
    (None: none), ``deadline`` the end of the moving seat's time (None: no limit), and ``updated``
    the time of the last event.
    """

    id: int
    guild: int
    channel: int
    status: Status
    awaited: frozenset[int]
    due: datetime | None
    deadline: datetime | None
    updated: datetime


_COLUMNS = (
    matches.c.id,
    matches.c.guild,
    matches.c.channel,
    matches.c.status,
    matches.c.awaited,
    matches.c.due,
    matches.c.deadline,
    matches.c.updated,
)


class Lists(Subject):
    """The matches that are not over, for lists, clocks and computers."""

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for matches on this process's servers."""
        return self._database.shards.of(matches.c.guild)

    @reading
    async def of_server(
        self, connection: AsyncConnection, guild: int, status: Status
    ) -> list[Listed]:
        """Return the matches of a server that have this status, oldest first."""
        return await _listed(
            connection,
            select(*_COLUMNS).where(matches.c.guild == guild, matches.c.status == status.value),
        )

    @reading
    async def with_open_seats(self, connection: AsyncConnection, guild: int) -> list[Listed]:
        """Return the challenges on a server that anybody may still join, oldest first."""
        is_open = exists().where(seats.c.match == matches.c.id, seats.c.person == OPEN)
        return await _listed(
            connection,
            select(*_COLUMNS).where(
                matches.c.guild == guild, matches.c.status == Status.CHALLENGE.value, is_open
            ),
        )

    @reading
    async def of_person(
        self, connection: AsyncConnection, person: int, status: Status
    ) -> list[tuple[Listed, bool]]:
        """Return a person's matches with this status, oldest first.

        Each comes with whether the person has to act.
        """
        statement = (
            select(*_COLUMNS, seats.c.seat)
            .join(seats)
            .where(seats.c.person == person, matches.c.status == status.value)
            .order_by(matches.c.id)
        )
        found: dict[int, tuple[Listed, bool]] = {}
        for row in await connection.execute(statement):
            listed = _of(row)
            _, before = found.get(listed.id, (listed, False))
            found[listed.id] = listed, before or row.seat in listed.awaited
        return list(found.values())

    @reading
    async def watched_by(self, connection: AsyncConnection, person: int) -> list[Listed]:
        """Return the live matches between computers that a person asked to watch, oldest first."""
        return await _listed(connection, select(*_COLUMNS).where(*quotas.watched_by(person)))

    @reading
    async def setting_up(
        self, connection: AsyncConnection, *, guild: int | None = None, person: int | None = None
    ) -> list[int]:
        """Return the ids of live matches in the phase of set-up, oldest first.

        Only those of ``guild`` and ``person`` are returned; None stands for all.
        """
        wanted = match_rows.conditions(Status.LIVE, None, guild, person)
        return await match_rows.ids(connection, *wanted, matches.c.turn.is_(None))

    @reading
    async def timed(self, connection: AsyncConnection) -> list[tuple[int, int]]:
        """Return the id and server of each live match with a time limit, the soonest due first."""
        statement = (
            select(matches.c.id, matches.c.guild)
            .where(matches.c.status == Status.LIVE.value, matches.c.time != UNLIMITED, *self._ours)
            .order_by(matches.c.due)
        )
        return [(row.id, row.guild) for row in await connection.execute(statement)]

    @reading
    async def servers(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of this process's servers with a live match."""
        live = (matches.c.status == Status.LIVE.value, *self._ours)
        return [*await connection.scalars(select(matches.c.guild).where(*live).distinct())]

    @reading
    async def people_in(self, connection: AsyncConnection, guild: int) -> dict[int, list[int]]:
        """Return the people who play each live match of a server, by the match's id."""
        statement = (
            select(seats.c.match, seats.c.person)
            .join(matches)
            .where(
                matches.c.guild == guild,
                matches.c.status == Status.LIVE.value,
                seats.c.person > OPEN,
            )
        )
        found: dict[int, list[int]] = {}
        for row in await connection.execute(statement):
            found.setdefault(row.match, []).append(row.person)
        return found

    @reading
    async def newest(self, connection: AsyncConnection) -> list[int]:
        """Return the id of the newest live match of each game, in ascending order."""
        live = (matches.c.status == Status.LIVE.value, *self._ours)
        statement = select(func.max(matches.c.id)).where(*live).group_by(matches.c.game)
        return sorted(await connection.scalars(statement))

    @reading
    async def of_people(self, connection: AsyncConnection, people: Collection[int]) -> list[int]:
        """Return the ids of the live matches of any of these people, oldest first."""
        asked, found = sorted(people), set[int]()
        for start in range(0, len(asked), AT_ONCE):
            theirs = select(seats.c.match).where(seats.c.person.in_(asked[start : start + AT_ONCE]))
            found.update(
                await match_rows.ids(
                    connection,
                    matches.c.id.in_(theirs),
                    matches.c.status == Status.LIVE.value,
                    *self._ours,
                )
            )
        return sorted(found)

    @reading
    async def with_duties(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of matches that wait for a computer, oldest first."""
        return await match_rows.ids(connection, matches.c.duty == true(), *self._ours)

    @reading
    async def rematches_of(self, connection: AsyncConnection, match_id: int) -> list[int]:
        """Return the ids of the rematches of a match that are not over, oldest first."""
        return await match_rows.ids(
            connection, matches.c.previous == match_id, matches.c.status != Status.OVER.value
        )

    @reading
    async def last_ended(
        self, connection: AsyncConnection, channel: int, person: int | None, most: int
    ) -> list[int]:
        """Return the ids of the last matches that ended in a channel, at most ``most``, last first.

        Only matches of ``person`` count, unless that is None. Challenges that never began do not
        count.
        """
        took_part = exists().where(seats.c.match == matches.c.id, seats.c.person == person)
        begun = exists().where(events.c.match == matches.c.id, events.c.kind == Kind.START.value)
        statement = (
            select(matches.c.id)
            .where(
                matches.c.channel == channel,
                matches.c.status == Status.OVER.value,
                begun,
                *([] if person is None else [took_part]),
            )
            .order_by(matches.c.ended.desc(), matches.c.id.desc())
            .limit(most)
        )
        return list(await connection.scalars(statement))


async def _listed(connection: AsyncConnection, statement: Select[Any]) -> list[Listed]:
    rows = await connection.execute(statement.order_by(matches.c.id))
    return [_of(row) for row in rows]


def _of(row: Any) -> Listed:  # noqa: ANN401 - a row has the columns of its query
    bits = row.awaited or 0
    return Listed(
        row.id,
        row.guild,
        row.channel,
        Status(row.status),
        frozenset(seat for seat in range(bits.bit_length()) if bits >> seat & 1),
        row.due,
        row.deadline,
        row.updated,
    )


@dataclass(frozen=True)
class Counts:
    """Numbers of live matches, challenges and ended matches, and of waiting and refused posts.

    ``size`` is the bytes of the database, ``free`` the free bytes on its disk.
    """

    live: int
    challenges: int
    over: int
    waiting: int
    refused: int
    size: int
    free: int | None
    """None for a database on a server, whose disk is unknown."""


async def counts_of(connection: AsyncConnection, backend: Backend) -> Counts:
    """Return the counts of matches and posts, and the sizes of the database and its disk."""

    async def count(column: ColumnElement[str], value: str) -> int:
        statement = select(func.count()).where(column == value)
        return (await connection.execute(statement)).scalar_one()

    return Counts(
        live=await count(matches.c.status, Status.LIVE.value),
        challenges=await count(matches.c.status, Status.CHALLENGE.value),
        over=await count(matches.c.status, Status.OVER.value),
        waiting=await count(posts.c.state, PostState.PENDING.value),
        refused=await count(posts.c.state, PostState.REFUSED.value),
        size=await backend.size(connection),
        free=await asyncio.to_thread(backend.free),
    )
