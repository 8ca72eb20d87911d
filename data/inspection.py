"""Looking at a database from outside, also while a bot has it open. Nothing is written."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from filelock import FileLock, Timeout

from data.database import admitting, backup, checking, opening
from data.database.checking import State
from data.database.errors import StoreError
from data.members.settings import ServerSettings


class Inspection(NamedTuple):
    """What is known of a database: ``refusal`` says why it is not opened."""

    where: str
    file: Path | None = None
    """None for a database on a server, of which the rest is not known."""
    exists: bool = False
    refusal: str = ""
    matches: int = 0
    size: int = 0
    in_use: bool = False
    seconds: float = 0
    """How long the check took."""
    newest: Path | None = None
    """The newest backup."""
    newest_is_good: bool = False
    age: timedelta = timedelta()
    """How old the newest backup is."""


def inspect(url: str, backups: Path | None) -> Inspection:
    """Return what is found of the database of that URL and its backups; work for a thread.

    The check is full, and takes as long as that.
    """
    try:
        address = opening.address_of(url)
        file = opening.file_of(address)
    except StoreError as error:
        return Inspection(url, Path(), refusal=str(error))
    if file is None:
        return Inspection(address.render_as_string(hide_password=True))
    began = perf_counter()
    in_use = _is_in_use(file)
    found = checking.check(file, full=True, in_use=in_use)
    seconds = perf_counter() - began
    refusal = admitting.objection(file, found, backups)
    copies = backup.copies_in(backups) if backups else {}
    begun, newest = max(copies.items(), default=(None, None))
    good = newest is not None and checking.check(newest, full=True).state is State.SOUND
    age = backup.age(begun) if begun else timedelta()
    return Inspection(
        str(file), file, found.state is not State.EMPTY, refusal, found.matches,
        file.stat().st_size if file.is_file() else 0, in_use, seconds, newest, good, age,
    )  # fmt: skip


def settings_of(url: str, guild: int) -> ServerSettings:
    """Return the settings of a server, by default where they cannot be read."""
    try:
        file = opening.file_of(opening.address_of(url))
        if file is None or not file.is_file():
            return ServerSettings()
        with closing(checking.connected(file)) as connection:
            statement = "SELECT settings FROM servers WHERE guild = ?"
            row = connection.execute(statement, (guild,)).fetchone()
        return ServerSettings.read(json.loads(row[0])) if row else ServerSettings()
    except (StoreError, sqlite3.Error, ValueError):
        return ServerSettings()


def _is_in_use(file: Path) -> bool:
    """Return whether a process has the database open; a lock that is not there is not made."""
    path = Path(f"{file}.lock")
    if not path.exists():
        return False
    lock = FileLock(path, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError, NotImplementedError):
        return True
    lock.release()
    return False
