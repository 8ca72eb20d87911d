"""A bot in a process of its own, to be killed and started again."""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.loopback.parts import PATIENCE, Parts
from tests.loopback.runner import AHEAD, armed

ROOT = Path(__file__).parents[2]
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "ws_proxy", "wss_proxy")


class BotProcess:
    """One run of a bot; `start` it, or use it as a block, which kills it at the end."""

    def __init__(self, discord: Parts, target: str, *arguments: str, env: dict[str, str]) -> None:
        self._discord = discord
        self._command = (sys.executable, "-u", "-m", "tests.loopback.runner", target, *arguments)
        inherited = {k: v for k, v in os.environ.items() if k.lower() not in PROXIES}
        self._env = inherited | env
        self._process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._identified = 0
        self.log = ""
        """What it wrote to its standard output and standard error so far."""
        self.status: int | None = None
        """Its exit status once it has ended: negative if a signal killed it."""

    async def start(self) -> Self:
        self._identified = self._discord.gateway.identified
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            cwd=ROOT,
            env=self._env,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._watcher = asyncio.create_task(self._watch(self._process))
        return self

    async def ready(self, patience: float = 3 * PATIENCE) -> Self:
        """Start it unless it runs, and wait until it has logged in at the gateway."""
        if self._process is None:
            await self.start()
        await self._discord.until(
            lambda: self._discord.gateway.identified > self._identified or self.status is not None,
            patience,
        )
        if self.status is not None:
            raise RuntimeError(f"the bot ended with status {self.status}:\n{self.log}")
        return self

    async def arm(self, fault: str) -> None:
        """Set a fault point from now on; only calls made from here count."""
        await self._tell(fault)

    async def set_clock(self, ahead: float) -> None:
        """Set its clock so many seconds ahead of the real time."""
        await self._tell(f"{AHEAD}{ahead}")

    async def _tell(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise RuntimeError("the bot was never started")
        before = self.log.count(armed(line))
        self._process.stdin.write(f"{line}\n".encode())
        await self._discord.until(
            lambda: self.log.count(armed(line)) > before or self.status is not None
        )
        if self.log.count(armed(line)) == before:
            raise RuntimeError(f"the bot ended with status {self.status}:\n{self.log}")

    async def exit(self, patience: float = 3 * PATIENCE) -> int:
        """Wait until it has ended by itself; its exit status."""
        await self._discord.until(lambda: self.status is not None, patience)
        assert self.status is not None
        return self.status

    async def kill(self) -> int:
        """SIGKILL: it ends between two instructions."""
        return await self._signal(signal.SIGKILL)

    async def terminate(self) -> int:
        """SIGTERM: it is asked to leave."""
        return await self._signal(signal.SIGTERM)

    def send_signal(self, number: signal.Signals) -> None:
        """A signal, without waiting for what comes of it."""
        if self._process is None:
            raise RuntimeError("the bot was never started")
        if self.status is None:
            self._process.send_signal(number)

    async def end(self) -> None:
        """Make sure that nothing is left of it."""
        if self._process is not None and self.status is None:
            await self.kill()
        if self._watcher is not None:
            await self._watcher

    async def __aenter__(self) -> Self:
        return await self.ready()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.end()

    async def _signal(self, number: signal.Signals) -> int:
        self.send_signal(number)
        return await self.exit()

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while chunk := await process.stdout.read(1 << 16):
            self.log += decoder.decode(chunk)
            self._discord.changed()
        self.status = await process.wait()
        self._discord.changed()
