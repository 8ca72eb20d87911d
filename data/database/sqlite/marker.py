"""The marker: a small file noting that a database has been in use.

The marker distinguishes a lost database from one that is still to be created. It also notes whether
the database was closed: then all data is in its file, and there is no log beside it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from data.database.sqlite.file_format import WAL, beside, size_of

SUFFIX = ".used"

CLOSED = "It was closed."

TEXT = """\
Damier keeps its matches in {name}. While this file stands here, no new database is made where that
one is lost.
{state}
"""


class Marker:
    """The marker of a database."""

    def __init__(self, file: Path) -> None:
        self.file = beside(file, SUFFIX)
        self._database = file

    def exists(self) -> bool:
        """Return whether the database has been in use."""
        return self.file.exists()

    def closed(self) -> bool:
        """Return whether the database was closed after its last use."""
        with contextlib.suppress(OSError):
            return CLOSED in self.file.read_text(errors="replace", encoding="utf-8")
        return False

    def note_open(self) -> None:
        """Note that the database is in use."""
        self._write("It is open, or was not closed.")

    def note_closed(self) -> None:
        """Note that the database was closed, unless it still has a log with data."""
        if not size_of(beside(self._database, WAL)):
            self._write(CLOSED)

    def _write(self, state: str) -> None:
        with contextlib.suppress(OSError):  # a full disk must not prevent playing
            self.file.write_text(
                TEXT.format(name=self._database.name, state=state), encoding="utf-8"
            )
