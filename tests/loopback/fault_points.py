"""Fault points: the bot's process kills itself right before or after a chosen call.

    FAULT=before:data.store:Store.save       dies when save is called, before any of it runs
    FAULT=after:data.store:Store.match#3     dies when the third call of match has returned
    FAULT=raise:data.store:Store.match#2     the second call raises FaultError instead
    FAULT=tell:data.store:Store.match        prints "told: Store.match" after each call

Semicolons separate several fault points. The attribute may be a function, a method or a coroutine
function, or an `asynccontextmanager`, which counts as returned when its block has been left. A call
that raises does not count as returned. The module may be any importable one, a library's too.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import (
    AbstractAsyncContextManager,
    _AsyncGeneratorContextManager,
    asynccontextmanager,
)
from itertools import count
from typing import ParamSpec, cast

POINT = re.compile(
    r"(?P<when>before|after|raise|tell):(?P<module>[\w.]+):(?P<path>[\w.]+)(#(?P<number>\d+))?"
)

P = ParamSpec("P")


class FaultError(RuntimeError):
    """Raised at a fault point instead of dying there."""


def arm(faults: str) -> None:
    """Set these fault points, separated by semicolons.

    Raises ValueError for a malformed one, ImportError or AttributeError for an unknown function.
    """
    for fault in filter(None, faults.split(";")):
        point = POINT.fullmatch(fault.strip())
        if point is None:
            raise ValueError(f"not a fault point: {fault}")
        _arm(point["when"], point["module"], point["path"], int(point["number"] or 1))


def _arm(when: str, module: str, path: str, number: int) -> None:
    *outer, name = path.split(".")
    owner: object = importlib.import_module(module)
    for part in outer:
        owner = getattr(owner, part)
    found = inspect.getattr_static(owner, name)
    watch = Watch(path, when, number)
    if isinstance(found, staticmethod | classmethod):
        setattr(owner, name, type(found)(watch.over(found.__func__)))
    else:
        setattr(owner, name, watch.over(found))


class Watch:
    """Counts the calls of a function, and dies, raises or prints at the chosen one."""

    def __init__(self, path: str, when: str, number: int) -> None:
        self._path = path
        self._when = when
        self._number = number
        self._calls = count(1)

    def over(self, function: Callable[P, object]) -> Callable[P, object]:
        """Return a function that calls ``function`` and watches its calls."""

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> object:
            self._enter()
            result = function(*args, **kwargs)
            if inspect.iscoroutine(result):
                return self._awaited(result)
            if isinstance(result, _AsyncGeneratorContextManager):
                return self._block(result)
            self._leave()
            return result

        @functools.wraps(function)
        async def call_and_wait(*args: P.args, **kwargs: P.kwargs) -> object:
            return await cast("Awaitable[object]", call(*args, **kwargs))

        # discord.py accepts only coroutine functions as handlers.
        return call_and_wait if inspect.iscoroutinefunction(function) else call

    def _enter(self) -> None:
        if self._when in ("before", "raise") and next(self._calls) == self._number:
            if self._when == "raise":
                raise FaultError(f"call {self._number} of {self._path}")
            die()

    def _leave(self) -> None:
        if self._when == "tell":
            os.write(1, f"told: {self._path}\n".encode())
        if self._when == "after" and next(self._calls) == self._number:
            die()

    async def _awaited(self, coroutine: Awaitable[object]) -> object:
        result = await coroutine
        self._leave()
        return result

    @asynccontextmanager
    async def _block(self, block: AbstractAsyncContextManager[object]) -> AsyncIterator[object]:
        async with block as value:
            yield value
        self._leave()


def die() -> None:
    """End this process at once, as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)
