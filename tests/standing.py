"""The state of this process: the stacks of its threads, and of the tasks of all event loops."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import traceback
from types import AsyncGeneratorType
from typing import Any

RUNNING = "/_pytest/", "/pluggy/", "/xdist/", "/execnet/"
"""Parts of the paths of files that are in the stack of every test."""

KINDS = {"cr_frame": "cr_await", "gi_frame": "gi_yieldfrom", "ag_frame": "ag_await"}
"""The attributes with the frame of a coroutine or generator, and with the object it awaits."""


def where_all_stands() -> str:
    """Return a text with the stacks of all threads, and of all tasks of all event loops."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    parts = []
    for ident, frame in sys._current_frames().items():
        stack = traceback.extract_stack(frame)
        ours = [one for one in stack if not any(of in one.filename for of in RUNNING)]
        parts += [f"Thread {names.get(ident, ident)}:", "".join(traceback.format_list(ours))]
    for loop in loops():
        parts.append(f"{loop}:")
        parts += sorted(told(task) for task in asyncio.all_tasks(loop))
    return "\n".join(parts)


def loops() -> list[asyncio.AbstractEventLoop]:
    """Return the open event loops of this process, including idle ones."""
    found = [one for one in gc.get_objects() if issubclass(type(one), asyncio.AbstractEventLoop)]
    return [loop for loop in found if not loop.is_closed()]


def told(task: asyncio.Task[Any]) -> str:
    """Return a text with a task, its stack, and the object it awaits."""
    lines = [f"{task!r}:"]
    call: Any = task.get_coro()
    while (kind := next((k for k in KINDS if hasattr(call, k)), None)) is not None:
        frame = getattr(call, kind)
        place = "" if frame is None else f" at {frame.f_code.co_filename}:{frame.f_lineno}"
        lines.append(f"{call.__qualname__}{place}")
        call = getattr(call, KINDS[kind])
        # The step of an asynchronous generator does not name the generator.
        steps_of = [one for one in gc.get_referents(call) if isinstance(one, AsyncGeneratorType)]
        call = steps_of[0] if steps_of else call
    return "\n    ".join(lines)
