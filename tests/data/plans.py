"""The statements that a store executes, and the tables that they scan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event

from data import Store
from data.database.schema import metadata

Query = tuple[str, tuple[Any, ...]]


@contextmanager
def watched(store: Store) -> Iterator[list[Query]]:
    """Yield a list that collects the statements executed while the block runs."""
    queries: list[Query] = []

    def collect(
        _: Connection,
        __: object,
        statement: str,
        parameters: tuple[Any, ...],
        ___: object,
        ____: bool,
    ) -> None:
        # On a server every write first updates the mark of its owner, which is no query to watch.
        if not statement.startswith(("BEGIN", "UPDATE facts")):
            queries.append((statement, parameters))

    engine = store._database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", collect)
    yield queries
    event.remove(engine, "before_cursor_execute", collect)


async def scanned(store: Store, statement: str, parameters: tuple[Any, ...]) -> list[str]:
    """Return the tables that a statement scans from the first row to the last."""
    async with store._database.reading() as connection:
        if connection.sync_connection.dialect.name == "sqlite":
            plan = await connection.run_sync(
                Connection.exec_driver_sql, f"EXPLAIN QUERY PLAN {statement}", parameters
            )
            steps = [row.detail.split() for row in plan]
            assert steps
            found = [step[1] for step in steps if step[0] == "SCAN"]
        else:  # PostgreSQL scans small tables unless it is told not to
            await connection.run_sync(Connection.exec_driver_sql, "SET LOCAL enable_seqscan = off")
            plan = await connection.run_sync(
                Connection.exec_driver_sql, f"EXPLAIN {statement}", parameters
            )
            steps = [row[0] for row in plan]
            assert steps
            found = re.findall(r"Seq Scan on (\w+)", "\n".join(steps))
    return [table for table in found if table in metadata.tables]
