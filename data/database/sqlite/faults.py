"""Errors of SQLite and of the disk: telling damaged content from other causes.

SQLite reports "disk I/O error" for a full disk, an exhausted quota and a missing permission alike,
and takes an unreadable page for a corrupt one. In these cases the disk itself is tested.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from data import disks
from data.database.errors import reason_of
from data.database.sqlite.file_format import SHARED, WAL, beside, size_of

UNAVAILABLE = {
    sqlite3.SQLITE_AUTH, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_READONLY,
}  # fmt: skip
"""SQLite's codes for errors that are not about the file's content."""

ASKED_OF_THE_DISK = {
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY,
}  # fmt: skip
"""SQLite's codes with many causes; the disk is tested for them."""


def is_unavailable(error: BaseException) -> bool:
    """Return whether an error means that a file cannot be used now, whatever its content."""
    cause = _cause(error)
    code = _code(cause)
    if code is None:
        return isinstance(cause, OSError)
    return code & 0xFF in UNAVAILABLE and code != sqlite3.SQLITE_IOERR_DATA


def is_damage(error: BaseException) -> bool:
    """Return whether an error of SQLite is about the file's content."""
    cause = _cause(error)
    return isinstance(cause, sqlite3.Error) and not is_unavailable(cause)


def fault_of(error: BaseException, *files: Path) -> str:
    """Return the reason why files cannot be used, with advice if the disk is the cause. Blocking.

    The first file is the one that was written. The advice follows a semicolon.
    """
    cause = _cause(error)
    return _of_the_disk(cause, *files) or reason_of(cause)


def explained(error: BaseException, file: Path) -> str:
    """Return the text of ``fault_of``, with ``disks.KEPT`` added if the disk is the cause."""
    cause = _cause(error)
    said = _of_the_disk(cause, file)
    return f"{said}: {disks.KEPT}" if said else reason_of(cause)


def not_writable(file: Path) -> Path | None:
    """Return the first of a database's directory, file and log that this user may not write."""
    paths = (file.absolute().parent, file, beside(file, WAL), beside(file, SHARED))
    return next((path for path in paths if not disks.is_writable(path) and path.exists()), None)


def unreadable(file: Path) -> OSError | None:
    """Return the error of reading a database and its log, None if all can be read. Blocking."""
    try:
        for each in (file, beside(file, WAL)):
            # SQLite may have deleted the log just now.
            with suppress(FileNotFoundError, IsADirectoryError, NotADirectoryError):
                disks.read_through(each)
    except OSError as error:
        return error
    return None


def _cause(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _code(error: BaseException) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code


def _of_the_disk(error: BaseException, *files: Path) -> str:
    directories = [file.absolute().parent for file in files]
    if isinstance(error, OSError):
        return disks.fault_of(error.errno, directories[0])
    code = (_code(error) or 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return disks.fault_of(errno.ENOSPC, _fullest(directories))
    if code not in ASKED_OF_THE_DISK:
        return ""
    for file, directory in zip(files, directories, strict=True):
        try:
            disks.try_out(directory, max(map(size_of, (file, beside(file, WAL)))))
        except OSError as refused:
            if said := disks.fault_of(refused.errno, directory):
                return said
        if forbidden := not_writable(file):
            return disks.fault_of(errno.EACCES, forbidden)
    return disks.fault_of(errno.EIO, directories[0]) if code == sqlite3.SQLITE_IOERR else ""


def _fullest(directories: Sequence[Path]) -> Path:
    """Return the directory with the least space, out of these and SQLite's temporary one."""
    places = [*directories, Path(os.environ.get("SQLITE_TMPDIR") or tempfile.gettempdir())]
    try:
        return min(places, key=disks.free)
    except OSError:
        return places[0]
