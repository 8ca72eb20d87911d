"""Death at a chosen point: a bot's process kills itself right before or after a certain call.

    FAULT=before:data.store:Store.save       dies when save is called, before anything of it runs
    FAULT=after:cogs.poster:Poster.send#3    dies when the third call of send has returned
    FAULT=raise:cogs.poster:Poster.send#2    the second call raises FaultError instead

Several are separated by semicolons. The attribute may be a function, a method, or either of them
written with async; calls that raise do not count as returned. Any importable module will do, a
library's too.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import re
import signal
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from typing import ParamSpec, TypeVar

POINT = re.compile(
    r"(?P<when>before|after|raise):(?P<module>[\w.]+):(?P<path>[\w.]+)(#(?P<number>\d+))?"
)

P = ParamSpec("P")
R = TypeVar("R")


class FaultError(RuntimeError):
    """Raised at a fault point instead of dying there."""


def arm(faults: str) -> None:
    """Set the fault points; ValueError or AttributeError if one is not to be found."""
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
    calls = count(1)
    if isinstance(found, staticmethod | classmethod):
        kind = type(found)
        setattr(owner, name, kind(_wrapped(found.__func__, when, number, calls)))
    else:
        setattr(owner, name, _wrapped(found, when, number, calls))


def _wrapped(
    function: Callable[P, R], when: str, number: int, calls: Iterator[int]
) -> Callable[P, R] | Callable[P, Awaitable[R]]:
    def enter() -> None:
        if when != "after" and next(calls) == number:
            if when == "raise":
                raise FaultError(f"call {number} of {function.__qualname__}")
            die()

    def leave() -> None:
        if when == "after" and next(calls) == number:
            die()

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def asynchronous(*args: P.args, **kwargs: P.kwargs) -> R:
            enter()
            result: R = await function(*args, **kwargs)
            leave()
            return result

        return asynchronous

    @functools.wraps(function)
    def synchronous(*args: P.args, **kwargs: P.kwargs) -> R:
        enter()
        result = function(*args, **kwargs)
        leave()
        return result

    return synchronous


def die() -> None:
    """End this process at once, as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)
