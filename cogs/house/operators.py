"""For those who run the bot: backups, and a line in the log about how it is doing."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path

import discord
from discord.ext import commands, tasks

from cogs.bot.client import Damier
from data import backup

log = logging.getLogger(__name__)

LOOKED_AFTER = timedelta(minutes=10)
"""How often it is seen whether a backup is due: a restart neither makes one nor skips it."""


class Operators(commands.Cog):
    """What happens without anybody's asking."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.upkeep = bot.upkeep

    async def cog_load(self) -> None:
        """Begins to look after the bot."""
        self.tell.change_interval(seconds=self.upkeep.health_every.total_seconds())
        self.tell.start()
        if self.upkeep.backup_dir is not None:
            self.back_up.start(self.upkeep.backup_dir)

    async def cog_unload(self) -> None:
        """Leaves the bot to itself."""
        self.tell.cancel()
        self.back_up.cancel()

    @tasks.loop()
    async def tell(self) -> None:
        """Logs how the bot is doing."""
        try:
            counts = await self.bot.store.counts()
            latency, servers = self.bot.latency, len(self.bot.guilds)
            log.info("%s", self.bot.health.line(counts, latency=latency, servers=servers))
        except Exception:
            log.exception("How the bot is doing cannot be told.")

    @tell.before_loop
    async def _connected(self) -> None:
        await self.bot.wait_until_ready()

    @tasks.loop(seconds=LOOKED_AFTER.total_seconds())
    async def back_up(self, directory: Path) -> None:
        """Makes a backup where the newest is old enough, and deletes the oldest."""
        try:
            now = discord.utils.utcnow()
            newest = max(await asyncio.to_thread(backup.copies_in, directory), default=None)
            if newest is not None and now - newest < self.upkeep.backup_every:
                return
            await asyncio.to_thread(directory.mkdir, parents=True, exist_ok=True)
            target = directory / backup.name_at(now)
            await self.bot.store.backup(target)
            log.info("backup file=%s bytes=%s", target, target.stat().st_size)
            await asyncio.to_thread(backup.tidy, directory, self.upkeep.backups_kept)
        except Exception:
            log.exception("There is no new backup in %s; it is tried again.", directory)
