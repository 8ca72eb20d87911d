"""Event logs: all events of a match, a tournament or a crowd, in order.

All other state is derived from the log, so entries are only added. No entry is dated before the
last one, and each message or interaction is acted on at most once. Each log defines its kinds of
entries and their contents, and derives its state.
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
    """The part that entries of all logs have in common."""

    @property
    def at(self) -> datetime:
        """The time of the event."""
        ...

    @property
    def source(self) -> str | None:
        """The message or interaction that caused the event, unique in its log, None if none did."""
        ...


@dataclass(frozen=True, slots=True)
class Entry(Generic[K]):
    """An event of a tournament or a crowd.

    ``number`` counts from 1 in each log. ``person`` is the id of the person who acted or whom the
    event concerns, None for the bot. ``data`` is JSON data, whose fields depend on ``kind``.
    ``source`` is the message or interaction that caused the event, unique in its log, so that
    nothing is done twice.
    """

    number: int
    kind: K
    at: datetime
    person: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    source: str | None = None


def check_new(log: Iterable[Logged], source: str | None) -> None:
    """Raise Repeated if an entry of ``log`` came from the same message or interaction."""
    if source is not None and any(entry.source == source for entry in log):
        raise Repeated


def next_moment(log: Sequence[Logged], now: datetime) -> datetime:
    """Return the time for a new entry: ``now``, or that of the last entry if it is later."""
    return max(now, log[-1].at) if log else now
