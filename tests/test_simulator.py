"""The waits of the simulator of Discord, as patched for our tests."""

from __future__ import annotations

import asyncio
import gc
import linecache
import math
import sys
import time
import weakref
from collections.abc import AsyncIterator
from types import FrameType
from typing import Any

import discord
import pytest
from simcord import Env

from tests.simulator import patient

WAITED = 1.0
"""The seconds for which members wait for the bot's timers; later timers are left alone."""


def hold_up(seconds: float) -> None:
    """Block the loop for some seconds, as a busy machine does."""
    time.sleep(seconds)


class Bot(discord.Client):
    """A bot that counts its finished timers."""

    rung = 0

    def ring(self) -> None:
        self.rung += 1


@pytest.fixture
async def env() -> AsyncIterator[Env]:
    with patient():
        env = Env(Bot(intents=discord.Intents.all()), settle_timeout=WAITED)
        await env.start()
        yield env
        await env.shutdown()


def begin_timers(env: Env, *seconds: float) -> Bot:
    """Have the bot start timers of these seconds; return the bot."""
    bot = env.bot
    assert isinstance(bot, Bot)
    with env._bot_scope():
        for span in seconds:
            asyncio.get_running_loop().call_later(span, bot.ring)
    return bot


async def until_due(env: Env) -> None:
    """Return in the turn of the loop in which the advance of a timer is about to begin.

    That happens if the timer becomes due while the loop is blocked, as by a busy machine, and the
    test's own condition is met meanwhile, too.
    """
    loop = asyncio.get_running_loop()
    (timer,) = env._work.callbacks
    assert timer.real_handle is not None
    due, come = timer.real_handle.when(), loop.create_future()
    loop.call_at(due - 0.001, come.set_result, None)
    loop.call_at(due - 0.1, hold_up, 0.2)
    await come
    assert env._real_advance_task is not None
    assert not env._real_advance_task.done()


async def test_time_advances_though_a_timer_is_about_to_advance_it(env: Env) -> None:
    bot = begin_timers(env, 0.8)
    await until_due(env)
    await env.advance_time(10)
    assert bot.rung == 1


async def test_time_advances_though_one_timer_after_the_other_does_so(env: Env) -> None:
    bot = begin_timers(env, 0.7, 0.9)
    while env._real_advance_task is None or env._advance_task is None:  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0)
    env._real_advance_task.add_done_callback(lambda _: hold_up(0.4))  # until the other is due
    await env.advance_time(10)
    assert bot.rung == 2


async def test_a_slow_machine_makes_no_timer_ring_that_nobody_waits_for(env: Env) -> None:
    bot = begin_timers(env, 1.1 * WAITED)
    hold_up(1.2 * WAITED)
    await env.settle()
    assert bot.rung == 0
    await env.advance_time(1.1 * WAITED)
    assert bot.rung == 1


async def test_what_a_thread_hands_to_the_loop_is_done_with(env: Env) -> None:
    """The loop may run a callback before the thread has recorded it as pending."""
    done: list[int] = []

    def slow_to_note(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - as of `sys`
        line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
        if event == "line" and "callbacks.append(" in line:
            while not done:
                hold_up(0.001)
        return slow_to_note

    def hand() -> None:
        loop.call_soon_threadsafe(hold_up, 0.1)  # blocks the loop until the thread gets there
        sys.settrace(slow_to_note)
        loop.call_soon_threadsafe(done.append, 1)
        sys.settrace(None)

    loop = asyncio.get_running_loop()
    with env._bot_scope():
        await asyncio.to_thread(hand)
    await env.settle()
    assert done == [1]
    assert not env._work.callbacks


@pytest.mark.parametrize("rounding", [1e-13, 1e-8, 1e-6])
async def test_timers_that_differ_by_rounding_are_due_together(env: Env, rounding: float) -> None:
    """Between them, the loop would spin, and a thread started by the first would hardly run."""
    now = 1 / 3
    env.backend.advance_clock(now)
    bot = begin_timers(env, 4.9 - rounding, 4.9, math.inf)
    first, second, _ = (record.when for record in env._work.callbacks)
    assert first == second
    await env.advance_time(4.89)
    assert bot.rung == 0
    await env.advance_time(4.9 - 4.89)
    assert bot.rung == 2


async def test_the_clock_comes_to_the_moment_that_it_is_set_to(env: Env) -> None:
    begin, end = 0.13, 1.2
    env.backend.advance_clock(begin)
    assert begin + (end - begin) < end
    env._move_clock(end)
    assert env._virtual_time == end


async def test_a_callback_that_was_called_is_freed_without_a_collection(env: Env) -> None:
    gc.collect()
    gc.disable()
    try:
        with env._bot_scope():
            handle = weakref.ref(asyncio.get_running_loop().call_soon(list))
        await env.settle()
    finally:
        gc.enable()
    assert handle() is None
