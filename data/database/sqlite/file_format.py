"""SQLite's file format: the parts that reveal damage which SQLite itself ignores.

SQLite silently accepts a header whose spare bytes are set, a file longer or shorter than its header
says, and a damaged write-ahead log, of which it uses the part before the damage. The format is
described at https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import stat
import struct
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HEADER_LENGTH = 100
MAGIC = b"SQLite format 3\x00"
WAL, JOURNAL, SHARED = "-wal", "-journal", "-shm"
"""Suffixes of the files that SQLite keeps beside a database."""

_LOG_HEADER, _FRAME_HEADER = struct.Struct(">8I"), struct.Struct(">6I")
_LOG_MAGIC = 0x377F0682
"""First number of a log with little-endian checksums; with big-endian ones, it is one more."""

_SPOILT_COMMITS = 2
"""Number of commits after an unreadable frame from which a log counts as damaged. A single one may
be the last transaction before a loss of power, which was never confirmed.
"""


class Log(NamedTuple):
    """Numbers of transactions in a write-ahead log: those SQLite reads, and those it skips."""

    read: int
    lost: int

    @property
    def damaged(self) -> bool:
        """Return whether so many transactions are skipped that the log must be damaged."""
        return self.lost >= _SPOILT_COMMITS


def beside(file: Path, suffix: str) -> Path:
    """Return the path of SQLite's file with that suffix beside a database."""
    return file.with_name(file.name + suffix)


def size_of(file: Path) -> int:
    """Return the size of a file in bytes, 0 if there is none, or something else in its place.

    Logs may vanish at any time: SQLite deletes them when the last program closes the database.
    """
    try:
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def header_problem(file: Path) -> str | None:
    """Return the problem in the header of a database, None if there is none.

    The header must be as SQLite writes it for our databases: schema format 4, UTF-8, no automatic
    vacuuming, and no application id.
    """
    with file.open("rb") as opened:
        header = opened.read(HEADER_LENGTH)
    if len(header) < HEADER_LENGTH or not header.startswith(MAGIC):
        return "file is not a database"
    number = [int.from_bytes(header[at : at + 4], "big") for at in range(0, HEADER_LENGTH, 4)]
    page_size = int.from_bytes(header[16:18], "big")
    as_written = (
        header[18] == header[19]
        and header[18] in {1, 2}
        and header[20:24] == bytes([0, 64, 32, 32])
        and number[11] in {0, 4}  # the schema's format; 0 without a schema
        and number[14] in {0, 1}  # the encoding of text
        and not any(number[13:14] + number[15:23])
        and number[6] == number[23]  # the counter of changes, stored twice
    )
    if not as_written:
        return "its header is damaged"
    if not size_of(beside(file, WAL)) and number[7] * page_size != file.stat().st_size:
        return f"it should be {number[7]} pages of {page_size} bytes long and is not"
    return None


def log_of(file: Path) -> Log:
    """Return the counts of transactions in a database's write-ahead log. Blocking."""
    try:
        data = beside(file, WAL).read_bytes()
    except FileNotFoundError:
        data = b""
    if len(data) < _LOG_HEADER.size + _FRAME_HEADER.size:
        return Log(0, 0)
    magic, _, page_size, _, *salts, first, second = _LOG_HEADER.unpack_from(data)
    sums = _checksum(data[: _LOG_HEADER.size - 8], magic, (0, 0))
    intact = magic | 1 == _LOG_MAGIC | 1 and sums == (first, second)
    if not intact:
        page_size = _page_size(file)
        salts = list(_FRAME_HEADER.unpack_from(data, _LOG_HEADER.size)[2:4])
    read = lost = 0
    for at in _frames(data, page_size):
        _, committed, *frame_salts, first, second = _FRAME_HEADER.unpack_from(data, at)
        if frame_salts != salts:  # left over from before the log was restarted
            intact = False
            continue
        if intact:
            page = at + _FRAME_HEADER.size
            sums = _checksum(data[at : at + 8], magic, sums)
            sums = _checksum(data[page : page + page_size], magic, sums)
            intact = sums == (first, second)
        if committed:
            read, lost = (read + 1, lost) if intact else (read, lost + 1)
    return Log(read, lost)


def _frames(data: bytes, page_size: int) -> Iterator[int]:
    """Yield the offsets of a log's frames."""
    length = _FRAME_HEADER.size + page_size
    yield from range(_LOG_HEADER.size, len(data) - length + 1, length)


def _page_size(file: Path) -> int:
    with file.open("rb") as opened:
        size = int.from_bytes(opened.read(18)[16:], "big")
    return 65_536 if size == 1 else max(size, 512)


def _checksum(data: bytes, magic: int, sums: tuple[int, int]) -> tuple[int, int]:
    """Return the checksum of a log including its next part ``data``; ``sums`` is that before it."""
    words = array("I", data)
    if (sys.byteorder == "big") != bool(magic & 1):
        words.byteswap()
    first, second = sums
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
