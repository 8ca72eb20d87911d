"""Personal data in tournaments: export and removal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Text, cast, or_, select, update

from data.asynchronous import AsyncConnection
from data.database.schema import entries, titles, tournaments
from engine.tournaments.record import Kind

TOLD: Final = (
    "every", "side", "why", "reason", "round", "table", "times", "at", "starts", "until",
)  # fmt: skip
"""The data of what a person did that they are given: the rest may be about others."""


def _names(column: Column[Any], person: int) -> ColumnElement[bool]:
    """Return the condition that a person's id is in a column of JSON data or text."""
    return cast(column, Text).contains(str(person))


def _is_about(person: int) -> ColumnElement[bool]:
    return or_(entries.c.person == person, _names(entries.c.data, person))


async def going_on_with(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of the tournaments that go on and have something of a person."""
    going_on = select(tournaments.c.id).where(tournaments.c.ended.is_(None))
    statement = (
        select(entries.c.tournament)
        .where(entries.c.tournament.in_(going_on), _is_about(person))
        .distinct()
        .order_by(entries.c.tournament)
    )
    return list(await connection.scalars(statement))


# Taking somebody out


async def replace_everywhere(
    connection: AsyncConnection, person: int, number: int, former: str
) -> None:
    """Replace a person's id by a number within data, and by the text ``former`` within texts.

    The columns that are nothing but an id are not changed. Cards of tournaments that go on are
    shown anew.
    """

    def without(data: Any) -> Any:  # noqa: ANN401 - JSON data
        return replaced(data, person, number, former)

    rows = await connection.execute(
        select(entries.c.tournament, entries.c.number, entries.c.data).where(
            _names(entries.c.data, person)
        )
    )
    changed = set()
    for row in rows:
        changed.add(row.tournament)
        its_own = (entries.c.tournament == row.tournament) & (entries.c.number == row.number)
        await connection.execute(update(entries).where(its_own).values(data=without(row.data)))
    named = await connection.execute(
        select(tournaments.c.id, tournaments.c.name, tournaments.c.terms).where(
            or_(_names(tournaments.c.name, person), _names(tournaments.c.terms, person))
        )
    )
    for row in named:
        values = {"name": without(row.name), "terms": without(row.terms)}
        its_own = tournaments.c.id == row.id
        await connection.execute(update(tournaments).where(its_own).values(values))
        of_it = titles.c.tournament == row.id
        await connection.execute(update(titles).where(of_it).values(name=values["name"]))
    for tournament_id in sorted(changed):
        shown = (tournaments.c.id == tournament_id) & tournaments.c.ended.is_(None)
        await connection.execute(update(tournaments).where(shown).values(card_due=True))


def replaced(data: Any, person: int, number: int, former: str) -> Any:  # noqa: ANN401 - JSON data
    """Return JSON data with a number in the place of a person's id.

    No other number in them is as large as an id of Discord.
    """
    match data:
        case Mapping():
            return {
                str(number) if key == str(person) else key: replaced(value, person, number, former)
                for key, value in data.items()
            }
        case list():
            return [replaced(value, person, number, former) for value in data]
        case str():
            return re.sub(rf"<@!?{person}>|(?<!\d){person}(?!\d)", former, data)
    return number if data == person and not isinstance(data, bool) else data


# What is kept


async def kept(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Return a person's data in tournaments, as JSON data without anybody else's."""
    ids = select(entries.c.tournament).where(_is_about(person)).distinct()
    found = await connection.execute(
        select(tournaments).where(tournaments.c.id.in_(ids)).order_by(tournaments.c.id)
    )
    return [
        {
            "tournament": row.id,
            "server": str(row.guild),
            "channel": str(row.channel),
            "name": row.name,
            "form": row.form,
            "game": row.game,
            "created": row.created.isoformat(),
            "ended": _time(row.ended),
            **await _done(connection, row.id, person),
        }
        for row in found
    ]


async def _done(connection: AsyncConnection, tournament_id: int, person: int) -> dict[str, Any]:
    """Return the entries of a person in a tournament, their tables and their final place."""
    of_it = select(entries).where(entries.c.tournament == tournament_id).order_by(entries.c.number)
    done, tables = list[dict[str, Any]](), dict[tuple[int, int], dict[str, Any]]()
    seats: dict[tuple[int, int], int] = {}
    for row in await connection.execute(of_it):
        data = row.data
        if row.person == person:
            told = {key: data[key] for key in TOLD if key in data}
            entry = {"number": row.number, "kind": row.kind, "at": row.at.isoformat()}
            done.append(entry | told | {"source": row.source})
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


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
