"""The matches that were in use lately, so that they need not be read again.

A match only grows, so its number of events says which state of it a value is: a value of the
version that the database holds is the match. Nothing has to be dropped when a write fails. Only
where a person is taken out of matches do they change without growing: these are forgotten, and
so is what was read before that and comes in afterwards.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from engine.table.match import Match

SIZE = 256
"""How many matches are remembered."""


class Cache:
    """The matches seen last; ``age`` counts how often some of them had to be forgotten."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self.age = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def get(self, match_id: int, version: int) -> Match | None:
        """The match of that version, None where it is not remembered."""
        match = self._matches.get(match_id)
        if match is None or len(match.events) != version:
            return None
        self._matches.move_to_end(match_id)
        return match

    def put(self, match: Match, age: int | None = None) -> None:
        """Remembers a match as it is stored, and forgets the one not asked for the longest.

        ``age`` is that of the cache when the match was read.
        """
        if age is not None and age != self.age:
            return
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > self._size:
            self._matches.popitem(last=False)

    def drop(self, match_ids: Iterable[int]) -> None:
        """Forgets matches that have become others, and does not take in what was read before."""
        self.age += 1
        for match_id in match_ids:
            self._matches.pop(match_id, None)
