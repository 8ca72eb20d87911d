"""Statements executed in a database by another program."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import create_async_engine


async def execute(url: str, *statements: str) -> list[Any]:
    """Execute statements in one transaction, and return the rows of the last one."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            for statement in statements:
                result = await connection.exec_driver_sql(statement)
            return list(result) if result.returns_rows else []
    finally:
        await engine.dispose()
