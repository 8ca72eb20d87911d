"""Copies of the database, taken while matches go on.

SQLite's ``VACUUM INTO`` writes a snapshot to a new file through a separate, read-only connection:
no other work waits, and another process may own the database. The copy gets its name once it is on
the disk and fully checked, so that a damaged copy never replaces a good one.
"""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from data import disks
from data.database import backup
from data.database.errors import StoreError, reason_of
from data.database.sqlite import faults
from data.database.sqlite.file_check import BUSY_TIMEOUT, UNREADABLE_SCHEMA, FileState, check
from data.database.sqlite.file_format import WAL, beside, size_of

SPARE = 10 * disks.MEGABYTE
"""Bytes that a copy must leave free: the database may be on the same disk."""


def copy(database: Path, target: Path) -> None:
    """Write a copy of the database to a file that must not exist yet. Blocking.

    Raises StoreError if there is no database, the file cannot be written, or the copy does not pass
    its check.
    """
    backup.check_place(target)
    if not database.exists():
        raise StoreError(
            f"There is no database {database}; go to the folder where the bot runs, or name the "
            "database in DATABASE_URL."
        )
    try:
        _check_space(database, target)
        unfinished = ready(database, target)
        try:
            unfinished.rename(target)
            backup.sync(target.parent)
        finally:
            unfinished.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            f"The database {database} cannot be copied to {target}: "
            f"{_why(error, database, target)}."
        ) from error


def matches_in(copied: Path) -> int:
    """Return the number of matches in a sound copy."""
    with closing(sqlite3.connect(f"{copied.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM matches").fetchone()
    return int(count)


def _why(error: BaseException, database: Path, target: Path) -> str:
    """Return the reason why a copy cannot be made, with advice."""
    if failed := faults.unreadable(database):
        return faults.fault_of(failed, database)
    if faults.is_damage(error):
        return f"{reason_of(error)}; {way_back(database, target.parent)}"
    return faults.fault_of(error, target, database)


def _check_space(database: Path, target: Path) -> None:
    """Raise OSError if a copy would leave too little space on its disk for matches to go on."""
    needed = size_of(database) + size_of(beside(database, WAL)) + SPARE
    available = disks.free(target.absolute().parent)
    if available < needed:
        raise OSError(
            f"that needs {needed / disks.MEGABYTE:.0f} MB, and the disk of "
            f"{target.absolute().parent} has {available / disks.MEGABYTE:.0f} MB; free space there"
        )


def ready(database: Path, target: Path, last_numbers: Mapping[str, int] | None = None) -> Path:
    """Write a complete, checked copy under a temporary name beside the target; return its path.

    In the copy, tables in ``last_numbers`` go on from these numbers, others from those that they
    have. Raises OSError or sqlite3.Error; then no copy is left.
    """
    unfinished = backup.unfinished(target)
    try:
        _vacuum(database, unfinished)
        if last_numbers:
            _set_last_numbers(unfinished, last_numbers)
        backup.sync(unfinished)
        found = check(unfinished, full=True)
        if found.state is not FileState.SOUND:
            is_damaged = found.state is not FileState.UNAVAILABLE
            raise (sqlite3.DatabaseError if is_damaged else OSError)(found.problem)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return unfinished


def copies_beside(file: Path, directory: Path | None) -> list[Path]:
    """Return the copies of a database in a directory and beside the file, newest first.

    Pre-upgrade backups are included.
    """
    directories = {directory or file.parent, file.parent}
    copies = [copy for each in directories for copy in backup.copies_in(each, backup.FILE).items()]
    copies += [
        (datetime.fromtimestamp(path.stat().st_mtime, UTC), path)
        for each in directories
        for path in backup.copies_before(each, file.name)
    ]
    return [path for _, path in sorted(copies, reverse=True)]


def way_back(file: Path, directory: Path | None) -> str:
    """Return advice about a damaged database: how to restore a copy, or what can be read. Blocking.

    The newest copy that passes its check is chosen.
    """
    for path in copies_beside(file, directory):
        if check(path, full=True).state is FileState.SOUND:
            return (
                f"`python bot.py --restore {shlex.quote(str(path))}` goes back to the newest good "
                "backup and keeps the present file beside it"
            )
    where = f"in {directory}" if directory else "known, as BACKUP_DIR is not set"
    return f"no good backup is {where}, but `sqlite3 {file} .recover` writes out what can be read"


def _vacuum(database: Path, target: Path) -> None:
    address = f"{database.absolute().as_uri()}?mode=ro"
    with closing(
        sqlite3.connect(address, timeout=BUSY_TIMEOUT, uri=True, isolation_level=None)
    ) as connection:
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except UnicodeError as error:
            raise sqlite3.DatabaseError(UNREADABLE_SCHEMA) from error


def _set_last_numbers(file: Path, numbers: Mapping[str, int]) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no file of it is left beside
        connection.executemany(
            "DELETE FROM sqlite_sequence WHERE name = ?", [(name,) for name in numbers]
        )
        connection.executemany("INSERT INTO sqlite_sequence VALUES (?, ?)", numbers.items())
