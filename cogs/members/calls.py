"""Calls: how often people are pinged for requests by others, and the limit on that.

The first ping for a turn of one's own match is never counted, nor are pings one asked for by
following a match. Challenges and other requests count together; one person alone cannot use the
limit up. Two other kinds are counted separately, so that strangers cannot make anybody miss them:
actions in a match or an event that somebody is already in, such as offers and proposed times, and
automatic calls of an event. The post itself is sent and names the person, whether it pings them or
not.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cachetools import LRUCache

MOST: Final = 8
MOST_BY_ONE: Final = 5
WITHIN: Final = timedelta(hours=1)
"""The span of time, and the most calls in it: by everybody, and by one other person."""

REMEMBERED: Final = 10_000
"""The people whose calls are kept in memory."""


class Call(NamedTuple):
    """The post that calls people, identified by its ``name``, and its time.

    ``by`` is the person who asks; None if nobody does, as at the hour of an appointment. It is
    ``within`` a match or an event if the people called are already in it.
    """

    name: str
    at: datetime
    by: int | None = None
    within: bool = False

    @property
    def kind(self) -> tuple[bool, bool]:
        """The kind of calls it counts among."""
        return self.by is None, self.within


class Calls:
    """The latest calls of people; a post composed again is the same call."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, list[Call]] = LRUCache(REMEMBERED)

    def admit(self, person: int, call: Call) -> bool:
        """Return whether a call may ping a person, and note the ping."""
        latest = [one for one in self._latest.get(person, ()) if abs(call.at - one.at) < WITHIN]
        known = any(one.name == call.name for one in latest)
        alike = [one.by for one in latest if one.kind == call.kind]
        by_one = alike.count(call.by) if call.by is not None else 0
        admitted = known or (len(alike) < MOST and by_one < MOST_BY_ONE)
        if admitted and not known:
            latest.append(call)
        self._latest[person] = latest
        return admitted
