"""Disks that cannot be written, for tests: a small, really full one, and a limit on file sizes."""

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
    """A small disk, mounted on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Fill the disk completely."""
        filling = self.folder / FILLING
        for size in (2**16, 2**12, 1):
            with contextlib.suppress(OSError), filling.open("ab", buffering=0) as file:
                while file.write(bytes(size)) == size:
                    pass
        assert not shutil.disk_usage(self.folder).free

    def free(self) -> None:
        """Free the space of the disk again."""
        (self.folder / FILLING).unlink(missing_ok=True)

    def make_read_only(self) -> None:
        """Make the disk read-only from now on."""
        _run("mount", "-o", "remount,ro", str(self.folder))


@contextlib.contextmanager
def small_disk(folder: Path, *, kibibytes: int = 4096, files: int = 1000) -> Iterator[Disk]:
    """Provide a small disk in the block; skip the test if none can be mounted."""
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
    """Limit the files that this process writes to ``size`` bytes in the block.

    Then nothing can be written to a database, on any machine.
    """
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))


def _run(*command: str) -> str:
    """Run a program; return its error, "" if it succeeds."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - the system's own
    except FileNotFoundError as error:
        return str(error)
    return done.stderr.strip() if done.returncode else ""


def contents(folder: Path) -> set[str]:
    """Return the names of the files on a disk."""
    return {path.name for path in folder.iterdir()}
