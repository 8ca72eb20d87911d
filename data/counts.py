"""How many matches and posts there are, for the operator's figures."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from data.asynchronous import AsyncConnection
from data.database.schema import matches, posts
from data.matches.posts import PostState
from engine.table.record import Status


@dataclass(frozen=True)
class Counts:
    """How many matches are played, waiting for answers or over, and how many posts for Discord
    wait or are refused by it.
    """

    live: int
    challenges: int
    over: int
    waiting: int
    refused: int


async def counts_of(connection: AsyncConnection) -> Counts:
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
    )
