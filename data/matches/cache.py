"""A cache of the matches that were in use lately, so that they need not be read again.

A match only grows, so its number of events says which state of it a value is: a value of the
version that the database holds is the match. Nothing has to be dropped when a write fails. Matches
change without growing only where a person is taken out of them: these are dropped, and what was
read before that is not accepted afterwards.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from engine.table.match import Match

SIZE = 256
"""How many matches the cache holds."""


class Cache:
    """The matches used last; ``age`` counts how often some of them had to be dropped."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self.age = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def get(self, match_id: int, version: int) -> Match | None:
        """Return the match of that version, None where it is not in the cache."""
        match = self._matches.get(match_id)
        if match is None or len(match.events) != version:
            return None
        self._matches.move_to_end(match_id)
        return match

    def put(self, match: Match, age: int | None = None) -> None:
        """Add a match as it is stored, and drop the one that was not asked for the longest.

        ``age`` is that of the cache when the match was read.
        """
        if age is not None and age != self.age:
            return
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > self._size:
            self._matches.popitem(last=False)

    def drop(self, match_ids: Iterable[int]) -> None:
        """Drop matches that were changed, and accept no match that was read before that."""
        self.age += 1
        for match_id in match_ids:
            self._matches.pop(match_id, None)
