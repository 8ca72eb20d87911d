"""Calls: how often people are pinged for what others ask of them, and the limit of that.

The first ping for a turn of one's own match is never counted, and neither are those one asked for
by following a match. Challenges and other requests count together; one person alone cannot use the
limit up. Apart from them, so that nobody misses these because of strangers, count two other kinds:
what is done in a match or an event that somebody is in already, such as offers and proposed times,
and what an event calls them to by itself. The post itself is sent and names the person, whether it
pings them or not.
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

    ``by`` is the person who asks; None if nobody does, as at the hour of an appointment. It is
    ``within`` a match or an event if those who are called are in it already.
    """

    name: str
    at: datetime
    by: int | None = None
    within: bool = False

    @property
    def kind(self) -> tuple[bool, bool]:
        """The kind of calls with which it counts."""
        return self.by is None, self.within


class Calls:
    """The latest calls of people; a post that is composed again is the same call."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, list[Call]] = LRUCache(REMEMBERED)

    def admit(self, person: int, call: Call) -> bool:
        """Return whether a call may ping a person, and note that it does."""
        latest = [one for one in self._latest.get(person, ()) if abs(call.at - one.at) < WITHIN]
        known = any(one.name == call.name for one in latest)
        alike = [one.by for one in latest if one.kind == call.kind]
        by_one = alike.count(call.by) if call.by is not None else 0
        admitted = known or (len(alike) < MOST and by_one < MOST_BY_ONE)
        if admitted and not known:
            latest.append(call)
        self._latest[person] = latest
        return admitted
