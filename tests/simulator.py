"""SimCord, with the patience that a busy machine needs, the clock of Discord, and quick copies.

It waits for the bot by looking at all its tasks and timers after each of its steps, which took a
sixth of the time of these tests: here it looks until it knows that something is still going on.

SimCord has no public way to what is used here of its private parts (`docs/simcord.md`):

- ``Env._settle_internal``, ``Env._advance_to``: all that members do waits in these two, and fails
  after ``settle_timeout``, which is also how long they sit out what the bot sleeps. An advance that
  begins while that of a timer is about to begin waits for it for ever, and it for the advance.
- ``_runtime._track_callback``: what a thread hands to the loop can be noted after it is done, as
  what is still to be done. Timers that are due within a microsecond, as spans taken from large
  numbers make them, let the loop spin between them.
- ``Env._move_clock``: the clock can stop just before the timer that it is set to.
- ``Env._loop``, ``Env._work``, ``Env._settlement_state``, ``Env._real_advance_task`` and
  ``Env._advance_task``: the tasks, timers and threads of the bot, one by one. ``Env.settle`` tells
  of none of them.
- ``_LIVE_LOOPS``, ``_restore_loop``, ``_dpy_internals.release_clocks``: an environment whose bot
  does not end keeps its loop, where no other can begin.
- ``_settlement``: which of them wait for something from outside, and the timers that are due.
- ``_dpy_internals``, ``_runtime``: a timer's own callback, and the environment of a request; both
  are wrapped by the simulator.
- ``http.router``: a route that it lacks is added.
- ``gateway``, ``router``, ``components`` and ``results`` copy what is sent by ``copy.deepcopy``.
"""

from __future__ import annotations

import asyncio
import contextvars
import copy
import marshal
import math
import pickle
import selectors
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import discord
import pytest
from simcord import Env, _dpy_internals, _runtime, _settlement, components, gateway, results
from simcord._runtime import _LIVE_LOOPS, _CallbackRecord, _current_task, _selected_env
from simcord.http import router
from simcord.http.client import FakeHTTPClient

from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.timekeeping import discord_clock
from cogs.timekeeping.paces import Paces
from data import Store
from tests.patience import LATE_BY, PATIENCE
from tests.standing import told

LOOKED_EVERY = 0.05 + LATE_BY
"""Seconds after which it is looked at the bot again though nothing has ended: the simulator's."""

GRID = 1000
"""Moments a second at which timers are due, unless they are due in less than that."""

ASKED_EVERY = 16
"""Turns of a busy loop in which the system is asked once if anything has come from outside."""

COMPOSED = "composed external wait"
"""What the simulator calls a wait for other tasks, each of which may go on by itself."""

SOON, LATER = "soon", "later"
"""When what the bot does goes on: in the next turn of the loop, or not before a timer or thread."""

FOR_EVER = "Loop._loop"
"""The coroutine of a task that does not end with its work: of ``discord.ext.tasks``."""

_Waits = dict[asyncio.Task[Any], Any]
"""The futures that tasks wait for, from outside or for a time beyond what a step takes."""


@router.route("GET", "/guilds/{guild_id}/roles/member-counts")
def member_counts(context: router.RequestContext) -> dict[str, int]:
    """Answer how many members each role has, which the simulator does not by itself."""
    guild = context.backend.get_guild(context.int_arg("guild_id"))
    held = Counter(role for member in guild.members.values() for role in member.role_ids)
    return {str(role): count for role, count in held.items()}


advance = Env._advance_to
move_clock = Env._move_clock
request = FakeHTTPClient.request
track_callback = _runtime._track_callback
ask = selectors.DefaultSelector.select


def patient_paces(**others: Any) -> Paces:  # noqa: ANN401 - spans of all kinds
    """Return paces with which the simulator sees all that a bot does, however slowly.

    What the bot answers slowly is not acknowledged before, and what it edits slowly is not posted
    anew. ``others`` are spans that a test wants besides.
    """
    slow = Paces(acknowledged_after=PATIENCE, answered_within=PATIENCE, edited_within=PATIENCE)
    return replace(slow, **others)


@contextmanager
def patient() -> Iterator[None]:
    """Let the simulator wait until the bot has finished what it does.

    By itself it fails where the bot is busy for longer than ``settle_timeout``. To raise that is no
    help, for it also sits out every sleep of the bot that ends within it.
    """
    known: _Waits = {}

    async def settled(
        env: Env,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - as the simulator has it
        **_: object,
    ) -> None:
        await _again(lambda: _settle(env, timeout or env.settle_timeout, known))

    async def advanced(env: Env, target: float, _: float) -> None:
        await _again(lambda: _timers_advanced(env, env.settle_timeout))
        await advance(env, target, math.inf)  # at each step of it, patience begins anew

    with dated_answers(), seldom_asked(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Env, "_settle_internal", settled)
        patch.setattr(Env, "_advance_to", advanced)
        patch.setattr(Env, "_move_clock", _move_clock)
        patch.setattr(_CallbackRecord, "__eq__", object.__eq__)  # each is another one
        patch.setattr(_runtime, "_track_callback", _track)
        for module in (gateway, router):
            patch.setattr(module, "copy", _Copying)
        for module in (components, results):
            patch.setattr(module, "deepcopy", _Copying.deepcopy)
        yield


@contextmanager
def seldom_asked() -> Iterator[None]:
    """Let busy loops seldom ask the system: what comes from there is for loops that wait."""
    turns = count()

    def select(
        selector: selectors.DefaultSelector, timeout: float | None = None
    ) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout == 0 and next(turns) % ASKED_EVERY:
            return []
        return ask(selector, timeout)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selectors.DefaultSelector, "select", select)
        yield


@contextmanager
def dated_answers() -> Iterator[None]:
    """Let the simulator's answers tell its time, as Discord's do, which is that of the machine."""

    async def answered(client: FakeHTTPClient, *given: Any, **more: Any) -> Any:  # noqa: ANN401 - passed on
        answer = await request(client, *given, **more)
        env = _selected_env()
        if env is not None and isinstance(env.bot, Damier):
            env.bot.clock.received(env.now())
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeHTTPClient, "request", answered)
        patch.setattr(discord_clock, "monotonic", lambda: discord.utils.utcnow().timestamp())
        yield


async def _timers_advanced(env: Env, span: float) -> None:
    """Wait for a due timer's advance, begun or about to begin.

    The timer goes by the machine's clock. It also waits for an advance of a member that has begun
    meanwhile. Raises TimeoutError after ``span`` seconds.
    """
    while (going_on := env._real_advance_task) is not None and not going_on.done():
        if going_on is _current_task():
            return
        await _wait_for_advance(env, going_on, span)


async def _wait_for_advance(env: Env, going_on: asyncio.Task[Any], span: float) -> None:
    if not (await asyncio.wait((going_on,), timeout=span))[0]:
        raise TimeoutError(f"time is still advancing\n{standing_of(env)}")


def _track(
    work: _runtime._WorkState,
    original: Callable[..., asyncio.Handle],
    callback: Callable[..., object],
    args: tuple[object, ...],
    *,
    context: contextvars.Context | None,
    when: float | None,
    identity: tuple[Env, int],
    schedule_args: tuple[object, ...] = (),
    **more: Any,  # noqa: ANN401 - passed on
) -> asyncio.Handle:
    """Let timers be due on a grid; leave what a thread hands to the loop untracked.

    A timer that is due less than a microsecond after another is armed anew in each turn of the loop
    for as long as the bot waits for a thread, which hardly gets to run. The thread is waited for
    itself: the loop may be done with what it hands over before that is noted, and stays noted.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return original(*schedule_args, callback, *args, context=context)
    if when is not None:
        soonest = identity[0]._virtual_time + 1 / GRID
        on_grid = when if math.isinf(when) else math.floor(when * GRID) / GRID
        when = max(on_grid, soonest)
    more |= {"context": context, "when": when, "identity": identity, "schedule_args": schedule_args}
    return track_callback(work, original, callback, args, **more)


def _move_clock(env: Env, target: float) -> None:
    """Set the clock to ``target`` exactly: what is added to it may be rounded down."""
    move_clock(env, target)
    env.backend.clock.elapsed = max(env.backend.clock.elapsed, target)


async def _settle(env: Env, span: float, known: _Waits) -> None:
    """Wait until the bot only waits for what comes from outside, or for timers beyond that span.

    As the simulator does, but what goes on is looked for until one thing is found, and not in all
    tasks and timers. Raise TimeoutError where the bot is still busy after those seconds.
    """
    assert env._loop is not None
    deadline = env._loop.time() + span
    quiet = False
    while True:
        _settlement._run_due_virtual_callbacks(env._settlement_state(), deadline)
        await asyncio.sleep(0)
        going_on = env._real_advance_task or env._advance_task
        if going_on is not None and going_on is not _current_task():
            await _wait_for_advance(env, going_on, span)
            if env._real_advance_task is going_on:
                env._real_advance_task = None
            going_on.result()
            continue
        state = env._settlement_state()
        pending = _settlement._owned_tasks(state)
        found = _busy(state, pending, deadline, known)
        if found is None:
            if quiet:
                return
            quiet = True  # what a finished task has begun is seen after another turn of the loop
            continue
        quiet = False
        if env._loop.time() > deadline:
            raise TimeoutError(f"the bot is still busy\n{standing_of(env)}")
        if found is SOON:
            continue  # it is called in the next turn of the loop
        await _changed([*pending, *env._work.executors], found)


async def _changed(all_work: list[asyncio.Future[Any]], found: asyncio.Task[Any] | str) -> None:
    """Wait until looking at the bot again may be useful, while ``found`` goes on."""
    waited_for = all_work
    if (
        isinstance(found, asyncio.Task)
        and getattr(found.get_coro(), "__qualname__", "") != FOR_EVER
    ):
        waited_for = [found]  # while it goes on, the others need not be looked at
    if waited_for:
        first = asyncio.FIRST_COMPLETED
        await asyncio.wait(waited_for, timeout=LOOKED_EVERY, return_when=first)
    else:
        await asyncio.sleep(LOOKED_EVERY)


def _busy(
    state: _settlement._SettlementState,
    pending: list[asyncio.Task[Any]],
    deadline: float,
    known: _Waits,
) -> asyncio.Task[Any] | str | None:
    """Return the oldest task that goes on, ``SOON`` or ``LATER`` for other work, None for nothing.

    The simulator compares each task with each timer. The views of all tests that share a bot have
    such tasks, so a wait that is ``known`` is not looked at again while it lasts; its timer is.
    """
    callbacks = _settlement._active_callbacks(state)
    if any(callback.when is None for callback in callbacks):
        return SOON
    if state.work.executors:
        return LATER
    _leave_to_the_test(state, pending)
    if not all(_settlement._callback_is_parked(state, one, deadline) for one in callbacks):
        return LATER
    for task in pending:
        waiter = getattr(task, "_fut_waiter", None)
        if waiter is not None and not waiter.done() and known.get(task) is waiter:
            continue
        reason = _settlement._park_reason(state, task, deadline)
        if reason is None:
            return task
        if reason != COMPOSED:
            known[task] = waiter
    for ended in known.keys() - pending:
        del known[ended]
    return None


def _leave_to_the_test(
    state: _settlement._SettlementState, pending: list[asyncio.Task[Any]]
) -> None:
    """Let waits that are meant to last end only where a test lets time pass.

    As the simulator does, but it looks at the few timers that go by the machine's clock, not at all
    timers for each task.
    """
    woken: dict[int, list[asyncio.Task[Any]]] | None = None
    for record in state.work.callbacks:
        timer, real = record.handle, record.real_handle
        if timer is None or real is None or timer.cancelled() or real.cancelled():
            continue
        if record.when is None or record.when <= state.virtual_time:
            continue
        if woken is None:
            woken = _by_what_wakes(pending)
        callback = _dpy_internals._original_callback(timer._callback)  # type: ignore[attr-defined] # private
        owner = getattr(callback, "__self__", None)
        told = *timer._args, owner, getattr(owner, "_task", None)
        for task in (task for one in told for task in woken.get(id(one), ())):
            waiter = getattr(task, "_fut_waiter", None)
            wakes = _dpy_internals.is_wakeup_callback(callback, tuple(timer._args), waiter, task)
            if wakes and _settlement._recognized_wait(state, task, waiter):
                real.cancel()
                break


def _by_what_wakes(pending: list[asyncio.Task[Any]]) -> dict[int, list[asyncio.Task[Any]]]:
    """Return the tasks by the ids of what a timer has to know of them: a wait, or the task."""
    woken = defaultdict[int, list[asyncio.Task[Any]]](list)
    for task in pending:
        waiter = getattr(task, "_fut_waiter", None)
        for known in (task, waiter) if waiter is not None else (task,):
            woken[id(known)].append(task)
    return woken


class _Copying:
    """What the simulator uses of `copy`: it copies every request and event, JSON nearly always."""

    @staticmethod
    def deepcopy(value: Any) -> Any:  # noqa: ANN401 - as in `copy`
        try:
            return marshal.loads(marshal.dumps(value))  # noqa: S302 - dumped just now
        except ValueError:  # other than plain values: the kinds of channels and interactions
            pass
        try:
            return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - the same
        except (pickle.PicklingError, TypeError, AttributeError):
            return copy.deepcopy(value)


async def _again(wait: Callable[[], Awaitable[None]]) -> None:
    """Wait, and once more for as long as that times out and patience lasts."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await wait()
        except TimeoutError:
            if time.monotonic() > end:
                raise


async def hang_up(env: Env, store: Store) -> None:
    """Have a store tell a bot nothing more that is replaced, and end the processes that think for
    it: the simulator does not close it.
    """
    await env.settle()
    if isinstance(env.bot, Damier):
        await env.bot.cog(ComputerPlayers).workers.close()
    for signal in (
        *(store.saving, store.saved, store.changed, store.heard),
        *(store.tournaments.saved, store.crowds.saved, store.servers.saved),
    ):
        signal._listeners.clear()


def standing_of(env: Env) -> str:
    """Return the work an environment waits for: an advance of time, tasks, threads and timers."""
    state = env._settlement_state()
    assert env._loop is not None
    now = env._loop.time()
    deadline = now + env.settle_timeout
    lines = [f"The simulator is at {env.now()}."]
    for what, going_on in (
        ("an operation", env._operation_label),
        ("an advance of time", env._advance_task),
        ("the advance of a timer", env._real_advance_task),
    ):
        if going_on is not None:
            lines.append(f"There is {what}: {going_on}")
    busy = [
        task
        for task in _settlement._owned_tasks(state)
        if not _settlement._is_parked(state, task, deadline)
    ]
    lines += [f"The bot is busy with the task {told(task)}" for task in busy]
    lines += [
        f"The bot is busy with a thread: {executor.label}, {executor.state}"
        for executor in state.work.executors.values()
    ]
    for record in _settlement._active_callbacks(state):
        parked = _settlement._callback_is_parked(state, record, deadline)
        due = "at once" if record.when is None else f"in {record.when - state.virtual_time:.3f} s"
        real = record.real_handle
        fires = "" if real is None else f", by the machine's clock in {real.when() - now:.3f} s"
        lines.append(f"{'A timer' if parked else 'It waits for'}: {record.label} {due}{fires}")
    return "\n".join(lines)


def standings() -> list[str]:
    """Return the work that each environment of the process waits for."""
    return [standing_of(env) for env in list(_LIVE_LOOPS.values())]


async def abandon(env: Env, within: float = 5.0) -> None:
    """End an environment whose bot may hang; after those seconds, give its loop free as it is."""
    ended = asyncio.create_task(env.shutdown(), name="the end of an environment")
    try:
        await asyncio.wait((ended,), timeout=within)
    finally:
        if env._loop is not None and env._runtime is not None:
            ended.cancel()
            for task in list(env._work.tasks):
                task.cancel()
            for record in env._work.callbacks:
                if record.when is not None:  # the others wake the tasks
                    for handle in (record.handle, record.real_handle):
                        if handle is not None:
                            handle.cancel()
            _runtime._restore_loop(env)
            _dpy_internals.release_clocks(env)
            env._started = False
            _LIVE_LOOPS.pop(env._loop, None)
