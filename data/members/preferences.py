"""The statements that keep what servers and persons have set."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.schema import persons, servers
from data.members.settings import PersonSettings, ServerSettings


async def of_servers(connection: AsyncConnection) -> dict[int, ServerSettings]:
    """What servers have set, by their ids."""
    rows = await connection.execute(select(servers.c.guild, servers.c.settings))
    return {row.guild: ServerSettings.read(row.settings) for row in rows}


async def of_person(connection: AsyncConnection, person: int) -> PersonSettings:
    """What a person has set."""
    statement = select(persons.c.settings).where(persons.c.person == person)
    stored = (await connection.execute(statement)).scalar_one_or_none()
    return PersonSettings.read(stored or {})


async def set_server(connection: AsyncConnection, guild: int, settings: ServerSettings) -> None:
    """Keeps what a server has set, in the place of what it had set before."""
    await connection.execute(delete(servers).where(servers.c.guild == guild))
    await connection.execute(insert(servers).values(guild=guild, settings=settings.kept()))


async def set_person(connection: AsyncConnection, person: int, settings: PersonSettings) -> None:
    """Keeps what a person has set, in the place of what he had set before."""
    await connection.execute(delete(persons).where(persons.c.person == person))
    await connection.execute(insert(persons).values(person=person, settings=settings.kept()))
