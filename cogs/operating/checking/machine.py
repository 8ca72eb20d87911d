"""The check of this machine without Discord: database, backups, free space, and pictures."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import engine
import render
from cogs.client.operator_settings import OperatorSettings
from cogs.operating.checking.findings import Finding, bad, doubtful, good, unchecked
from data import Inspection, backup, inspect

MEGABYTE: Final = 10**6

ROOM: Final = 200 * MEGABYTE
"""The least free bytes on the disks of the database and of the backups."""

GAMES: Final = tuple(engine.games)
"""The games whose boards are drawn."""

LATE: Final = 2
"""The age, in intervals of backups, above which the newest backup counts as too old."""


async def findings(url: str, settings: OperatorSettings) -> list[Finding]:
    """Return the findings about this machine, with the database at ``url``."""
    found = await inspect(url, settings.backup_dir)
    return [
        *_database(found),
        *_backups(found, settings),
        *await asyncio.to_thread(lambda: list(_pictures())),
    ]


def _database(found: Inspection) -> Iterator[Finding]:
    if found.refusal:
        sentence, _, advice = found.refusal.partition("; ")
        yield bad("database", sentence, advice or "see docs/operating.md")
    elif not found.exists:
        yield unchecked("database", f"{found.where} is not there yet: the first start makes it")
    else:
        running = "in use by a running bot" if found.in_use else "no bot is running"
        size = f"{found.size / MEGABYTE:.1f} MB"
        yield good(
            "database", f"{found.where}: whole, {found.matches} matches, {size}; {running}",
            found.seconds,
        )  # fmt: skip
        if found.wrong:
            yield bad(
                "lists and standings", found.wrong[0],
                "a running bot looks for such things once an hour, and mends them",
            )  # fmt: skip
    for note in found.notes:
        yield unchecked("database note", note.rstrip("."))
    if found.file is not None and found.file.parent.is_dir():
        yield _space("free space", found.file.parent, found.size)


def _space(name: str, directory: Path, size: int) -> Finding:
    free = shutil.disk_usage(directory).free
    needed = max(ROOM, 2 * size)
    said = f"{free / MEGABYTE:,.0f} MB in {directory}"
    if free < needed:
        return bad(
            name,
            said,
            f"make room: {needed / MEGABYTE:,.0f} MB should be free",
        )
    return good(name, said)


def _backups(found: Inspection, settings: OperatorSettings) -> Iterator[Finding]:
    directory = settings.backup_dir
    if directory is None:
        yield doubtful(
            "backups", f"none are made: {settings.no_backups or 'BACKUP_DIR is not set'}",
            "set BACKUP_DIR to a folder that the bot may write to, best on another disk",
        )  # fmt: skip
        return
    if problem := backup.problem_of(directory):
        yield bad("backups", problem.rstrip("."), "give the bot a folder that it may write to")
        return
    advice = "look for `There is no new backup` in the bot's log"
    if found.newest is None:
        if found.in_use:
            yield bad("backups", f"none in {directory}", advice)
        elif found.exists:
            yield doubtful("backups", f"none in {directory}", "start the bot: it makes the first")
        else:
            yield unchecked("backups", f"none in {directory} yet")
    elif not found.newest_is_good:
        yield bad(
            "backups", f"the newest, {found.newest}, is damaged",
            "move it away, and make another: `python bot.py --backup FILE`",
        )  # fmt: skip
    elif found.age > LATE * settings.backup_every:
        yield bad("backups", f"the newest, {found.newest}, is {_span(found.age)} old", advice)
    else:
        yield good(
            "backups",
            f"the newest is {found.newest}, {_span(found.age)} old, and whole; "
            f"the newest {settings.backups_kept} stay",
        )
    if directory.is_dir():
        yield _space("free space for backups", directory, found.size)


def _span(span: timedelta) -> str:
    hours = span / timedelta(hours=1)
    return f"{hours / 24:.1f} days" if hours >= 48 else f"{hours:.1f} hours"


def _pictures() -> Iterator[Finding]:
    """Draw the board of every game; yield the finding with the slowest, or the first failure."""
    advice = "install requirements.lock anew, and the whole of Damier's folder"
    worst = 0.0
    for name in GAMES:
        began = time.perf_counter()
        try:
            render.picture(engine.games[name].start())
        except Exception as error:
            yield bad("pictures", f"no board of {name}: {error!r}", advice)
            return
        worst = max(worst, time.perf_counter() - began)
    yield good("pictures", f"the boards of {len(GAMES)} games; the slowest", worst)
