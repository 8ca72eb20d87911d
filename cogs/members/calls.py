"""Calls: pings of people for requests by others, and the limit on their number.

A call over the limit is still posted and names the person, but does not ping them.

The first ping for a turn in one's own match is never counted, nor are the pings that a follower of
a match asked for. Challenges and other requests count together, and no single person can use up
the limit. Two other kinds are counted separately, so that strangers cannot make anybody miss them:
actions in a match or an event that the person called is in already, such as offers and proposed
times, and automatic calls of an event.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cachetools import LRUCache

MOST: Final = 8
MOST_BY_ONE: Final = 5
WITHIN: Final = timedelta(hours=1)
"""The most calls of one kind within the span: by everybody together, and by one person."""

REMEMBERED: Final = 10_000
"""The number of people whose calls are kept in memory."""


class Call(NamedTuple):
    """A post that calls people, identified by its ``name``, and its time.

    ``by`` is the person who asks, None for an automatic call, as at the hour of an appointment.
    The call is ``within`` a match or an event if the people called are in it already.
    """

    name: str
    at: datetime
    by: int | None = None
    within: bool = False

    @property
    def kind(self) -> tuple[bool, bool]:
        """The kind of calls that this call counts among: whether automatic, and whether within."""
        return self.by is None, self.within


class Calls:
    """The latest calls of each person. A post that is composed again is the same call."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, list[Call]] = LRUCache(REMEMBERED)

    def admit(self, person: int, call: Call) -> bool:
        """Return whether a call may ping a person; if so, count the ping."""
        latest = [one for one in self._latest.get(person, ()) if abs(call.at - one.at) < WITHIN]
        known = any(one.name == call.name for one in latest)
        alike = [one.by for one in latest if one.kind == call.kind]
        by_one = alike.count(call.by) if call.by is not None else 0
        admitted = known or (len(alike) < MOST and by_one < MOST_BY_ONE)
        if admitted and not known:
            latest.append(call)
        self._latest[person] = latest
        return admitted
