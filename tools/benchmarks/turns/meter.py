"""A meter of the cost of a bot's turns, which prints a line on each SIGUSR1.

The line is ``meter`` and JSON: the database transactions and statements and the processor seconds
so far, and the beginning and the end of each stage of a turn. These are medians of the turns
since the last such line, in milliseconds after the message's arrival.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from sqlalchemy import Engine, event

METER: Final = signal.SIGUSR1

ARRIVAL: Final = "discord.state:ConnectionState.parse_message_create"


class Meter:
    """Counts the transactions and statements of turns, and times their stages.

    ``stages`` are the stages' functions by name, as ``module:class.method``, coroutine functions or
    not.
    """

    def __init__(self, stages: Mapping[str, str]) -> None:
        self._stages = stages
        self._counts: Counter[str] = Counter()
        self._arrived = 0.0
        self._noted: set[str] = set()
        self._begun: defaultdict[str, list[float]] = defaultdict(list)
        self._ended: defaultdict[str, list[float]] = defaultdict(list)

    def install(self) -> None:
        """Watch the database and the stages of turns from now on."""
        event.listen(Engine, "begin", self._count("transactions"))
        event.listen(Engine, "before_cursor_execute", self._count("statements"))
        _wrap(ARRIVAL, self._arrival)
        for name, path in self._stages.items():
            _wrap(path, functools.partial(self._stage, name))
        signal.signal(METER, self._tell)

    def _count(self, what: str) -> Callable[..., None]:
        def count(*_: Any, **__: Any) -> None:  # noqa: ANN401 - what SQLAlchemy passes
            self._counts[what] += 1

        return count

    def _arrival(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(state: Any, data: Any) -> Any:  # noqa: ANN401 - passed on
            if not data["author"].get("bot"):
                self._arrived = perf_counter()
                self._noted.clear()
            return function(state, data)

        return call

    def _stage(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that calls ``function`` and times its first call in each turn."""

        def begin() -> bool:
            first = name not in self._noted
            if first:
                self._noted.add(name)
                self._begun[name].append(perf_counter() - self._arrived)
            return first

        def end() -> None:
            self._ended[name].append(perf_counter() - self._arrived)

        @functools.wraps(function)
        async def call_and_wait(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
            first = begin()
            result = await function(*args, **options)
            if first:
                end()
            return result

        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
            first = begin()
            result = function(*args, **options)
            if inspect.isawaitable(result):
                return _awaited(result, end) if first else result
            if first:
                end()
            return result

        return call_and_wait if inspect.iscoroutinefunction(function) else call

    def _tell(self, *_: object) -> None:
        stages = {
            name: (median(self._begun[name]) * 1000, median(self._ended[name]) * 1000)
            for name in self._stages
            if self._begun[name] and self._ended[name]
        }
        self._begun.clear()
        self._ended.clear()
        told = {**self._counts, "cpu": process_time(), "stages": stages}
        os.write(sys.stdout.fileno(), f"meter {json.dumps(told)}\n".encode())


async def _awaited(result: Any, end: Callable[[], None]) -> Any:  # noqa: ANN401 - passed on
    found = await result
    end()
    return found


def _wrap(path: str, wrapper: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    module, _, names = path.partition(":")
    *outer, name = names.split(".")
    owner: Any = importlib.import_module(module)
    for part in outer:
        owner = getattr(owner, part)
    setattr(owner, name, wrapper(getattr(owner, name)))
