"""Quotas of a person: live matches against computers alone, on all servers, and imported records.

Imported records are kept as matches of no server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select

from data.asynchronous import AsyncConnection
from data.database.schema import matches, metadata, seats
from data.matches import match_rows
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Status


class ComputerMatches(NamedTuple):
    """Numbers of a person's live matches against computers alone, and of those they only watch."""

    played: int
    watched: int


Admit = Callable[[Match, ComputerMatches], None]
"""Raises Refusal if a person with these numbers of matches may not begin this match, too."""


def watched_by(person: int) -> list[ColumnElement[bool]]:
    """Return the conditions for live matches between computers that a person asked to watch."""
    return [
        matches.c.status == Status.LIVE.value,
        matches.c.host == person,
        ~match_rows.against_people(OPEN),
    ]


async def of_person(connection: AsyncConnection, person: int) -> ComputerMatches:
    """Return the numbers of a person's matches against computers alone."""
    played = [
        matches.c.id.in_(select(seats.c.match).where(seats.c.person == person)),
        matches.c.status == Status.LIVE.value,
        ~match_rows.against_people(person),
    ]
    return ComputerMatches(
        await _count(connection, played), await _count(connection, watched_by(person))
    )


async def check(
    connection: AsyncConnection, before: Match | None, match: Match, admit: Admit
) -> None:
    """Call ``admit`` if a match against computers alone begins; raise its Refusal.

    The numbers it gets are those in the transaction that stores the match.
    """
    begins = match.status is Status.LIVE and (before is None or before.status is not Status.LIVE)
    if begins and len(match.persons) <= 1:
        (person,) = match.persons or (match.host,)
        admit(match, await of_person(connection, person))


async def _count(connection: AsyncConnection, wanted: list[ColumnElement[bool]]) -> int:
    counted = await connection.scalar(select(func.count()).select_from(matches).where(*wanted))
    return int(counted or 0)


IMPORTS_KEPT = 100
"""Most imported records of a person; the newest stay."""


async def of(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of a person's imported records, oldest first."""
    statement = (
        select(matches.c.id)
        .where(matches.c.guild == NOWHERE, matches.c.channel == NOWHERE, matches.c.host == person)
        .order_by(matches.c.id)
    )
    return list(await connection.scalars(statement))


async def delete_all(connection: AsyncConnection, match_ids: Sequence[int]) -> None:
    """Delete matches with their rows in all tables, such as imported records."""
    if not match_ids:  # the usual case when a match is added
        return
    for table in reversed(metadata.sorted_tables):
        if "match" in table.c:
            await connection.execute(delete(table).where(table.c.match.in_(match_ids)))
    await connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))


async def keep_newest(connection: AsyncConnection, person: int) -> list[int]:
    """Delete a person's oldest imported records beyond the quota; return their ids."""
    oldest = (await of(connection, person))[:-IMPORTS_KEPT]
    await delete_all(connection, oldest)
    return oldest
