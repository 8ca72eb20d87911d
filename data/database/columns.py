"""Columns: times, and marks on columns and tables about the personal data in them.

The marks say what happens to the data if a person has their data deleted, and which data they are
given on request; ``data.members.privacy`` obeys them.
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
    """A point in time in UTC; always timezone-aware in Python, although SQLite stores no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC. Raises ValueError if it has no time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A time needs its time zone.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Fate(Enum):
    """The fate of a person's id when they have their data deleted."""

    NUMBERED = "a number stands for them"
    DELETED = "its row is deleted"
    KEPT = "it stays"


Info = dict[Any, Any]
"""Marks of a column or a table; ``|`` joins two."""

NUMBERED: Final[Info] = {"person": Fate.NUMBERED}
DELETED: Final[Info] = {"person": Fate.DELETED}
KEPT: Final[Info] = {"person": Fate.KEPT}
"""Marks of columns of people's ids, one for each ``Fate``."""

NAMING: Final[Info] = {"naming": True}
"""Mark of a column whose text or JSON data may contain ids of people."""

SOURCE: Final[Info] = {"source": True}
"""Mark of a column that leads to a message written by the person of its row."""


def given(name: str = "") -> Info:
    """Return the mark of a column that people are given on request.

    It is given as ``name``, or under its own name. As a mark of a table: people are given their
    rows of the table in a section called ``name``.
    """
    return {"given": name}


GIVEN: Final[Info] = given()


# Reading the marks


def persons(metadata: MetaData, fate: Fate) -> tuple[Column[Any], ...]:
    """Return the columns of people's ids that have this fate."""
    return tuple(column for column in _columns(metadata) if column.info.get("person") is fate)


def sources(metadata: MetaData) -> Iterator[Column[Any]]:
    """Yield the columns that lead to people's messages."""
    return (column for column in _columns(metadata) if "source" in column.info)


def naming(metadata: MetaData) -> Iterator[tuple[Table, list[Column[Any]]]]:
    """Yield the tables whose texts or data may name people, with the columns concerned."""
    for table in metadata.tables.values():
        if found := [column for column in table.columns if "naming" in column.info]:
            yield table, found


def sections(metadata: MetaData) -> Iterator[tuple[str, Table, Column[Any]]]:
    """Yield the sections of data that people are given: name, table, and column of their ids."""
    for table in metadata.tables.values():
        if "given" in table.info:
            (whose,) = (column for column in table.columns if "person" in column.info)
            yield table.info["given"], table, whose


def as_given(table: Table, row: Row[Any]) -> dict[str, Any]:
    """Return a row as its person is given it: JSON data, with Discord's ids as strings."""
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
