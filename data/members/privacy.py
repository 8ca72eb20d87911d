"""The data stored about a person, and its deletion.

Other people took part in a person's matches and tournaments, too, so these stay, with a number in
place of the person's id. Nobody can find out from the number who it was. It is negative, unlike
Discord's ids, and below the numbers of computers. Everything else about the person is deleted,
including their imported records and the matches played in direct messages, which nobody else has
seen. A block by the operator stays: otherwise deleting the data would lift it.

PRIVACY.md explains all this to the people concerned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    String,
    Table,
    cast,
    delete,
    literal,
    or_,
    select,
    union,
    update,
)

from data.asynchronous import AsyncConnection
from data.crowds import personal as crowds
from data.database import columns
from data.database.columns import Fate, as_given, names
from data.database.guess_tables import move_guesses
from data.database.schema import (
    blocked_persons,
    blocks,
    events,
    facts,
    match_puzzles,
    matches,
    metadata,
    persons,
    seats,
)
from data.matches import quotas
from data.outcomes import consents
from data.servers import personal as teams
from data.tournaments import personal as tournaments
from engine.table.record import LOWEST_COMPUTER, NOWHERE

RENAMED = columns.persons(metadata, Fate.NUMBERED)
"""The columns in which a number replaces the person's id."""

DELETED = columns.persons(metadata, Fate.DELETED)
"""The columns whose rows about the person are deleted."""

FORMER = "a former player"
"""Text that replaces a mention of the person, such as in a moderator's reason."""

_LAST_NUMBER = "number of the last former player"
"""Name of the fact that holds the last number used for a person."""


async def matches_of(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of the matches that a person proposed, played, or acted in, ascending."""
    found = union(
        select(matches.c.id).where(matches.c.host == person),
        select(seats.c.match).where(seats.c.person == person),
        select(events.c.match).where(events.c.person == person),
    )
    return sorted(await connection.scalars(found))


# Deletion


async def forget(connection: AsyncConnection, person: int) -> None:
    """Delete a person's data from every table, or replace their id with a number."""
    await consents.take_back(connection, person)
    alone = select(matches.c.id).where(matches.c.guild == NOWHERE, matches.c.host == person)
    await quotas.delete_all(connection, list(await connection.scalars(alone)))
    # Nobody else has seen a guess of a move before the move is played.
    unscored = (move_guesses.c.person == person) & move_guesses.c.right.is_(None)
    await connection.execute(delete(move_guesses).where(unscored))
    for column in DELETED:
        await connection.execute(delete(column.table).where(column == person))
    number = await _next_number(connection)
    # The source of an event is a message, and so leads to its author. Its replacement keeps the
    # events from two messages apart.
    for source in columns.sources(metadata):
        its_own = source.table.c.person == person, source.is_not(None)
        former = literal("former:") + cast(source.table.c.number, String)
        await connection.execute(update(source.table).where(*its_own).values({source: former}))
    await tournaments.show_anew(connection, person)
    await crowds.mark_gone(connection, person)
    await teams.take_out(connection, person)
    await _replace_names(connection, person, number)
    for column in RENAMED:
        await connection.execute(
            update(column.table).where(column == person).values({column: number})
        )


async def _next_number(connection: AsyncConnection) -> int:
    """Return a number that was never used for any person, and store it as the last one."""
    of_last = facts.c.name == _LAST_NUMBER
    last = await connection.scalar(select(cast(facts.c.value, Integer)).where(of_last))
    number = (last or LOWEST_COMPUTER) - 1
    await connection.put(facts, {"name": _LAST_NUMBER, "value": str(number)})
    return number


async def _replace_names(connection: AsyncConnection, person: int, number: int) -> None:
    """Replace a person's id with a number in data, and with ``FORMER`` in texts."""
    for table, naming in columns.naming(metadata):
        key = table.primary_key.columns.values()
        named = or_(*(names(column, person) for column in naming))
        found = await connection.execute(select(*key, *naming).where(named))
        for row in found.mappings().all():
            its_own = [column == row[column.name] for column in key]
            values = {one.name: replaced(row[one.name], person, number) for one in naming}
            await connection.execute(update(table).where(*its_own).values(values))


def replaced(data: Any, person: int, number: int) -> Any:  # noqa: ANN401 - JSON data
    """Return JSON data with a number in place of a person's id, and ``FORMER`` in texts.

    No other number in such data is as large as one of Discord's ids.
    """
    match data:
        case Mapping():
            return {
                str(number) if key == str(person) else key: replaced(value, person, number)
                for key, value in data.items()
            }
        case list():
            return [replaced(value, person, number) for value in data]
        case str():
            return re.sub(rf"<@!?{person}>|(?<!\d){person}(?!\d)", FORMER, data)
    return number if data == person and not isinstance(data, bool) else data


# Export


async def kept(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """Return all data stored about a person, as JSON data; Discord's ids are strings.

    Of a match, the person's seats, set-ups and events are included, and nothing that they may not
    see. Their imported records are complete.
    """
    settings = await connection.execute(select(persons.c.settings).where(_is(persons, person)))
    sections = {
        name: [as_given(table, row) for row in await _rows(connection, table, whose == person)]
        for name, table, whose in columns.sections(metadata)
    }
    return {
        "person": str(person),
        "settings": settings.scalar_one_or_none() or {},
        "blocks": [
            "everybody" if row.blocked == 0 else str(row.blocked)
            for row in await _rows(connection, blocks, _is(blocks, person))
        ],
        "blocked by the operator since": await _blocked_since(connection, person),
        **sections,
        "puzzles from own matches": await _made_of_matches(connection, person),
        "tournaments": await tournaments.kept(connection, person),
        "crowds": await crowds.kept(connection, person),
        "teams of servers": await teams.kept(connection, person),
        "matches": await _matches(connection, person),
    }


async def _blocked_since(connection: AsyncConnection, person: int) -> str | None:
    statement = select(blocked_persons.c.since).where(_is(blocked_persons, person))
    since: datetime | None = await connection.scalar(statement)
    return None if since is None else since.isoformat()


async def _made_of_matches(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    theirs = match_puzzles.c.match.in_(select(seats.c.match).where(_is(seats, person)))
    rows = await _rows(connection, match_puzzles, theirs)
    return [as_given(match_puzzles, row) for row in rows]


async def _matches(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    ids = await matches_of(connection, person)
    own_records = await quotas.of(connection, person)
    shown = or_(_is(events, person), events.c.match.in_(own_records))
    seated = await _by_match(connection, seats, _is(seats, person))
    done = await _by_match(connection, events, shown)
    found = []
    for match_id in ids:
        (row,) = await _rows(connection, matches, matches.c.id == match_id)
        own = [seat.seat for seat in seated.get(match_id, ())]
        found.append(
            as_given(matches, row)
            | {
                "host": row.host == person,
                "seats": [as_given(seats, seat) for seat in seated.get(match_id, ())],
                "set-ups": {
                    seat: draft for seat, draft in (row.drafts or {}).items() if int(seat) in own
                },
                "events": [as_given(events, event) for event in done.get(match_id, ())],
            }
        )
    return found


async def _by_match(
    connection: AsyncConnection, table: Table, wanted: ColumnElement[bool]
) -> dict[int, list[Row[Any]]]:
    """Return the rows of a table that meet a condition, by match."""
    found: dict[int, list[Row[Any]]] = {}
    for row in await _rows(connection, table, wanted):
        found.setdefault(row.match, []).append(row)
    return found


async def _rows(
    connection: AsyncConnection, table: Table, wanted: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    """Return the rows of a table that meet a condition, in the order of their keys."""
    statement = select(table).where(wanted).order_by(*table.primary_key.columns)
    return (await connection.execute(statement)).all()


def _is(table: Table, person: int) -> ColumnElement[bool]:
    return table.c.person == person
