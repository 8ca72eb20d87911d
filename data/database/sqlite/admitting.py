"""Admission of a database file: reasons not to open it, and restoring a backup.

A damaged file is never opened, since writing would damage it further. A new database never replaces
a lost one.
"""

from __future__ import annotations

import glob
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from data.database import backup
from data.database.errors import StoreError
from data.database.schema import metadata
from data.database.sqlite import copying, faults
from data.database.sqlite.file_check import Condition, FileState, check, last_numbers, readable
from data.database.sqlite.file_format import JOURNAL, SHARED, WAL, beside, log_of, size_of
from data.database.sqlite.marker import Marker

REPLACED = ".replaced-"
"""Part of the name of a database that a backup has replaced, between its stem and the time."""

log = logging.getLogger(__name__)


def admit(file: Path, backups: Path | None) -> None:
    """Check a file before it is opened. Blocking.

    Raises StoreError with the sentence of ``objection`` if the file must not be opened.
    """
    marker, left = Marker(file), beside(file, WAL)
    log_is_lost = marker.exists() and not marker.closed() and not left.exists()
    found = check(file)
    if sentence := objection(file, found, backups):
        raise StoreError(sentence)
    if found.state is FileState.SOUND and log_is_lost:
        log.warning(
            "The database %s was not closed, and %s is gone: the last turns may be lost.",
            file,
            left,
        )


def objection(file: Path, found: Condition, backups: Path | None) -> str:
    """Return a sentence saying why a file is not opened, with advice; empty if it may be opened.

    Blocking.
    """
    marker, left = Marker(file), beside(file, WAL)
    if marker.closed() and size_of(left):
        return (
            f"The database {file} was closed, but there is {left}, which would change it; close "
            "the program that has the database open, or move that file away; if an older Damier "
            f"has left it there, delete {marker.file}."
        )
    match found.state:
        case FileState.SOUND:
            return ""
        case FileState.EMPTY:
            return _lost(file, found, backups)
        case FileState.NEWER:
            return (
                f"The database {file} {found.problem}; update Damier, or give it another database."
            )
        case FileState.UNAVAILABLE:
            return f"The database {file} cannot be opened: {found.problem}."
        case FileState.SPOILT_LOG:
            return (
                f"The database {file} was not closed, and {left} is damaged: {found.problem} of "
                f"its transactions can be read; move it away to go on without all of them, or "
                f"{copying.way_back(file, backups)}."
            )
        case FileState.FOREIGN:
            known = marker.exists() or copying.copies_beside(file, backups)
            way = f"; {copying.way_back(file, backups)}" if known else ""
            return f"The database {file} {found.problem}{way}."
        case FileState.DAMAGED:
            return sentence_of_damage(file, found, backups)


def sentence_of_damage(file: Path, found: Condition, backups: Path | None) -> str:
    """Return the sentence about a damaged file, with advice. Blocking."""
    return (
        f"The database {file} is damaged and cannot be opened: {found.problem}; "
        f"{readable(file)}; {copying.way_back(file, backups)}."
    )


def restore(file: Path, copy: Path) -> str:
    """Replace the database with a copy; return a sentence about the result. Blocking.

    The caller must own the database. The old file is kept beside it, under another name. No number
    of a match, or of anything else that buttons carry, is given again. Raises StoreError if the
    file cannot be replaced, or if the copy does not pass its check; in the latter case nothing is
    changed.
    """
    if copy.resolve() == file:
        raise StoreError(f"{copy} is the database itself: name one of its backups.")
    if not copy.exists():
        raise StoreError(f"There is no file {copy}.")
    found = check(copy, full=True)
    if found.state is not FileState.SOUND:
        raise StoreError(f"{copy} is not taken for a backup: {_why(found)}.")
    numbers, is_skipping = _last_numbers(file, copy)
    try:
        kept = _replace(file, copy, numbers)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"{copy} cannot be put in the place of {file}: {faults.fault_of(error, file)}."
        ) from error
    Marker(file).note_closed()
    old = f"; what was there is {kept} now" if kept else ""
    many = "1 match" if found.matches == 1 else f"{found.matches} matches"
    skipped = (
        f"; {backup.GAP} numbers of matches are skipped, as those given since are not known"
        if is_skipping
        else ""
    )
    return f"The database {file} is the backup {copy} now, with {many}{old}{skipped}."


def _lost(file: Path, found: Condition, backups: Path | None) -> str:
    """Return the sentence about an empty or missing file; empty if no database was there before."""
    left = [] if file.exists() else [beside(file, WAL), beside(file, JOURNAL)]
    copies = backup.copies_in(backups, backup.FILE).values() if backups else ()
    signs = [Marker(file).file, *left, *copies]
    signs = [sign for sign in signs if sign.exists()]
    if not signs:
        return ""
    others = f" and {len(signs) - 1} more" if len(signs) > 1 else ""
    return (
        f"The database {file} {found.problem}, and there was one before; "
        f"{copying.way_back(file, backups)}; to begin with a new one, move away what tells of "
        f"the old: {signs[0]}{others}."
    )


def _why(found: Condition) -> str:
    match found.state:
        case FileState.DAMAGED | FileState.SPOILT_LOG:
            return f"it is damaged ({found.problem})"
        case FileState.UNAVAILABLE:
            return f"it cannot be opened ({found.problem})"
        case _:
            return f"it {found.problem}"


def _last_numbers(file: Path, copy: Path) -> tuple[dict[str, int], bool]:
    """Return the last number of each table for a restored copy, and whether some are skipped.

    No number given since the backup is given again. Those of the database are used if it
    has gone on from the backup and still has its log; they include those of tables that only a
    newer version has. Otherwise a gap is left, also above those of databases replaced earlier: an
    interrupted restore may have moved the database.
    """
    then, now = last_numbers(copy) or {}, last_numbers(file)
    has_gone_on = now is not None and all(now.get(name, 0) >= then[name] for name in then)
    if now is not None and has_gone_on and _has_its_log(file):
        return now, False
    numbered = {
        table.name
        for table in metadata.sorted_tables
        if table.dialect_options["sqlite"]["autoincrement"]
    }
    earlier = file.parent.glob(f"{glob.escape(file.stem)}{REPLACED}*{glob.escape(file.suffix)}")
    known = [then, now or {}, *(last_numbers(path) or {} for path in earlier)]
    return {
        name: max(one.get(name, 0) for one in known) + backup.GAP for name in numbered | then.keys()
    }, True


def _has_its_log(file: Path) -> bool:
    """Return whether all transactions of a database can be read: from its log too, if not closed.

    An empty log may be that of a program which has only looked at the database.
    """
    marker = Marker(file)
    try:
        is_other = marker.exists() and marker.closed() == bool(size_of(beside(file, WAL)))
        return not is_other and not log_of(file).damaged
    except OSError:
        return False


def _replace(file: Path, copy: Path, numbers: Mapping[str, int]) -> Path | None:
    """Replace a file with a copy; return the old file's new path, None if there was none.

    The copy goes on from these last numbers as soon as it is in its place.
    The old database is moved first: after an interruption, it never looks like the present one.
    """
    ready = copying.ready(copy, file, numbers)
    try:
        kept = file.with_name(f"{file.stem}{REPLACED}{backup.moment()}{file.suffix}")
        if kept.exists():  # from a restore in the same second
            raise FileExistsError(f"there is a file {kept} already")
        for suffix in ("", WAL, SHARED, JOURNAL):
            if (old := beside(file, suffix)).exists():
                old.rename(beside(kept, suffix))
        ready.rename(file)
        backup.sync(file.parent)
    finally:
        ready.unlink(missing_ok=True)
    return kept if kept.exists() else None
