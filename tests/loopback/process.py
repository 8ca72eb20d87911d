"""A bot in a process of its own, which tests can kill."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import io
import os
import signal
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

from tests.loopback.fork_server import Start, fork_server
from tests.loopback.parts import Parts
from tests.loopback.runner import AHEAD, WRONG, armed
from tests.patience import PATIENCE

PROXIES = ("http_proxy", "https_proxy", "all_proxy", "ws_proxy", "wss_proxy")


class BotEnded(RuntimeError):
    """A bot ended while a test needed it."""


class BotProcess:
    """One run of a bot. Call `start` or `ready`, or use it in an `async with`, which kills it."""

    def __init__(
        self,
        discord: Parts,
        target: str,
        *arguments: str,
        env: dict[str, str],
        fresh: bool = False,
    ) -> None:
        self._discord = discord
        inherited = {k: v for k, v in os.environ.items() if k.lower() not in PROXIES}
        self._start = Start([target, *arguments], inherited | env, fresh)
        self._pid: int | None = None
        self.input: io.FileIO | None = None
        """The process's standard input, for orders; the process ends once this is closed."""
        self._watcher: asyncio.Task[None] | None = None
        self._identified = 0
        self.log = ""
        """The process's standard output and standard error so far."""
        self.status: int | None = None
        """The exit status, negative if a signal killed the process; None while it runs."""

    @property
    def pid(self) -> int:
        """The process id. Raises RuntimeError if the bot was never started."""
        if self._pid is None:
            raise RuntimeError("the bot was never started")
        return self._pid

    async def start(self) -> Self:
        self._identified = self._discord.gateway.identified
        stdin, tell = os.pipe()
        output, stdout = os.pipe()
        ended, status = os.pipe()
        self._pid = fork_server().start(self._start, (stdin, stdout, status))
        for file in (stdin, stdout, status):
            os.close(file)
        self.input = io.FileIO(tell, "w")
        self._watcher = asyncio.create_task(self._watch(output, ended))
        return self

    async def ready(self, patience: float = PATIENCE) -> Self:
        """Start the bot unless it was started, and wait until it has logged in at the gateway.

        Raises BotEnded if it ends before, TimeoutError after ``patience`` seconds.
        """
        if self._pid is None:
            await self.start()
        await self._discord.until(
            lambda: self._discord.gateway.identified > self._identified or self.status is not None,
            patience,
        )
        if self.status is not None:
            raise BotEnded(f"the bot ended with status {self.status}:\n{self.log}")
        return self

    async def arm(self, fault: str) -> None:
        """Set a fault point in the running bot, which counts only calls from now on."""
        await self._tell(fault)

    async def set_clock(self, ahead: float) -> None:
        """Set all the bot's clocks ``ahead`` seconds ahead of real time."""
        await self._tell(f"{AHEAD}{ahead}")

    async def set_machine_clock(self, wrong: float) -> None:
        """Set the clock of the bot's machine ``wrong`` seconds wrong; its monotonic clock stays."""
        await self._tell(f"{WRONG}{wrong}")

    async def _tell(self, line: str) -> None:
        if self.input is None:
            raise RuntimeError("the bot was never started")
        before = self.log.count(armed(line))
        if self.status is None:
            with contextlib.suppress(BrokenPipeError):  # it has just ended
                self.input.write(f"{line}\n".encode())
        await self._discord.until(
            lambda: self.log.count(armed(line)) > before or self.status is not None
        )
        if self.log.count(armed(line)) == before:
            raise BotEnded(f"the bot ended with status {self.status}:\n{self.log}")

    async def exit(self, patience: float = PATIENCE) -> int:
        """Wait until the bot has ended; return its exit status."""
        await self._discord.until(lambda: self.status is not None, patience)
        assert self.status is not None
        return self.status

    async def kill(self) -> int:
        """Kill the bot with SIGKILL; return its exit status."""
        return await self._signal(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask the bot to end with SIGTERM; wait until it has, and return its exit status."""
        return await self._signal(signal.SIGTERM)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot, if it still runs, without waiting for its effect."""
        pid = self.pid
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(pid, number)

    async def end(self) -> None:
        """Kill the bot if it runs, and wait until all its output has been read."""
        if self._pid is not None and self.status is None:
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

    async def _watch(self, output: int, ended: int) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        async for chunk in _chunks(output):
            self.log += decoder.decode(chunk)
            self._discord.changed()
        status = b"".join([chunk async for chunk in _chunks(ended)])
        if self.input is not None:
            self.input.close()
        self.status = int(status)
        self._discord.changed()


async def _chunks(file: int) -> AsyncIterator[bytes]:
    """Yield the bytes written to a pipe until all its writers have closed it; then close it."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: protocol,
        open(file, "rb", buffering=0),  # noqa: ASYNC230, SIM115 - a pipe
    )
    try:
        while chunk := await reader.read(1 << 16):
            yield chunk
    finally:
        transport.close()
