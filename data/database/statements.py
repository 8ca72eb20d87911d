"""What the subjects of the store are made of: methods that execute statements."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from data.database.connection import Database

P = ParamSpec("P")
T = TypeVar("T")


class Subject:
    """What the store keeps of one subject. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database


S = TypeVar("S", bound=Subject)

Method = Callable[Concatenate[S, AsyncConnection, P], Awaitable[T]]
"""A method as it is written: its first argument is the connection."""

Call = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]
"""The method as it is called: without the connection."""


def reading(method: Method[S, P, T]) -> Call[S, P, T]:
    """Return the method with a connection of its own, which sees one state of the database."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read(partial(method, self), *args, **kwargs)

    return call


def writing(method: Method[S, P, T]) -> Call[S, P, T]:
    """Return the method in a transaction of its own."""

    @wraps(method)
    async def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.write(partial(method, self), *args, **kwargs)

    return call
