"""The event log: everything that happened, in order. A match, a tournament and a crowd are such
logs.

Everything else follows from the log, so it only grows: an entry is never dated before the last one,
and each message or interaction causes an action at most once. Each log defines its kinds, the
contents of their entries, and what follows from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from engine.errors import Refusal
from engine.text import Text

K = TypeVar("K", bound=StrEnum)
"""The kinds of a log's entries."""


class Repeated(Refusal):
    """A message or interaction that has already been acted on; nothing needs to be said."""

    def __init__(self) -> None:
        super().__init__(Text("That has been done already."))


class Logged(Protocol):
    """An entry, as far as every log knows it."""

    @property
    def at(self) -> datetime:
        """When it happened."""
        ...

    @property
    def source(self) -> str | None:
        """The message or interaction that it came from; unique in its log."""
        ...


@dataclass(frozen=True, slots=True)
class Entry(Generic[K]):
    """An event of a tournament or a crowd.

    ``number`` counts from 1 in its log. ``person`` did it, or it is about them (None: the bot).
    ``data`` are the JSON data of its kind. ``source`` names the message or interaction that it came
    from; it is unique in its log, so that nothing is done twice.
    """

    number: int
    kind: K
    at: datetime
    person: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    source: str | None = None


def check_new(log: Iterable[Logged], source: str | None) -> None:
    """Raise Repeated if that message or interaction has been acted on."""
    if source is not None and any(entry.source == source for entry in log):
        raise Repeated


def next_moment(log: Sequence[Logged], now: datetime) -> datetime:
    """Return the time of an entry that is added now: never before the last one."""
    return max(now, log[-1].at) if log else now
