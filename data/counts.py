"""How many matches and posts there are, for the operator's figures."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from data.asynchronous import AsyncConnection
from data.database.backend import Backend
from data.database.schema import matches, posts
from data.matches.posts import PostState
from engine.table.record import Status


@dataclass(frozen=True)
class Counts:
    """How many matches are played, waiting for answers or over, and how many posts for Discord
    wait or are refused by it; the bytes of the database, and those that are free on its disk.
    """

    live: int
    challenges: int
    over: int
    waiting: int
    refused: int
    size: int
    free: int | None
    """None for the disk of a server, of which nothing is known."""


async def counts_of(connection: AsyncConnection, backend: Backend) -> Counts:
    """Return how much there is in the database."""

    async def count(column: ColumnElement[str], value: str) -> int:
        statement = select(func.count()).where(column == value)
        return (await connection.execute(statement)).scalar_one()

    return Counts(
        live=await count(matches.c.status, Status.LIVE.value),
        challenges=await count(matches.c.status, Status.CHALLENGE.value),
        over=await count(matches.c.status, Status.OVER.value),
        waiting=await count(posts.c.state, PostState.PENDING.value),
        refused=await count(posts.c.state, PostState.REFUSED.value),
        size=await backend.size(connection),
        free=await asyncio.to_thread(backend.free),
    )
