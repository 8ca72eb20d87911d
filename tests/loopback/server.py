"""A small Discord on 127.0.0.1: an HTTP API, a gateway, and a world in which tests act."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.loopback.errors import ApiError
from tests.loopback.faults import Bucket, Dropped, Failure, Hold, RateLimited
from tests.loopback.happenings import Happenings
from tests.loopback.people import People
from tests.loopback.process import BotProcess
from tests.loopback.rest import API

REQUEST_LIMIT = 32 * 1024 * 1024


class LoopbackDiscord(People, Happenings):
    """The server. Set up `world`, start a bot, let people act, wait with `until`.

    Leaving the block fails if the bot sent a request without a handler here, or if a handler had an
    error, because neither may be mistaken for a defect of the bot.
    """

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        super().__init__(f"http://{self.address}")
        self.gateway.url = f"ws://{self.address}/gateway/"
        self._processes: list[BotProcess] = []
        self._holds: list[Hold] = []
        app = web.Application(client_max_size=REQUEST_LIMIT)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._file)
        app.router.add_route("*", API + "/{path:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, shutdown_timeout=1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            await process.end()
        for hold in self._holds:
            hold.drop()
        await self.gateway.close()
        await self._runner.cleanup()
        if error is None:
            if self.rest.crashes:
                raise ExceptionGroup("in the loopback server", self.rest.crashes)
            assert not self.rest.gaps, f"not served by the loopback Discord: {self.rest.gaps}"

    def bot(
        self,
        target: str,
        *arguments: str,
        fault: str = "",
        token: str | None = None,
        env: dict[str, str] | None = None,
        fresh: bool = False,
    ) -> BotProcess:
        """Return a bot, not started yet, that will run ``target`` in a process of its own.

        ``target`` is `module:function`, or a module. ``fault`` is explained in
        `tests.loopback.fault_points`. A ``fresh`` bot runs in a new Python interpreter; any other
        is forked from a process that has imported it. Closing the server kills the bot.
        """
        variables = {
            "LOOPBACK_ADDRESS": self.address,
            "DISCORD_TOKEN": self.world.token if token is None else token,
            "FAULT": fault,
        } | (env or {})
        process = BotProcess(self, target, *arguments, env=variables, fresh=fresh)
        self._processes.append(process)
        return process

    def fail_next(
        self,
        method: str,
        pattern: str,
        *,
        status: int = 500,
        code: int = 0,
        drop: bool = False,
        after_storing: bool = False,
        times: int = 1,
    ) -> None:
        """Make the next ``times`` requests fail that match, e.g. `"POST", "/channels/*/messages"`.

        They are answered with an HTTP status and Discord's code or, with `drop`, their connection
        is cut. With `after_storing`, the request has its effect first, and only its answer is lost.
        """
        error = Dropped() if drop else ApiError(status, code, "Ordered by the test")
        self.faults.failures.append(Failure(method, pattern, error, after_storing, times))

    def rate_limit_next(
        self,
        method: str,
        pattern: str,
        retry_after: float,
        *,
        everywhere: bool = False,
        code: int = 0,
        times: int = 1,
    ) -> None:
        """Answer the next matching requests with status 429 and one of Discord's codes.

        ``retry_after`` is in seconds; ``everywhere`` makes the limit a global one.
        """
        error = RateLimited(retry_after, everywhere=everywhere, code=code)
        self.faults.failures.append(Failure(method, pattern, error, False, times))

    def rate_limit(self, method: str, pattern: str, limit: int, per: float) -> Bucket:
        """Allow `limit` requests to each path in every `per` seconds, with Discord's headers."""
        bucket = Bucket(method, pattern, limit, per)
        self.faults.buckets.append(bucket)
        return bucket

    def refuse_new_pictures(self) -> None:
        """Answer 400 to every edit that uploads a file."""
        self._composer.takes_pictures_in_edits = False

    def hold(self, method: str, pattern: str, *, after_storing: bool = False) -> Hold:
        """Hold the next matching request on its way here or, `after_storing`, its answer."""
        hold = Hold(method, pattern, after_storing)
        self.faults.holds.append(hold)
        self._holds.append(hold)
        return hold

    @asynccontextmanager
    async def outage(self, code: int | None = 4000) -> AsyncIterator[None]:
        """Cut the gateway's connections, and let no bot connect again before the block ends."""
        self.gateway.open.clear()
        await self.gateway.cut(code)
        try:
            yield
        finally:
            self.gateway.open.set()

    async def cut(self, code: int | None = 4000) -> None:
        """Cut the gateway's connections with a close code; None is a pulled cable.

        Code 4000 makes a bot resume its session.
        """
        await self.gateway.cut(code)

    def forget_sessions(self) -> None:
        """Make every attempt to resume fail."""
        self.gateway.sessions.clear()

    def forget_nonces(self) -> None:
        """Forget the nonces of all messages so far, so that each can be posted a second time."""
        self._api.nonces_since = self.world.snowflakes.next()

    async def _file(self, request: web.Request) -> web.Response:
        wanted = int(request.match_info["attachment"])
        channel = self.world.channels.get(int(request.match_info["channel"]))
        for message in channel.messages.values() if channel else ():
            for attachment in message.attachments:
                if attachment.id == wanted:
                    return web.Response(body=attachment.data, content_type=attachment.content_type)
        raise web.HTTPNotFound
