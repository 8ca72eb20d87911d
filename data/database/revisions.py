"""The revisions of the schema: finding a database's revision, and upgrading it to the last one.

An upgrade makes a backup, then runs Alembic's migrations. Alembic takes long to import, so it is
imported only if a migration is due.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, column, delete, inspect, select, table

from data.asynchronous import AsyncConnection
from data.database import backup
from data.database.backend import Backend
from data.database.errors import StoreError, reason_of
from data.database.schema import facts

MIGRATIONS = Path(__file__).parent.parent / "migrations"

_VERSIONS = table("alembic_version", column("version_num"))
"""The table in which Alembic stores the revision of the schema."""


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions of the schema, oldest first: the numbers of the migrations."""
    return tuple(sorted(file.name[1:5] for file in (MIGRATIONS / "versions").glob("v*.py")))


def known_revision(connection: Connection, where: str) -> str | None:
    """Return the revision of a database, None if it is empty.

    ``where`` names the database in errors. Raises StoreError if the database was written by a newer
    version, or by another program.
    """
    tables = inspect(connection).get_table_names()
    revision = revision_of(connection)
    if not revision and tables:
        raise StoreError(f"The database {where} belongs to another program.")
    if revision and revision not in revisions():
        raise StoreError(
            f"The database {where} was written by a newer version of Damier: "
            "update Damier, or give it another database."
        )
    return revision or None


def pending(revision: str | None) -> tuple[str, ...]:
    """Return a sentence about the upgrade from a revision, nothing if none is needed."""
    if revision in {None, revisions()[-1]}:
        return ()
    last = revisions()[-1]
    return (f"The next start backs it up, and upgrades it from version {revision} to {last}.",)


def check_writable(connection: Connection) -> None:
    """Execute a statement that changes nothing. Raises the driver's error if writing is impossible.

    SQLite opens a read-only file without an error; only a statement fails.
    """
    connection.execute(delete(facts).where(facts.c.name == ""))


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the schema, None if there is no table of ours."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    return connection.scalar(select(_VERSIONS.c.version_num))


log = logging.getLogger(__name__)

KEPT: Final = 3
"""Number of pre-upgrade backups that are kept."""

NOT_WITHOUT: Final = "it is upgraded once there is that backup, and BACKUP_DIR says where it goes"


async def upgrade(
    connection: AsyncConnection, backend: Backend, revision: str | None, backups: Path | None
) -> None:
    """Migrate the schema from a revision to the last, in the transaction of the connection.

    A database with tables is backed up first, to the folder ``backups`` or beside it. Raises
    StoreError if the database cannot be backed up or migrated; then nothing is changed.
    """
    if revision is not None:
        log.info(
            "The database %s is upgraded from version %s to %s.",
            backend.where, revision, revisions()[-1],
        )  # fmt: skip
        await _back_up(backend, backups)
    await connection.run_sync(_migrate, backend.where, is_new=revision is None)


async def _back_up(backend: Backend, backups: Path | None) -> None:
    """Write a copy that the earlier version can use, and delete all but the last few such copies.

    Only a warning is logged if no folder is set and no copy can be made here.
    """
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
    from alembic import command  # noqa: PLC0415 - see the docstring of the module
    from alembic.config import Config  # noqa: PLC0415 - likewise
    from alembic.util import CommandError  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["applied"] = None if is_new else _note
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"The database {where} cannot be opened: {reason_of(error)}.") from error


def _note(step: Any, **_: object) -> None:  # noqa: ANN401 - Alembic's MigrationInfo
    """Log a migration that has been run."""
    log.info("Migration %s is done: %s", step.up_revision_id, step.up_revision.doc)
