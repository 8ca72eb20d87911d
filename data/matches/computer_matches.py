"""The live matches that a person has with computers alone, on all servers and in messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select

from data.asynchronous import AsyncConnection
from data.database.schema import matches, seats
from data.matches import record
from engine.table.match import Match
from engine.table.record import OPEN, Status


class ComputerMatches(NamedTuple):
    """How many live matches a person plays against computers alone, and how many they watch."""

    played: int
    watched: int


Admit = Callable[[Match, ComputerMatches], None]
"""Raises Refusal if a match may not begin for a person who has so many."""


def watched_by(person: int) -> list[ColumnElement[bool]]:
    """Return the conditions for the live matches of computers that a person wanted to watch."""
    return [
        matches.c.status == Status.LIVE.value,
        matches.c.host == person,
        ~record.against_people(OPEN),
    ]


async def of_person(connection: AsyncConnection, person: int) -> ComputerMatches:
    """Return how many matches with computers alone a person has."""
    played = [
        matches.c.id.in_(select(seats.c.match).where(seats.c.person == person)),
        matches.c.status == Status.LIVE.value,
        ~record.against_people(person),
    ]
    return ComputerMatches(
        await _count(connection, played), await _count(connection, watched_by(person))
    )


async def check(
    connection: AsyncConnection, before: Match | None, match: Match, admit: Admit
) -> None:
    """Ask whether a match with computers alone may begin, in the transaction that begins it.

    Raises what ``admit`` raises.
    """
    begins = match.status is Status.LIVE and (before is None or before.status is not Status.LIVE)
    if begins and len(match.persons) <= 1:
        (person,) = match.persons or (match.host,)
        admit(match, await of_person(connection, person))


async def _count(connection: AsyncConnection, wanted: list[ColumnElement[bool]]) -> int:
    counted = await connection.scalar(select(func.count()).select_from(matches).where(*wanted))
    return int(counted or 0)
