"""Crowds, their entries and their people, as values and as rows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, func, insert, select, update

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.crowd_tables import crowd_entries, crowd_people, crowds
from data.database.errors import StoreError
from data.records import ROWS_AT_ONCE, Log, entry_row
from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Voter
from engine.crowds.record import Entry, Kind
from engine.crowds.terms import CrowdTerms
from engine.table.match import Match

CrowdId = tuple[int, int]
"""The id of a match, and the id of one of its crowds."""


class CrowdPost(NamedTuple):
    """The ids of the thread in which a crowd's people talk, and of the message with its vote.

    ``shown`` counts the crowd's entries that the message shows.
    """

    thread: int | None = None
    message: int | None = None
    shown: int = 0


class CrowdRecord(NamedTuple):
    """A person's record in crowds.

    ``matches`` counts the matches in which they played a move or voted for a move that was played;
    ``votes`` the turns in which they moved or voted; ``chosen`` the turns in which their choice was
    played.
    """

    matches: int
    votes: int
    chosen: int


class Found(NamedTuple):
    """The crowds of a match by id, in order, and the posts that show them, by the crowd's id."""

    crowds: Mapping[int, Crowd]
    posts: Mapping[int, CrowdPost]


_CROWDS_OF = (
    select(crowds).where(crowds.c.match == bindparam("its_match")).order_by(crowds.c.user.desc())
)

_LAST_TURNS_OF = (
    select(crowd_entries)
    .join(crowds)
    .where(
        crowd_entries.c.match == bindparam("its_match"), crowd_entries.c.number >= crowds.c.began
    )
    .order_by(crowd_entries.c.user, crowd_entries.c.number)
)

_PEOPLE_OF = select(crowd_people).where(crowd_people.c.match == bindparam("its_match"))

LOG: Final = Log[Entry](crowd_entries, entry_row)

_ADD_PEOPLE = insert(crowd_people)

_CHANGE = update(crowds).where(
    crowds.c.match == bindparam("its_match"), crowds.c.user == bindparam("its_user")
)

_COUNT = update(crowd_people).where(
    crowd_people.c.match == bindparam("its_match"), crowd_people.c.person == bindparam("its_person")
)


async def find(connection: AsyncConnection, match_id: int) -> Found:
    """Return the crowds of a match, if any. Raises StoreError if they are unreadable."""
    its_own = {"its_match": match_id}
    rows = (await connection.execute(_CROWDS_OF, its_own)).all()
    if not rows:
        return Found({}, {})
    voters = {
        row.person: Voter(row.crowd, row.votes, row.chosen, row.last)
        for row in await connection.execute(_PEOPLE_OF, its_own)
    }
    entries: dict[int, list[Entry]] = {row.user: [] for row in rows}
    found = await connection.execute(_LAST_TURNS_OF, its_own)
    try:
        while some := found.fetchmany(ROWS_AT_ONCE):
            for one in some:
                entries[one.user].append(entry_of(one))
            await asyncio.sleep(0)
        read = {row.user: _crowd_of(row, entries[row.user], voters) for row in rows}
    except (LookupError, TypeError, ValueError) as error:
        raise StoreError(f"The crowds of match {match_id} cannot be read.") from error
    return Found(read, {row.user: CrowdPost(row.thread, row.message, row.shown) for row in rows})


async def add(
    connection: AsyncConnection, match: Match, terms: Mapping[int, CrowdTerms]
) -> Iterable[Crowd]:
    """Add the crowds of a new match and return them, in order."""
    made = [Crowd(match.id, user, match.guild, terms[user]) for user in match.crowds]
    rows = [
        {
            "match": match.id,
            "user": crowd.user,
            "guild": crowd.guild,
            "terms": crowd.terms.data(),
            **following_row(crowd),
        }
        for crowd in made
    ]
    await connection.execute(insert(crowds), rows, execution_options={LATER: True})
    return made


async def append(connection: AsyncConnection, before: Crowd, after: Crowd) -> None:
    """Append a crowd's new entries, and update its people and columns.

    The driver raises IntegrityError, by the COMMIT at the latest, if another process has added an
    entry with the same number or source, or has put a new person on another side of the match.
    """
    new = new_entries(before, after)
    its_own = {"match": after.match, "user": after.user}
    await LOG.add(connection, its_own, new)
    joined, counted = list[dict[str, Any]](), list[dict[str, Any]]()
    for person, voter in after.voters.items():
        known = before.voters.get(person)
        if known is None:
            joined.append({"match": after.match, "person": person, **_person_row(voter)})
        elif known is not voter:
            key = {"its_match": after.match, "its_person": person}
            counted.append(key | _person_row(voter))
    for statement, rows in ((_ADD_PEOPLE, joined), (_COUNT, counted)):
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            await connection.execute(statement, some, execution_options={LATER: True})
    if all(entry.kind is Kind.VOTE for entry in new):
        return
    row = following_row(after)
    if after.is_over and after.terms.gone:  # hashes of deleted people are kept no longer than this
        row["terms"] = replace(after.terms, gone=()).data()
    if row != following_row(before):
        row |= {"its_match": after.match, "its_user": after.user}
        await connection.execute(_CHANGE, row, execution_options={LATER: True})


def new_entries(before: Crowd, after: Crowd) -> Sequence[Entry]:
    """Return the entries added to a crowd since ``before``.

    Raises ValueError if some are missing, because a new turn has begun: a crowd holds only the
    entries of its current turn.
    """
    many = after.count - before.count
    new = after.entries[-many:] if many else ()
    if [entry.number for entry in new] != list(range(before.count + 1, after.count + 1)):
        raise ValueError("A turn of a crowd begins in a unit of work of its own.")
    return new


async def entries_of(connection: AsyncConnection, crowd: CrowdId) -> AsyncIterator[Entry]:
    """Yield all entries of a crowd, in order."""
    whole = select(crowd_entries).where(*of_crowd(crowd_entries.c, crowd))
    found = await connection.execute(whole.order_by(crowd_entries.c.number))
    while some := found.fetchmany(ROWS_AT_ONCE):
        for row in some:
            yield entry_of(row)
        await asyncio.sleep(0)


_IDS = select(crowds.c.match, crowds.c.user)

_DUE = _IDS.where(crowds.c.due <= bindparam("now")).order_by(crowds.c.due, crowds.c.user.desc())
"""Built once, as for each look: building takes longer than executing."""


async def ids(
    connection: AsyncConnection, *wanted: ColumnElement[bool], order: ColumnElement[Any]
) -> list[CrowdId]:
    """Return the ids of the crowds that meet all conditions, in this order."""
    statement = _IDS.where(*wanted).order_by(order, crowds.c.user.desc())
    return [(match, user) for match, user in await connection.execute(statement)]


async def due(
    connection: AsyncConnection, now: datetime, *wanted: ColumnElement[bool]
) -> list[CrowdId]:
    """Return the ids of the crowds whose votes end by now, longest due first."""
    statement = _DUE.where(*wanted) if wanted else _DUE
    found = await connection.execute(statement, {"now": now})
    return [(match, user) for match, user in found]


async def threads(connection: AsyncConnection, *wanted: ColumnElement[bool]) -> dict[int, CrowdId]:
    """Return the ids of the running crowds that meet all conditions, by their threads."""
    statement = select(crowds.c.thread, crowds.c.match, crowds.c.user).where(
        crowds.c.ended.is_(None), crowds.c.thread.is_not(None), *wanted
    )
    return {
        thread: (match, user)
        for thread, match, user in await connection.execute(statement)
        if thread is not None
    }


async def set_post(connection: AsyncConnection, crowd: CrowdId, values: Mapping[str, Any]) -> None:
    """Write changed values of a crowd's posts."""
    match_id, user = crowd
    await connection.execute(_CHANGE, {**values, "its_match": match_id, "its_user": user})


async def faithful(connection: AsyncConnection, match_id: int) -> list[tuple[int, int, int, int]]:
    """Return the people of a match's crowds, those who moved or voted most often first.

    Each item is a person, their crowd, the number of turns in which they moved or voted, and the
    number of turns in which their choice was played.
    """
    people = crowd_people.c
    statement = (
        select(people.person, people.crowd, people.votes, people.chosen)
        .where(people.match == match_id, people.votes > 0)
        .order_by(people.votes.desc(), people.chosen.desc(), people.person)
    )
    return [(row[0], row[1], row[2], row[3]) for row in await connection.execute(statement)]


async def record_of(connection: AsyncConnection, person: int, guild: int) -> CrowdRecord:
    """Return a person's record in the crowds of a server."""
    its_crowd = (crowds.c.match == crowd_people.c.match) & (crowds.c.user == crowd_people.c.crowd)
    statement = (
        select(
            func.count().filter(crowd_people.c.chosen > 0),
            func.coalesce(func.sum(crowd_people.c.votes), 0),
            func.coalesce(func.sum(crowd_people.c.chosen), 0),
        )
        .select_from(crowd_people)
        .join(crowds, its_crowd)
        .where(crowd_people.c.person == person, crowds.c.guild == guild)
    )
    matches, votes, chosen = (await connection.execute(statement)).one()
    return CrowdRecord(matches, int(votes), int(chosen))


# Rows


def of_crowd(columns: Any, crowd: CrowdId) -> list[ColumnElement[bool]]:  # noqa: ANN401 - of a table
    """Return the conditions for a crowd's rows in the table with these ``columns``."""
    match_id, user = crowd
    return [columns.match == match_id, columns.user == user]


def following_row(crowd: Crowd) -> dict[str, Any]:
    """Return the columns of ``crowds`` that are derived from the entries."""
    first = crowd.entries[0] if crowd.entries else None
    ended: datetime | None = next(
        (entry.at for entry in crowd.entries if entry.kind is Kind.END), None
    )
    return {
        "began": first.number if first is not None and first.kind is Kind.BEGIN else 0,
        "due": crowd.due,
        "ended": ended,
    }


def entry_of(row: Row[Any]) -> Entry:
    """Return the entry of a row of ``crowd_entries``."""
    return Entry(row.number, Kind(row.kind), row.at, row.person, row.data, row.source)


def _crowd_of(row: Row[Any], entries: Sequence[Entry], voters: Mapping[int, Voter]) -> Crowd:
    count = entries[-1].number if entries else 0
    terms = CrowdTerms.read(row.terms)
    return Crowd(row.match, row.user, row.guild, terms, tuple(entries), count, voters)


def _person_row(voter: Voter) -> dict[str, Any]:
    return {
        "crowd": voter.crowd,
        "votes": voter.votes,
        "chosen": voter.chosen,
        "last": voter.last,
    }
