"""Calls: how often people are pinged for what others ask of them, and the limit of that.

The first ping for a turn of one's own match is never counted, and neither are those one asked for
by following a match. Everything else counts together: challenges, offers, and posts of events. The
post itself is sent and names the person, whether it pings them or not.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cachetools import LRUCache

MOST: Final = 8
WITHIN: Final = timedelta(hours=1)
"""So often somebody is called in so long a time."""

REMEMBERED: Final = 10_000
"""The people whose calls are kept in memory."""


class Call(NamedTuple):
    """The post that calls people, by a ``name`` of its own, and when it does."""

    name: str
    at: datetime


class Calls:
    """The latest calls of people; a post that is composed again is the same call."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, list[Call]] = LRUCache(REMEMBERED)

    def admit(self, person: int, call: Call) -> bool:
        """Return whether a call may ping a person, and note that it does."""
        latest = [one for one in self._latest.get(person, ()) if call.at - one.at < WITHIN]
        known = any(one.name == call.name for one in latest)
        admitted = known or len(latest) < MOST
        if admitted and not known:
            latest.append(call)
        self._latest[person] = latest
        return admitted
