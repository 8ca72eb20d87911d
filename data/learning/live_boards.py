"""The positions of live matches, for fair play: each is read once a turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import func, or_, select, union

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading
from data.database.crowd_tables import crowd_people
from data.database.schema import events, matches, seats
from engine.table.record import HIGHEST_ABROAD, LOWEST_CROWD, Kind, Status, crowd
from engine.values import OptionValue

AT_ONCE = 200
"""Most boards or people in one query."""


COUNTS: Final = or_(
    matches.c.rated,
    matches.c.tournament.is_not(None),
    select(seats.c.match)
    .where(
        seats.c.match == matches.c.id,
        or_(seats.c.person.between(LOWEST_CROWD, crowd()), seats.c.person <= HIGHEST_ABROAD),
    )
    .exists(),
)
"""Condition for treating a match as rated: it is rated, belongs to a tournament, is between
servers, or has a crowd, whose members should have equal chances.
"""


class Version(NamedTuple):
    """A live match's number of events, its server, and whether it is treated as rated."""

    version: int
    guild: int
    rated: bool


class LiveBoard(NamedTuple):
    """The position of a live match as text, and the values needed to read it.

    ``version`` is the number of events, ``seats`` the number of seats. ``rated`` says whether the
    match is treated as rated. ``begun`` is the time of the challenge, ``turns`` the number of turns
    played.
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
    """The boards of live matches, except those still in the phase of set-up."""

    @reading
    async def versions(
        self, connection: AsyncConnection, games: Collection[str]
    ) -> dict[int, Version]:
        """Return the versions of the live matches of these games, by the match's id."""
        statement = select(matches.c.id, matches.c.version, matches.c.guild, COUNTS).where(
            matches.c.status == Status.LIVE.value,
            matches.c.turn.is_not(None),
            matches.c.game.in_(games),
        )
        rows = await connection.execute(statement)
        return {number: Version(*found) for number, *found in rows}

    @reading
    async def boards(self, connection: AsyncConnection, ids: Sequence[int]) -> list[LiveBoard]:
        """Return the boards of the live ones among these matches."""
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
            COUNTS,
            matches.c.game,
            matches.c.options,
            seated,
            position,
            matches.c.created,
            turns,
        ).where(matches.c.id.in_(ids), matches.c.status == Status.LIVE.value)
        return [LiveBoard._make(row) for row in await connection.execute(statement)]

    @reading
    async def of_people(
        self, connection: AsyncConnection, people: Collection[int]
    ) -> frozenset[int]:
        """Return the ids of live matches that any of these people plays, alone or in a crowd."""
        found = set[int]()
        for some in _some_of(people):
            own = union(
                select(seats.c.match).where(seats.c.person.in_(some)),
                select(crowd_people.c.match).where(crowd_people.c.person.in_(some)),
            )
            statement = select(matches.c.id).where(
                matches.c.id.in_(own), matches.c.status == Status.LIVE.value
            )
            found.update(await connection.scalars(statement))
        return frozenset(found)

    @reading
    async def guilds_of(
        self, connection: AsyncConnection, people: Collection[int]
    ) -> frozenset[int]:
        """Return the ids of the servers on which any of these people has played."""
        found = set[int]()
        for some in _some_of(people):
            of_them = select(matches.c.guild).join(seats).where(seats.c.person.in_(some))
            found.update(await connection.scalars(of_them.distinct()))
        return frozenset(found)


def _some_of(people: Collection[int]) -> Iterator[Sequence[int]]:
    """Return an iterator over groups of people that fit into one statement."""
    known = sorted(people)
    return (known[start : start + AT_ONCE] for start in range(0, len(known), AT_ONCE))
