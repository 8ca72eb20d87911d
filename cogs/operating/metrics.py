"""The bot's figures in the text format of Prometheus.

The figures are measured in any case, and formatted only on request. Only the module that serves
them imports this one, and with it ``prometheus_client``.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Iterable, Iterator
from typing import Final

import discord
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from cogs import VERSION
from cogs.client.client import Damier, MissingCog
from cogs.computers.computer_players import ComputerPlayers
from cogs.operating.log_lines import lines
from cogs.operating.maintenance import Maintenance
from cogs.operating.wellbeing import Stage
from data import Counts, Spans

LEVELS: Final = ("WARNING", "ERROR", "CRITICAL")
"""The levels whose lines are counted."""

_PROCESS = ProcessCollector(registry=None)


class _OfProcess(Collector):
    """The figures of the process, which exist even while the process waits for its shards."""

    def __init__(self, stage: Stage, lags: Spans) -> None:
        self._stage = stage
        self._lags = lags

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of the process."""
        built = {
            "version": VERSION,
            "python": platform.python_version(),
            "discord_py": discord.__version__,
        }
        yield InfoMetricFamily("damier_build", "What runs.", built)
        yield GaugeMetricFamily(
            "damier_standing_by", "Whether another process has the shards: 1 or 0.",
            int(self._stage.standing_by),
        )  # fmt: skip
        logged = CounterMetricFamily("damier_log_lines", "Lines of the log.", labels=["level"])
        for level in LEVELS:
            logged.add_metric([level.lower()], lines.by_level[level])
        yield logged
        yield _histogram(
            "damier_event_loop_lag_seconds", "How late what waits in the event loop is woken.",
            {"": self._lags},
        )  # fmt: skip
        yield from _PROCESS.collect()


class _OfBot(Collector):
    """The figures of the bot. ``counts`` is None if the database did not answer."""

    def __init__(self, bot: Damier, counts: Counts | None) -> None:
        self._bot = bot
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of the bot, without those of parts that are not loaded yet."""
        bot = self._bot
        yield CounterMetricFamily("damier_turns", "Turns that were saved.", bot.poster.turns)
        yield _histogram(
            "damier_board_seconds", "From a message to the board that shows its move.",
            {"": bot.poster.boards},
        )  # fmt: skip
        yield _histogram(
            "damier_database_seconds", "What transactions took.", bot.store.times, "kind"
        )
        failures = CounterMetricFamily(
            "damier_database_failures", "Transactions that failed.", labels=["kind"]
        )
        for kind in bot.store.times:
            failures.add_metric([kind], bot.store.failures[kind])
        yield failures
        limits = CounterMetricFamily(
            "damier_rate_limits", "Requests that Discord refused as too many.", labels=["scope"]
        )
        for scope in sorted({"user", "global", "shared", *bot.limits.met}):
            limits.add_metric([scope], bot.limits.met[scope])
        yield limits
        yield from self._of_gateway()
        yield from self._of_computers()
        yield from self._of_database()
        yield from self._of_backups()

    def _of_gateway(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("damier_servers", "Servers.", len(self._bot.guilds))
        latency = GaugeMetricFamily(
            "damier_gateway_latency_seconds", "To Discord's gateway and back.", labels=["shard"]
        )
        for shard, seconds in self._bot.latencies if self._bot.is_ready() else ():
            if math.isfinite(seconds):
                latency.add_metric([str(shard)], seconds)
        yield latency

    def _of_computers(self) -> Iterator[Metric]:
        try:
            workers = self._bot.cog(ComputerPlayers).workers
        except MissingCog:  # the bot is starting
            return
        thoughts = {"thinking": workers.load.thinking_now, "waiting": workers.load.waiting_now}
        yield _gauge("damier_thoughts", "Moves that computers think about.", "state", thoughts)
        yield GaugeMetricFamily(
            "damier_thinking_processes", "Processes in which computers think.", workers.processes
        )

    def _of_database(self) -> Iterator[Metric]:
        counts = self._counts
        if counts is None:
            return
        states = {"challenge": counts.challenges, "live": counts.live, "over": counts.over}
        yield _gauge("damier_matches", "Matches.", "state", states)
        posts = {"waiting": counts.waiting, "refused": counts.refused}
        yield _gauge("damier_outbox", "Posts that are saved and not shown.", "state", posts)
        yield GaugeMetricFamily("damier_database_bytes", "Size of the database.", counts.size)
        if counts.free is not None:
            yield GaugeMetricFamily(
                "damier_database_free_bytes", "Free space on the disk of the database.", counts.free
            )

    def _of_backups(self) -> Iterator[Metric]:
        try:
            maintenance = self._bot.cog(Maintenance)
        except MissingCog:  # see above
            return
        if maintenance.backups.succeeded is None:
            return
        backups, every = maintenance.backups, maintenance.operator_settings.backup_every
        yield GaugeMetricFamily(
            "damier_backup_succeeded", "Whether the last backup succeeded: 1 or 0.",
            int(bool(backups.succeeded)),
        )  # fmt: skip
        yield GaugeMetricFamily(
            "damier_backup_interval_seconds", "From one backup to the next.", every.total_seconds()
        )
        if backups.newest is not None:
            yield GaugeMetricFamily(
                "damier_backup_last_success_timestamp_seconds",
                "When the newest backup was begun, in seconds since 1970.",
                backups.newest.timestamp(),
            )


def exposition(stage: Stage, lags: Spans, counts: Counts | None, accept: str) -> tuple[bytes, str]:
    """Return the figures in the format that an ``accept`` header requests, and its content type."""
    registry = CollectorRegistry()
    registry.register(_OfProcess(stage, lags))
    if stage.bot is not None:
        registry.register(_OfBot(stage.bot, counts))
    encode, kind = choose_encoder(accept)
    return encode(registry), kind


def _gauge(name: str, help_: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, help_, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _histogram(name: str, help_: str, spans: dict[str, Spans], label: str = "") -> Metric:
    family = HistogramMetricFamily(name, help_, labels=[label] if label else [])
    for key, each in spans.items():
        buckets = list(_cumulated([*map(str, each.bounds), "+Inf"], each.counts))
        family.add_metric([key] if label else [], buckets, each.seconds)
    return family


def _cumulated(bounds: Iterable[str], counts: Iterable[int]) -> Iterator[tuple[str, float]]:
    """Yield each bound with the number of values not above the bound."""
    total = 0
    for bound, count in zip(bounds, counts, strict=True):
        total += count
        yield bound, total
