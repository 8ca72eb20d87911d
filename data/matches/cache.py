"""A cache of the matches that were in use lately, so that they need not be read again.

A match only grows, so its number of events says which state of it a value is: a value of the
version that the database holds is the match.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cachetools import LRUCache

from engine.table.match import Match

SIZE: Final = 32 * 1024 * 1024
"""How many bytes the matches in the cache take at most: some hundred matches of usual length."""

EVENT: Final = 600
POSITION: Final = 3_400
MOVE: Final = 130
"""Bytes of an event without its texts, of a position with what it remembers, and of each legal move
that it remembers: as measured, the largest of all games, and a little more."""

READ_LATER: Final = 2
"""Positions of a match that are read while it is in the cache: the one before the last turn."""


def weight(match: Match) -> int:
    """Return how many bytes a match takes, rather too many than too few."""
    texts = sum(len(e.text) + len(e.position) + len(e.source or "") for e in match.events)
    # Games that remember the legal moves of a position have them under this name.
    read = [place.position for place in match.line.places if place.is_read]
    listed = (position for position in read if getattr(position, "_moves", None) is not None)
    moves = sum(len(position.legal_moves()) for position in listed)
    held = min(len(read) + READ_LATER, len(match.line))
    return texts + EVENT * len(match.events) + POSITION * held + MOVE * moves


class Cache:
    """The matches used last."""

    def __init__(self, size: int = SIZE) -> None:
        self._matches: LRUCache[int, Match] = LRUCache(size, getsizeof=weight)

    @property
    def bytes(self) -> int:
        """How many bytes the matches in it took when they were added."""
        return int(self._matches.currsize)

    def get(self, match_id: int, version: int | None = None) -> Match | None:
        """Return the match, None where it is not in the cache, or not in that version."""
        match = self._matches.get(match_id)
        if match is None or version not in {None, len(match.events)}:
            return None
        return match

    def put(self, match: Match) -> None:
        """Add a match as it is stored, and drop those that were not asked for the longest."""
        self._matches.pop(match.id, None)
        with suppress(ValueError):  # it is larger than the whole cache
            self._matches[match.id] = match

    def pop(self, match_id: int) -> None:
        """Drop a match."""
        self._matches.pop(match_id, None)

    def clear(self) -> None:
        """Drop all matches."""
        self._matches.clear()
