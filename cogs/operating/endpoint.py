"""``/metrics`` and ``/healthz``, by HTTP on a port of this machine."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from cogs.bot.client import Damier
from cogs.operating.metrics import exposition
from cogs.operating.wellbeing import Patient, lag_measured, trouble_with_gateway
from data import Spans, Store, StoreError

log = logging.getLogger(__name__)


class PortRefused(Exception):
    """The port cannot be had; the text is the sentence that says so."""


class Endpoint:
    """Answers what is asked there.

    ``/healthz`` is 200 while the gateway is connected and the database can be written, else 503
    with the reason; it answers in little more than a second in any case.
    """

    def __init__(self, bot: Damier, lags: Spans) -> None:
        self._bot = bot
        self._lags = lags
        store: Store = bot.store
        self._counts = Patient(store.counts)
        self._check = Patient(store.check)

    async def metrics(self, request: web.Request) -> web.Response:
        """``/metrics``; what only the database knows is left out where it does not answer."""
        try:
            counts = await self._counts.answer()
        except StoreError as error:
            log.warning("Figures are without those of the database: %s", error)
            counts = None
        accept = request.headers.get("Accept", "")
        body, kind = exposition(self._bot, self._lags, counts, accept)
        return web.Response(body=body, headers={"Content-Type": kind})

    async def health(self, _request: web.Request) -> web.Response:
        """``/healthz``."""
        gateway, database = trouble_with_gateway(self._bot), ""
        try:
            await self._check.answer()
        except StoreError as error:
            database = str(error)
        text = f"gateway: {gateway or 'ok'}\ndatabase: {database or 'ok'}\n"
        return web.Response(text=text, status=503 if gateway or database else 200)


@asynccontextmanager
async def served(bot: Damier, host: str, port: int) -> AsyncIterator[None]:
    """Answer while the block runs. Raises PortRefused."""
    async with lag_measured() as lags:
        endpoint = Endpoint(bot, lags)
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
