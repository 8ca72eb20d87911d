"""Run a bot against a loopback Discord: `python -m tests.loopback.runner module:function [...]`.

With a module alone it is run as a script. The environment says the rest: LOOPBACK_ADDRESS is the
server's `host:port`, FAULT the point where the process is to die (see `fault_points`), AHEAD how
many seconds of time have been skipped, WRONG by how many its machine's clock is wrong. Lines on its
standard input set further fault points while it runs, or (`ahead:300`, `wrong:-90000`) its clocks.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import importlib
import inspect
import io
import os
import runpy
import sys
import threading
import time
from datetime import datetime, timedelta, tzinfo
from types import ModuleType
from typing import Any, ClassVar, Self

import discord.ext.tasks
import discord.gateway
import discord.http
import discord.state
import discord.utils
import yarl

from cogs.timekeeping import discord_clock
from tests.loopback import fault_points

AHEAD = "ahead:"
WRONG = "wrong:"
"""What a line on the standard input begins with that sets the clocks."""

GUILD_READY_TIMEOUT = 0.1
"""Seconds without a new guild until discord.py takes itself for ready, instead of 2. With none at
all it would say so before it has read the first."""


def redirect(address: str) -> None:
    """Point discord.py at the loopback Discord."""
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway/")
    original = discord.state.ConnectionState.__init__

    def hurried(self: discord.state.ConnectionState, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on
        original(self, *args, **{"guild_ready_timeout": GUILD_READY_TIMEOUT} | options)

    discord.state.ConnectionState.__init__ = hurried  # type: ignore[method-assign]


class MachineClock(datetime):
    """The machine's clock: what has been skipped is over, and it may be wrong."""

    skipped: ClassVar[timedelta] = timedelta()
    wrong: ClassVar[timedelta] = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + cls.skipped + cls.wrong

    @classmethod
    def elapsed(cls) -> float:
        """The monotonic clock, with skipped time counted as passed."""
        return time.monotonic() + cls.skipped.total_seconds()


def replace_clocks() -> None:
    """Have discord.py, its loops and the bot go by the clock of this machine."""
    module = ModuleType("datetime")
    vars(module).update(vars(dt), datetime=MachineClock)
    vars(discord.utils)["datetime"] = vars(discord.ext.tasks)["datetime"] = module
    vars(discord_clock)["monotonic"] = MachineClock.elapsed


def set_clock(line: str) -> bool:
    """Set a clock as a line says; return whether it is about one."""
    if line.startswith(AHEAD):
        MachineClock.skipped = timedelta(seconds=float(line.removeprefix(AHEAD)))
    elif line.startswith(WRONG):
        MachineClock.wrong = timedelta(seconds=float(line.removeprefix(WRONG)))
    else:
        return False
    return True


def stay_at_home(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: a bot under test talks to nobody but this machine."""
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise ConnectionRefusedError(f"a bot under test reached for {address}")


def obey_parent() -> None:
    """Set the fault points, or the clock, that the tests ask for, a line each, and say so.

    End this process when the tests are gone, however they went: they hold its standard input.
    """
    with os.fdopen(0, "rb", buffering=0, closefd=False) as lines:
        while line := lines.readline().decode().strip():
            if not set_clock(line):
                fault_points.arm(line)
            os.write(1, f"{armed(line)}\n".encode())
    os._exit(1)


def armed(fault: str) -> str:
    """What a process says when that fault point, or its clock, is set."""
    return f"armed: {fault}"


def run(target: str) -> object:
    """Call a function, awaiting it if it is a coroutine, or run a module as a script."""
    module, _, function = target.partition(":")
    if not function:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return None
    result = getattr(importlib.import_module(module), function)()
    if inspect.iscoroutine(result):
        return asyncio.run(result)
    return result


def open_output() -> None:
    """Open the output as its own environment says, in UTF-8 whatever the machine's locale.

    What a fork has from its server is of another file, and cannot be changed.
    """
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        raw = io.FileIO(number, "w", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding, errors, write_through=True))


def main() -> None:
    target = sys.argv.pop(1)
    open_output()
    threading.Thread(target=obey_parent, daemon=True).start()
    sys.addaudithook(stay_at_home)
    redirect(os.environ["LOOPBACK_ADDRESS"])
    replace_clocks()
    set_clock(f"{AHEAD}{os.environ.get('AHEAD', '0')}")
    set_clock(f"{WRONG}{os.environ.get('WRONG', '0')}")
    fault_points.arm(os.environ.get("FAULT", ""))
    status = run(target)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
