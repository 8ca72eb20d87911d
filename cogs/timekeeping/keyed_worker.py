"""Repeated work for many things by their keys: one task at a time for each, at its own pace.

Any code that changes a thing wakes its work. Several wakes before the work are merged, and the
earliest of their times counts. After each failure the pause is twice as long as the one before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from data import Closed, StoreError

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 5.0
"""Seconds until work is retried after its first failure."""

LONGEST_PAUSE: Final = 900.0
LONGEST_OUTAGE: Final = 60.0
"""The longest pauses in seconds: after most failures, and after a failure of the database."""

SOON: Final = 60.0
"""Seconds: a worker with work due sooner is busy; one that waits longer is not."""

K = TypeVar("K", bound=int | tuple[int | str, ...])


class Rest(NamedTuple):
    """The times of the next work: not before ``rest`` seconds, at the latest after ``again``.

    If ``again`` is None, the work waits until it is woken.
    """

    rest: float = 0.0
    again: float | None = None


DONE: Final = Rest()


class NotNow(Exception):
    """The work is not possible now, and is retried after ``pause`` seconds.

    The pause doubles each time. Nothing is logged.
    """

    def __init__(self, pause: float) -> None:
        super().__init__(f"not for {pause} s")
        self.pause = pause


class Timer(Protocol):
    """A timer, which can be cancelled."""

    def cancel(self) -> object:
        """Cancel the timer."""


class KeyedWorker(Generic[K]):
    """Runs one task at a time for each woken key.

    ``work`` does the work for a key, and returns the times of the next work. ``name`` is for names
    of tasks and log lines. ``elapsed`` returns monotonic seconds. ``later`` calls a function after
    a number of seconds, by default through the event loop. No pause after failures is longer than
    ``longest`` seconds.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[K], Awaitable[Rest]],
        elapsed: Callable[[], float],
        later: Callable[[float, Callable[[], None]], Timer] | None = None,
        *,
        longest: float = LONGEST_PAUSE,
    ) -> None:
        self._name, self._work, self._longest = name, work, longest
        self._elapsed, self._later = elapsed, later
        self._due: dict[K, float] = {}
        """The times, in ``elapsed`` seconds, at which work is due."""
        self._rested: dict[K, float] = {}
        """The times before which work may not be done again."""
        self._pauses: dict[K, float] = {}
        """The last pauses after failures, in seconds."""
        self._timers: dict[K, tuple[float, Timer]] = {}
        """The timers that will begin work, each after its time."""
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._closing = False

    @property
    def is_busy(self) -> bool:
        """Whether work is in progress, or due soon."""
        soon = self._elapsed() + SOON
        return bool(self._tasks) or any(moment < soon for moment, _ in self._timers.values())

    @property
    def is_working(self) -> bool:
        """Whether work is in progress."""
        return bool(self._tasks)

    async def finish(self, within: float) -> None:
        """Wait until the work in progress is done, for ``within`` seconds at most."""
        if self._tasks:
            await asyncio.wait([*self._tasks.values()], timeout=within)

    def wake(self, key: K, after: float = 0.0) -> None:
        """Schedule the work of a key in at most ``after`` seconds, but not before its rest is over.

        If the work is in progress, it is done once more afterwards.
        """
        moment = self._elapsed() + after
        self._due[key] = min(self._due.get(key, moment), moment)
        self._plan(key)

    def wake_anew(self, key: K) -> None:
        """Do the work of a key at once, since the reason for its pause or rest is gone."""
        self._rested.pop(key, None)
        self._pauses.pop(key, None)
        self.wake(key)

    def forget(self, key: K) -> None:
        """Drop the schedule and the pauses of a key whose thing is gone.

        Work in progress goes on, and a later wake schedules work again.
        """
        for known in (self._due, self._rested, self._pauses):
            known.pop(key, None)
        self._stop_timer(key)

    async def close(self, within: float | None = None) -> None:
        """Stop after the work in progress, and begin no more.

        Work that is not done ``within`` this number of seconds is cancelled, by default none.
        """
        self._closing = True
        for key in [*self._timers]:
            self._stop_timer(key)
        tasks = [*self._tasks.values()]
        if tasks and within is not None:
            _, late = await asyncio.wait(tasks, timeout=within)
            for task in late:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _plan(self, key: K) -> None:
        """Begin the work of a key if it is due, otherwise set a timer for it.

        Do nothing while the work is in progress, or once the worker is closing.
        """
        if self._closing or key in self._tasks:
            return
        moment = max(self._due[key], self._rested.get(key, 0.0))
        if key in self._timers and self._timers[key][0] == moment:
            return
        self._stop_timer(key)
        wait = moment - self._elapsed()
        if wait <= 0:
            self._begin(key)
        else:
            later = self._later or asyncio.get_running_loop().call_later
            self._timers[key] = moment, later(wait, lambda: self._begin(key))

    def _stop_timer(self, key: K) -> None:
        if key in self._timers:
            self._timers.pop(key)[1].cancel()

    def _begin(self, key: K) -> None:
        self._timers.pop(key, None)
        self._due.pop(key, None)
        self._rested.pop(key, None)
        self._tasks[key] = asyncio.create_task(self._do(key), name=f"{self._name} {key}")

    async def _do(self, key: K) -> None:
        try:
            rest = await self._work(key)
            self._pauses.pop(key, None)
        except Closed:
            rest = DONE
        except NotNow as refusal:
            rest = self._pause(key, refusal.pause, self._longest)
        except StoreError as error:
            log.warning("The %s %s: %r; it is tried again", self._name, key, error)
            rest = self._pause(key, FIRST_PAUSE, LONGEST_OUTAGE)
        except Exception:
            log.exception("The %s %s", self._name, key)
            rest = self._pause(key, FIRST_PAUSE, self._longest)
        finally:
            del self._tasks[key]
        now = self._elapsed()
        if rest.rest > 0:
            self._rested[key] = now + rest.rest
        if rest.again is not None:
            self._due[key] = min(self._due.get(key, now + rest.again), now + rest.again)
        if key in self._due:
            self._plan(key)

    def _pause(self, key: K, least: float, most: float) -> Rest:
        pause = min(max(2 * self._pauses.get(key, 0.0), least), most)
        self._pauses[key] = pause
        return Rest(pause, pause)
