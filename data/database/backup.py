"""Backups in a directory: their names, their age, and how many are kept."""

from __future__ import annotations

import glob
import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.database.errors import reason_of

UNFINISHED = ".part"
"""Suffix of a copy that is being written."""

MOMENT = "%Y-%m-%dT%H-%M-%SZ"

PREFIX = "damier-"
"""Prefix of a copy in a directory of copies; the time at which it was begun follows."""

FILE, DUMP = ".db", ".dump"
"""Suffixes of copies: of an SQLite file, and of pg_dump's output for a PostgreSQL server."""

FRESH = ".new"
"""Suffix of a backup before an upgrade until it replaces an earlier one."""

ABANDONED_AFTER = timedelta(hours=1)
"""A copy that has not grown for this long was cut short."""


def moment() -> str:
    """Return the current UTC time in the format of file names."""
    return datetime.now(UTC).strftime(MOMENT)


def age(begun: datetime) -> timedelta:
    """Return how long ago a copy was begun."""
    return datetime.now(UTC) - begun


def name_at(begun: datetime, suffix: str = FILE) -> str:
    """Return the name of a copy begun at that time."""
    return f"{PREFIX}{begun.astimezone(UTC).strftime(MOMENT)}{suffix}"


def copies_in(directory: Path, *suffixes: str) -> dict[datetime, Path]:
    """Return the copies in a directory by the time they were begun, the oldest first."""
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
    """Delete all copies but the newest, and the remains of interrupted copies.

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
    """Return the suffix of a backup made before the upgrade to a revision."""
    return f".before-{revision}"


def copies_before(directory: Path, name: str) -> list[Path]:
    """Return the backups of a database of that name made before upgrades, the oldest first."""
    return sorted(directory.glob(f"{glob.escape(name)}{before('[0-9]' * 4)}"))


def make_room(fresh: Path) -> None:
    """Make the folder of a backup before an upgrade, and delete the remains of an interrupted one.

    Raises OSError.
    """
    fresh.parent.mkdir(parents=True, exist_ok=True)
    for left in (fresh, *fresh.parent.glob(f".{glob.escape(fresh.name)}.*{UNFINISHED}")):
        left.unlink(missing_ok=True)


def replace(fresh: Path, target: Path) -> int:
    """Give a finished backup its name, replacing an earlier one; return its bytes.

    Raises OSError.
    """
    fresh.replace(target)
    sync(target.parent)
    return target.stat().st_size


def tidy_before(directory: Path, name: str, kept: int) -> None:
    """Delete the backups made before upgrades, except those of the newest revisions.

    Raises OSError if a file cannot be deleted.
    """
    for path in copies_before(directory, name)[:-kept]:
        path.unlink(missing_ok=True)


def unfinished(target: Path) -> Path:
    """Return an empty file beside the target, readable by its owner only."""
    number, name = tempfile.mkstemp(UNFINISHED, f".{target.name}.", target.absolute().parent)
    os.close(number)
    return Path(name)


def sync(path: Path) -> None:
    """Flush the file, or the directory's names, to the disk."""
    if os.name == "nt" and path.is_dir():  # which Windows neither needs nor opens
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
