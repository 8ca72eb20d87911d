"""Preferences: what servers and persons have set."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import persons, servers
from data.members.settings import PersonSettings, ServerSettings
from data.outcomes import consents

_OF_PERSON = select(persons.c.settings).where(persons.c.person == bindparam("whose"))
"""Made once, as other statements of a turn are: that takes longer than executing it."""


class Preferences(Subject):
    """The settings of servers and persons."""

    @reading
    async def of_servers(self, connection: AsyncConnection) -> dict[int, ServerSettings]:
        """Return what servers have set, by their ids; the others have everything by default."""
        rows = await connection.execute(select(servers.c.guild, servers.c.settings))
        return {row.guild: ServerSettings.read(row.settings) for row in rows}

    @reading
    async def of_person(self, connection: AsyncConnection, person: int) -> PersonSettings:
        """Return what a person has set."""
        return await _of_person(connection, person)

    @writing
    async def set_server(
        self, connection: AsyncConnection, guild: int, settings: ServerSettings
    ) -> None:
        """Keep what a server has set, in the place of what it had set before."""
        await connection.execute(delete(servers).where(servers.c.guild == guild))
        await connection.execute(insert(servers).values(guild=guild, settings=settings.kept()))
        await self._database.backend.tell(connection, ("server", guild))

    @writing
    async def set_person(
        self, connection: AsyncConnection, person: int, settings: PersonSettings
    ) -> None:
        """Keep what a person has set, in the place of what they had set before."""
        before = await _of_person(connection, person)
        await connection.execute(delete(persons).where(persons.c.person == person))
        await connection.execute(insert(persons).values(person=person, settings=settings.kept()))
        if settings.puzzles and not before.puzzles:
            await consents.agree(connection, person)
        elif before.puzzles and not settings.puzzles:
            await consents.take_back(connection, person)
        await self._database.backend.tell(connection, ("person", person))


async def _of_person(connection: AsyncConnection, person: int) -> PersonSettings:
    stored = await connection.scalar(_OF_PERSON, {"whose": person})
    return PersonSettings.read(stored or {})
