"""What can go wrong between a match and the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

P = ParamSpec("P")
T = TypeVar("T")


class StoreError(Exception):
    """The database cannot be opened, read or written; ``str()`` is one sentence."""


class Conflict(StoreError):
    """What was to be written contradicts what is there; nothing was written."""


class UnknownMatch(StoreError, LookupError):
    """There is no match of that id."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"There is no match {match_id}.")
        self.match_id = match_id


def reason_of(error: BaseException) -> str:
    """Return the first line of what the driver or the system says, without a full stop."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    lines = str(cause).splitlines()
    return lines[0].rstrip(".") if lines else type(cause).__name__


def once_more(method: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return a function that is called a second time where another process has changed the match.

    What a person wants may still make sense in the match as it is now, or it is said why not.
    """

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(*args, **kwargs)
        except Conflict:
            return await method(*args, **kwargs)

    return call
