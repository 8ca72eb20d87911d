"""The positions of live matches, for fair play: each is read once a turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading
from data.database.schema import events, matches, seats
from engine.table.record import Kind, Status
from engine.values import OptionValue

AT_ONCE = 200
"""Boards read by one query."""


class Version(NamedTuple):
    """A live match's number of events, its server, and whether it is rated."""

    version: int
    guild: int
    rated: bool


class LiveBoard(NamedTuple):
    """The position of a live match as text, and the values needed to read it.

    ``begun`` is the time of the challenge, ``turns`` the number of turns played.
    """

    match: int
    version: int
    guild: int
    rated: bool
    game: str
    options: Mapping[str, OptionValue]
    seats: int
    position: str
    begun: datetime
    turns: int


class LiveBoards(Subject):
    """The boards of live matches, without those whose pieces are still set up."""

    @reading
    async def versions(
        self, connection: AsyncConnection, games: Collection[str]
    ) -> dict[int, Version]:
        """Return the live matches of these games by their ids."""
        statement = select(matches.c.id, matches.c.version, matches.c.guild, matches.c.rated).where(
            matches.c.status == Status.LIVE.value,
            matches.c.turn.is_not(None),
            matches.c.game.in_(games),
        )
        rows = await connection.execute(statement)
        return {number: Version(*found) for number, *found in rows}

    @reading
    async def boards(self, connection: AsyncConnection, ids: Sequence[int]) -> list[LiveBoard]:
        """Return the boards of these matches, as far as they are live."""
        seated = select(func.count()).where(seats.c.match == matches.c.id).scalar_subquery()
        turns = (
            select(func.count())
            .where(events.c.match == matches.c.id, events.c.kind == Kind.MOVE.value)
            .scalar_subquery()
        )
        position = (
            select(events.c.position)
            .where(events.c.match == matches.c.id, events.c.position != "")
            .order_by(events.c.number.desc())
            .limit(1)
            .scalar_subquery()
        )
        statement = select(
            matches.c.id,
            matches.c.version,
            matches.c.guild,
            matches.c.rated,
            matches.c.game,
            matches.c.options,
            seated,
            position,
            matches.c.created,
            turns,
        ).where(matches.c.id.in_(ids), matches.c.status == Status.LIVE.value)
        return [LiveBoard._make(row) for row in await connection.execute(statement)]

    @reading
    async def of_person(self, connection: AsyncConnection, person: int) -> frozenset[int]:
        """Return the ids of a person's live matches."""
        statement = (
            select(matches.c.id)
            .join(seats)
            .where(seats.c.person == person, matches.c.status == Status.LIVE.value)
        )
        return frozenset(await connection.scalars(statement))

    @reading
    async def guilds_of(self, connection: AsyncConnection, person: int) -> frozenset[int]:
        """Return the servers on which a person has played."""
        statement = select(matches.c.guild).join(seats).where(seats.c.person == person).distinct()
        return frozenset(await connection.scalars(statement))
