"""Tournaments and their entries, as values and as rows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    RowMapping,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

import engine
from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.errors import Conflict, StoreError, UnknownTournament
from data.database.schema import entries, events, matches, tournaments
from data.matches import match_rows
from data.records import ROWS_AT_ONCE, Log, entry_row, sources_of
from engine.table.match import Match
from engine.table.record import OPEN, Status, is_computer
from engine.table.record import Kind as EventKind
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament

LOG: Final = Log[Entry](entries, entry_row)

_CHANGE = update(tournaments).where(
    tournaments.c.id == bindparam("its_id"), tournaments.c.version == bindparam("its_version")
)

_ENTRIES_OF = (
    select(entries)
    .where(
        entries.c.tournament == bindparam("its_tournament"), entries.c.number > bindparam("after")
    )
    .order_by(entries.c.number)
    .limit(ROWS_AT_ONCE)
)
"""Selects entries in batches: reading their data takes long, so other tasks run in between."""


_DUE = (
    select(tournaments.c.id)
    .where(tournaments.c.due <= bindparam("now"))
    .order_by(tournaments.c.due)
)
"""Built once, as for each look: building takes longer than executing."""

_MATCHES_OF = (
    select(matches.c.id, func.coalesce(events.c.source, ""))
    .join(events, (events.c.match == matches.c.id) & (events.c.number == 1))
    .where(matches.c.tournament == bindparam("its_tournament"))
    .order_by(matches.c.id)
)


class ListedTournament(NamedTuple):
    """A tournament in a list; ``players`` is its number of people, without computers."""

    id: int
    guild: int
    channel: int
    name: str
    form: Form
    game: str
    phase: Phase
    players: int
    due: datetime | None
    created: datetime
    started: datetime | None
    ended: datetime | None


async def find(connection: AsyncConnection, tournament_id: int) -> Tournament:
    """Return a tournament. Raises UnknownTournament; StoreError if it is unreadable."""
    statement = select(tournaments).where(tournaments.c.id == tournament_id)
    row = (await connection.execute(statement)).mappings().first()
    if row is None:
        raise UnknownTournament(tournament_id)
    return await read(connection, row)


async def read(connection: AsyncConnection, row: RowMapping) -> Tournament:
    """Return the tournament of a row, with its entries. Raises StoreError if it is unreadable."""
    found: list[Entry] = []
    try:
        terms = Terms.read(row["terms"], engine.games)
        while len(found) < row["version"]:
            values = {"its_tournament": row["id"], "after": len(found)}
            some = (await connection.execute(_ENTRIES_OF, values)).all()
            if not some:
                break
            found += map(entry_of, some)
            await asyncio.sleep(0)
    except (LookupError, TypeError, ValueError) as error:
        raise StoreError(f"Tournament {row['id']} ({row['game']}) cannot be read.") from error
    return Tournament(row["id"], row["guild"], row["channel"], terms, tuple(found), row["previous"])


async def ids(
    connection: AsyncConnection, *wanted: ColumnElement[bool], order: ColumnElement[Any]
) -> list[int]:
    """Return the ids of the tournaments that meet all conditions, in this order."""
    statement = select(tournaments.c.id).where(*wanted).order_by(order)
    return list(await connection.scalars(statement))


async def due(
    connection: AsyncConnection, now: datetime, *wanted: ColumnElement[bool]
) -> list[int]:
    """Return the ids of the tournaments with something due by now, longest due first."""
    statement = _DUE.where(*wanted) if wanted else _DUE
    return list(await connection.scalars(statement, {"now": now}))


async def listed(
    connection: AsyncConnection, *wanted: ColumnElement[bool], limit: int
) -> list[ListedTournament]:
    """Return the tournaments that meet all conditions, newest first, at most ``limit``."""
    columns = [tournaments.c[name] for name in ListedTournament._fields]
    statement = select(*columns).where(*wanted).order_by(tournaments.c.id.desc()).limit(limit)
    return [
        ListedTournament(**{**row, "form": Form(row["form"]), "phase": Phase(row["phase"])})
        for row in (await connection.execute(statement)).mappings()
    ]


async def add(connection: AsyncConnection, tournament: Tournament) -> Tournament:
    """Add a new tournament and return it with its id."""
    values = settled_row(tournament) | following_row(tournament)
    values |= {"card_version": 0, "card_due": True}
    statement = insert(tournaments).values(values).returning(tournaments.c.id)
    tournament = replace(tournament, id=(await connection.execute(statement)).scalar_one())
    await LOG.add(connection, {"tournament": tournament.id}, tournament.entries)
    return tournament


async def append(connection: AsyncConnection, before: Tournament, after: Tournament) -> None:
    """Append a tournament's new entries, and update its columns.

    Conflict is raised, by the COMMIT at the latest, if the stored tournament differs from
    ``before``.
    """
    changed = following_row(after)
    changed |= {"card_due": True, "its_id": after.id, "its_version": len(before.entries)}
    otherwise = f"Tournament {after.id} has gone on meanwhile."
    updated = await connection.execute(_CHANGE, changed, execution_options={LATER: otherwise})
    if updated.rowcount == 0:
        raise Conflict(otherwise)
    await LOG.add(connection, {"tournament": after.id}, after.entries[len(before.entries) :])


async def is_made(connection: AsyncConnection, tournament: Tournament) -> bool:
    """Return whether a tournament with the same first source or predecessor is stored."""
    if await LOG.knows(connection, sources_of(tournament.entries[:1]), entries.c.number == 1):
        return True
    same = select(tournaments.c.id).where(tournaments.c.previous == tournament.previous)
    return tournament.previous is not None and await connection.scalar(same) is not None


async def people_in(
    connection: AsyncConnection, person: int, *wanted: ColumnElement[bool]
) -> list[int]:
    """Return the ids of tournaments that are not over and have an entry by a person, ascending."""
    statement = (
        select(tournaments.c.id)
        .join(entries, entries.c.tournament == tournaments.c.id)
        .where(entries.c.person == person, tournaments.c.ended.is_(None), *wanted)
        .distinct()
        .order_by(tournaments.c.id)
    )
    return list(await connection.scalars(statement))


async def of_whom(connection: AsyncConnection, guild: int) -> list[frozenset[int]]:
    """Return the creator and the organiser of each tournament on a server that is not over."""
    there = select(tournaments.c.id).where(
        tournaments.c.guild == guild, tournaments.c.ended.is_(None)
    )
    named = or_(entries.c.number == 1, entries.c.kind == Kind.NAME.value)
    statement = (
        select(entries.c.tournament, entries.c.person, entries.c.data)
        .where(entries.c.tournament.in_(there), named)
        .order_by(entries.c.tournament, entries.c.number)
    )
    found: dict[int, list[int]] = {}
    for row in await connection.execute(statement):
        found.setdefault(row.tournament, []).append(row.data.get("organiser") or row.person or 0)
    return [frozenset({one[0], one[-1]}) for one in found.values()]


async def matches_of(connection: AsyncConnection, tournament_id: int) -> list[tuple[int, str]]:
    """Return the id and the source of each match of a tournament, oldest first.

    A missing source is an empty text.
    """
    found = await connection.execute(_MATCHES_OF, {"its_tournament": tournament_id})
    return [(row[0], row[1]) for row in found]


async def losing_matches(
    connection: AsyncConnection, before: Tournament, after: Tournament
) -> list[Match]:
    """Return the matches that lose their table by a change, if people have moved in them.

    Live matches that the tournament does not know yet are included.
    """
    lost = before.state.matches - after.state.matches
    unnoted = (matches.c.status == Status.LIVE.value) & matches.c.id.not_in(before.state.matches)
    moved = (
        exists()
        .where(events.c.match == matches.c.id, events.c.kind == EventKind.MOVE.value)
        .where(events.c.person > OPEN)
    )
    found = await match_rows.find(
        connection,
        matches.c.tournament == before.id,
        or_(matches.c.id.in_(lost), unnoted),
        moved,
    )
    history = await match_rows.events_of(connection, [one.row["id"] for one in found])
    return [match_rows.match_of(row, people, history[row["id"]]) for row, people in found]


# Rows


def settled_row(tournament: Tournament) -> dict[str, Any]:
    """Return the columns of ``tournaments`` that never change, without the id."""
    terms = tournament.terms
    return {
        "guild": tournament.guild,
        "form": terms.form.value,
        "game": terms.game.name,
        "previous": tournament.previous,
        "created": tournament.entries[0].at,
    }


def following_row(tournament: Tournament) -> dict[str, Any]:
    """Return the columns of ``tournaments`` that are derived from its entries and terms."""
    state = tournament.state
    return {
        "channel": tournament.channel,
        "name": tournament.terms.name,
        "terms": tournament.terms.data(),
        "phase": state.phase.value,
        "version": len(tournament.entries),
        "players": sum(not is_computer(player) for player in state.people),
        "due": tournament.due,
        "started": state.begun,
        "ended": state.ended.at if state.ended else None,
    }


def entry_of(row: Row[Any]) -> Entry:
    """Return the entry of a row of ``entries``."""
    return Entry(row.number, Kind(row.kind), row.at, row.person, row.data, row.source)
