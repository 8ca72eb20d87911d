"""The steps of a request: read, logged, checked, handled, answered; with the faults on its way."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import format_datetime
from random import Random
from typing import Final

from aiohttp import BodyPartReader, ClientError, web

from tests.loopback import errors
from tests.loopback.composing import Upload, Uploads
from tests.loopback.faults import Dropped, Faults, RateLimited, Request
from tests.loopback.world import Json, World, created_at

API = "/api/v10"
FILE_FIELD = re.compile(r"files\[(\d+)\]")

SLOW: Final = "DISCORD_TAKES"
"""The environment variable with the most seconds that a request, or its answer, is on its way.

The times are random, so that requests sent at once arrive in any order. `python -m tools.hostile`
sets this variable.
"""

TAKES = float(os.environ.get(SLOW, "0"))


@dataclass
class Call:
    """A request as its handler gets it: the ids in its path by name, its query, body and files."""

    path: dict[str, str]
    query: Mapping[str, str]
    body: Json
    uploads: Uploads

    def id(self, name: str) -> int:
        return int(self.path[name])


Answer = Json | list[Json] | None
Handler = Callable[[Call], Awaitable[Answer]]
Routes = dict[tuple[str, str], Handler]
"""Handlers by method and path; `{name}` stands for any one part of the path."""


class Rest:
    """Discord's HTTP API."""

    def __init__(self, world: World, faults: Faults, changed: Callable[[], None]) -> None:
        self.requests: list[Request] = []
        self.gaps: list[str] = []
        """The requests without a handler here, each as "method path"; any fails the test."""
        self.crashes: list[Exception] = []
        """The unexpected exceptions in this server's handlers; any fails the test."""
        self.open = asyncio.Event()
        """While this is not set, requests and answers wait."""
        self.open.set()
        self._world = world
        self._faults = faults
        self._changed = changed
        self._routes: list[tuple[str, list[str], Handler]] = []
        self._chance = Random(SLOW)

    def serve(self, routes: Routes) -> None:
        self._routes += [(method, path.split("/"), to) for (method, path), to in routes.items()]

    async def _takes(self) -> None:
        """Delay a request or its answer at random, for at most TAKES seconds."""
        if TAKES:
            await asyncio.sleep(TAKES * self._chance.random())

    async def handle(self, request: web.Request) -> web.StreamResponse:
        await self._takes()
        await self.open.wait()
        path = request.path.removeprefix(API)
        try:
            body, uploads = await _read(request)
        except (OSError, ClientError, web.RequestPayloadError):  # it died while it was sending
            return web.Response(status=400)
        except ValueError as error:
            self.crashes.append(error)
            return web.Response(status=400)
        logged = Request(
            request.method, path, dict(request.query), body, uploads, dict(request.headers)
        )
        self.requests.append(logged)
        self._changed()
        try:
            answer, headers = await self._answer(logged)
            status = 204 if answer is None else 200
        except errors.ApiError as error:
            answer, status = error.payload, error.status
            headers = error.headers if isinstance(error, RateLimited) else {}
        except Dropped:
            logged.status = 0
            self._changed()
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        logged.status = status
        self._changed()
        await self._takes()
        await self.open.wait()
        now = created_at(self._world.snowflakes.next())
        headers = headers | {"Date": format_datetime(now, usegmt=True)}
        if answer is None:
            return web.Response(status=204, headers=headers)
        # With a charset in the type, discord.py would take the body for plain text.
        headers = headers | {"Content-Type": "application/json"}
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)

    async def _answer(self, request: Request) -> tuple[Answer, dict[str, str]]:
        self._authorize(request)
        headers = self._faults.limits(request)
        await self._faults.meet(request, after_storing=False)
        handler, path = self._find(request)
        try:
            answer = await handler(Call(path, request.query, request.body, request.uploads))
        except errors.ApiError:
            raise
        except Exception as crash:
            self.crashes.append(crash)
            raise errors.ApiError(500, 0, "500: Internal Server Error") from crash
        self._changed()
        await self._faults.meet(request, after_storing=True)
        return answer, headers

    def _authorize(self, request: Request) -> None:
        """Raise ApiError if a request has not the bot's token.

        Answers to an interaction need only its token, which is in their path.
        """
        if request.path.startswith(("/webhooks/", "/interactions/")):
            return
        if request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise errors.unauthorized()

    def _find(self, request: Request) -> tuple[Handler, dict[str, str]]:
        parts = request.path.split("/")
        for method, wanted, handler in self._routes:
            if method != request.method or len(wanted) != len(parts):
                continue
            pairs = list(zip(wanted, parts, strict=True))
            if all(want[:1] == "{" or want == part for want, part in pairs):
                return handler, {want[1:-1]: part for want, part in pairs if want[:1] == "{"}
        self.gaps.append(f"{request.method} {request.path}")
        raise errors.ApiError(404, 0, "404: Not Found")


async def _read(request: web.Request) -> tuple[Json, Uploads]:
    if request.content_type != "multipart/form-data":
        text = await request.text()
        body = json.loads(text) if text else {}
        return body if isinstance(body, dict) else {"list": body}, {}
    body, uploads = {}, {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("a part within a part")
        name = part.name or ""
        if name == "payload_json":
            body = json.loads(await part.text())
        elif numbered := FILE_FIELD.fullmatch(name):
            data = bytes(await part.read())
            uploads[int(numbered[1])] = Upload(part.filename or "unknown", data)
    return body, uploads
