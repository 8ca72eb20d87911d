"""Copying a database into another, of any kind: every table is copied, counted and compared.

The copy is one transaction of the target, which is still empty after an interruption.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import zip_longest
from typing import Any, Final

from sqlalchemy import Select, Table, func, insert, literal, select, tuple_

from data.asynchronous import AsyncConnection
from data.database.connection import Database
from data.database.errors import StoreError
from data.database.schema import OWNER, facts, matches, metadata

ROWS_AT_ONCE: Final = 1_000

Row = dict[str, Any]


def numbered() -> list[Table]:
    """Return the tables whose rows are numbered by the database."""
    tables = metadata.sorted_tables
    return [table for table in tables if table.autoincrement_column is not None]


async def copy_database(source: str, target: str) -> str:
    """Copy the database at the URL ``source`` to that at ``target``; return a sentence about it.

    This process owns both databases meanwhile. Raises StoreError if one of them cannot be opened or
    is in use, if ``target`` is not empty, or if the copy differs.
    """
    async with _opened(source) as from_, _opened(target) as to:
        await to.read(_check_empty, to.backend.where)
        rows = await to.write(_copy, from_, to)
        many = sum(rows.values())
        return (
            f"The database {to.backend.where} is a copy of {from_.backend.where} now: "
            f"{rows[matches.name]} matches, {many} rows in {len(rows)} tables, all compared."
        )


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    try:
        yield database
    finally:
        await database.close()


async def _check_empty(connection: AsyncConnection, where: str) -> None:
    for table in metadata.sorted_tables:
        if (await connection.execute(_rows_of(table).limit(1))).first() is not None:
            raise StoreError(
                f"The database {where} is not empty: there are rows in its table {table.name}."
            )


async def _copy(connection: AsyncConnection, source: Database, target: Database) -> dict[str, int]:
    """Copy and compare every table; return the number of rows by table."""
    rows = {}
    async with source.reading() as reading:
        for table in metadata.sorted_tables:
            async for some in _batches(reading, table):
                await connection.execute(insert(table), some)
            rows[table.name] = await _compare(reading, connection, table, target.backend.where)
        for table in numbered():
            last = await source.backend.last_number(reading, table)
            await target.backend.go_on_from(connection, table, last)
    return rows


async def _compare(
    source: AsyncConnection, target: AsyncConnection, table: Table, where: str
) -> int:
    """Return a table's number of rows. Raises StoreError if the two databases differ in it."""
    many = 0
    ours, theirs = _batches(source, table), _batches(target, table)
    async for first in ours:
        for row, copied in zip_longest(first, await anext(theirs, [])):
            if row != copied:
                raise StoreError(
                    f"Nothing is copied: row {many + 1} of the table {table.name} would not be "
                    f"the same in {where}."
                )
            many += 1
    counted = [
        await connection.scalar(select(func.count()).select_from(_rows_of(table).subquery()))
        for connection in (source, target)
    ]
    if counted != [many, many]:
        raise StoreError(f"Nothing is copied: {counted} rows of the table {table.name}.")
    return many


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Row]]:
    """Yield the rows of a table in batches, in the order of its primary key."""
    key = tuple_(*table.primary_key.columns)
    rows = _rows_of(table).order_by(*table.primary_key.columns).limit(ROWS_AT_ONCE)
    statement = rows
    while some := [dict(row) for row in (await connection.execute(statement)).mappings()]:
        yield some
        last = [some[-1][column.name] for column in table.primary_key.columns]
        statement = rows.where(key > tuple_(*map(literal, last)))


def _rows_of(table: Table) -> Select[Any]:
    """Return the statement that selects a table's rows to copy: all except marks of owners."""
    rows = select(table)
    return rows.where(~facts.c.name.startswith(OWNER)) if table is facts else rows
