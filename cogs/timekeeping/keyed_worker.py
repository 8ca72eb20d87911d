"""Work that is done again and again for each of many things: one task a thing, at its pace.

Whoever changes a thing wakes its work. Wakes that come meanwhile are one; of several moments the
earliest counts; after what fails, each pause is twice as long as the one before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from data import Closed, StoreError

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 5.0
"""Seconds until work is done again that has failed for the first time."""

LONGEST_PAUSE: Final = 900.0
LONGEST_OUTAGE: Final = 60.0
"""Seconds: the longest pause after a failure, and after one of the database."""

K = TypeVar("K", bound=int | tuple[int | str, ...])


class Rest(NamedTuple):
    """The times of the next work: not before ``rest`` seconds, and ``again`` seconds at most.

    ``again`` is None if it is only done when something wakes it.
    """

    rest: float = 0.0
    again: float | None = None


DONE: Final = Rest()


class NotNow(Exception):
    """The work is not possible now: it is done again after ``pause`` seconds, and later and later.

    Nothing is logged.
    """

    def __init__(self, pause: float) -> None:
        super().__init__(f"not for {pause} s")
        self.pause = pause


class Timer(Protocol):
    """A timer, which can be cancelled."""

    def cancel(self) -> object:
        """Cancel it."""


class KeyedWorker(Generic[K]):
    """One task for each key that is woken. ``work`` does it, and says what follows.

    ``elapsed`` counts seconds. ``later`` calls a function after so many seconds: that of the event
    loop if it is None. No pause is longer than ``longest``.
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
        """When work is to be done."""
        self._rested: dict[K, float] = {}
        """When work may be done again."""
        self._pauses: dict[K, float] = {}
        self._timers: dict[K, tuple[float, Timer]] = {}
        """What begins work, and the moment when it does."""
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._closing = False

    @property
    def is_busy(self) -> bool:
        """Whether work is in hand, or to be done soon."""
        return bool(self._tasks or self._timers)

    @property
    def is_working(self) -> bool:
        """Whether work is in hand."""
        return bool(self._tasks)

    async def finish(self, within: float) -> None:
        """Wait until the work in hand is done, for so many seconds at most."""
        if self._tasks:
            await asyncio.wait([*self._tasks.values()], timeout=within)

    def wake(self, key: K, after: float = 0.0) -> None:
        """Have work done after so many seconds at most, and after its rest."""
        moment = self._elapsed() + after
        self._due[key] = min(self._due.get(key, moment), moment)
        self._plan(key)

    def wake_anew(self, key: K) -> None:
        """Do the work at once: the reason for its pause is gone."""
        self._rested.pop(key, None)
        self._pauses.pop(key, None)
        self.wake(key)

    def forget(self, key: K) -> None:
        """Forget a thing that is gone, unless it is woken again."""
        for known in (self._due, self._rested, self._pauses):
            known.pop(key, None)
        self._stop_timer(key)

    async def close(self, within: float | None = None) -> None:
        """Stop after the work in hand; cancel what is not done ``within`` so many seconds."""
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
        """Begin the work of a key, or have it begin when it is due."""
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
