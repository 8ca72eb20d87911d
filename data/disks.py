"""Disks: their free space, and sentences for an operator about a disk that cannot be used."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

TRIAL = 2**16
"""Bytes written as a trial: more than a turn writes."""

MEGABYTE = 10**6

KEPT = "nothing that was saved is lost, and no backup has to be restored"
"""Reassurance added to a message about a disk that makes a database unusable."""


def free(directory: Path) -> int:
    """Return the bytes that this user may still write there. Raises OSError."""
    return shutil.disk_usage(directory).free


def try_out(directory: Path, beyond: int = 0) -> None:
    """Write a file through to the disk, and delete it. Raises OSError.

    The write starts at the offset ``beyond``. The gap before it takes no space, but counts towards
    a limit on the size of files.
    """
    with tempfile.TemporaryFile(dir=directory, prefix=".damier-trial-") as file:
        file.seek(beyond)
        file.write(bytes(TRIAL))
        file.flush()
        os.fsync(file.fileno())


def is_writable(path: Path) -> bool:
    """Return whether this user may write to a file, or make files in a directory."""
    effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=effective)


def read_through(file: Path) -> None:
    """Read a whole file. Raises OSError if a part of it cannot be read."""
    with file.open("rb", buffering=0) as opened:
        while opened.read(2**20):
            pass


def fault_of(code: int | None, directory: Path) -> str:
    """Return the reason why a disk fails, then a semicolon and advice.

    ``code`` is the ``errno`` of an OSError. The text is empty if that error is not about the disk.
    """
    match code:
        case errno.ENOSPC:
            return f"the disk of {directory} {_is_full(directory)}; free space there"
        case errno.EDQUOT:
            return (
                f"the quota of this user on the disk of {directory} is used up; free space there, "
                "or raise the quota"
            )
        case errno.EFBIG:
            return (
                f"no larger file may be written in {directory}; raise the limit on the size of "
                "files (`ulimit -f`)"
            )
        case errno.EIO | errno.ENXIO | errno.ENODEV:
            return (
                f"the disk of {directory} fails ({os.strerror(code)}); see the system's log, and "
                "whether the disk has to be replaced"
            )
        case errno.EROFS:
            return (
                f"the disk of {directory} can only be read; see the system's log: a disk that "
                "fails is made read-only; then mount it to be written"
            )
        case errno.EACCES | errno.EPERM:
            return (
                f"this user may not write to {directory} ({os.strerror(code)}); give the user that "
                "runs the bot that permission"
            )
        case _:
            return ""


def _is_full(directory: Path) -> str:
    try:
        found = os.statvfs(directory)
    except (OSError, AttributeError):  # Windows has no such call
        return "is full"
    if found.f_files and not found.f_favail:
        return "has no room for another file"
    return f"is full ({found.f_bavail * found.f_frsize / MEGABYTE:.1f} MB are free)"
