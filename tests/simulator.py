"""SimCord, with the patience that a busy machine needs, the clock of Discord, and quick copies."""

from __future__ import annotations

import copy
import marshal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord import Env, gateway
from simcord._runtime import _selected_env
from simcord.http import router
from simcord.http.client import FakeHTTPClient

from cogs.bot import replies
from cogs.bot.client import Damier
from cogs.delivery import answers, edits
from cogs.timekeeping import discord_clock
from tests.patience import PATIENCE

settle = Env._settle_internal
advance = Env._advance_to
request = FakeHTTPClient.request


@contextmanager
def patient() -> Iterator[None]:
    """Let the simulator wait until the bot has finished what it does.

    By itself it fails where the bot is busy for longer than ``settle_timeout``. To raise that is no
    help, for it also sits out every sleep of the bot that ends within it. What the bot answers
    slowly here is not acknowledged before, and what it edits slowly is not posted anew.
    """

    async def settled(env: Env, **options: Any) -> None:  # noqa: ANN401 - passed on
        options.pop("_deadline", None)  # that of an advance, which has patience itself
        await _again(lambda: settle(env, **options))

    async def advanced(env: Env, target: float, _: float) -> None:
        assert env._loop is not None
        now = env._loop.time
        await _again(lambda: advance(env, target, now() + env.settle_timeout))

    with dated_answers(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Env, "_settle_internal", settled)
        patch.setattr(Env, "_advance_to", advanced)
        patch.setattr(replies, "ACKNOWLEDGED_AFTER", PATIENCE)
        patch.setattr(answers, "IN_TIME", PATIENCE)
        patch.setattr(edits, "PATIENCE", PATIENCE)
        for module in (gateway, router):
            patch.setattr(module, "copy", _Copying)
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


class _Copying:
    """What the simulator uses of `copy`: it copies every request and event, JSON nearly always."""

    @staticmethod
    def deepcopy(value: Any) -> Any:  # noqa: ANN401 - as in `copy`
        try:
            return marshal.loads(marshal.dumps(value))  # noqa: S302 - dumped just now
        except ValueError:  # other than plain values
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
