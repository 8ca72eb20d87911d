"""Upgrading a database to the present revision of the schema: a backup, then Alembic's migrations.

Alembic takes long to import, and most starts have nothing to migrate: this is imported by those
that have.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from data.asynchronous import AsyncConnection
from data.database import backup
from data.database.backend import Backend
from data.database.errors import StoreError, reason_of
from data.database.revisions import MIGRATIONS, revisions

log = logging.getLogger(__name__)

KEPT: Final = 3
"""How many backups made before upgrades stay."""

NOT_WITHOUT: Final = "it is upgraded once there is that backup, and BACKUP_DIR says where it goes"


async def upgrade(
    connection: AsyncConnection, backend: Backend, revision: str | None, backups: Path | None
) -> None:
    """Bring the schema from a revision to the last, in the transaction of the connection.

    A database that has tables is backed up first, to the folder ``backups`` or beside it. Raises
    StoreError if it cannot be backed up or migrated; then nothing is changed.
    """
    if revision is not None:
        log.info(
            "The database %s is upgraded from version %s to %s.",
            backend.where, revision, revisions()[-1],
        )  # fmt: skip
        await _back_up(backend, backups)
    await connection.run_sync(_migrate, backend.where, is_new=revision is None)


async def _back_up(backend: Backend, backups: Path | None) -> None:
    """Write the copy that leads back to the version before; the last few are kept."""
    if backups is None and (reason := await backend.unable_to_copy()):
        log.warning("No backup is made before the upgrade. %s", reason)
        return
    beside = backend.beside(backup.before(revisions()[-1]))
    target = (backups or beside.parent) / beside.name
    fresh = target.with_name(f"{target.name}{backup.FRESH}")
    try:
        await asyncio.to_thread(backup.make_room, fresh)
        await backend.back_up(fresh)
        size = await asyncio.to_thread(backup.replace, fresh, target)
    except OSError as error:
        why = f"The database {backend.where} cannot be copied to {target}: {reason_of(error)}"
        raise StoreError(f"{why}; {NOT_WITHOUT}.") from error
    except StoreError as error:
        raise StoreError(f"{str(error).rstrip('.')}; {NOT_WITHOUT}.") from error
    log.info("The backup of what was before the upgrade is %s, of %d bytes.", target, size)
    name = backend.beside("").name
    try:
        await asyncio.to_thread(backup.tidy_before, target.parent, name, KEPT)
    except OSError as error:
        log.warning("Older backups in %s are not deleted: %s.", target.parent, reason_of(error))


def _migrate(connection: Connection, where: str, *, is_new: bool) -> None:
    """Run the migrations that are due."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["applied"] = None if is_new else _note
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"The database {where} cannot be opened: {reason_of(error)}.") from error


def _note(step: Any, **_: object) -> None:  # noqa: ANN401 - Alembic's MigrationInfo
    """Log a migration that was run."""
    log.info("Migration %s is done: %s", step.up_revision_id, step.up_revision.doc)
