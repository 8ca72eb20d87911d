"""Ways in which the file of a database is damaged, lost, or replaced by another."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from data.database.sqlite.file_format import JOURNAL, WAL, beside

MATCHES = 4
"""The number of matches in the database that is damaged."""

PAGE = 4096
INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13

Damage = Callable[[Path], None]
"""Damages the file of a database that no process has open."""


def cut(file: Path, *, length: int) -> None:
    """Leave only the first ``length`` bytes; a negative length counts from the end."""
    file.write_bytes(file.read_bytes()[:length])


def halve(file: Path) -> None:
    cut(file, length=file.stat().st_size // PAGE // 2 * PAGE)


def add(file: Path, *, more: bytes) -> None:
    file.write_bytes(file.read_bytes() + more)


def flip(file: Path, *, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 0x5A
    file.write_bytes(data)


def overwrite(file: Path, *, page: int, by: bytes) -> None:
    data = bytearray(file.read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = (by * PAGE)[:PAGE]
    file.write_bytes(data)


def page_of(file: Path, kind: int) -> int:
    """Return the number, from 0, of the last page of a kind."""
    data = file.read_bytes()
    return next(at // PAGE for at in range(len(data) - PAGE, 0, -PAGE) if data[at] == kind)


def trunk_of(file: Path) -> int:
    """Return the number, from 0, of the first page of the list of free pages."""
    return int.from_bytes(file.read_bytes()[32:36], "big") - 1


def overflow_of(file: Path) -> int:
    """Return the number, from 0, of an overflow page of a long row."""
    data = file.read_bytes()
    return next(
        at // PAGE for at in range(0, len(data), PAGE) if data[at + 4 : at + 54] == b"z" * 50
    )


def overwrite_kind(file: Path, *, kind: int, by: bytes) -> None:
    overwrite(file, page=page_of(file, kind), by=by)


def overwrite_trunk(file: Path, *, by: bytes) -> None:
    overwrite(file, page=trunk_of(file), by=by)


def break_overflow(file: Path) -> None:
    """Let a long row continue on a page that does not exist."""
    data = bytearray(file.read_bytes())
    at = overflow_of(file) * PAGE
    data[at : at + 4] = b"\x00\x00\xff\xff"
    file.write_bytes(data)


def swap_pages(file: Path) -> None:
    """Swap two pages, as if the disk had written each in the other's place."""
    data = file.read_bytes()
    one, other = page_of(file, LEAF_TABLE), page_of(file, LEAF_INDEX)
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    pages[one], pages[other] = pages[other], pages[one]
    file.write_bytes(b"".join(pages))


def repeat_page(file: Path) -> None:
    """Put a page of rows in two places, as if the disk had written it twice."""
    data = file.read_bytes()
    one = page_of(file, LEAF_TABLE)
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    other = next(n for n in range(1, one) if pages[n][0] == LEAF_TABLE)
    pages[other] = pages[one]
    file.write_bytes(b"".join(pages))


def execute(file: Path, *, script: str) -> None:
    """Execute statements as another program would, without foreign keys."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


def reschema(file: Path, *, script: str) -> None:
    """Change the schema as another program would."""
    execute(file, script=f"PRAGMA writable_schema = ON; {script}")


def disagree(file: Path, *, statement: str) -> None:
    """Change a table without updating one of its indexes."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        columns = "type, name, tbl_name, rootpage, sql"
        where = "name IN ('ix_seats_person', 'ix_matches_guild_status_channel')"
        indexes = connection.execute(
            f"SELECT {columns} FROM sqlite_master WHERE {where}"  # noqa: S608 - ours
        ).fetchall()
        connection.execute(f"DELETE FROM sqlite_master WHERE {where}")  # noqa: S608 - ours
        connection.commit()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", indexes)


def lose(file: Path) -> None:
    file.unlink()


def lose_all(file: Path) -> None:
    """Delete the database and the files beside it, as on a new disk; the backups stay."""
    for path in file.parent.glob("damier.db*"):
        path.unlink()


def be_directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


def be(file: Path, *, data: bytes) -> None:
    file.write_bytes(data)


def be_database(file: Path, *, script: str) -> None:
    """Replace the database by another one."""
    file.unlink()
    execute(file, script=script)


def write_log(file: Path, *, matches: int = 3) -> None:
    """Leave the log of a killed process, whose changes the database file does not have yet."""
    copies = [(path, beside(path.with_name("killed.db"), suffix)) for path, suffix in _files(file)]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for number in range(matches):
            connection.execute("UPDATE matches SET channel = ?", (number,))
            connection.commit()
        for path, copy in copies:
            shutil.copy(path, copy)
    for path, copy in copies:
        copy.rename(path)
    beside(file, ".used").write_text("killed", encoding="utf-8")


def _files(file: Path) -> list[tuple[Path, str]]:
    return [(beside(file, suffix), suffix) for suffix in ("", WAL)]


def spoil_log(file: Path, *, at: float) -> None:
    """Change a byte of a killed process's log.

    ``at`` is the byte's place, or below 1 its share of the length.
    """
    write_log(file)
    log = beside(file, WAL)
    flip(log, at=int(at) if at >= 1 else int(log.stat().st_size * at))


def foreign_log(file: Path) -> None:
    """Put another database's log beside a closed database."""
    other = file.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE songs (name TEXT);")
        shutil.copy(beside(other, WAL), beside(file, WAL))
    other.unlink()


def foreign_log_of_killed(file: Path) -> None:
    """Put another database's log beside a database that was not closed."""
    foreign_log(file)
    beside(file, ".used").write_text("killed", encoding="utf-8")


def stale_log(file: Path) -> None:
    """Put back an old log that is in the database already, after later changes."""
    write_log(file)
    old = beside(file, WAL).read_bytes()
    execute(file, script="UPDATE matches SET channel = 7;")
    beside(file, WAL).write_bytes(old)
    beside(file, ".used").write_text("It was closed.", encoding="utf-8")


def lose_log(file: Path) -> None:
    write_log(file)
    beside(file, WAL).unlink()


def foreign_journal(file: Path) -> None:
    beside(file, JOURNAL).write_bytes(random.Random(1).randbytes(PAGE))


def gather(**ways: Damage) -> dict[str, Damage]:
    return {name.replace("_", " "): way for name, way in ways.items()}


def one_of(damages: dict[str, dict[str, object]], way: Callable[..., None]) -> dict[str, Damage]:
    return {name: partial(way, **arguments) for name, arguments in damages.items()}


HEADER = {
    "magic": 0, "page size": 16, "page size, low byte": 17, "format for writing": 18,
    "format for reading": 19, "bytes reserved in pages": 20, "largest payload": 21,
    "smallest payload": 22, "payload of leaves": 23, "count of changes": 27, "count of pages": 31,
    "first free page": 35, "count of free pages": 39, "format of the schema": 47,
    "largest root": 55, "encoding": 59, "version of a user": 63, "vacuuming": 67,
    "application": 71, "reserved": 80, "count of changes, again": 95,
}  # fmt: skip

RUBBISH = random.Random(2).randbytes(PAGE)

STRUCTURE: dict[str, Damage] = {
    **{f"cut to {n} bytes": partial(cut, length=n) for n in (1, 15, 99, 100, 512, PAGE - 1, PAGE)},
    **{f"cut by {n} bytes": partial(cut, length=-n) for n in (1, 100, PAGE, 3 * PAGE)},
    "cut in half": halve,
    "a byte more": partial(add, more=b"\x00"),
    "a page more": partial(add, more=bytes(PAGE)),
    **{f"header: {name}": partial(flip, at=at) for name, at in HEADER.items()},
    "page 1 is zero": partial(overwrite, page=0, by=b"\x00"),
    "page 1 is rubbish": partial(overwrite, page=0, by=RUBBISH),
    **{
        f"{name} is {what}": partial(overwrite_kind, kind=kind, by=by)
        for name, kind in (
            ("an inner page of a table", INTERIOR_TABLE), ("a leaf of a table", LEAF_TABLE),
            ("an inner page of an index", INTERIOR_INDEX), ("a leaf of an index", LEAF_INDEX),
        )
        for what, by in (("zero", b"\x00"), ("rubbish", RUBBISH))
    },
    "the list of free pages is rubbish": partial(overwrite_trunk, by=RUBBISH),
    "a long row breaks off": break_overflow,
    "two pages are swapped": swap_pages,
    "a page is there twice": repeat_page,
    "an index lacks a row": partial(
        disagree, statement="INSERT INTO seats (match, seat, person) VALUES (1, 2, 5)"
    ),
    "an index has another value": partial(disagree, statement="UPDATE matches SET guild = 6"),
}  # fmt: skip

SCHEMA: dict[str, Damage] = {
    name: partial(execute, script=script)
    for name, script in {
        "no events": "DROP TABLE events;",
        "no seats": "DROP TABLE seats;",
        "no ratings": "DROP TABLE ratings;",
        "no facts": "DROP TABLE facts;",
        "no matches": "DROP TABLE matches;",
        "an index is dropped": "DROP INDEX ix_matches_due;",
        "a column is renamed": "ALTER TABLE matches RENAME COLUMN due TO later;",
        "a table is renamed": "ALTER TABLE followers RENAME TO fans;",
        "a trigger": "CREATE TRIGGER t AFTER UPDATE ON matches BEGIN DELETE FROM posts; END;",
        "no version": "DELETE FROM alembic_version;",
        "no table of the version": "DROP TABLE alembic_version;",
        "two versions": "INSERT INTO alembic_version VALUES ('0001');",
        "an older version than its tables": "UPDATE alembic_version SET version_num = '0001';",
    }.items()
}
SCHEMA["a schema that cannot be read"] = partial(
    reschema, script="UPDATE sqlite_master SET sql = 'CREATE TABEL x' WHERE name = 'seats';"
)
SCHEMA["a schema whose letters cannot be read"] = partial(
    reschema,
    script="UPDATE sqlite_master SET sql = CAST(x'4352454154C7' AS TEXT) WHERE name = 'seats';",
)
SCHEMA["a table that begins on another's page"] = partial(
    reschema,
    script="UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
    "WHERE name = 'events') WHERE name = 'seats';",
)

ROWS: dict[str, Damage] = {
    name: partial(execute, script=script)
    for name, script in {
        "a seat of no match": "UPDATE seats SET match = 999 WHERE match = 2 AND seat = 1;",
        "a post of no event": "INSERT INTO posts VALUES (1, 999, 1, 'pending', 5, NULL, 0, NULL);",
        "a rating of no match": "INSERT INTO ratings VALUES (999, 1, 1, 'x', '2026-01-01', 1, 1);",
        "a match without events": "DELETE FROM posts; DELETE FROM events WHERE match = 2;",
        "a match without its last event": "DELETE FROM posts; "
        "DELETE FROM events WHERE match = 1 AND number = (SELECT max(number) FROM events);",
        "a match without an event": "DELETE FROM posts; "
        "DELETE FROM events WHERE match = 1 AND number = 3;",
        "a match without seats": "DELETE FROM seats WHERE match = 2;",
        "a match without a seat": "DELETE FROM seats WHERE match = 2 AND seat = 0;",
        "options that are no JSON": "UPDATE matches SET options = '{\"' WHERE id = 2;",
        "drafts that are no JSON": "UPDATE matches SET drafts = '[' WHERE id = 2;",
        "a server's settings that are no JSON": "INSERT INTO servers VALUES (1, '{');",
        "a person's settings that are no JSON": "INSERT INTO persons VALUES (1, 'x');",
        "a position that is no text": "UPDATE events SET position = char(7) WHERE number = 4;",
        "a kind of event that is none": "UPDATE events SET kind = 'mo?e' WHERE number = 4;",
        "a time that is none": "UPDATE events SET at = 'yesterday' WHERE number = 4;",
    }.items()
}

OTHERS: dict[str, Damage] = {
    "empty": partial(be, data=b""),
    "gone": lose,
    "gone with what was beside it": lose_all,
    "a directory": be_directory,
    "a text": partial(be, data=b"Today I played draughts. " * 200),
    "a picture": partial(be, data=b"\x89PNG\r\n\x1a\n" + RUBBISH),
    "all zero": partial(be, data=bytes(20 * PAGE)),
    "a database without tables": partial(be_database, script="PRAGMA user_version = 0; VACUUM;"),
    "another program's": partial(be_database, script="CREATE TABLE songs (name TEXT);"),
    "another program's with a table of our name": partial(
        be_database, script="CREATE TABLE events (name TEXT);"
    ),
    "another program's with our version": partial(
        be_database,
        script="CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE songs (name TEXT);"
        "INSERT INTO alembic_version VALUES ('0001');",
    ),
    "a newer version's": partial(execute, script="UPDATE alembic_version SET version_num = '9';"),
}

LOGS: dict[str, Damage] = {
    "its header": partial(spoil_log, at=9),
    "its salt": partial(spoil_log, at=18),
    "its first frame": partial(spoil_log, at=32 + 24 + 100),
    "the salt of its first frame": partial(spoil_log, at=32 + 9),
    "a frame in its midst": partial(spoil_log, at=0.3),
    "another database's": foreign_log,
    "another database's, after a kill": foreign_log_of_killed,
    "an old one": stale_log,
    "gone": lose_log,
    "a journal of another": foreign_journal,
}

WAYS = {
    f"{title}: {name}": way
    for title, ways in (
        ("structure", STRUCTURE), ("schema", SCHEMA), ("rows", ROWS), ("another file", OTHERS),
        ("log", LOGS),
    )
    for name, way in ways.items()
}  # fmt: skip

WITHOUT_A_WAY_BACK = {
    "another file: a directory": "that is a directory",
    "another file: a newer version's": "newer version of Damier",
    "log: another database's": "was closed, but there is ",
    "log: an old one": "was closed, but there is ",
}
"""Damages for which no backup is to be restored, each with the words said instead."""
