"""Columns: points in time, and what a column or a table says of the people it is about.

It says what becomes of it when a person has their data deleted, and what they are given if they ask
for the data; ``data.members.privacy`` follows that.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    MetaData,
    Row,
    Table,
    Text,
    TypeDecorator,
    cast,
)


class UtcTime(TypeDecorator[datetime]):
    """A point in time, aware on the way in and out; SQLite keeps no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC. Raises ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A time needs its time zone.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Fate(Enum):
    """The fate of the id of a person who has their data deleted."""

    NUMBERED = "a number stands for them"
    DELETED = "its row is deleted"
    KEPT = "it stays"


Info = dict[Any, Any]
"""What a column or a table says; ``|`` says two things."""

NUMBERED: Final[Info] = {"person": Fate.NUMBERED}
DELETED: Final[Info] = {"person": Fate.DELETED}
KEPT: Final[Info] = {"person": Fate.KEPT}
"""A column holds the ids of people, of which that becomes."""

NAMING: Final[Info] = {"naming": True}
"""There may be ids of people in the text or the JSON data of a column."""

SOURCE: Final[Info] = {"source": True}
"""A column leads to a message of the person of its row."""


def given(name: str = "") -> Info:
    """Say that a person is given a column of their rows, by its own name or another one.

    Of a table, say that they are given such rows, as the section of that name.
    """
    return {"given": name}


GIVEN: Final[Info] = given()


# Reading it


def persons(metadata: MetaData, fate: Fate) -> tuple[Column[Any], ...]:
    """Return the columns with ids of people of which that becomes."""
    return tuple(column for column in _columns(metadata) if column.info.get("person") is fate)


def sources(metadata: MetaData) -> Iterator[Column[Any]]:
    """Yield the columns that lead to messages of people."""
    return (column for column in _columns(metadata) if "source" in column.info)


def naming(metadata: MetaData) -> Iterator[tuple[Table, list[Column[Any]]]]:
    """Yield the tables in whose texts or data people may be named, with those columns."""
    for table in metadata.tables.values():
        if found := [column for column in table.columns if "naming" in column.info]:
            yield table, found


def sections(metadata: MetaData) -> Iterator[tuple[str, Table, Column[Any]]]:
    """Yield the sections of what a person is given: name, table, and column of the person."""
    for table in metadata.tables.values():
        if "given" in table.info:
            (whose,) = (column for column in table.columns if "person" in column.info)
            yield table.info["given"], table, whose


def as_given(table: Table, row: Row[Any]) -> dict[str, Any]:
    """Return a row as it is given to its person: JSON data, with ids of Discord as strings."""
    found = {}
    for column in table.columns:
        if "given" in column.info:
            value = row._mapping[column.name]
            if isinstance(value, datetime):
                value = value.isoformat()
            elif isinstance(column.type, BigInteger) and value is not None:
                value = str(value)
            found[column.info["given"] or column.name] = value
    return found


def names(column: Column[Any], person: int) -> ColumnElement[bool]:
    """Return the condition that a person's id is in a column of JSON data or text."""
    return cast(column, Text).contains(str(person))


def _columns(metadata: MetaData) -> Iterator[Column[Any]]:
    return (column for table in metadata.tables.values() for column in table.columns)
