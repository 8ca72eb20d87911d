"""Backups in a directory: their names, their age, and which of them are kept."""

from __future__ import annotations

import glob
import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.database.errors import reason_of

UNFINISHED = ".part"
"""How the name of a copy ends that is being written."""

MOMENT = "%Y-%m-%dT%H-%M-%SZ"

PREFIX = "damier-"
"""How the name of a copy in a directory of copies begins; the moment it was begun at follows."""

FILE, DUMP = ".db", ".dump"
"""How the name of a copy ends: of an SQLite file, or what pg_dump writes of a PostgreSQL server."""

FRESH = ".new"
"""How the name of a backup before an upgrade ends until it takes the place of an earlier one."""

ABANDONED_AFTER = timedelta(hours=1)
"""A copy that nothing has been written to for this long was cut short."""


def moment() -> str:
    """Return the present moment as it stands in names of files, in UTC."""
    return datetime.now(UTC).strftime(MOMENT)


def age(begun: datetime) -> timedelta:
    """Return how long ago a copy was begun."""
    return datetime.now(UTC) - begun


def name_at(begun: datetime, suffix: str = FILE) -> str:
    """Return the name of a copy begun at that moment."""
    return f"{PREFIX}{begun.astimezone(UTC).strftime(MOMENT)}{suffix}"


def copies_in(directory: Path, *suffixes: str) -> dict[datetime, Path]:
    """Return the copies in a directory by the moment they were begun at, the oldest first."""
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
    """Delete all copies but the newest, and what copies that were cut short left behind.

    Raises OSError where a file cannot be deleted.
    """
    for path in list(copies_in(directory).values())[:-kept]:
        path.unlink(missing_ok=True)
    abandoned = datetime.now(UTC) - ABANDONED_AFTER
    for path in directory.glob(f".{PREFIX}*{UNFINISHED}"):
        if datetime.fromtimestamp(path.stat().st_mtime, UTC) < abandoned:
            path.unlink(missing_ok=True)


def problem_of(directory: Path) -> str:
    """Return the sentence that says why no backup can be written to a folder, empty if one can.

    One that is not there yet will be made. Nothing stays behind.
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
    """Return how the name of a backup ends that was made before an upgrade to a revision."""
    return f".before-{revision}"


def copies_before(directory: Path, name: str) -> list[Path]:
    """Return the backups of a database of that name made before upgrades, the oldest first."""
    return sorted(directory.glob(f"{glob.escape(name)}{before('[0-9]' * 4)}"))


def make_room(fresh: Path) -> None:
    """Make the folder of a backup before an upgrade, and delete what an interrupted one left.

    Raises OSError.
    """
    fresh.parent.mkdir(parents=True, exist_ok=True)
    for left in (fresh, *fresh.parent.glob(f".{glob.escape(fresh.name)}.*{UNFINISHED}")):
        left.unlink(missing_ok=True)


def replace(fresh: Path, target: Path) -> int:
    """Give a finished backup its name, in the place of an earlier one; return its bytes.

    Raises OSError.
    """
    fresh.replace(target)
    sync(target.parent)
    return target.stat().st_size


def tidy_before(directory: Path, name: str, kept: int) -> None:
    """Delete all backups made before upgrades but those of the newest revisions.

    Raises OSError if a file cannot be deleted.
    """
    for path in copies_before(directory, name)[:-kept]:
        path.unlink(missing_ok=True)


def unfinished(target: Path) -> Path:
    """Return an empty file beside the target, which only its owner may read."""
    number, name = tempfile.mkstemp(UNFINISHED, f".{target.name}.", target.absolute().parent)
    os.close(number)
    return Path(name)


def sync(path: Path) -> None:
    """Have the file, or the directory's names, written to the disk."""
    if os.name == "nt" and path.is_dir():  # which Windows neither needs nor opens
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
