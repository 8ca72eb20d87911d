"""Checking the file of a database: whether it is one of ours, and undamaged.

The file is read through a separate connection, which writes nothing: a log beside the file is not
merged into it, so that a damaged log does no further harm. SQLite's ``quick_check`` checks that
pages and rows are well-formed, ``foreign_key_check`` that references lead somewhere. Our own
statements check the rest. The full check also compares indexes with their tables and reads every
event; it takes about five times as long.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.dialects.sqlite import dialect

from data.database import backend
from data.database.revisions import revisions
from data.database.schema import metadata
from data.database.sqlite import faults
from data.database.sqlite.file_format import JOURNAL, WAL, beside, header_problem, log_of, size_of

BUSY_TIMEOUT = 10.0
"""Seconds to wait for a lock that another program holds on the file."""

CACHE = 2**16
"""Kibibytes of pages cached during a check: with SQLite's default of 2000, checking a large file
takes five times as long.
"""

CACHE_MEANWHILE = 2**12
"""Kibibytes of pages cached during a check while the bot runs, which needs memory itself."""

PIECE = 1_000_000
"""Instructions of SQLite's virtual machine in one piece of work: some hundredths of a second."""

FULL_UP_TO = 2**26
"""Most bytes of a file that is checked in full before it is opened, in about a second."""

SCANNED_UP_TO = 2**27
"""Most bytes of a file whose pages are all checked before it is opened, in half a second. Those of
a larger file are checked while the bot runs.
"""

OURS = {"matches", "events"}
"""Tables of a database of any version."""

UNREADABLE_SCHEMA = "its schema cannot be read"
"""The problem if SQLite's message is not valid text, so that the driver raises UnicodeError."""

LARGEST_NUMBER = 2**31 - 1
"""The largest number of a row that the bot can use: PostgreSQL stores it in 32 bits."""

LONGEST_PROBLEM = 200
"""Most characters of SQLite's message about damage to show."""

RULES_OF_JSON = {
    "the options of match {} cannot be read": """
        SELECT id FROM matches
        WHERE NOT json_valid(options) OR NOT json_valid(coalesce(drafts, '{}'))""",
    "the settings of server {} cannot be read": """
        SELECT guild FROM servers WHERE NOT json_valid(settings)""",
    "the settings of person {} cannot be read": """
        SELECT person FROM persons WHERE NOT json_valid(settings)""",
}
RULES = {
    problem: str(statement.compile(dialect=dialect(), compile_kwargs={"literal_binds": True}))
    for problem, statement in backend.RULES.items()
} | RULES_OF_JSON
"""SQL that finds the damaged rows, by the problem that it finds."""

RULES_OF_EVENTS = {
    "an event of match {} cannot be read": """
        SELECT match FROM events
        WHERE kind GLOB '*[^a-z]*' OR position GLOB '*[^ -~]*'
            OR at NOT GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:*'""",
}


class FileState(Enum):
    """States of a database file."""

    SOUND = "sound"
    EMPTY = "empty"
    """The file is missing or empty."""
    UNAVAILABLE = "unavailable"
    """The file cannot be read now: the disk is full or fails, a permission is missing, or another
    program holds it.
    """
    FOREIGN = "foreign"
    """The file belongs to another program."""
    NEWER = "newer"
    """The file was written by a newer version."""
    SPOILT_LOG = "spoilt log"
    """The log is damaged; the database itself may be sound."""
    DAMAGED = "damaged"


class Condition(NamedTuple):
    """A file's state and problem; if it is sound, its number of matches and its revision."""

    state: FileState
    problem: str = ""
    matches: int = 0
    revision: str | None = None


class Readable(NamedTuple):
    """Numbers of the readable matches in a damaged file, and of all matches known in it."""

    matches: int
    known: int

    def __str__(self) -> str:
        if not self.known:
            return "nothing in it can be read"
        return f"{self.matches} of its {self.known} matches can still be read"


def check(
    file: Path,
    *,
    full: bool | None = None,
    in_use: bool = False,
    rest: Callable[[], bool] | None = None,
) -> Condition:
    """Return the condition of a file. Blocking.

    By default a small file is checked in full, and the slow parts are left out for a large one. The
    log of a database ``in_use`` changes meanwhile and is not checked. ``rest`` is called after each
    piece of work; if it returns True, the check is abandoned.

    A file that the disk cannot read does not count as damaged.
    """
    try:
        found = _found(file, full=full, in_use=in_use, rest=rest)
    except UnicodeError:
        found = Condition(FileState.DAMAGED, UNREADABLE_SCHEMA)
    except (sqlite3.Error, OSError) as error:
        if not faults.is_damage(error):
            return Condition(FileState.UNAVAILABLE, faults.explained(error, file))
        found = Condition(FileState.DAMAGED, str(error).rstrip("."))
    if found.state is FileState.DAMAGED and (refused := faults.unreadable(file)):
        return Condition(FileState.UNAVAILABLE, faults.explained(refused, file))
    return found


def _found(
    file: Path, *, full: bool | None, in_use: bool, rest: Callable[[], bool] | None
) -> Condition:
    """Return a file's condition.

    Raises OSError, sqlite3.Error, and UnicodeError if the schema cannot be read.
    """
    if not size_of(file):
        return _nothing(file)
    if size_of(beside(file, JOURNAL)):
        return Condition(FileState.DAMAGED, f"{beside(file, JOURNAL)} is another program's")
    cache = CACHE_MEANWHILE if in_use and not full else CACHE
    with closing(connected(file, cache=cache)) as connection:
        connection.set_progress_handler(rest, PIECE)
        if found := _other(connection):
            return found
        if problem := header_problem(file):
            return Condition(FileState.DAMAGED, problem)
        if not in_use and (log := log_of(file)).damaged:
            return Condition(FileState.SPOILT_LOG, f"{log.read} of {log.read + log.lost}")
        if problem := _problem(connection, file, full):
            return Condition(FileState.DAMAGED, problem[:LONGEST_PROBLEM])
        ((matches,),) = connection.execute("SELECT count(*) FROM matches")
        ((revision,),) = connection.execute("SELECT version_num FROM alembic_version")
        return Condition(FileState.SOUND, matches=matches, revision=revision)


def is_scanned_later(file: Path) -> bool:
    """Return whether a file is so large that its pages are checked only after opening it."""
    return file.stat().st_size > SCANNED_UP_TO


def readable(file: Path) -> Readable:
    """Return the numbers of readable and of all matches in a damaged file. Blocking."""
    try:
        with closing(connected(file, "writable_schema = ON")) as connection:
            connection.text_factory = bytes
            found: dict[int, int] = {}
            for statement in ("SELECT id, version FROM matches", "SELECT match, 0 FROM events"):
                for match, version in _rows(connection, statement):
                    if isinstance(match, int):
                        found.setdefault(match, version)
            whole = sum(_is_readable(connection, match, found[match]) for match in found)
            return Readable(whole, len(found))
    except (sqlite3.Error, UnicodeError, OSError):
        return Readable(0, 0)


def last_numbers(file: Path) -> dict[str, int] | None:
    """Return the last number given in each table, None if they cannot be read. Blocking.

    A table that never had a row is left out. The file may be damaged in other places. No program
    may have it open.
    """
    try:
        is_closed = not size_of(beside(file, WAL))
        with closing(connected(file, "writable_schema = ON", immutable=is_closed)) as connection:
            found = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    except (sqlite3.Error, UnicodeError, OSError):
        return None
    possible = all(
        isinstance(name, str) and isinstance(last, int) and 0 <= last <= LARGEST_NUMBER
        for name, last in found.items()
    )
    return found if possible else None


def connected(
    file: Path, *settings: str, cache: int = CACHE, immutable: bool = False
) -> sqlite3.Connection:
    """Return a read-only connection with these settings (PRAGMA).

    With ``writable_schema = ON``, it can read the beginning of a truncated file. A file that is
    ``immutable`` changes for no program and has no log; then SQLite leaves no files beside it.
    """
    address = f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if immutable else ''}"
    connection = sqlite3.connect(address, timeout=BUSY_TIMEOUT, uri=True, isolation_level=None)
    try:
        for setting in (*settings, f"cache_size = -{cache}"):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def _nothing(file: Path) -> Condition:
    if file.is_dir():
        return Condition(FileState.UNAVAILABLE, "that is a directory")
    return Condition(FileState.EMPTY, "is empty" if file.exists() else "is not there")


def _other(connection: sqlite3.Connection) -> Condition | None:
    """Return the condition of a file that is empty, foreign or of a newer version, else None."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return Condition(FileState.EMPTY, "is empty")
    if not tables & OURS or not tables & {"alembic_version", *(metadata.tables.keys() - OURS)}:
        return Condition(FileState.FOREIGN, "belongs to another program")
    noted = list(connection.execute("SELECT version_num FROM alembic_version"))
    if len(noted) != 1:
        return Condition(FileState.DAMAGED, "its version is missing")
    if noted[0][0] not in revisions():
        return Condition(FileState.NEWER, "was written by a newer version of Damier")
    return None


def _problem(connection: sqlite3.Connection, file: Path, full: bool | None) -> str:
    """Return the first problem found, empty for none."""
    if full is None and is_scanned_later(file):
        return next(_missing(connection), "") if _is_present(connection) else ""
    is_full = file.stat().st_size <= FULL_UP_TO if full is None else full
    return next(_problems(connection, full=is_full), "")


def _problems(connection: sqlite3.Connection, *, full: bool) -> Iterator[str]:
    pragma = "integrity_check" if full else "quick_check"
    for (said,) in connection.execute(f"PRAGMA {pragma}(1)"):
        if said != "ok":
            yield " ".join(said.replace("*** in database main ***", "").split())
    for table, row, referred, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} belongs to nothing in {referred}"
    if not _is_present(connection):
        return  # the rules apply to the present version only
    yield from _missing(connection)
    for problem, statement in (RULES | RULES_OF_EVENTS if full else RULES).items():
        for (which,) in connection.execute(f"{statement} LIMIT 1"):
            yield problem.format(which)


def _is_present(connection: sqlite3.Connection) -> bool:
    """Return whether a database is of the present version."""
    noted = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return bool(noted == (revisions()[-1],))


def _missing(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield missing parts of the schema, and foreign triggers or views in it."""
    for kind, name in connection.execute("SELECT type, name FROM sqlite_master"):
        if kind in {"trigger", "view"}:
            yield f"the {kind} {name} is not Damier's"
    for table in metadata.sorted_tables:
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
        indexes = {row[1] for row in connection.execute(f"PRAGMA index_list({table.name})")}
        for name in {column.name for column in table.columns} - columns:
            yield f"column {name} of the table {table.name} is missing"
        for index in {str(index.name) for index in table.indexes} - indexes:
            yield f"the index {index} is missing"


def _rows(connection: sqlite3.Connection, statement: str) -> Iterator[tuple[int, int]]:
    """Yield rows up to the first unreadable one."""
    try:
        yield from connection.execute(statement)
    except (sqlite3.Error, UnicodeError):
        return


def _is_readable(connection: sqlite3.Connection, match: int, version: int) -> bool:
    statement = "SELECT kind, at, text, position FROM events WHERE match = ?"
    try:
        read = len(connection.execute(statement, (match,)).fetchall())
        seats = connection.execute("SELECT person FROM seats WHERE match = ?", (match,)).fetchall()
    except (sqlite3.Error, UnicodeError):
        return False
    return 0 < read == version and bool(seats)
