"""The keyed worker: its pace, and what it does after failures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cogs.timekeeping.keyed_worker import (
    DONE,
    FIRST_PAUSE,
    LONGEST_OUTAGE,
    LONGEST_PAUSE,
    SOON,
    KeyedWorker,
    NotNow,
    Rest,
)
from data import StoreError


class Timer:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at, self.call, self.is_off = at, call, False

    def cancel(self) -> None:
        self.is_off = True


class Bench:
    """A worker with a clock that tests set; ``follows`` are the results of its work, in order."""

    def __init__(self, *follows: Rest | Exception) -> None:
        self.now, self.timers, self.follows = 0.0, list[Timer](), list(follows)
        self.began: list[float] = []
        self.going_on = asyncio.Event()
        self.going_on.set()
        self.worker = KeyedWorker("work", self.work, lambda: self.now, self.later)

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, call))
        return self.timers[-1]

    async def work(self, _key: int) -> Rest:
        self.began.append(self.now)
        await self.going_on.wait()
        follows = self.follows.pop(0) if self.follows else DONE
        if isinstance(follows, Exception):
            raise follows
        return follows

    async def turn(self, seconds: float = 0.0) -> None:
        """Let ``seconds`` pass, and wait for the work that is done meanwhile."""
        await self._done()
        end = self.now + seconds
        while due := [one for one in self.timers if not one.is_off and one.at <= end]:
            first = min(due, key=lambda one: one.at)
            self.timers.remove(first)
            self.now = max(self.now, first.at)
            first.call()
            await self._done()
        self.now = end

    async def _done(self) -> None:
        while self.going_on.is_set() and (tasks := [*self.worker._tasks.values()]):
            await asyncio.wait(tasks)


async def test_wakes_that_come_meanwhile_are_one() -> None:
    bench = Bench()
    bench.going_on.clear()
    for _ in range(5):
        bench.worker.wake(1)
    await asyncio.sleep(0)
    for _ in range(5):
        bench.worker.wake(1)
    bench.going_on.set()
    await bench.turn(100)
    assert bench.began == [0, 0]
    assert not bench.worker.is_busy


async def test_the_earliest_moment_counts_and_rest_is_kept() -> None:
    bench = Bench(Rest(5, again=300), Rest(5), Rest(5))
    bench.worker.wake(1)
    await bench.turn(1)
    bench.worker.wake(1, after=60)  # a long timer does not swallow a short one
    bench.worker.wake(1, after=20)
    await bench.turn(30)
    assert bench.began == [0, 21]
    bench.worker.wake(1)
    await bench.turn()
    bench.worker.wake(1)
    await bench.turn(1000)
    assert bench.began == [0, 21, 31, 36]


@pytest.mark.parametrize(
    ("failure", "longest"),
    [
        (StoreError("x"), LONGEST_OUTAGE),
        (NotNow(FIRST_PAUSE), LONGEST_PAUSE),
        (KeyError("x"), LONGEST_PAUSE),
    ],
)
async def test_what_fails_is_done_again_later_and_later_until_it_succeeds(
    failure: Exception, longest: float
) -> None:
    bench = Bench(*[failure] * 12)
    bench.worker.wake(1)
    await bench.turn()
    for _ in range(100):
        bench.worker.wake(1)  # it is not asked again sooner
        await bench.turn(60)
    await bench.turn(10_000)
    pauses = [end - start for start, end in zip(bench.began, bench.began[1:13], strict=False)]
    assert pauses[:2] == [FIRST_PAUSE, 2 * FIRST_PAUSE]
    assert pauses[-1] == longest
    assert not bench.worker.is_busy
    bench.follows.append(failure)
    bench.worker.wake(1)
    await bench.turn(FIRST_PAUSE)
    assert bench.began[-1] - bench.began[-2] == FIRST_PAUSE


async def test_what_has_changed_ends_a_pause_and_what_is_gone_is_forgotten() -> None:
    bench = Bench(NotNow(500), NotNow(500))
    bench.worker.wake(1)
    await bench.turn(1)
    bench.worker.wake_anew(1)
    await bench.turn()
    assert bench.began == [0, 1]
    bench.worker.forget(1)
    await bench.turn(1000)
    assert bench.began == [0, 1]
    known = (bench.worker._due, bench.worker._rested, bench.worker._pauses, bench.worker._tasks)
    assert not any(known)


async def test_who_is_woken_often_meanwhile_is_begun_as_soon_as_otherwise() -> None:
    bench = Bench(Rest(50))
    bench.worker.wake(1)
    await bench.turn(1)
    for _ in range(4):
        bench.worker.wake(1)
    assert len(bench.timers) == 1
    await bench.turn(100)
    assert bench.began == [0, 50]


async def test_closing_finishes_the_work_in_hand_and_begins_no_more() -> None:
    bench = Bench()
    bench.going_on.clear()
    bench.worker.wake(1)
    bench.worker.wake(2, after=5)
    await asyncio.sleep(0)
    bench.worker.wake(1)
    closing = asyncio.create_task(bench.worker.close())
    await asyncio.sleep(0)
    bench.going_on.set()
    await closing
    await bench.turn(100)
    assert bench.began == [0]


async def test_a_worker_is_busy_until_nothing_is_due_soon() -> None:
    bench = Bench(Rest(again=SOON / 2), Rest(again=SOON))
    bench.worker.wake(1)
    await bench.turn()
    assert bench.worker.is_busy
    await bench.turn(SOON / 2)
    assert not bench.worker.is_busy
    await bench.turn(SOON)
    assert bench.began == [0, SOON / 2, 1.5 * SOON]


async def test_work_that_takes_longer_than_there_is_time_is_cancelled() -> None:
    bench = Bench()
    bench.going_on.clear()
    bench.worker.wake(1)
    await asyncio.sleep(0)
    await bench.worker.close(within=0)
    assert bench.began == [0]
    assert not bench.worker.is_busy
