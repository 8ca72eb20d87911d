"""A table on a server of one shard, whose PostgreSQL database the tables of all shards share."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import asyncpg

from tests.loopback.process import BotProcess
from tests.loopback.table import Table

VIEWS = """
CREATE SCHEMA {schema};
CREATE VIEW {schema}.matches AS SELECT * FROM public.matches WHERE guild = {guild};
CREATE VIEW {schema}.events AS SELECT * FROM public.events
    WHERE "match" IN (SELECT id FROM {schema}.matches);
CREATE VIEW {schema}.posts AS SELECT * FROM public.posts
    WHERE "match" IN (SELECT id FROM {schema}.matches);
CREATE VIEW {schema}.seats AS SELECT * FROM public.seats
    WHERE "match" IN (SELECT id FROM {schema}.matches);
CREATE VIEW {schema}.daily_puzzles AS SELECT * FROM public.daily_puzzles WHERE guild = {guild};
CREATE VIEW {schema}.tournaments AS SELECT * FROM public.tournaments WHERE guild = {guild};
CREATE VIEW {schema}.entries AS SELECT * FROM public.entries
    WHERE tournament IN (SELECT id FROM {schema}.tournaments);
CREATE VIEW {schema}.bulletins AS SELECT * FROM public.bulletins
    WHERE guild = {guild};
CREATE VIEW {schema}.ratings AS SELECT * FROM public.ratings
    WHERE "match" IN (SELECT id FROM {schema}.matches);
"""
"""SQL for a schema with views of the rows of one guild, in place of the whole tables."""


@dataclass
class SharedTable(Table):
    """A table whose bot runs one of two shards.

    ``host`` is PostgreSQL's socket folder, and ``name`` its database.
    """

    host: str = ""
    name: str = ""
    shard: int = 0

    async def lay(self) -> None:
        """Create the views through which this table sees only its own server's rows."""
        connection = await asyncpg.connect(host=self.host, user="postgres", database=self.name)
        await connection.execute(VIEWS.format(schema=self.schema, guild=self.guild.id))
        await connection.close()

    @property
    def schema(self) -> str:
        return f"shard_{self.shard}"

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://postgres@/{self.name}?host={self.host}"

    def new_bot(self, fault: str = "", **env: str) -> BotProcess:
        shared = {
            "SHARD_COUNT": "2",
            "SHARD_IDS": str(self.shard),
        }
        return super().new_bot(fault, **(shared | env))

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        async def ask() -> list[tuple[Any, ...]]:
            connection = await asyncpg.connect(host=self.host, user="postgres", database=self.name)
            try:
                await connection.execute(f"SET search_path TO {self.schema}, public")
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:  # the loop of the tests is running
            return thread.submit(lambda: asyncio.run(ask())).result()
