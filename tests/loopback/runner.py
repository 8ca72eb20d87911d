"""Run a bot against a loopback Discord: `python -m tests.loopback.runner module:function [...]`.

A module without a function is run as a script. Environment variables are the settings:
LOOPBACK_ADDRESS is the server's `host:port`, FAULT the process's fault points (see `fault_points`),
AHEAD the seconds of time that have been skipped, WRONG the seconds by which the machine's clock is
wrong. Lines on standard input set further fault points while the bot runs, or (`ahead:300`,
`wrong:-90000`) its clocks.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import functools
import importlib
import inspect
import io
import os
import runpy
import socket
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from types import ModuleType
from typing import Any, ClassVar, Self, TypeVar

import discord.ext.tasks
import discord.gateway
import discord.http
import discord.state
import discord.utils
import yarl

from cogs.timekeeping import discord_clock
from tests.loopback import fault_points

T = TypeVar("T")

AHEAD = "ahead:"
WRONG = "wrong:"
"""AHEAD and WRONG are the prefixes of the lines on standard input that set the clocks."""

GUILD_READY_TIMEOUT = 0.1
"""Seconds without a new guild until discord.py is ready; its default is 2.

With 0, it would be ready before it has read the first guild.
"""


def redirect(address: str) -> None:
    """Point discord.py at the loopback Discord at ``address``, and shorten its wait for guilds."""
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway/")
    original = discord.state.ConnectionState.__init__

    def hurried(self: discord.state.ConnectionState, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on
        original(self, *args, **{"guild_ready_timeout": GUILD_READY_TIMEOUT} | options)

    discord.state.ConnectionState.__init__ = hurried  # type: ignore[method-assign]


class MachineClock(datetime):
    """The machine's clock, with ``skipped`` time added, and ``wrong`` by a span."""

    skipped: ClassVar[timedelta] = timedelta()
    wrong: ClassVar[timedelta] = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + cls.skipped + cls.wrong

    @classmethod
    def elapsed(cls) -> float:
        """Return the monotonic clock's seconds, with skipped time counted as passed."""
        return time.monotonic() + cls.skipped.total_seconds()


def replace_clocks() -> None:
    """Make discord.py, its loops and the bot use MachineClock."""
    module = ModuleType("datetime")
    vars(module).update(vars(dt), datetime=MachineClock)
    vars(discord.utils)["datetime"] = vars(discord.ext.tasks)["datetime"] = module
    vars(discord_clock)["monotonic"] = MachineClock.elapsed


def set_clock(line: str) -> bool:
    """Set the clock that a line begins with; return False if it is not about a clock."""
    if line.startswith(AHEAD):
        MachineClock.skipped = timedelta(seconds=float(line.removeprefix(AHEAD)))
    elif line.startswith(WRONG):
        MachineClock.wrong = timedelta(seconds=float(line.removeprefix(WRONG)))
    else:
        return False
    return True


def stay_at_home() -> None:
    """Make sockets raise ConnectionRefusedError for connections to other machines.

    An audit hook would be called for much else, too: it took a fiftieth of a bot's time.
    """
    for name in ("connect", "connect_ex"):
        setattr(socket.socket, name, _near(getattr(socket.socket, name)))


def _near(connect: Callable[[socket.socket, object], T]) -> Callable[[socket.socket, object], T]:
    @functools.wraps(connect)
    def checked(self: socket.socket, address: object) -> T:
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise ConnectionRefusedError(f"a bot under test reached for {address}")
        return connect(self, address)

    return checked


def obey_parent() -> None:
    """Read lines of standard input, set the fault point or clock in each, and confirm it.

    End this process when the input ends: then the tests, which hold it open, have ended, too.
    """
    with os.fdopen(0, "rb", buffering=0, closefd=False) as lines:
        while line := lines.readline().decode().strip():
            if not set_clock(line):
                fault_points.arm(line)
            os.write(1, f"{armed(line)}\n".encode())
    os._exit(1)


def armed(fault: str) -> str:
    """Return the line with which a process confirms that a fault point or clock is set."""
    return f"armed: {fault}"


def run(target: str) -> object:
    """Call the target "module:function" and return its result, or run "module" as a script.

    A coroutine is awaited.
    """
    module, _, function = target.partition(":")
    if not function:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return None
    result = getattr(importlib.import_module(module), function)()
    if inspect.iscoroutine(result):
        return asyncio.run(result)
    return result


def open_output() -> None:
    """Reopen standard output and error in this process's PYTHONIOENCODING, by default UTF-8.

    The files that a fork inherits from its server belong to the server's output.
    """
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        raw = io.FileIO(number, "w", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding, errors, write_through=True))


def main() -> None:
    target = sys.argv.pop(1)
    open_output()
    threading.Thread(target=obey_parent, daemon=True).start()
    stay_at_home()
    redirect(os.environ["LOOPBACK_ADDRESS"])
    replace_clocks()
    set_clock(f"{AHEAD}{os.environ.get('AHEAD', '0')}")
    set_clock(f"{WRONG}{os.environ.get('WRONG', '0')}")
    fault_points.arm(os.environ.get("FAULT", ""))
    status = run(target)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
