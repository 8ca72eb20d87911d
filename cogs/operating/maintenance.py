"""Maintenance: backups, checks of samples, and the log line with the bot's figures."""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from discord.ext import commands

from cogs.client.client import Damier
from cogs.computers.worker_load import Load
from cogs.delivery.poster import Figures
from cogs.timekeeping.loops import Loop
from data import Counts, StoreError, backup

log = logging.getLogger(__name__)

CHECKED_EVERY = timedelta(minutes=10)
"""How often to check whether a backup is due. A restart neither makes a backup nor skips one."""

COMPARED_EVERY = timedelta(hours=1)
"""How often some matches are compared with the lists, clocks and standings derived from them."""


@dataclass(frozen=True)
class Backups:
    """The state of backups.

    ``newest`` is the time at which the newest backup was begun, None without one. ``succeeded`` is
    whether the last try succeeded, None before the first try.
    """

    newest: datetime | None = None
    succeeded: bool | None = None


class Maintenance(commands.Cog):
    """Backs up the database, logs figures, and compares samples of the data.

    The operator sets the intervals of backups and figures.
    """

    def __init__(self, bot: Damier, load: Load) -> None:
        self.bot = bot
        self._load = load
        self.operator_settings = bot.operator_settings
        self.backups = Backups()
        self._logging = Loop(self.log_figures, bot.operator_settings.health_every)
        self._backing_up = Loop(self.back_up, CHECKED_EVERY)
        self._comparing = Loop(self.compare, COMPARED_EVERY)

    async def cog_load(self) -> None:
        """Start the backups, which do not need Discord."""
        first = self.bot.store.shards.have_first  # one process of a bot backs up
        if first and self.operator_settings.backup_dir is not None:
            self._backing_up.start(self.operator_settings.backup_dir)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Start the loops that need the list of servers."""
        for loop in (self._logging, self._comparing):
            if not loop.is_running():
                loop.start()

    async def cog_unload(self) -> None:
        """Stop the loops."""
        self._logging.cancel()
        self._comparing.cancel()
        self._backing_up.cancel()

    async def log_figures(self) -> None:
        """Log the figures of the bot's health; log an exception instead of raising it."""
        try:
            counts = await self.bot.store.counts()
            figures = self.bot.poster.take_figures()
            latency, servers = self.bot.latency, len(self.bot.guilds)
            told = health(
                figures,
                counts,
                self._load,
                ahead=self.bot.clock.ahead,
                latency=latency,
                servers=servers,
            )
            log.info("health %s", line_of(told), extra={"figures": told})
        except Exception:
            log.exception("How the bot is doing cannot be told.")

    async def compare(self) -> None:
        """Compare some matches with the data derived from them; correct and log contradictions.

        The first call after the start does nothing.
        """
        if not self._comparing.current_loop:
            return  # there is enough to do at the start
        try:
            for wrong in await self.bot.store.compare(random.Random()):
                log.error("It was wrong and is written anew: %s.", wrong)
        except StoreError as error:
            log.error("Nothing is compared: %s", error)
        except Exception:
            log.exception("Nothing is compared.")

    async def back_up(self, directory: Path) -> None:
        """Make a backup in a directory if one is due, delete surplus ones, and note the success."""
        succeeded = await self._back_up(directory)
        self.backups = replace(self.backups, succeeded=succeeded)

    async def _back_up(self, directory: Path) -> bool:
        """Make a backup if one is due; return whether the newest is recent. Failures are logged."""
        try:
            now = self.bot.clock.now()
            newest = max(await asyncio.to_thread(backup.copies_in, directory), default=None)
            self.backups = replace(self.backups, newest=newest)
            if newest is not None and now - newest < self.operator_settings.backup_every:
                return True
            await asyncio.to_thread(directory.mkdir, parents=True, exist_ok=True)
            target = directory / self.bot.store.backup_name(now)
            await self.bot.store.backup(target)
            self.backups = replace(self.backups, newest=now)
            log.info("backup file=%s bytes=%s", target, target.stat().st_size)
            await asyncio.to_thread(backup.tidy, directory, self.operator_settings.backups_kept)
        except StoreError as error:
            log.error("There is no new backup, and none is deleted: %s", error)
        except Exception:
            log.exception("There is no new backup in %s; it is tried again.", directory)
        else:
            return True
        return False


Figure = str | int | float | None


def health(
    figures: Figures,
    counts: Counts,
    load: Load,
    *,
    ahead: timedelta,
    latency: float,
    servers: int,
) -> dict[str, Figure]:
    """Return the figures of the log line by their names there; None if one was not measured.

    Times are in seconds: ``board_…`` from a message to the board that shows its move, ``gateway``
    to Discord's gateway and back, ``clock`` the lead of the machine's clock over Discord's.
    ``budget`` is the share of their usual thinking that computers get: 1, and less under load.
    ``load`` forgets its longest thought.
    """
    waits = [wait.total_seconds() for wait in figures.waits]
    return {
        "matches": counts.live,
        "challenges": counts.challenges,
        "turns": figures.turns,
        "thinking": load.thinking_now,
        "thoughts_waiting": load.waiting_now,
        "thought_worst": _finite(load.take_longest()),
        "budget": load.budget,
        "outbox_waiting": counts.waiting,
        "outbox_refused": counts.refused,
        "board_median": _finite(median(waits) if waits else math.nan),
        "board_worst": _finite(max(waits, default=math.nan)),
        "gateway": _finite(latency),
        "clock": ahead.total_seconds(),
        "servers": servers,
    }


def line_of(told: Mapping[str, Figure]) -> str:
    """Return the figures as ``key=value`` in one line, with ``-`` for those not measured."""
    return " ".join(f"{key}={_said(key, figure)}" for key, figure in told.items())


def _said(key: str, figure: Figure) -> str:
    if isinstance(figure, float):
        return f"{figure:+.3f}" if key == "clock" else f"{figure:.3f}"
    return "-" if figure is None else str(figure)


def _finite(span: float) -> float | None:
    return span if math.isfinite(span) else None
