"""Run a bot against a loopback Discord: `python -m tests.loopback.runner module:function [...]`.

With a module alone it is run as a script. The environment says the rest: LOOPBACK_ADDRESS is the
server's `host:port`, FAULT the point where the process is to die (see `fault_points`), AHEAD how
many seconds its clock is ahead. Lines on its standard input set further fault points while it
runs, or (`ahead:300`) its clock.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import runpy
import sys
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import discord.gateway
import discord.http
import discord.state
import discord.utils
import yarl

from tests.loopback import fault_points

AHEAD = "ahead:"
"""What a line on the standard input begins with that sets the clock."""

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


def set_clock(seconds: str) -> None:
    """Have discord.py, and who asks it, believe that it is so many seconds later."""
    ahead = timedelta(seconds=float(seconds))
    discord.utils.utcnow = lambda: datetime.now(UTC) + ahead


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
            if line.startswith(AHEAD):
                set_clock(line.removeprefix(AHEAD))
            else:
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


def main() -> None:
    target = sys.argv.pop(1)
    threading.Thread(target=obey_parent, daemon=True).start()
    sys.addaudithook(stay_at_home)
    redirect(os.environ["LOOPBACK_ADDRESS"])
    set_clock(os.environ.get("AHEAD", "0"))
    fault_points.arm(os.environ.get("FAULT", ""))
    status = run(target)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
