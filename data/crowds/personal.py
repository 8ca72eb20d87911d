"""Personal data in crowds: export and removal."""

from __future__ import annotations

from secrets import token_hex
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, or_, select, union, update

from data.asynchronous import AsyncConnection
from data.crowds.crowd_rows import CrowdId, of_crowd
from data.database.columns import as_given, names
from data.database.crowd_tables import crowd_entries, crowd_people, crowds
from data.database.schema import matches
from engine.crowds.record import Kind
from engine.crowds.terms import mark_of

SALT_BYTES: Final = 16

TOLD: Final = ("text", "what", "yes", "how", "loses")
"""Keys of an entry's data that its person is given; other data may be about other people."""

NAMING: Final = tuple(kind.value for kind in (Kind.BEGIN, Kind.BAR, Kind.CAPTAIN, Kind.CLOSE))
"""The kinds of entries whose data contain ids of people."""


def _named_by(person: int) -> ColumnElement[bool]:
    """Return the condition that an entry's data contain a person's id."""
    return and_(crowd_entries.c.kind.in_(NAMING), names(crowd_entries.c.data, person))


async def going_on_with(connection: AsyncConnection, person: int) -> list[CrowdId]:
    """Return the ids of the running crowds with data of a person, ascending."""
    goes_on = crowds.c.ended.is_(None)
    found = union(
        select(crowds.c.match, crowds.c.user).where(goes_on, names(crowds.c.terms, person)),
        select(crowds.c.match, crowds.c.user)
        .join(crowd_entries)
        .where(goes_on, or_(crowd_entries.c.person == person, _named_by(person))),
    )
    return sorted((match, user) for match, user in await connection.execute(found))


# Deletion


async def mark_gone(connection: AsyncConnection, person: int) -> None:
    """Exclude a person for good from all crowds of matches whose running crowds have their data.

    A salted hash of their id is stored. Otherwise they could repeat a cancelled vote, or vote on
    the other side. Call this before the id is replaced.
    """
    its_matches = sorted({match for match, _ in await going_on_with(connection, person)})
    of_them = select(crowds.c.match, crowds.c.user, crowds.c.terms).where(
        crowds.c.match.in_(its_matches)
    )
    for match_id, user, terms in (await connection.execute(of_them)).all():
        marks = [*terms.get("gone", ()), mark_of(person, token_hex(SALT_BYTES))]
        its_own = of_crowd(crowds.c, (match_id, user))
        await connection.execute(
            update(crowds).where(*its_own).values(terms={**terms, "gone": marks})
        )


# Export


async def kept(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Return a person's data in crowds as JSON data, without anybody else's."""
    ids = union(
        select(crowds.c.match, crowds.c.user).where(names(crowds.c.terms, person)),
        select(crowd_people.c.match, crowd_people.c.crowd).where(crowd_people.c.person == person),
        select(crowd_entries.c.match, crowd_entries.c.user).where(
            or_(crowd_entries.c.person == person, _named_by(person))
        ),
    )
    found = sorted(
        ((match, user) for match, user in await connection.execute(ids)),
        key=lambda crowd: (crowd[0], -crowd[1]),
    )
    return [await _kept_in(connection, crowd, person) for crowd in found]


async def _kept_in(connection: AsyncConnection, crowd: CrowdId, person: int) -> dict[str, Any]:
    """Return a person's data in one crowd."""
    its_row = (
        select(crowds, matches.c.game)
        .join(matches, matches.c.id == crowds.c.match)
        .where(*of_crowd(crowds.c, crowd))
    )
    row = (await connection.execute(its_row)).one()
    theirs = select(crowd_people.c.votes, crowd_people.c.chosen).where(
        crowd_people.c.match == crowd[0],
        crowd_people.c.crowd == crowd[1],
        crowd_people.c.person == person,
    )
    counts = (await connection.execute(theirs)).first()
    of_it = (
        select(crowd_entries)
        .where(
            *of_crowd(crowd_entries.c, crowd),
            or_(crowd_entries.c.person == person, _named_by(person)),
        )
        .order_by(crowd_entries.c.number)
    )
    entries = []
    for entry in await connection.execute(of_it):
        own = entry.person == person
        about = entry.kind != Kind.BEGIN.value and person in entry.data.values()
        if own or about:
            told = {key: entry.data[key] for key in TOLD if own and key in entry.data}
            source = entry.source if own else None
            done = as_given(crowd_entries, entry) | {"by": own}
            entries.append(done | told | {"source": source})
    return as_given(crowds, row) | {
        "game": row.game,
        "named": person in row.terms.get("people", ()),
        "captain at first": person == row.terms.get("captain"),
        "turns": counts.votes if counts is not None else 0,
        "chosen": counts.chosen if counts is not None else 0,
        "entries": entries,
    }
