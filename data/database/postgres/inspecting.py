"""Inspecting a database on a server from outside, even while a bot has it open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

import asyncpg
from sqlalchemy import Connection, func, select
from sqlalchemy import inspect as inspected
from sqlalchemy.exc import SQLAlchemyError

from data.asynchronous import AsyncEngine
from data.database import backend
from data.database.backend import Inspection
from data.database.errors import StoreError, reason_of
from data.database.postgres.ownership import is_owned
from data.database.revisions import pending, revision_of, revisions
from data.database.schema import matches, metadata, servers


async def inspect(
    engine: AsyncEngine, connect: Callable[[], Awaitable[asyncpg.Connection]], where: str
) -> Inspection:
    """Return the findings about the tables, and dispose of the engine."""
    began = perf_counter()
    try:
        owner = await connect()
        try:
            in_use = await is_owned(owner)
        finally:
            await owner.close()
        async with engine.connect() as connection:
            found = await connection.run_sync(_look, where)
    except StoreError as error:
        return Inspection(where, exists=True, refusal=str(error))
    except (SQLAlchemyError, OSError) as error:
        refusal = f"The database {where} cannot be opened: {reason_of(error)}."
        return Inspection(where, exists=True, refusal=refusal)
    finally:
        await engine.dispose()
    return found._replace(in_use=in_use, seconds=perf_counter() - began)


async def server_settings(engine: AsyncEngine, guild: int) -> dict[str, Any]:
    """Return a server's stored settings, empty if unreadable, and dispose of the engine."""
    statement = select(servers.c.settings).where(servers.c.guild == guild)
    try:
        async with engine.connect() as connection:
            return dict(await connection.scalar(statement) or {})
    except (SQLAlchemyError, StoreError, OSError):
        return {}
    finally:
        await engine.dispose()


def _look(connection: Connection, where: str) -> Inspection:
    tables = set(inspected(connection).get_table_names())
    if not tables:
        return Inspection(where)
    revision = revision_of(connection)
    size = connection.scalar(select(func.pg_database_size(func.current_database()))) or 0
    found = Inspection(where, exists=True, size=size)
    if not revision:
        return found._replace(refusal=f"The database {where} belongs to another program.")
    if revision not in revisions():
        return found._replace(
            refusal=f"The database {where} was written by a newer version of Damier; update Damier."
        )
    if revision == revisions()[-1]:
        if missing := metadata.tables.keys() - tables:
            refusal = f"The database {where} is damaged: the table {min(missing)} is missing."
            return found._replace(refusal=refusal)
        for problem, statement in backend.RULES.items():
            which = connection.scalar(statement.limit(1))
            if which is not None:
                refusal = f"The database {where} is damaged: {problem.format(which)}."
                return found._replace(refusal=refusal)
    many = connection.scalar(select(func.count()).select_from(matches)) or 0
    return found._replace(matches=many, notes=pending(revision))
