"""Comparing what is kept beside the record of matches with what follows from it, by sample.

Lists, clocks, duties and standings are read from columns that are written with each event. Where
one were wrong, nobody would see why a match is missing in a list, or a clock does not run.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select, update

from data.asynchronous import AsyncConnection
from data.database.errors import StoreError
from data.database.schema import events, matches, seats, standings
from data.matches import record
from data.outcomes import keeping
from engine.table.computers import is_computer
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Status

LIVE, ENDED = 20, 3
"""How many matches a sample has: the standings of an ended one's players take their time."""

FOLLOWING = ("status", "version", "due", "ended", "turn", "awaited", "deadline", "duty", "updated")
"""The columns of ``matches`` that follow from the events."""


class Wrong(NamedTuple):
    """What is not as it follows from the record: a match, or a person's standings in its game."""

    match: Match
    what: str
    person: int | None = None

    def __str__(self) -> str:
        if self.person is None:
            return f"{self.what} of match {self.match.id} is not as its events say"
        return (
            f"what is kept of person {self.person} in {self.match.game.name} on server "
            f"{self.match.guild} is not what their matches say"
        )


async def compare(
    connection: AsyncConnection, chance: random.Random, *wanted: ColumnElement[bool]
) -> list[Wrong]:
    """Return what is wrong in some matches for which the conditions hold."""
    found = []
    async for row, match in _sample(connection, chance, *wanted):
        right = record.match_row(match)
        found += [Wrong(match, name) for name in FOLLOWING if row[name] != right[name]]
        kept = await connection.execute(
            select(seats).where(seats.c.match == match.id).order_by(seats.c.seat)
        )
        if [dict(seat) for seat in kept.mappings()] != record.seat_rows(match):
            found.append(Wrong(match, "seats"))
        found += [Wrong(match, "standings", who) for who in await _misplaced(connection, match)]
    return found


async def mend(connection: AsyncConnection, wrong: Wrong) -> None:
    """Write what is wrong anew, unless the match has gone on meanwhile."""
    match = wrong.match
    if wrong.person is not None:
        await keeping.fill(connection, match.guild, match.game.name, [wrong.person])
        return
    row = record.match_row(match)
    last = select(func.max(events.c.number)).where(events.c.match == match.id).scalar_subquery()
    same = (matches.c.id == match.id) & (last == len(match.events))
    values = {name: row[name] for name in FOLLOWING}
    written = await connection.execute(update(matches).where(same).values(values))
    if written.rowcount and wrong.what == "seats":
        await record.write_seats(connection, match)


async def _sample(
    connection: AsyncConnection, chance: random.Random, *wanted: ColumnElement[bool]
) -> AsyncIterator[tuple[Any, Match]]:
    """Yield rows of ``matches`` with what the events make of them, but for what is unreadable."""
    going_on = (
        select(matches.c.id)
        .where(matches.c.status.in_([Status.LIVE.value, Status.CHALLENGE.value]), *wanted)
        .order_by(func.random())
        .limit(LIVE)
    )
    ids = set(await connection.scalars(going_on))
    last = await connection.scalar(select(func.max(matches.c.id))) or 0
    for _ in range(ENDED if last else 0):
        ended = (
            select(matches.c.id)
            .where(
                matches.c.id >= chance.randint(1, last),
                matches.c.status == Status.OVER.value,
                *wanted,
            )
            .order_by(matches.c.id)
            .limit(1)
        )
        ids.update(await connection.scalars(ended))
    tables = await record.find(connection, matches.c.id.in_(ids))
    done = await record.events_of(connection, sorted(ids))
    for row, people in tables:
        try:
            yield row, record.match_of(row, people, done[row["id"]])
        except StoreError:
            continue  # whoever opens it is told, and the log


async def _misplaced(connection: AsyncConnection, match: Match) -> list[int]:
    """Return those of its players whose standings are not what their matches make them."""
    people = [who for who in sorted({*match.people}) if who != OPEN and not is_computer(who)]
    if match.status is not Status.OVER or match.guild == NOWHERE:
        return []
    game = match.game.name
    right = await keeping.computed(connection, match.guild, game, people)
    kept = await connection.execute(
        select(standings).where(
            standings.c.guild == match.guild,
            standings.c.game == game,
            standings.c.person.in_(people),
        )
    )
    known = {(game, row["person"]): dict(row) for row in kept.mappings()}
    return [who for who in people if known.get((game, who)) != right.rows.get((game, who))]
