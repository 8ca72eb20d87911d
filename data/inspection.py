"""Inspecting a database: from outside, even while a bot has it open, and by a sample of matches.

Lists, clocks, duties and standings are read from columns written with each event. If a column is
wrong, a list lacks a match or a clock does not run, and nobody can see why. So a sample of these
columns is compared with the records of matches and tournaments.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from data.asynchronous import AsyncConnection
from data.database import opening
from data.database.backend import Backend, Inspection, Shards
from data.database.errors import StoreError, reason_of
from data.database.revisions import revision_of, revisions
from data.database.schema import events, matches, seats, standings, tournaments
from data.matches import match_rows
from data.members.settings import ServerSettings
from data.outcomes import standings_upkeep
from data.tournaments import comparing
from data.tournaments.comparing import WrongTournament
from engine.table.match import Match
from engine.table.record import NOWHERE, Status, is_person

LIVE, ENDED = 20, 3
"""Numbers of matches in a sample: live ones and challenges, and ended ones. The latter are few,
since computing their players' standings takes long.
"""

FOLLOWING = ("status", "version", "due", "ended", "turn", "awaited", "deadline", "duty", "updated")
"""The columns of ``matches`` derived from the events."""


class Wrong(NamedTuple):
    """A contradiction between a match's record and its columns, or a person's standings.

    ``what`` is the name of the column or table. For standings, ``person`` is the person.
    """

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
    connection: AsyncConnection, chance: random.Random, shards: Shards
) -> list[Wrong | WrongTournament]:
    """Return the contradictions in a sample of the matches and tournaments of these shards."""
    found: list[Wrong | WrongTournament] = []
    async for row, match in _sample(connection, chance, *shards.of(matches.c.guild)):
        right = match_rows.match_row(match)
        found += [Wrong(match, name) for name in FOLLOWING if row[name] != right[name]]
        kept = await connection.execute(
            select(seats).where(seats.c.match == match.id).order_by(seats.c.seat)
        )
        if [dict(seat) for seat in kept.mappings()] != match_rows.seat_rows(match):
            found.append(Wrong(match, "seats"))
        found += [Wrong(match, "standings", who) for who in await _misplaced(connection, match)]
    return found + await comparing.compare(connection, *shards.of(tournaments.c.guild))


async def mend(connection: AsyncConnection, wrong: Wrong | WrongTournament) -> None:
    """Rewrite the wrong columns unless the match or tournament has changed since.

    Wrong standings are computed again from the person's matches.
    """
    if isinstance(wrong, WrongTournament):
        await comparing.mend(connection, wrong)
        return
    match = wrong.match
    if wrong.person is not None:
        await standings_upkeep.fill(connection, match.guild, match.game.name, [wrong.person])
        return
    row = match_rows.match_row(match)
    last = select(func.max(events.c.number)).where(events.c.match == match.id).scalar_subquery()
    same = (matches.c.id == match.id) & (last == len(match.events))
    values = {name: row[name] for name in FOLLOWING}
    written = await connection.execute(update(matches).where(same).values(values))
    if written.rowcount and wrong.what == "seats":
        await match_rows.write_seats(connection, match)


async def _sample(
    connection: AsyncConnection, chance: random.Random, *wanted: ColumnElement[bool]
) -> AsyncIterator[tuple[Any, Match]]:
    """Yield rows of ``matches`` with the match restored from its events; skip unreadable ones."""
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
    tables = await match_rows.find(connection, matches.c.id.in_(ids))
    done = await match_rows.events_of(connection, sorted(ids))
    for row, people in tables:
        try:
            yield row, match_rows.match_of(row, people, done[row["id"]])
        except StoreError:
            continue  # opening the match reports and logs this error


async def _misplaced(connection: AsyncConnection, match: Match) -> list[int]:
    """Return the players whose stored standings differ from those computed from their matches."""
    people = [who for who in sorted({*match.people}) if is_person(who)]
    if match.status is not Status.OVER or match.guild == NOWHERE:
        return []
    game = match.game.name
    right = await standings_upkeep.computed(connection, match.guild, game, people)
    kept = await connection.execute(
        select(standings).where(
            standings.c.guild == match.guild,
            standings.c.game == game,
            standings.c.person.in_(people),
        )
    )
    known = {(game, row["person"]): dict(row) for row in kept.mappings()}
    return [who for who in people if known.get((game, who)) != right.rows.get((game, who))]


async def inspect(url: str, backups: Path | None) -> Inspection:
    """Return the findings of a full check of the database at a URL, and of its backups."""
    try:
        backend = opening.backend_of(url)
    except StoreError as error:
        return Inspection("", refusal=str(error))  # no name: the URL may contain a password
    found = await backend.inspect(backups)
    if found.refusal or not found.matches:
        return found
    return found._replace(wrong=await _wrong(backend))


async def _wrong(backend: Backend) -> tuple[str, ...]:
    """Return sentences about contradictions in a sample; none in a database of another version."""
    engine = backend.looking()
    try:
        async with engine.execution_options(**backend.reading).connect() as connection:
            if await connection.run_sync(revision_of) != revisions()[-1]:
                return ()
            return tuple(map(str, await compare(connection, random.Random(), opening.WHOLE)))
    except (SQLAlchemyError, OSError) as error:
        return (f"what is kept cannot be compared: {reason_of(error)}",)
    finally:
        await engine.dispose()


async def settings_of(url: str, guild: int) -> ServerSettings:
    """Return the stored settings of a server, or the defaults if they cannot be read."""
    try:
        return ServerSettings.read(await opening.backend_of(url).server_settings(guild))
    except (StoreError, ValueError):
        return ServerSettings()
