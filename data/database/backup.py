"""Copies of the database, taken while matches go on.

SQLite's ``VACUUM INTO`` writes the state of one moment to a new file through a connection of its
own, which only reads: nobody waits for it, and another process may own the database. The copy gets
its name when it is on the disk, and has been checked in full: a damaged one never takes the place
of a good one.
"""

from __future__ import annotations

import os
import shlex
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.database.checking import BUSY_TIMEOUT, UNREADABLE_SCHEMA, State, check, is_damage
from data.database.errors import StoreError, reason_of

UNFINISHED = ".part"
"""How the name of a copy ends that is being written."""

MOMENT = "%Y-%m-%dT%H-%M-%SZ"
NAME = f"damier-{MOMENT}.db"
"""The name of a copy in a directory of copies: the moment it was begun at, in UTC."""

ABANDONED_AFTER = timedelta(hours=1)
"""A copy that nothing has been written to for this long was cut short."""


def copy(database: Path, target: Path) -> None:
    """Write a copy of the database to a file that does not exist yet; work for a thread.

    Raises StoreError where there is no database, the file cannot be written, or the copy does not
    pass its check.
    """
    if target.exists():
        raise StoreError(f"There is a file {target} already; give the backup another name.")
    try:
        unfinished = ready(database, target)
        try:
            unfinished.rename(target)
            sync(target.parent)
        finally:
            unfinished.unlink(missing_ok=True)
    except sqlite3.DatabaseError as error:
        way = f"; {way_back(database, target.parent)}" if is_damage(error) else ""
        raise StoreError(
            f"The database {database} cannot be copied to {target}: {reason_of(error)}{way}."
        ) from error
    except OSError as error:
        raise StoreError(
            f"The database {database} cannot be copied to {target}: {reason_of(error)}."
        ) from error


def ready(database: Path, target: Path) -> Path:
    """Return a copy of the database under another name beside the target, whole and checked.

    Raises OSError and sqlite3.Error.
    """
    unfinished = _unfinished(target)
    try:
        _vacuum(database, unfinished)
        sync(unfinished)
        found = check(unfinished, full=True)
        if found.state is not State.SOUND:
            raise sqlite3.DatabaseError(found.problem)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return unfinished


def moment() -> str:
    """Return the present moment as it stands in names of files, in UTC."""
    return datetime.now(UTC).strftime(MOMENT)


def age(begun: datetime) -> timedelta:
    """Return how long ago a copy was begun."""
    return datetime.now(UTC) - begun


def name_at(begun: datetime) -> str:
    """Return the name of a copy begun at that moment."""
    return begun.astimezone(UTC).strftime(NAME)


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


def copies_beside(file: Path, directory: Path | None) -> list[Path]:
    """Return the copies of a database in a directory and beside it, the newest first."""
    directories = {directory or file.parent, file.parent}
    copies = [copy for each in directories for copy in copies_in(each).items()]
    return [path for _, path in sorted(copies, reverse=True)]


def way_back(file: Path, directory: Path | None) -> str:
    """Return what to do about a damaged database: which copy takes its place, and how.

    It is the newest that passes its check; work for a thread.
    """
    for path in copies_beside(file, directory):
        if check(path, full=True).state is State.SOUND:
            return (
                f"`python bot.py --restore {shlex.quote(str(path))}` goes back to the newest good "
                "backup and keeps the present file beside it"
            )
    where = f"in {directory}" if directory else "known, as BACKUP_DIR is not set"
    return f"no good backup is {where}, but `sqlite3 {file} .recover` writes out what can be read"


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
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except UnicodeError as error:
            raise sqlite3.DatabaseError(UNREADABLE_SCHEMA) from error


def sync(path: Path) -> None:
    """Have the file, or the directory's names, written to the disk."""
    if os.name == "nt" and path.is_dir():  # which Windows neither needs nor opens
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
