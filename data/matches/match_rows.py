"""Matches, their seats and their events, as values and as rows."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    RowMapping,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    union,
    update,
)

import engine
from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.errors import Conflict, StoreError
from data.database.schema import events, matches, posts, seats
from data.records import Log, sources_of
from engine import Refusal
from engine.table.match import Match
from engine.table.record import (
    HIGHEST_COMPUTER,
    LOWEST_COMPUTER,
    Event,
    Kind,
    Known,
    SeatSetUp,
    Status,
)

MATCHES_AT_ONCE = 500
"""Most matches whose events one query reads, since databases limit the values of a query."""

ROWS_AT_ONCE = 100
"""Events read before other tasks may run."""


# Statements of every turn are built once: building takes longer than executing.

_FOUND = select(matches, seats.c.person).join(seats).order_by(matches.c.id, seats.c.seat)

_DUE = select(matches.c.id).where(matches.c.due <= bindparam("now")).order_by(matches.c.due)

_ADD = insert(matches).returning(matches.c.id)

_SIT = insert(seats)

_CHANGE = update(matches).where(
    matches.c.id == bindparam("its_id"), matches.c.version == bindparam("its_version")
)

_CHANGE_ONCE = _CHANGE.where(
    ~select(events.c.match).where(events.c.source == bindparam("its_source")).exists()
)
"""The statement ``_CHANGE``, unless a source already has an event in any match."""

_KNOW = update(events).where(
    events.c.match == bindparam("its_match"), events.c.number == bindparam("its_number")
)

_TAKE_AWAY = delete(seats).where(
    seats.c.match == bindparam("its_match"), seats.c.seat >= bindparam("its_seats")
)
"""Deletes the last seats of a match, if the host starts it with fewer players."""

_EVENTS_OF = (
    select(events)
    .where(events.c.match.in_(bindparam("its_matches", expanding=True)))
    .order_by(events.c.match, events.c.number)
)

_LIVE_IN = (
    select(matches.c.id, seats.c.person)
    .join(seats)
    .where(matches.c.status == Status.LIVE.value, matches.c.channel == bindparam("where"))
    .order_by(matches.c.id, seats.c.seat)
)


class Found(NamedTuple):
    """A row of ``matches`` and the people in its seats."""

    row: RowMapping
    people: tuple[int, ...]


def conditions(
    status: Status | None, channel: int | None, guild: int | None, person: int | None
) -> list[ColumnElement[bool]]:
    """Return the conditions for matches with these values; None stands for any."""
    wanted: list[ColumnElement[bool]] = []
    if status is not None:
        wanted.append(matches.c.status == status.value)
    if channel is not None:
        wanted.append(matches.c.channel == channel)
    if guild is not None:
        wanted.append(matches.c.guild == guild)
    if person is not None:
        wanted.append(matches.c.id.in_(select(seats.c.match).where(seats.c.person == person)))
    return wanted


def against_people(person: int) -> ColumnElement[bool]:
    """Return the condition that a match has a player other than this person and computers."""
    others = seats.alias("others")
    return exists().where(
        others.c.match == matches.c.id,
        others.c.person != person,
        ~others.c.person.between(LOWEST_COMPUTER, HIGHEST_COMPUTER),
    )


async def find(connection: AsyncConnection, *wanted: ColumnElement[bool]) -> list[Found]:
    """Return the matches that meet all conditions, oldest first."""
    result = (await connection.execute(_FOUND.where(*wanted))).mappings()
    found = []
    for _, group in groupby(result, key=lambda row: row["id"]):
        seated = list(group)
        found.append(Found(seated[0], tuple(row["person"] for row in seated)))
    return found


async def live_in(connection: AsyncConnection, channel: int) -> dict[int, tuple[int, ...]]:
    """Return the players of each live match in a channel, by the match's id, oldest first."""
    found: dict[int, tuple[int, ...]] = {}
    for match_id, person in await connection.execute(_LIVE_IN, {"where": channel}):
        found[match_id] = (*found.get(match_id, ()), person)
    return found


async def ids(connection: AsyncConnection, *wanted: ColumnElement[bool]) -> list[int]:
    """Return the ids of the matches that meet all conditions, oldest first."""
    statement = select(matches.c.id).where(*wanted).order_by(matches.c.id)
    return list(await connection.scalars(statement))


async def count_by_channel(
    connection: AsyncConnection, *wanted: ColumnElement[bool]
) -> Counter[int]:
    """Return the number of matches in each channel that meet all conditions.

    A match in a thread made from a post counts for the channel of that post.
    """
    channel = func.coalesce(posts.c.channel, matches.c.channel)
    from_post = posts.c.message == matches.c.channel  # such a thread has the message's id
    statement = (
        select(channel, func.count())
        .select_from(matches.outerjoin(posts, from_post))
        .where(*wanted)
        .group_by(channel)
    )
    return Counter({row[0]: row[1] for row in await connection.execute(statement)})


async def channels(
    connection: AsyncConnection, since: datetime, *wanted: ColumnElement[bool]
) -> list[tuple[int, int]]:
    """Return the server and channel of each match that is not over, or ended after ``since``.

    For a thread made from a post, the channel of that post is included.
    """
    goes_on = matches.c.status.in_([Status.LIVE.value, Status.CHALLENGE.value])
    recent = (goes_on, matches.c.ended >= since)
    own = [select(matches.c.guild, matches.c.channel).where(each, *wanted) for each in recent]
    above = [
        select(matches.c.guild, posts.c.channel)
        .join(posts, posts.c.message == matches.c.channel)
        .where(each, *wanted)
        for each in recent
    ]
    found = await connection.execute(union(*own, *above))
    return [(guild, channel) for guild, channel in found]


async def events_of(
    connection: AsyncConnection, match_ids: Sequence[int]
) -> dict[int, list[Event]]:
    """Return the events of each of these matches, in order, by the match's id."""
    found: dict[int, list[Event]] = {match_id: [] for match_id in match_ids}
    for start in range(0, len(match_ids), MATCHES_AT_ONCE):
        some_ids = match_ids[start : start + MATCHES_AT_ONCE]
        rows = await connection.execute(_EVENTS_OF, {"its_matches": some_ids})
        while some := rows.fetchmany(ROWS_AT_ONCE):
            for row in some:
                found[row.match].append(event_of(row))
            await asyncio.sleep(0)
    return found


async def add(connection: AsyncConnection, match: Match) -> Match:
    """Add a new match and return it with its id."""
    added = await connection.execute(_ADD, match_row(match))
    match = replace(match, id=added.scalar_one())
    await connection.execute(_SIT, seat_rows(match))
    await LOG.add(connection, {"match": match.id}, match.events)
    return match


async def append(connection: AsyncConnection, before: Match, match: Match) -> None:
    """Append a match's new events, and update its columns and seats.

    Conflict is raised, by the COMMIT at the latest, if the stored match differs from ``before``, or
    if any match already has an event with the source of a new one.
    """
    new = match.events[len(before.events) :]
    sources = sources_of(new)
    old, settled = settled_row(before), settled_row(match)
    changed = {column: value for column, value in settled.items() if value != old[column]}
    changed |= turn_row(match) | {"its_id": match.id, "its_version": len(before.events)}
    otherwise = f"Match {match.id} has gone on meanwhile."
    if len(sources) > 1 and await LOG.knows(connection, sources):
        raise Conflict(otherwise)
    if sources:
        changed["its_source"] = sources[0]
    statement = _CHANGE_ONCE if sources else _CHANGE
    updated = await connection.execute(statement, changed, execution_options={LATER: otherwise})
    if updated.rowcount == 0:
        raise Conflict(otherwise)
    if match.people != before.people or match.status is Status.OVER:
        await write_seats(connection, match)
    if len(match.people) < len(before.people):
        await connection.execute(
            _TAKE_AWAY, {"its_match": match.id, "its_seats": len(match.people)}
        )
    await LOG.add(connection, {"match": match.id}, new)


async def write_seats(connection: AsyncConnection, *some: Match) -> None:
    """Rewrite the seats of matches; seats that a match has lost are not deleted."""
    await connection.put(seats, *(row for match in some for row in seat_rows(match)))


async def ranks_of(
    connection: AsyncConnection, match_ids: Sequence[int]
) -> dict[int, list[int | None]]:
    """Return the stored ranks of each of these matches, in the order of its seats."""
    statement = (
        select(seats.c.match, seats.c.rank)
        .where(seats.c.match.in_(match_ids))
        .order_by(seats.c.match, seats.c.seat)
    )
    found: dict[int, list[int | None]] = {}
    for match_id, rank in await connection.execute(statement):
        found.setdefault(match_id, []).append(rank)
    return found


async def without_teams(connection: AsyncConnection) -> list[int]:
    """Return the ids of the matches with a seat without a team."""
    statement = select(seats.c.match).where(seats.c.team.is_(None)).distinct()
    return list(await connection.scalars(statement))


async def unlisted(connection: AsyncConnection) -> list[int]:
    """Return the ids of matches that are not over and whose columns for lists are wrong.

    An earlier version left these columns empty. The oldest match comes first.
    """
    last = (
        select(events.c.turn)
        .where(events.c.match == matches.c.id, events.c.position != "")
        .order_by(events.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    wrong = matches.c.awaited.is_(None) | matches.c.turn.is_distinct_from(last)
    statement = select(matches.c.id).where(
        matches.c.status.in_([Status.LIVE.value, Status.CHALLENGE.value]), wrong
    )
    return list(await connection.scalars(statement.order_by(matches.c.id)))


async def list_again(connection: AsyncConnection, some: Sequence[Match]) -> None:
    """Rewrite the columns of matches for lists, and the turn and key of their last positions.

    The columns of a match that has changed since are left alone.
    """
    rows = [
        listed_row(match) | {"its_id": match.id, "its_version": len(match.events)} for match in some
    ]
    await connection.execute(_CHANGE, rows)
    known = [
        {"turn": place.turn, "key": place.key, "its_match": match.id, "its_number": match.since}
        for match in some
        for place in match.line.places[-1:]
    ]
    if known:
        await connection.execute(_KNOW, known)


async def due(
    connection: AsyncConnection, now: datetime, *wanted: ColumnElement[bool]
) -> list[int]:
    """Return the ids of matches with something due by now, longest due first."""
    statement = _DUE.where(*wanted) if wanted else _DUE
    return list(await connection.scalars(statement, {"now": now}))


async def reschedule(connection: AsyncConnection, match: Match) -> None:
    """Rewrite the due time of a match unless the match has changed since."""
    await connection.execute(
        update(matches)
        .where(matches.c.id == match.id, matches.c.version == len(match.events))
        .values(due=match.due)
    )


async def made_match(connection: AsyncConnection, first: Event) -> bool:
    """Return whether a stored match has a first event with the same source."""
    return await LOG.knows(connection, sources_of([first]), events.c.number == 1)


async def newest_id(connection: AsyncConnection) -> int:
    """Return the largest of Discord's ids in stored messages and sources, 0 if none."""
    newest: int = await connection.scalar(select(func.max(posts.c.message))) or 0
    statement = select(events.c.source).where(events.c.source.is_not(None))
    for source in await connection.scalars(statement):
        newest = max(newest, *map(int, re.findall(r"[0-9]+", source or "")), 0)
    return newest


# Rows


def match_row(match: Match) -> dict[str, Any]:
    """Return the columns of ``matches``, without the id."""
    return settled_row(match) | turn_row(match)


def settled_row(match: Match) -> dict[str, Any]:
    """Return the columns of ``matches`` that turns rarely change; most indexes are on these."""
    return {
        "guild": match.guild,
        "channel": match.channel,
        "game": match.game.name,
        "options": dict(match.options),
        "host": match.host,
        "drawn": match.drawn,
        "status": match.status.value,
        "drafts": {
            str(seat): {
                "placed": {str(p): v for p, v in set_up.arrangement.items()},
                "ready": set_up.ready,
                "seed": set_up.seed,
            }
            for seat, set_up in match.set_ups.items()
        },
        "time": str(match.time),
        "rated": match.rated,
        "blindfold": match.blindfold,
        "previous": match.previous,
        "tournament": match.tournament,
        "ended": match.ended,
        "created": match.events[0].at,
    }


def turn_row(match: Match) -> dict[str, Any]:
    """Return the columns of ``matches`` that every turn changes."""
    return {
        "version": len(match.events),
        "updated": match.events[-1].at,
        "due": match.due,
        **listed_row(match),
    }


def listed_row(match: Match) -> dict[str, Any]:
    """Return the columns of ``matches`` for lists, derived from the present state."""
    is_live = match.status is Status.LIVE
    return {
        "turn": match.line.places[-1].turn if is_live else None,
        "awaited": sum(1 << seat for seat in match.awaited),
        "deadline": match.deadline,
        "duty": match.duty is not None,
    }


def set_ups_of(row: RowMapping) -> dict[int, SeatSetUp]:
    """Return the set-ups of a row of ``matches``, by seat."""
    return {
        int(seat): SeatSetUp(
            {int(p): v for p, v in kept["placed"].items()}, kept["ready"], kept.get("seed", 0)
        )
        for seat, kept in (row["drafts"] or {}).items()
    }


def seat_rows(match: Match) -> list[dict[str, Any]]:
    """Return the rows of ``seats`` of a match; a seat has a rank if the result counts for it."""
    outcome = match.outcome if match.status is Status.OVER else None
    uncounted = {*match.unmoved, *match.lowered} if outcome else ()
    return [
        {
            "match": match.id,
            "seat": number,
            "person": person,
            "team": seat.team,
            "rank": outcome.ranks[number] if outcome and number not in uncounted else None,
        }
        for number, (person, seat) in enumerate(zip(match.people, match.seats, strict=True))
    ]


def event_row(event: Event) -> dict[str, Any]:
    """Return the columns of an event, except its match."""
    return {
        "number": event.number,
        "kind": event.kind.value,
        "at": event.at,
        "seat": event.seat,
        "person": event.person,
        "text": event.text,
        "position": event.position,
        "source": event.source,
        "turn": event.known.turn if event.known else None,
        "key": event.known.key if event.known else None,
    }


LOG: Final = Log[Event](events, event_row)
"""The log of events of matches."""


def event_of(row: Row[Any]) -> Event:
    """Return the event of a row of ``events``."""
    return Event(
        number=row.number,
        kind=Kind(row.kind),
        at=row.at,
        seat=row.seat,
        person=row.person,
        text=row.text,
        position=row.position,
        source=row.source,
        known=None if row.key is None else Known(row.turn, row.key),
    )


def match_of(row: RowMapping, people: Sequence[int], events: Sequence[Event]) -> Match:
    """Return the match of a row of ``matches``, with these players and events.

    Raises StoreError if this version does not know its game, or cannot read its data.
    """
    try:
        return Match.restore(
            id=row["id"],
            guild=row["guild"],
            channel=row["channel"],
            game=engine.games[row["game"]],
            options=row["options"],
            host=row["host"],
            people=tuple(people),
            drawn=row["drawn"],
            events=tuple(events),
            set_ups=set_ups_of(row),
            time=row["time"],
            rated=row["rated"],
            previous=row["previous"],
            blindfold=row["blindfold"],
            tournament=row["tournament"],
        )
    except (LookupError, TypeError, ValueError, Refusal) as error:
        raise StoreError(f"Match {row['id']} ({row['game']}) cannot be read.") from error
