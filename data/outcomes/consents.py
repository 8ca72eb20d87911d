"""Consents: ended matches may be searched for puzzles if all their players have agreed.

A match is marked for the search with its result, or when the last of its players agrees. The mark
is removed, with the puzzles already found, when one of them withdraws consent or has their data
deleted. Computers agree to everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.schema import match_puzzles, matches, persons, puzzle_searches, seats
from engine.table.record import NOWHERE, Status, is_computer

AGREED: Final = "puzzles"
"""Name of the personal setting that means consent."""

SEATS: Final = 2
"""The number of seats of a match that may become puzzles."""

LOOKED_BACK: Final = 200
"""Most ended matches of a person, the newest, that are searched once they agree."""

AT_ONCE: Final = 200
"""Most people in one statement, since databases limit the values of a query."""


async def follow(connection: AsyncConnection, match: int) -> None:
    """Mark an ended match for the search if all its players have agreed."""
    await _wish(connection, [match])


async def agree(connection: AsyncConnection, person: int) -> None:
    """Mark a person's newest ended matches for the search if all other players have agreed.

    Call it after the person has agreed.
    """
    theirs = (
        select(seats.c.match)
        .join(matches)
        .where(seats.c.person == person, matches.c.status == Status.OVER.value)
        .distinct()
        .order_by(seats.c.match.desc())
        .limit(LOOKED_BACK)
    )
    await _wish(connection, list(await connection.scalars(theirs)))


async def take_back(connection: AsyncConnection, person: int) -> None:
    """Delete all puzzles from a person's matches, and the marks for the search."""
    theirs = select(seats.c.match).where(seats.c.person == person)
    for table in (match_puzzles, puzzle_searches):
        await connection.execute(delete(table).where(table.c.match.in_(theirs)))


async def _wish(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Mark the suitable ones of these matches for the search if all their players have agreed."""
    statement = (
        select(matches.c.id, matches.c.guild, seats.c.person)
        .join(seats)
        .outerjoin(puzzle_searches, puzzle_searches.c.match == matches.c.id)
        .where(
            matches.c.id.in_(ids),
            matches.c.status == Status.OVER.value,
            matches.c.guild != NOWHERE,
            seats.c.rank.is_not(None),
            puzzle_searches.c.match.is_(None),
        )
    )
    played: dict[tuple[int, int], list[int]] = defaultdict(list)
    for match, guild, person in await connection.execute(statement):
        played[match, guild].append(person)
    agreed = await _who_agreed(connection, {one for people in played.values() for one in people})
    for (match, guild), people in played.items():
        if len(people) == SEATS and agreed.issuperset(people):
            values = {"match": match, "guild": guild, "looked": 0, "done": False}
            await connection.execute(insert(puzzle_searches).values(**values))


async def _who_agreed(connection: AsyncConnection, people: Collection[int]) -> set[int]:
    """Return the people among these who have agreed; computers always have."""
    agreed = {one for one in people if is_computer(one)}
    asked = sorted(set(people) - agreed)
    for start in range(0, len(asked), AT_ONCE):
        some = persons.c.person.in_(asked[start : start + AT_ONCE])
        rows = await connection.execute(select(persons.c.person, persons.c.settings).where(some))
        agreed |= {row.person for row in rows if row.settings.get(AGREED)}
    return agreed
