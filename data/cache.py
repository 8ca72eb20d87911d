"""The matches that were in use lately, so that they need not be read again.

A match only grows, so its number of events says which state of it a value is: a value of the
version that the database holds is the match. Nothing has to be dropped when a write fails.
"""

from __future__ import annotations

from collections import OrderedDict

from engine.match import Match

SIZE = 256
"""How many matches are remembered."""


class Cache:
    """The matches seen last."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def get(self, match_id: int, version: int) -> Match | None:
        """The match of that version, None where it is not remembered."""
        match = self._matches.get(match_id)
        if match is None or len(match.events) != version:
            return None
        self._matches.move_to_end(match_id)
        return match

    def put(self, match: Match) -> None:
        """Remembers a match as it is stored, and forgets the one not asked for the longest."""
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > self._size:
            self._matches.popitem(last=False)
