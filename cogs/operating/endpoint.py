"""The HTTP server for ``/metrics`` and ``/healthz``, on a port of this machine."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from cogs.operating.metrics import exposition
from cogs.operating.wellbeing import Patient, Stage, lag_measured, trouble_with_gateway
from data import Counts, Spans, StoreError

log = logging.getLogger(__name__)


class PortRefused(Exception):
    """The port cannot be used; the message is a sentence for the operator."""


class Endpoint:
    """Answers the HTTP requests.

    ``/healthz`` is 200 while the gateway is connected and the database can be written, otherwise
    503 with the reason. The answer takes little more than a second at most. It is 200 as well while
    the database is being opened and while the process stands by, since killing the process then
    would help nobody and could interrupt a long migration.
    """

    def __init__(self, stage: Stage, lags: Spans) -> None:
        self._stage = stage
        self._lags = lags
        self._counts = Patient(self._counted)
        self._check = Patient(self._checked)

    async def metrics(self, request: web.Request) -> web.Response:
        """Answer ``/metrics``; the database's figures are left out if the database fails."""
        try:
            counts = await self._counts.answer()
        except StoreError as error:
            log.warning("Figures are without those of the database: %s", error)
            counts = None
        accept = request.headers.get("Accept", "")
        body, kind = exposition(self._stage, self._lags, counts, accept)
        return web.Response(body=body, headers={"Content-Type": kind})

    async def health(self, _request: web.Request) -> web.Response:
        """Answer ``/healthz``."""
        if self._stage.bot is None:
            if self._stage.standing_by:
                return web.Response(text="standing by: another process has the shards\n")
            return web.Response(text="starting: the database is being opened\n")
        gateway, database = trouble_with_gateway(self._stage.bot), ""
        try:
            await self._check.answer()
        except StoreError as error:
            database = str(error)
        text = f"gateway: {gateway or 'ok'}\ndatabase: {database or 'ok'}\n"
        return web.Response(text=text, status=503 if gateway or database else 200)

    async def _counted(self) -> Counts | None:
        return await self._stage.bot.store.counts() if self._stage.bot else None

    async def _checked(self) -> None:
        if self._stage.bot:
            await self._stage.bot.store.check()


@asynccontextmanager
async def served(stage: Stage, host: str, port: int) -> AsyncIterator[None]:
    """Answer requests on a host and port while the block runs. Raises PortRefused."""
    async with lag_measured() as lags:
        endpoint = Endpoint(stage, lags)
        app = web.Application()
        app.router.add_get("/metrics", endpoint.metrics)
        app.router.add_get("/healthz", endpoint.health)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                raise PortRefused(
                    f"Metrics cannot be served on {host}, port {port}: {error.strerror}; set "
                    "METRICS_PORT and METRICS_HOST to what is free, or leave them out."
                ) from error
            for address in runner.addresses:
                log.info("Metrics are at http://%s:%s/metrics", *address[:2])
            yield
        finally:
            await runner.cleanup()
