"""Backups in a directory: their names and ages, and the deletion of old ones."""

from __future__ import annotations

import glob
import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.database.errors import StoreError, reason_of

UNFINISHED = ".part"
"""Suffix of a copy that is being written."""

MOMENT = "%Y-%m-%dT%H-%M-%SZ"
"""Format of a UTC time in a file's name."""

PREFIX = "damier-"
"""Prefix of a copy in a directory of copies; the time at which it was begun follows."""

FILE, DUMP = ".db", ".dump"
"""Suffixes of copies: of an SQLite file, and of pg_dump's output for a PostgreSQL server."""

GAP = 100_000
"""Numbers skipped when a backup is restored and those given since are unknown: more than all
servers together use in the week for which backups are kept.
"""

FRESH = ".new"
"""Suffix of a pre-upgrade backup until it is complete and replaces an earlier one."""

ABANDONED_AFTER = timedelta(hours=1)
"""Time after which an unfinished copy that has not grown counts as interrupted."""


def moment() -> str:
    """Return the current UTC time in the format of file names."""
    return datetime.now(UTC).strftime(MOMENT)


def age(begun: datetime) -> timedelta:
    """Return the time since a copy was begun."""
    return datetime.now(UTC) - begun


def name_at(begun: datetime, suffix: str = FILE) -> str:
    """Return the name of a copy begun at that time."""
    return f"{PREFIX}{begun.astimezone(UTC).strftime(MOMENT)}{suffix}"


def copies_in(directory: Path, *suffixes: str) -> dict[datetime, Path]:
    """Return the copies in a directory by the time they were begun, oldest first.

    Only copies with these ``suffixes`` are returned, or those of all kinds if none is given.
    """
    found = {}
    for path in directory.iterdir() if directory.is_dir() else ():
        if path.suffix not in (suffixes or (FILE, DUMP)):
            continue
        try:
            begun = datetime.strptime(path.stem, f"{PREFIX}{MOMENT}").replace(tzinfo=UTC)
        except ValueError:
            continue
        found[begun] = path
    return dict(sorted(found.items()))


def tidy(directory: Path, kept: int) -> None:
    """Delete all copies but the ``kept`` newest, and the remains of interrupted copies.

    Raises OSError if a file cannot be deleted.
    """
    for path in list(copies_in(directory).values())[:-kept]:
        path.unlink(missing_ok=True)
    abandoned = datetime.now(UTC) - ABANDONED_AFTER
    for path in directory.glob(f".{PREFIX}*{UNFINISHED}"):
        if datetime.fromtimestamp(path.stat().st_mtime, UTC) < abandoned:
            path.unlink(missing_ok=True)


def problem_of(directory: Path) -> str:
    """Return a sentence saying why no backup can be written to a folder, empty if one can.

    A missing folder counts as writable if it can be made. The trial leaves nothing behind.
    """
    path = directory.absolute()
    there = next(one for one in (path, *path.parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            return ""
    except OSError as error:
        why = reason_of(error)
        return f"Backups cannot be written to {directory}, which BACKUP_DIR names: {why}."


def before(revision: str) -> str:
    """Return the suffix of a backup made before an upgrade to a revision."""
    return f".before-{revision}"


def copies_before(directory: Path, name: str) -> list[Path]:
    """Return the pre-upgrade backups of the database ``name``, oldest first."""
    return sorted(directory.glob(f"{glob.escape(name)}{before('[0-9]' * 4)}"))


def make_room(fresh: Path) -> None:
    """Make the folder of a pre-upgrade backup, and delete the remains of an interrupted one.

    Raises OSError.
    """
    fresh.parent.mkdir(parents=True, exist_ok=True)
    for left in (fresh, *fresh.parent.glob(f".{glob.escape(fresh.name)}.*{UNFINISHED}")):
        left.unlink(missing_ok=True)


def replace(fresh: Path, target: Path) -> int:
    """Give a finished backup its name, replacing an earlier one; return its size in bytes.

    Raises OSError.
    """
    fresh.replace(target)
    sync(target.parent)
    return target.stat().st_size


def tidy_before(directory: Path, name: str, kept: int) -> None:
    """Delete the pre-upgrade backups of a database, except the ``kept`` newest.

    Raises OSError if a file cannot be deleted.
    """
    for path in copies_before(directory, name)[:-kept]:
        path.unlink(missing_ok=True)


def check_place(target: Path) -> None:
    """Raise StoreError if no copy may be written to that path: it is taken, or has no folder."""
    if target.exists():
        raise StoreError(f"There is a file {target} already; give the backup another name.")
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent}.")


def unfinished(target: Path) -> Path:
    """Create an empty file beside the target, readable by its owner only; return its path."""
    number, name = tempfile.mkstemp(UNFINISHED, f".{target.name}.", target.absolute().parent)
    os.close(number)
    return Path(name)


def sync(path: Path) -> None:
    """Flush a file, or a directory's list of files, to the disk."""
    if os.name == "nt" and path.is_dir():  # Windows need not flush a directory, and cannot open it
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
