"""Looking at a database from outside, also while a bot has it open. Nothing is written."""

from __future__ import annotations

import random
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from data import comparing
from data.database import opening
from data.database.backend import Backend, Inspection
from data.database.errors import StoreError, reason_of
from data.database.revisions import revision_of, revisions
from data.members.settings import ServerSettings


async def inspect(url: str, backups: Path | None) -> Inspection:
    """Return what is found of the database of that URL and its backups.

    The check is full, and takes as long as that.
    """
    try:
        backend = opening.backend_of(url)
    except StoreError as error:
        return Inspection("", refusal=str(error))  # the URL may have a password
    found = await backend.inspect(backups)
    if found.refusal or not found.matches:
        return found
    return found._replace(wrong=await _wrong(backend))


async def _wrong(backend: Backend) -> tuple[str, ...]:
    """Return what a sample says that is kept and wrong, nothing where it is of another version."""
    engine = backend.looking()
    try:
        async with engine.execution_options(**backend.reading).connect() as connection:
            if await connection.run_sync(revision_of) != revisions()[-1]:
                return ()
            return tuple(map(str, await comparing.compare(connection, random.Random())))
    except (SQLAlchemyError, OSError) as error:
        return (f"what is kept cannot be compared: {reason_of(error)}",)
    finally:
        await engine.dispose()


async def settings_of(url: str, guild: int) -> ServerSettings:
    """Return the settings of a server, by default where they cannot be read."""
    try:
        return ServerSettings.read(await opening.backend_of(url).server_settings(guild))
    except (StoreError, ValueError):
        return ServerSettings()
