"""The time limit of tests: a test that takes longer fails, and says where everything stands.

This is not pytest-timeout: its exception would go to the task in whose step the signal arrives,
most often one of the bot's, and the test would stay in its loop and run beside the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import signal
import sys
from collections.abc import Generator, Iterator
from types import FrameType
from typing import Any

import pytest

from tests.standing import where_all_stands

LIMIT = 240.0
"""Seconds: far more than any test takes on a busy machine, and than it waits for anything."""

AT_NIGHT = 10
"""The factor of the limit for night tests."""

REPEATED = 15.0
"""Seconds after which a test that does not end is interrupted again."""

ENDED = 60.0
"""Seconds after its limit at which the process of a test is ended that hears no interruption."""

RUN = asyncio.BaseEventLoop.run_until_complete.__code__


class Overdue(KeyboardInterrupt):
    """A test has to end. Event loops let no other exception through."""


class Limit:
    """The plugin that interrupts tests.

    First it cancels what the test's event loop runs; then it raises Overdue wherever the main
    thread is. A process whose main thread hears no signal, being in foreign code, is ended.
    """

    def __init__(self, config: pytest.Config, limit: float) -> None:
        config.addinivalue_line("markers", "limit(seconds): how long the test may take")
        self._limit = limit
        self._report = ""
        self._strikes: int | None = None
        """How often this part of a test was interrupted; None between two parts."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        marker = item.get_closest_marker("limit")
        limit = marker.args[0] if marker else self._limit
        before = signal.signal(signal.SIGALRM, self._strike)
        signal.setitimer(signal.ITIMER_REAL, limit, REPEATED)
        end = limit + ENDED
        faulthandler.dump_traceback_later(end, exit=True, file=_stderr_of(item.config))
        try:
            return (yield)
        finally:
            self.pytest_enter_pdb()
            signal.signal(signal.SIGALRM, before)

    def pytest_enter_pdb(self) -> None:
        """Stop the clock while somebody uses the debugger."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, object, object]:
        with self._watched():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        with self._watched():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        with self._watched():
            return (yield)

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """Let the block fail by the report if it was interrupted, however it ended."""
        self._strikes = 0
        interrupted: BaseException | None = None
        try:
            yield
        except BaseException as error:
            if not self._report:
                raise
            interrupted = error
        finally:
            self._strikes = None
        if self._report:
            report, self._report = self._report, ""
            raise pytest.fail.Exception(report) from interrupted

    def _strike(self, _: int, frame: FrameType | None) -> None:
        if self._strikes is None:
            return
        self._strikes += 1
        if not self._report:
            self._report = f"The test takes too long.\n{where_all_stands()}"
            if (simulator := sys.modules.get("tests.simulator")) is not None:
                self._report += "\n" + "\n".join(simulator.standings())
        running = _run_by_a_loop(frame)
        if running is not None:
            loop, future = running
            # The simulator takes what its loop's own method is given for the bot's.
            asyncio.BaseEventLoop.call_soon_threadsafe(loop, future.cancel)
        if running is None or self._strikes > 1:
            raise Overdue


def _run_by_a_loop(
    frame: FrameType | None,
) -> tuple[asyncio.BaseEventLoop, asyncio.Future[Any]] | None:
    """Return the event loop that runs there and the future until whose end it runs."""
    while frame is not None:
        if frame.f_code is RUN:
            future = frame.f_locals["future"]
            return (frame.f_locals["self"], future) if asyncio.isfuture(future) else None
        frame = frame.f_back
    return None


def _stderr_of(config: pytest.Config) -> int:
    """Return the standard error that the process began with: pytest keeps it for this."""
    from _pytest.faulthandler import fault_handler_stderr_fd_key  # noqa: PLC0415 - private

    return config.stash[fault_handler_stderr_fd_key]
