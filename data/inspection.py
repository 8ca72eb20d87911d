"""Looking at a database from outside, also while a bot has it open. Nothing is written."""

from __future__ import annotations

from pathlib import Path

from data.database import opening
from data.database.backend import Inspection
from data.database.errors import StoreError
from data.members.settings import ServerSettings


async def inspect(url: str, backups: Path | None) -> Inspection:
    """Return what is found of the database of that URL and its backups.

    The check is full, and takes as long as that.
    """
    try:
        backend = opening.backend_of(url)
    except StoreError as error:
        return Inspection(url, Path(), refusal=str(error))
    return await backend.inspect(backups)


async def settings_of(url: str, guild: int) -> ServerSettings:
    """Return the settings of a server, by default where they cannot be read."""
    try:
        return ServerSettings.read(await opening.backend_of(url).server_settings(guild))
    except (StoreError, ValueError):
        return ServerSettings()
