"""A cache of matches as last read or written, so that they are not read again.

The process that owns a match caches it right after a commit. The database remains authoritative: a
write is guarded by the match's version, and after a failure the match is dropped. ``forget`` and
``forget_all`` drop matches that another process may have changed. A match only grows, so its number
of events is its version: a cached match with the version in the database is current.

A position caches its legal moves, too. If listing them takes long, it is done in a thread, so that
other tasks can run.
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
"""Most bytes of cached matches: room for some hundred matches of usual length."""

EVENT: Final = 600
POSITION: Final = 3_400
MOVE: Final = 130
"""Bytes of an event without its texts, of a position, and of each cached legal move: the largest
measured in any game, and a little more.
"""

READ_LATER: Final = 2
"""Positions read while a match is cached: the last one and the one before the last turn."""


def weight(match: Match) -> int:
    """Return an upper estimate of the bytes that a match takes."""
    texts = sum(len(e.text) + len(e.position) + len(e.source or "") for e in match.events)
    read = [place.position for place in match.line.places if place.is_read]
    moves = sum(position.remembered_moves for position in read)
    held = min(len(read) + READ_LATER, len(match.line))
    return texts + EVENT * len(match.events) + POSITION * held + MOVE * moves


POSTS: Final = 50_000
"""Most cached posts, of some hundred bytes each; those of the most recently used matches stay."""

LIVE: Final = 20_000
"""Most live matches cached by channel."""

People = tuple[int, ...]
"""The ids of a match's players, one for each seat, in order."""


@dataclass(eq=False)
class Reading:
    """Ids of matches and channels that changed during a read, whose result may be stale."""

    matches: set[int] = field(default_factory=set)
    channels: set[int] = field(default_factory=set)
    everything: bool = False


class Memory:
    """The most recently used matches, posts and followers, and the live matches of channels."""

    def __init__(self) -> None:
        self._matches = Cache[int, Match](SIZE, weight)
        self._posted = Cache[int, Posted](POSTS, lambda known: len(known.posts) + 1)
        self._live = Cache[int, dict[int, People]](LIVE, lambda known: len(known) + 1)
        self._readings: list[Reading] = []

    # Reading the cache

    def match(self, match_id: int, version: int | None = None) -> Match | None:
        """Return a match, None if it is not cached, or not in this version (None: any)."""
        match = self._matches.get(match_id)
        return match if match and version in {None, len(match.events)} else None

    def posted(self, match_id: int) -> Posted | None:
        """Return the posts and followers of a match, None if they are not cached."""
        return self._posted.get(match_id)

    def live(self, channel: int) -> Mapping[int, People] | None:
        """Return the players of each live match in a channel, by its id; None if not cached."""
        return self._live.get(channel)

    # Caching after a read

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Record the ids that change during the block, a read, for ``keep`` and its like."""
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
        """Cache the players of a channel's live matches, unless they may be stale."""
        if not reading.everything and channel not in reading.channels:
            self._live.put(channel, live)

    # Updates after a write

    def written(self, before: Match | None, match: Match, posted: Posted | None) -> None:
        """Cache a match that was written, and its posts unless ``posted`` is None."""
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
        """Update the cached posts of these events of a match with the values written."""
        for reading in self._readings:
            reading.matches.add(match_id)
        if (posted := self._posted.get(match_id)) is not None:
            changed = (post for post in posted.posts if post.event in events)
            self._posted.put(match_id, posted.after(*(replace(p, **values) for p in changed)))

    def forget_posts(self, match_ids: Iterable[int]) -> None:
        """Drop the posts and followers of matches."""
        for match_id in match_ids:
            self._posted.pop(match_id)
            for reading in self._readings:
                reading.matches.add(match_id)

    def forget(self, match_ids: Iterable[int]) -> None:
        """Drop matches that may have changed, with their posts, and all lists of live matches."""
        for match_id in match_ids:
            self._matches.pop(match_id)
            self._posted.pop(match_id)
        self._live.clear()
        self._distrust()

    def drop(self, match_ids: Iterable[int]) -> None:
        """Drop matches that have not changed, to make room."""
        for match_id in match_ids:
            self._matches.pop(match_id)

    def forget_all(self) -> None:
        """Drop everything: anything may have changed."""
        self._matches.clear()
        self._posted.clear()
        self._live.clear()
        self._distrust()

    # Implementation

    def _distrust(self) -> None:
        """Mark all reads in progress as stale."""
        for reading in self._readings:
            reading.everything = True


def _seating(match: Match) -> tuple[bool, int, People]:
    """Return the values of a match on which the lists of live matches depend."""
    return match.status is Status.LIVE, match.channel, match.people


# Legal moves, which a position caches


async def promptly(work: Callable[[], T]) -> T:
    """Return the result of work with positions; the work may be started twice.

    If listing moves takes long, the work is restarted in a thread. A position caches its moves, so
    listing them again takes no time.
    """
    try:
        with quickly():
            return work()
    except TakesLong:
        return await asyncio.to_thread(work)


def list_moves(match: Match) -> None:
    """Make a match's last two positions cache their moves: a board describes the last move, too."""
    for position in match.line[-2:]:
        position.legal_moves()
