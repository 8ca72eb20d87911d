"""SimCord with more patience for busy machines, Discord's clock, and quick copies.

SimCord waits for the bot by examining all its tasks and timers after each step, which took a
sixth of the time of these tests. Here, the search stops at the first one that is still going on.

These private parts of SimCord are used, because it has no public ways to them (`docs/simcord.md`):

- ``Env._settle_internal``, ``Env._advance_to``: every act of a member waits in these two, and fails
  after ``settle_timeout``, which is also how long they wait for sleeps of the bot. An advance that
  begins while that of a timer is about to begin waits for that for ever, and vice versa.
- ``_runtime._track_callback``: a callback from a thread can be recorded as pending after it is
  done. Between timers due less than a microsecond apart, as spans computed from large numbers
  make them, the loop spins. A callback that is done refers to itself by ``_CallbackRecord``. Timers
  for which nobody waits fire by the machine's clock, too.
- ``Env._move_clock``: the clock can stop just before the timer that it is set to.
- ``Env._loop``, ``Env._work``, ``Env._settlement_state``, ``Env._real_advance_task`` and
  ``Env._advance_task``: the tasks, timers and threads of the bot, one by one, which ``Env.settle``
  does not show.
- ``_LIVE_LOOPS``, ``_restore_loop``, ``_dpy_internals.release_clocks``: an environment whose bot
  does not end keeps its loop, in which no other environment can begin.
- ``_settlement``: finds the tasks that wait for something from outside, and the due timers.
- ``_dpy_internals``, ``_runtime``: a timer's own callback, and the environment of a request, both
  of which the simulator wraps.
- ``http.router``: gets a route that it lacks.
- ``gateway``, ``router``, ``components`` and ``results`` copy all payloads by ``copy.deepcopy``.
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
"""The seconds after which the bot is looked at again though nothing has ended, as in SimCord."""

GRID = 1000
"""The number of moments in a second at which timers can be due.

A timer due sooner than the next of them is due after that span.
"""

ASKED_EVERY = 16
"""A busy loop asks the system for outside events only once in this many turns."""

COMPOSED = "composed external wait"
"""The simulator's name of a wait for other tasks, each of which may go on by itself."""

SOON, LATER = "soon", "later"
"""The bot's work goes on in the next turn of the loop, or only after a timer or a thread."""

FOR_EVER = "Loop._loop"
"""The coroutine of a task of ``discord.ext.tasks``, which does not end with its work."""

_Waits = dict[asyncio.Task[Any], Any]
"""The futures that tasks wait for: from outside, or due only after the present step."""


@router.route("GET", "/guilds/{guild_id}/roles/member-counts")
def member_counts(context: router.RequestContext) -> dict[str, int]:
    """Answer with the number of members with each role; the simulator lacks this route."""
    guild = context.backend.get_guild(context.int_arg("guild_id"))
    held = Counter(role for member in guild.members.values() for role in member.role_ids)
    return {str(role): count for role, count in held.items()}


advance = Env._advance_to
move_clock = Env._move_clock
request = FakeHTTPClient.request
track_callback = _runtime._track_callback
ask = selectors.DefaultSelector.select


def patient_paces(**others: Any) -> Paces:  # noqa: ANN401 - spans of all kinds
    """Return paces for a bot whose work the simulator sees whole, however slow the machine is.

    A slow answer is not acknowledged first, and a post that is slow to edit is not posted anew.
    ``others`` are further spans, by name.
    """
    slow = Paces(acknowledged_after=PATIENCE, answered_within=PATIENCE, edited_within=PATIENCE)
    return replace(slow, **others)


@contextmanager
def patient() -> Iterator[None]:
    """Make the simulator wait, in the block, until the bot has finished its work.

    Normally, it fails if the bot is busy for longer than ``settle_timeout``. Raising that timeout
    is no help, because the simulator also waits for every sleep of the bot that ends within it.
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
        await advance(env, target, math.inf)  # each of its steps has its own patience

    with dated_answers(), seldom_asked(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Env, "_settle_internal", settled)
        patch.setattr(Env, "_advance_to", advanced)
        patch.setattr(Env, "_move_clock", _move_clock)
        patch.setattr(_CallbackRecord, "__eq__", object.__eq__)  # compare records by identity
        patch.setattr(_runtime, "_track_callback", _track)
        for module in (gateway, router):
            patch.setattr(module, "copy", _Copying)
        for module in (components, results):
            patch.setattr(module, "deepcopy", _Copying.deepcopy)
        yield


@contextmanager
def seldom_asked() -> Iterator[None]:
    """Make busy loops rarely ask the system for outside events, for which idle loops wait."""
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
    """Date the simulator's answers with its time, as Discord does, and tell the bot's clock."""

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
    """Wait for a due timer's advance of time, begun or about to begin.

    The timer goes by the machine's clock. Its advance also waits for a member's advance that has
    begun meanwhile. Raises TimeoutError after ``span`` seconds.
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
    """Track a callback with its time on a grid; leave callbacks from threads untracked.

    A timer due less than a microsecond after another would be armed anew in each turn of the loop
    as long as the bot waits for a thread, which then hardly runs. Callbacks from threads may be
    done before they are recorded, and would stay recorded; the threads themselves are waited for.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return original(*schedule_args, callback, *args, context=context)
    if not isinstance(work.callbacks, _Callbacks):
        work.callbacks = _Callbacks(work.callbacks)
    if when is not None:
        soonest = identity[0]._virtual_time + 1 / GRID
        on_grid = when if math.isinf(when) else math.floor(when * GRID) / GRID
        when = max(on_grid, soonest)
    more |= {"context": context, "when": when, "identity": identity, "schedule_args": schedule_args}
    handle = track_callback(work, original, callback, args, **more)
    env = identity[0]
    if when is not None and when - env._virtual_time > env.settle_timeout:
        _leave_to_tests(work.callbacks, handle)
    return handle


def _leave_to_tests(callbacks: list[_CallbackRecord], timer: asyncio.Handle) -> None:
    """Have a timer fire only when a test lets time pass, however long the machine takes.

    Nobody waits for a timer that is due only after ``settle_timeout``.
    """
    if callbacks and (record := callbacks[-1]).handle is timer and record.real_handle is not None:
        record.real_handle.cancel()


class _Callbacks(list[_CallbackRecord]):
    """The pending callbacks of a bot, which release their handles when they are called.

    The handle of a callback refers to its record, and the record to the handle. So each of the
    callbacks of a test would be left to the garbage collector, with all that it refers to.
    """

    def remove(self, record: _CallbackRecord) -> None:
        super().remove(record)
        record.handle = record.real_handle = None


def _move_clock(env: Env, target: float) -> None:
    """Set the clock to exactly ``target``; SimCord's addition may be rounded down."""
    move_clock(env, target)
    env.backend.clock.elapsed = max(env.backend.clock.elapsed, target)


async def _settle(env: Env, span: float, known: _Waits) -> None:
    """Wait until the bot only waits for outside events, or for timers due after ``span`` seconds.

    This does as the simulator does, but searches tasks and timers only for the first that goes on.
    Raises TimeoutError if the bot is still busy after ``span`` seconds.
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
            quiet = True  # new work of a finished task shows only after another turn of the loop
            continue
        quiet = False
        if env._loop.time() > deadline:
            raise TimeoutError(f"the bot is still busy\n{standing_of(env)}")
        if found is SOON:
            continue  # the callback runs in the next turn of the loop
        await _changed([*pending, *env._work.executors], found)


async def _changed(all_work: list[asyncio.Future[Any]], found: asyncio.Task[Any] | str) -> None:
    """Wait until the bot's state may have changed: until ``found`` or other work has ended."""
    waited_for = all_work
    if (
        isinstance(found, asyncio.Task)
        and getattr(found.get_coro(), "__qualname__", "") != FOR_EVER
    ):
        waited_for = [found]  # the other work does not matter while this goes on
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

    The simulator compares each task with each timer, and bots shared by tests have many tasks, of
    their views. So a ``known`` wait is not examined again while it lasts, though its timer is.
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
    """Cancel the machine's timers of waits that should end only when a test lets time pass.

    This does as the simulator does, but examines only the few timers that go by the machine's
    clock, not all timers for each task.
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
    """Return the tasks by the ids of the objects that a timer refers to: a future, or the task."""
    woken = defaultdict[int, list[asyncio.Task[Any]]](list)
    for task in pending:
        waiter = getattr(task, "_fut_waiter", None)
        for known in (task, waiter) if waiter is not None else (task,):
            woken[id(known)].append(task)
    return woken


class _Copying:
    """A faster substitute for `copy`: the simulator copies every request and event, mostly JSON."""

    @staticmethod
    def deepcopy(value: Any) -> Any:  # noqa: ANN401 - as in `copy`
        try:
            return marshal.loads(marshal.dumps(value))  # noqa: S302 - dumped just now
        except ValueError:  # not only plain values, but types of channels and interactions
            pass
        try:
            return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - the same
        except (pickle.PicklingError, TypeError, AttributeError):
            return copy.deepcopy(value)


async def _again(wait: Callable[[], Awaitable[None]]) -> None:
    """Call ``wait``, and again after each TimeoutError, for PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await wait()
        except TimeoutError:
            if time.monotonic() > end:
                raise


async def hang_up(env: Env, store: Store) -> None:
    """Disconnect a bot that is replaced from its store, and end its thinking processes.

    The simulator does not close replaced bots.
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
    """Return a text about an environment's unfinished work: advances, tasks, threads and timers."""
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
    """Return a text about the unfinished work of each environment of this process."""
    return [standing_of(env) for env in list(_LIVE_LOOPS.values())]


async def abandon(env: Env, within: float = 5.0) -> None:
    """End an environment whose bot may hang; after ``within`` seconds, release its loop anyway."""
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
