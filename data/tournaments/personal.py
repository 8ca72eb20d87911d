"""Personal data in tournaments: export and removal."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select, update

from data.asynchronous import AsyncConnection
from data.database.columns import as_given, names
from data.database.schema import entries, titles, tournaments
from engine.tournaments.record import Kind

TOLD: Final = (
    "every", "side", "why", "reason", "round", "table", "times", "at", "starts", "until",
)  # fmt: skip
"""Keys of an entry's data that its person is given; other data may be about other people."""


def _is_about(person: int) -> ColumnElement[bool]:
    return or_(entries.c.person == person, names(entries.c.data, person))


async def going_on_with(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of the tournaments that are not over and have data of a person, ascending."""
    going_on = select(tournaments.c.id).where(tournaments.c.ended.is_(None))
    statement = (
        select(entries.c.tournament)
        .where(entries.c.tournament.in_(going_on), _is_about(person))
        .distinct()
        .order_by(entries.c.tournament)
    )
    return list(await connection.scalars(statement))


# Deletion


async def show_anew(connection: AsyncConnection, person: int) -> None:
    """Mark for an update the cards of tournaments that are not over and name a person."""
    naming = select(entries.c.tournament).where(names(entries.c.data, person))
    shown = tournaments.c.id.in_(naming) & tournaments.c.ended.is_(None)
    await connection.execute(update(tournaments).where(shown).values(card_due=True))


# Export


async def kept(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Return a person's data in tournaments as JSON data, without anybody else's."""
    ids = select(entries.c.tournament).where(_is_about(person)).distinct()
    found = await connection.execute(
        select(tournaments).where(tournaments.c.id.in_(ids)).order_by(tournaments.c.id)
    )
    return [as_given(tournaments, row) | await _done(connection, row.id, person) for row in found]


async def _done(connection: AsyncConnection, tournament_id: int, person: int) -> dict[str, Any]:
    """Return a person's entries in a tournament, their tables and their final place."""
    of_it = select(entries).where(entries.c.tournament == tournament_id).order_by(entries.c.number)
    done, tables = list[dict[str, Any]](), dict[tuple[int, int], dict[str, Any]]()
    seats: dict[tuple[int, int], int] = {}
    for row in await connection.execute(of_it):
        data = row.data
        if row.person == person:
            told = {key: data[key] for key in TOLD if key in data}
            done.append(as_given(entries, row) | told)
        if row.kind == Kind.PAIR.value:
            for number, table in enumerate(data["tables"], 1):
                if person in table["players"]:
                    at = data["round"], number
                    seats[at] = table["players"].index(person)
                    tables[at] = {"round": at[0], "table": number, "half points": {}}
        elif row.kind == Kind.SCORE.value and (at := (data["round"], data["table"])) in seats:
            tables[at]["half points"][str(data["game"])] = data["points"][seats[at]]
    its_title = (titles.c.tournament == tournament_id) & (titles.c.person == person)
    place = await connection.scalar(select(titles.c.place).where(its_title))
    return {"entries": done, "tables": [*tables.values()], "place": place}
