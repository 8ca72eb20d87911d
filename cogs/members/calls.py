"""Calls: how often people are pinged for what others ask of them, and the limit of that.

The first ping for a turn of one's own match is never counted, and neither are those one asked for
by following a match. Everything that people ask counts together: challenges, offers, proposed
times; one of them alone cannot use the limit up. What an event calls people to by itself counts
apart, so that nobody misses it because others have called them before. The post itself is sent and
names the person, whether it pings them or not.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cachetools import LRUCache

MOST: Final = 8
MOST_BY_ONE: Final = 5
WITHIN: Final = timedelta(hours=1)
"""So often somebody is called in so long a time, by all and by one other person."""

REMEMBERED: Final = 10_000
"""The people whose calls are kept in memory."""


class Call(NamedTuple):
    """The post that calls people, by a ``name`` of its own, and when it does.

    ``by`` is the person who asks; None if nobody does, as at the hour of an appointment.
    """

    name: str
    at: datetime
    by: int | None = None


class Calls:
    """The latest calls of people; a post that is composed again is the same call."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, list[Call]] = LRUCache(REMEMBERED)

    def admit(self, person: int, call: Call) -> bool:
        """Return whether a call may ping a person, and note that it does."""
        latest = [one for one in self._latest.get(person, ()) if abs(call.at - one.at) < WITHIN]
        known = any(one.name == call.name for one in latest)
        alike = [one.by for one in latest if (one.by is None) == (call.by is None)]
        by_one = alike.count(call.by) if call.by is not None else 0
        admitted = known or (len(alike) < MOST and by_one < MOST_BY_ONE)
        if admitted and not known:
            latest.append(call)
        self._latest[person] = latest
        return admitted
