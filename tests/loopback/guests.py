"""Tables that share one running bot, because starting a bot takes longer than most tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Self

from tests.loopback.process import BotProcess
from tests.loopback.table import Table

VIEWS = """
CREATE TEMP VIEW matches AS SELECT * FROM main.matches WHERE guild = {guild};
CREATE TEMP VIEW events AS SELECT * FROM main.events
    WHERE "match" IN (SELECT id FROM temp.matches);
CREATE TEMP VIEW posts AS SELECT * FROM main.posts
    WHERE "match" IN (SELECT id FROM temp.matches);
CREATE TEMP VIEW seats AS SELECT * FROM main.seats
    WHERE "match" IN (SELECT id FROM temp.matches);
CREATE TEMP VIEW ratings AS SELECT * FROM main.ratings
    WHERE "match" IN (SELECT id FROM temp.matches);
"""
"""SQL for views of the matches of one guild and their rows, in place of the whole tables."""


@dataclass
class GuestTable(Table):
    """A table on a server of its own, at a bot that runs already and goes on running.

    Its tests may not change a clock, nor leave ordered faults behind.
    """

    seen: int = 0
    """The number of characters in the bot's log when the table was made."""

    @classmethod
    async def at(cls, host: Table) -> Self:
        """Make a table with two new members on a server that is new to the bot.

        The server appears as after an outage: an invitation would make the bot post a greeting.
        """
        world = host.discord.world
        guild = world.guild()
        channel = world.channel(guild, "draughts")
        ann, ben = (world.member(guild, name) for name in ("Ann", "Ben"))
        await host.discord.guild_back(guild)
        return cls(
            host.discord, guild, channel, ann, ben, host.database, host.bot, host.ahead,
            seen=len(host.bot.log),
        )  # fmt: skip

    def new_bot(self, fault: str = "", **env: str) -> BotProcess:
        raise RuntimeError("the bot of a guest runs already")

    async def leave(self) -> None:
        """Wait until everything saved is shown and earlier posts are tidy; the bot goes on."""
        await self.settled()
        await self.tidy()

    @property
    def log(self) -> str:
        return self.bot.log[self.seen :]

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            connection.executescript(VIEWS.format(guild=self.guild.id))
            return connection.execute(statement).fetchall()
