"""Blocks: people who accept no challenges from another person, or from anybody."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import blocks

EVERYBODY = 0
"""The id stored as the blocked person if a person accepts no challenges at all."""


class Blocks(Subject):
    """The blocks of all people: pairs of a person and the person they have blocked."""

    @writing
    async def add(self, connection: AsyncConnection, person: int, blocked: int) -> None:
        """Store a person's block of another, or of ``EVERYBODY``."""
        await connection.put(blocks, {"person": person, "blocked": blocked})

    @writing
    async def remove(self, connection: AsyncConnection, person: int, blocked: int) -> bool:
        """Lift a person's block of another, or of ``EVERYBODY``; return whether it existed."""
        its_own = (blocks.c.person == person) & (blocks.c.blocked == blocked)
        removed = await connection.execute(delete(blocks).where(its_own))
        return bool(removed.rowcount)

    @reading
    async def of(self, connection: AsyncConnection, person: int) -> frozenset[int]:
        """Return the people whom a person has blocked, or ``EVERYBODY`` among them."""
        statement = select(blocks.c.blocked).where(blocks.c.person == person)
        return frozenset((await connection.execute(statement)).scalars())

    @reading
    async def among(
        self, connection: AsyncConnection, people: Iterable[int]
    ) -> frozenset[tuple[int, int]]:
        """Return the blocks among these people, and their blocks of ``EVERYBODY``, as pairs."""
        people = frozenset(people)
        chosen = (blocks.c.person.in_(people), blocks.c.blocked.in_(people | {EVERYBODY}))
        rows = await connection.execute(select(blocks.c.person, blocks.c.blocked).where(*chosen))
        return frozenset((row.person, row.blocked) for row in rows)
