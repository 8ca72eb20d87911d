"""Copies of the database, taken while matches go on.

SQLite's ``VACUUM INTO`` writes the state of one moment to a new file through a connection of its
own, which only reads: nobody waits for it, and another process may own the database. The copy gets
its name when it is whole and on the disk.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.database.errors import StoreError

UNFINISHED = ".part"
"""How the name of a copy ends that is being written."""

NAME = "damier-%Y-%m-%dT%H-%M-%SZ.db"
"""The name of a copy in a directory of copies: the moment it was begun at, in UTC."""

ABANDONED_AFTER = timedelta(hours=1)
"""A copy that nothing has been written to for this long was cut short."""

BUSY_TIMEOUT = 10.0
"""Seconds to wait for a lock on the file that another program holds."""


def copy(database: Path, target: Path) -> None:
    """Write a copy of the database to a file that does not exist yet; work for a thread.

    Raises StoreError where there is no database, or the file cannot be written.
    """
    if target.exists():
        raise StoreError(f"There is a file {target} already; give the backup another name.")
    try:
        unfinished = _unfinished(target)
        try:
            _vacuum(database, unfinished)
            _sync(unfinished)
            unfinished.rename(target)
            _sync(target.parent)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise StoreError(
            f"The database {database} cannot be copied to {target}: {reason or error}."
        ) from error


def name_at(moment: datetime) -> str:
    """Return the name of a copy begun at that moment."""
    return moment.astimezone(UTC).strftime(NAME)


def copies_in(directory: Path) -> dict[datetime, Path]:
    """Return the copies in a directory by the moment they were begun at, the oldest first."""
    found = {}
    for path in directory.iterdir() if directory.is_dir() else ():
        try:
            begun = datetime.strptime(path.name, NAME).replace(tzinfo=UTC)
        except ValueError:
            continue
        found[begun] = path
    return dict(sorted(found.items()))


def tidy(directory: Path, kept: int) -> None:
    """Delete all copies but the newest, and what copies that were cut short left behind.

    Raises OSError where a file cannot be deleted.
    """
    for path in list(copies_in(directory).values())[:-kept]:
        path.unlink(missing_ok=True)
    abandoned = datetime.now(UTC) - ABANDONED_AFTER
    for path in directory.glob(f".damier-*{UNFINISHED}"):
        if datetime.fromtimestamp(path.stat().st_mtime, UTC) < abandoned:
            path.unlink(missing_ok=True)


def _unfinished(target: Path) -> Path:
    """Return an empty file beside the target, which only its owner may read."""
    number, name = tempfile.mkstemp(UNFINISHED, f".{target.name}.", target.absolute().parent)
    os.close(number)
    return Path(name)


def _vacuum(database: Path, target: Path) -> None:
    address = f"{database.absolute().as_uri()}?mode=ro"
    with closing(
        sqlite3.connect(address, BUSY_TIMEOUT, uri=True, isolation_level=None)
    ) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def _sync(path: Path) -> None:
    """Have the file, or the directory's names, written to the disk."""
    if os.name == "nt" and path.is_dir():  # which Windows neither needs nor opens
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
