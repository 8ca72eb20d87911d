"""A cache of matches as last read or written, so that they are not read again.

The process that owns a match caches what it has written, right after the commit. The database
remains authoritative: a write is guarded by the match's version, and after a failure the match is
dropped. ``forget`` and ``forget_all`` drop matches that another process may have changed. A match
only grows, so its number of events is its version: a cached match with the version in the database
is current.

A position caches its legal moves, too. If listing them takes long, a thread does it, so that others
can run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from data.matches.posts import Posted
from data.records import Cache
from engine.capabilities.captures import TakesLong, quickly
from engine.table.match import Match
from engine.table.record import Status

T = TypeVar("T")

SIZE: Final = 32 * 1024 * 1024
"""Most bytes of the matches in the cache: room for some hundred matches of usual length."""

EVENT: Final = 600
POSITION: Final = 3_400
MOVE: Final = 130
"""Bytes of an event without its texts, of a position, and of each cached legal move: the largest
measured in any game, and a little more.
"""

READ_LATER: Final = 2
"""Positions of a match read while it is cached: the last one and the one before the last turn."""


def weight(match: Match) -> int:
    """Return an upper estimate of the bytes that a match takes."""
    texts = sum(len(e.text) + len(e.position) + len(e.source or "") for e in match.events)
    read = [place.position for place in match.line.places if place.is_read]
    moves = sum(position.remembered_moves for position in read)
    held = min(len(read) + READ_LATER, len(match.line))
    return texts + EVENT * len(match.events) + POSITION * held + MOVE * moves


POSTS: Final = 50_000
"""Most posts kept, of some hundred bytes each; those of the most recently used matches stay."""

LIVE: Final = 20_000
"""Most live matches known by their channels."""

People = tuple[int, ...]


@dataclass(eq=False)
class Reading:
    """Ids changed during a read, so its result may be stale."""

    matches: set[int] = field(default_factory=set)
    channels: set[int] = field(default_factory=set)
    everything: bool = False


class Memory:
    """The most recently used matches, their posts and followers, and the live matches of
    channels.
    """

    def __init__(self) -> None:
        self._matches = Cache[int, Match](SIZE, weight)
        self._posted = Cache[int, Posted](POSTS, lambda known: len(known.posts) + 1)
        self._live = Cache[int, dict[int, People]](LIVE, lambda known: len(known) + 1)
        self._readings: list[Reading] = []

    # What is known

    def match(self, match_id: int, version: int | None = None) -> Match | None:
        """Return a match, None if it is not cached, or not in that version."""
        match = self._matches.get(match_id)
        return match if match and version in {None, len(match.events)} else None

    def posted(self, match_id: int) -> Posted | None:
        """Return the posts and followers of a match, None if they are not cached."""
        return self._posted.get(match_id)

    def live(self, channel: int) -> Mapping[int, People] | None:
        """Return the players of a channel's live matches by the match's id; None if not cached."""
        return self._live.get(channel)

    # What was read

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Record the ids that change during a read; ``keep`` checks the result against them."""
        reading = Reading()
        self._readings.append(reading)
        try:
            yield reading
        finally:
            self._readings.remove(reading)

    def keep(self, reading: Reading, match: Match) -> None:
        """Cache a match that was read, unless it may be stale."""
        if not reading.everything and match.id not in reading.matches:
            self._matches.put(match.id, match)

    def keep_posted(self, reading: Reading, match_id: int, posted: Posted) -> None:
        """Cache the posts and followers of a match that were read, unless they may be stale."""
        if not reading.everything and match_id not in reading.matches:
            self._posted.put(match_id, posted)

    def keep_live(self, reading: Reading, channel: int, live: dict[int, People]) -> None:
        """Cache the players of a channel's live matches that were read, unless they may be
        stale.
        """
        if not reading.everything and channel not in reading.channels:
            self._live.put(channel, live)

    # What was written

    def written(self, before: Match | None, match: Match, posted: Posted | None) -> None:
        """Cache a match that was written, and its posts if they have changed."""
        for reading in self._readings:
            reading.matches.add(match.id)
        self._matches.put(match.id, match)
        if posted is not None:
            self._posted.put(match.id, posted)
        if before is None or _seating(before) != _seating(match):
            for channel in {match.channel, (before or match).channel}:
                self._live.pop(channel)
                for reading in self._readings:
                    reading.channels.add(channel)

    def changed_posts(
        self, match_id: int, events: Collection[int], values: Mapping[str, Any]
    ) -> None:
        """Update the posts of these events with the values written."""
        for reading in self._readings:
            reading.matches.add(match_id)
        if (posted := self._posted.get(match_id)) is not None:
            changed = (post for post in posted.posts if post.event in events)
            self._posted.put(match_id, posted.after(*(replace(p, **values) for p in changed)))

    def forget_posts(self, match_ids: Iterable[int]) -> None:
        """Forget the posts and followers of matches."""
        for match_id in match_ids:
            self._posted.pop(match_id)
            for reading in self._readings:
                reading.matches.add(match_id)

    def forget(self, match_ids: Iterable[int]) -> None:
        """Forget matches that have changed, or may have."""
        for match_id in match_ids:
            self._matches.pop(match_id)
            self._posted.pop(match_id)
        self._live.clear()
        self._distrust()

    def drop(self, match_ids: Iterable[int]) -> None:
        """Drop matches that have no unsaved changes, to make room."""
        for match_id in match_ids:
            self._matches.pop(match_id)

    def forget_all(self) -> None:
        """Forget everything."""
        self._matches.clear()
        self._posted.clear()
        self._live.clear()
        self._distrust()

    # How

    def _distrust(self) -> None:
        """Mark all reads in progress as stale."""
        for reading in self._readings:
            reading.everything = True


def _seating(match: Match) -> tuple[bool, int, People]:
    """Return the parts of a match that decide in which channel's live matches its players are
    listed.
    """
    return match.status is Status.LIVE, match.channel, match.people


# The moves that a position remembers


async def promptly(work: Callable[[], T]) -> T:
    """Return the result of work with positions; the work may be started twice.

    If it has to list moves for long, it is restarted in a thread. A position caches its moves, so
    later requests get them at once.
    """
    try:
        with quickly():
            return work()
    except TakesLong:
        return await asyncio.to_thread(work)


def list_moves(match: Match) -> None:
    """List the moves of a match's position, and of the one before, which its board describes."""
    for position in match.line[-2:]:
        position.legal_moves()
