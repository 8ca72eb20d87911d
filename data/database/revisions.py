"""The revisions of the schema, and which of them a database has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, delete, inspect, select, table

from data.database.errors import StoreError
from data.database.schema import facts

MIGRATIONS = Path(__file__).parent.parent / "migrations"

_VERSIONS = table("alembic_version", column("version_num"))
"""Where Alembic notes the revision of the schema."""


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions of the schema, oldest first, after which migrations are named."""
    return tuple(sorted(file.name[1:5] for file in (MIGRATIONS / "versions").glob("v*.py")))


def known_revision(connection: Connection, where: str) -> str | None:
    """Return the revision of a database that may be opened, None for an empty one.

    ``where`` names the database in errors. Raises StoreError if it is of a newer version, or
    another program's.
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
    """Return the sentence that says that a database of a revision will be upgraded, if it will."""
    if revision in {None, revisions()[-1]}:
        return ()
    last = revisions()[-1]
    return (f"The next start backs it up, and upgrades it from version {revision} to {last}.",)


def check_writable(connection: Connection) -> None:
    """Execute a statement that writes nothing. Raises the driver's error if none may write.

    SQLite opens a file that cannot be written without an error; only a statement fails.
    """
    connection.execute(delete(facts).where(facts.c.name == ""))


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the schema, None where there is no table of ours."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    return connection.scalar(select(_VERSIONS.c.version_num))
