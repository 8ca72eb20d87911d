"""Disks that take nothing, for tests: a small one that is really full, and a limit on files."""

from __future__ import annotations

import contextlib
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.needs import SMALL_DISK, leave_out

FILLING = "filling"


class Disk:
    """A small disk of its own, mounted on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Leave no space on it."""
        filling = self.folder / FILLING
        for size in (2**16, 2**12, 1):
            with contextlib.suppress(OSError), filling.open("ab", buffering=0) as file:
                while file.write(bytes(size)) == size:
                    pass
        assert not shutil.disk_usage(self.folder).free

    def free(self) -> None:
        """Free its space again."""
        (self.folder / FILLING).unlink(missing_ok=True)

    def make_read_only(self) -> None:
        """Have it be read only from now on."""
        _run("mount", "-o", "remount,ro", str(self.folder))


@contextlib.contextmanager
def small_disk(folder: Path, *, kibibytes: int = 4096, files: int = 1000) -> Iterator[Disk]:
    """Give a small disk while the block runs; leave the test out where none can be mounted."""
    folder.mkdir()
    options = f"size={kibibytes}k,nr_inodes={files}"
    if _run("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)):
        folder.rmdir()
        leave_out(SMALL_DISK)
    try:
        yield Disk(folder)
    finally:
        _run("umount", "--lazy", str(folder))
        folder.rmdir()


@contextlib.contextmanager
def limited(size: int = 1) -> Iterator[None]:
    """Limit this process's files to ``size`` bytes while the block runs.

    Nothing can be written to a database then, wherever tests run.
    """
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))


def _run(*command: str) -> str:
    """Return a program's complaint, empty if there is none."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - the system's own
    except FileNotFoundError as error:
        return str(error)
    return done.stderr.strip() if done.returncode else ""


def contents(folder: Path) -> set[str]:
    """Return the names of the files on a disk."""
    return {path.name for path in folder.iterdir()}
