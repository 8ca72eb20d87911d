"""The time limit of tests: a test that takes longer fails, and reports where everything stands.

pytest-timeout is no alternative: its exception would be raised in the task that runs when the
signal arrives, mostly one of the bot's, and the test would go on in its loop beside the next one.
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
"""The limit in seconds: far more than any test takes, or waits for anything, on a busy machine."""

AT_NIGHT = 10
"""The factor of the limit for night tests."""

REPEATED = 15.0
"""The seconds after which a test that does not end is interrupted again."""

ENDED = 60.0
"""The seconds after its limit at which a test's process is ended, if interruptions do not help."""

RUN = asyncio.BaseEventLoop.run_until_complete.__code__


class Overdue(KeyboardInterrupt):
    """Ends a test. It is a KeyboardInterrupt, because event loops catch other exceptions."""


class Limit:
    """The pytest plugin that interrupts tests.

    First it cancels the future that the test's event loop runs; then it raises Overdue wherever the
    main thread is. A process is ended if its main thread handles no signal, as in foreign code.
    """

    def __init__(self, config: pytest.Config, limit: float) -> None:
        config.addinivalue_line("markers", "limit(seconds): how long the test may take")
        self._limit = limit
        self._report = ""
        self._strikes: int | None = None
        """The number of interruptions of the present part of a test; None between parts."""

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
        """Stop the clock while the debugger is used."""
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
        """Make the block fail with the report if it was interrupted, however it ended."""
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
            # The simulator's own method of its loop would count the call as the bot's.
            asyncio.BaseEventLoop.call_soon_threadsafe(loop, future.cancel)
        if running is None or self._strikes > 1:
            raise Overdue


def _run_by_a_loop(
    frame: FrameType | None,
) -> tuple[asyncio.BaseEventLoop, asyncio.Future[Any]] | None:
    """Return the event loop that runs in a frame, and the future that it runs until done."""
    while frame is not None:
        if frame.f_code is RUN:
            future = frame.f_locals["future"]
            return (frame.f_locals["self"], future) if asyncio.isfuture(future) else None
        frame = frame.f_back
    return None


def _stderr_of(config: pytest.Config) -> int:
    """Return the original standard error's file number, which pytest keeps for faulthandler."""
    from _pytest.faulthandler import fault_handler_stderr_fd_key  # noqa: PLC0415 - private

    return config.stash[fault_handler_stderr_fd_key]
