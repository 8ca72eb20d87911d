"""Blocks: who takes no challenges from whom."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import blocks

EVERYBODY = 0
"""Stands for the one blocked by a person who takes no challenges at all."""


class Blocks(Subject):
    """Who has blocked whom, or ``EVERYBODY``."""

    @writing
    async def add(self, connection: AsyncConnection, person: int, blocked: int) -> None:
        """Note that a person has blocked another, or everybody."""
        await connection.execute(delete(blocks).where(_is(person, blocked)))
        await connection.execute(insert(blocks).values(person=person, blocked=blocked))

    @writing
    async def remove(self, connection: AsyncConnection, person: int, blocked: int) -> bool:
        """Forget that a person has blocked another, or everybody; return whether they had."""
        removed = await connection.execute(delete(blocks).where(_is(person, blocked)))
        return bool(removed.rowcount)

    @reading
    async def of(self, connection: AsyncConnection, person: int) -> frozenset[int]:
        """Return whom a person has blocked."""
        statement = select(blocks.c.blocked).where(blocks.c.person == person)
        return frozenset((await connection.execute(statement)).scalars())

    @reading
    async def among(
        self, connection: AsyncConnection, people: Iterable[int]
    ) -> frozenset[tuple[int, int]]:
        """Return who of these people has blocked whom of them, or everybody."""
        people = frozenset(people)
        chosen = (blocks.c.person.in_(people), blocks.c.blocked.in_(people | {EVERYBODY}))
        rows = await connection.execute(select(blocks.c.person, blocks.c.blocked).where(*chosen))
        return frozenset((row.person, row.blocked) for row in rows)


def _is(person: int, blocked: int) -> ColumnElement[bool]:
    return (blocks.c.person == person) & (blocks.c.blocked == blocked)
