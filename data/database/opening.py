"""Opening a database: its address, the lock of its owner, connections, and the migrations."""

from __future__ import annotations

import logging
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, column, delete, inspect, make_url, select, table
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from data.database import driver
from data.database.checking import MIGRATIONS, revisions
from data.database.errors import StoreError, reason_of
from data.database.schema import facts

CONNECTIONS = 4
"""One writes at a time; the others read meanwhile. An in-memory database is its connection."""

VERBOSE_LOGGERS = ("aiosqlite", "sqlalchemy.engine")
"""Loggers that write values of rows at level DEBUG, and statements at INFO."""


_VERSIONS = table("alembic_version", column("version_num"))
"""Where Alembic notes the revision of the schema."""


def address_of(url: str) -> URL:
    """Return the address of a URL, or of the SQLite file of that name. Raises StoreError."""
    if "://" not in url:
        return URL.create("sqlite+aiosqlite", database=url)
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("The database's URL cannot be read.") from error
    if address.drivername == "sqlite":
        address = address.set(drivername="sqlite+aiosqlite")
    return address


def file_of(address: URL) -> Path | None:
    """Return the file of an SQLite database, None for one in memory or on a server.

    Raises StoreError for a URL with parameters.
    """
    if address.get_backend_name() != "sqlite" or address.database in {None, "", ":memory:"}:
        return None
    if address.query:
        raise StoreError("The URL of an SQLite database takes no parameters.")
    return Path(str(address.database)).resolve()


def lock_of(file: Path | None) -> FileLock | None:
    """Return the lock that makes this process the owner of the file, acquired; None for no file.

    Raises StoreError where the file cannot be locked, or another process owns it.
    """
    if file is None:
        return None
    lock = FileLock(f"{file}.lock", blocking=False, thread_local=False)
    try:
        if not file.parent.is_dir():
            raise StoreError(
                f"The database {file} cannot be opened: there is no directory {file.parent}."
            )
        if file.is_dir():
            raise StoreError(f"The database {file} cannot be opened: that is a directory.")
        lock.acquire()
    except Timeout as error:
        raise StoreError(f"The database {file} is in use by another process.") from error
    except (OSError, NotImplementedError) as error:
        raise StoreError(f"The database {file} cannot be locked: {reason_of(error)}.") from error
    return lock


def engine_of(address: URL) -> AsyncEngine:
    """Return the engine of a database, not connected yet. Raises StoreError."""
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    sqlite = address.get_backend_name() == "sqlite"
    file = file_of(address)
    try:
        return create_async_engine(
            address.set(database=str(file)) if file else address,
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=CONNECTIONS if file or not sqlite else 1,
            max_overflow=0,
            # The driver begins no transactions by itself: ``Database`` does.
            connect_args={"isolation_level": None, "async_creator_fn": driver.connect}
            if sqlite
            else {},
        )
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"The database's URL cannot be used: {reason_of(error)}.") from error


def upgrade(connection: Connection, where: str) -> None:
    """Bring the schema to the present version, in the transaction of the connection.

    ``where`` names the database in errors. Raises StoreError where it is of a newer version, or
    another program's, or cannot be migrated.
    """
    tables = inspect(connection).get_table_names()
    noted = _VERSIONS.name in tables
    revision = connection.scalar(select(_VERSIONS.c.version_num)) if noted else None
    if not revision and tables:
        raise StoreError(f"The database {where} belongs to another program.")
    if revision and revision not in revisions():
        raise StoreError(
            f"The database {where} was written by a newer version of Damier: "
            "update Damier, or give it another database."
        )
    if revision != revisions()[-1]:
        # Alembic takes long to import, and most starts have nothing to migrate.
        from data.database import migrating  # noqa: PLC0415

        migrating.migrate(connection, MIGRATIONS, where)
    # SQLite opens a file that cannot be written without an error; only a statement fails.
    connection.execute(delete(facts).where(facts.c.name == ""))
