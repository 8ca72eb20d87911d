"""The transposition table: the results for the states that a search has met."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

NO_MOVE: Final = -1

Entry = tuple[int, int, int, int]
"""The depth of a search, the kind of its value (exact or a bound), the value, the best move."""

ENTRIES: Final = 1 << 17
"""The most entries that the table holds."""


class TranspositionTable:
    """A transposition table of at most ``ENTRIES``: once half of it is new, the rest is dropped."""

    __slots__ = ("_new", "_old")

    _new: dict[Hashable, Entry]
    _old: dict[Hashable, Entry]

    def __init__(self) -> None:
        self._new = {}
        self._old = {}

    def find(self, key: Hashable) -> Entry | None:
        """Return the entry of a state by its key, None if there is none."""
        entry = self._new.get(key)
        if entry is not None or not self._old:
            return entry
        return self._old.get(key)

    def keep(self, key: Hashable, entry: Entry) -> None:
        """Keep an entry for a state, replacing an earlier one."""
        if len(self._new) >= ENTRIES // 2:
            self._old = self._new
            self._new = {}
        self._new[key] = entry
