"""Where everything stands in this process: the threads, and the tasks of all its event loops."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import traceback
from typing import Any

KINDS = {"cr_frame": "cr_await", "gi_frame": "gi_yieldfrom"}
"""The frame of a coroutine or a generator, and what it awaits."""


def where_all_stands() -> str:
    """Return the stack of every thread, and what every task of every event loop waits for."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    parts = [
        f"Thread {names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame)).rstrip()}"
        for ident, frame in sys._current_frames().items()
    ]
    for loop in loops():
        parts.append(f"{loop}:")
        parts += sorted(told(task) for task in asyncio.all_tasks(loop))
    return "\n".join(parts)


def loops() -> list[asyncio.AbstractEventLoop]:
    """Return the event loops that are open, those too that nobody runs at the moment."""
    found = [one for one in gc.get_objects() if issubclass(type(one), asyncio.AbstractEventLoop)]
    return [loop for loop in found if not loop.is_closed()]


def told(task: asyncio.Task[Any]) -> str:
    """Return the name of a task, the calls in which it stands, and what the last of them awaits."""
    lines = [f"{task.get_name()!r}:"]
    call: Any = task.get_coro()
    while (kind := next((k for k in KINDS if hasattr(call, k)), None)) is not None:
        frame = getattr(call, kind)
        place = "" if frame is None else f" at {frame.f_code.co_filename}:{frame.f_lineno}"
        lines.append(f"{call.__qualname__}{place}")
        call = getattr(call, KINDS[kind])
    return "\n    ".join([*lines, f"awaits {call!r}"])
