"""Tables at one bot, which takes longer to start than most of what is played at them."""

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
"""The part of the database that a table sees: the matches of its own server."""


@dataclass
class GuestTable(Table):
    """A table on a server of its own, whose bot runs already and stays when it is left.

    Nothing played at it may change a clock, or leave ordered trouble behind.
    """

    seen: int = 0
    """The length of the bot's log when the table was laid."""

    @classmethod
    async def at(cls, host: Table) -> Self:
        """Lay a table with two new members on a server that is new to the bot.

        It is not invited there, which it would answer with a greeting: it finds itself there.
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
        """All that was saved is shown, and earlier posts have made room; the bot stays."""
        await self.settled()
        await self.tidy()

    @property
    def log(self) -> str:
        return self.bot.log[self.seen :]

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            connection.executescript(VIEWS.format(guild=self.guild.id))
            return connection.execute(statement).fetchall()
