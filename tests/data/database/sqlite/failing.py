"""A bot's database on a failing disk, run by ``test_failing_disk`` with its C library.

Prints the message about each fault as a line of JSON.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import sys
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path

from data import Store, StoreError, backup_of, inspect
from data.database.sqlite.file_check import FileState, check
from tests.data.tables import START, change, live

CONTROL = Path(os.environ["FAILING_DISK"])

FILE = CONTROL.with_name(f"{CONTROL.name}.d") / "damier.db"


@contextmanager
def failing(operation: str, number: int, *, at: int = 0) -> Iterator[None]:
    """Let an operation fail while the block runs, from the byte ``at`` of each file on.

    ``number`` is the error number.
    """
    CONTROL.write_text(f"{operation} {number} {at}", encoding="utf-8")
    try:
        yield
    finally:
        CONTROL.unlink()


async def refused(attempt: Awaitable[object]) -> str:
    try:
        await attempt
    except StoreError as error:
        return f"{type(error).__name__}: {error}"
    return "nothing failed"


def say(what: str, said: str) -> None:
    sys.stdout.write(f"{json.dumps([what, said])}\n")


async def main() -> None:
    """Let the disk fail in each way, and print the messages."""
    store = await Store.open(str(FILE))
    match = await live(store, 30)
    for operation, number in (
        ("write", errno.EDQUOT), ("write", errno.EIO), ("write", errno.ENOSPC), ("sync", errno.EIO),
    ):  # fmt: skip
        with failing(operation, number):
            said = await refused(change(store, match.id, lambda match: match.repost(now=START)))
        say(f"{operation} {errno.errorcode[number]}", said)
    match = await change(store, match.id, lambda match: match.repost(now=START))
    await store.close()
    for name, at in (("all", 0), ("half", FILE.stat().st_size // 2)):
        with failing("read", errno.EIO, at=at):
            say(f"check {name}", check(FILE, full=True).state.name)
            say(f"open {name}", await refused(Store.open(str(FILE))))
            say(f"inspect {name}", (await inspect(str(FILE), None)).refusal)
            copy = backup_of(str(FILE), CONTROL.with_name("copy.db"))
            say(f"backup {name}", await refused(copy))
    store = await Store.open(str(FILE))
    say("lost", "nothing" if await store.load(match.id) == match else "a turn")
    await store.close()
    whole = FILE.read_bytes()
    FILE.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    say("corrupt", FileState.DAMAGED.name if check(FILE).state is FileState.DAMAGED else "")


if __name__ == "__main__":
    logging.disable()
    asyncio.run(main())
