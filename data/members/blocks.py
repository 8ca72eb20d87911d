"""The statements that keep who takes no challenges from whom."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import blocks

EVERYBODY = 0
"""Stands for the one blocked by who takes no challenges at all."""


async def add(connection: AsyncConnection, person: int, blocked: int) -> None:
    """Notes that a person has blocked another, or everybody."""
    await remove(connection, person, blocked)
    await connection.execute(insert(blocks).values(person=person, blocked=blocked))


async def remove(connection: AsyncConnection, person: int, blocked: int) -> bool:
    """Forgets that a person has blocked another, or everybody; whether he had."""
    chosen = (blocks.c.person == person, blocks.c.blocked == blocked)
    return bool((await connection.execute(delete(blocks).where(*chosen))).rowcount)


async def of(connection: AsyncConnection, person: int) -> frozenset[int]:
    """Whom a person has blocked."""
    statement = select(blocks.c.blocked).where(blocks.c.person == person)
    return frozenset((await connection.execute(statement)).scalars())


async def among(connection: AsyncConnection, people: Iterable[int]) -> frozenset[tuple[int, int]]:
    """Who of these people has blocked whom of them, or everybody."""
    people = frozenset(people)
    chosen = (blocks.c.person.in_(people), blocks.c.blocked.in_(people | {EVERYBODY}))
    rows = await connection.execute(select(blocks.c.person, blocks.c.blocked).where(*chosen))
    return frozenset((row.person, row.blocked) for row in rows)
