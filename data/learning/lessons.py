"""Lessons: which steps people have done."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import lesson_steps


class Lessons(Subject):
    """The steps of lessons that people have done."""

    @reading
    async def done(self, connection: AsyncConnection, person: int, game: str) -> frozenset[int]:
        """Return the keys of the steps that a person has done in a game's lesson."""
        steps = lesson_steps.c
        statement = select(steps.step).where(steps.person == person, steps.game == game)
        return frozenset(await connection.scalars(statement))

    @writing
    async def add(self, connection: AsyncConnection, person: int, game: str, step: int) -> None:
        """Note that a person has done the step of a key, now or again."""
        row = {"person": person, "game": game, "step": step}
        same = [lesson_steps.c[name] == value for name, value in row.items()]
        await connection.execute(delete(lesson_steps).where(*same))
        await connection.execute(insert(lesson_steps).values(row))
