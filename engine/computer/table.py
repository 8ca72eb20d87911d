"""The transposition table: what the search found out about states that it met."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

NO_MOVE: Final = -1

Entry = tuple[int, int, int, int]
"""The depth of the search, whether its value is exact or a bound, the value, the best move."""

ENTRIES: Final = 1 << 17
"""As many entries the table holds at most."""


class Table:
    """A transposition table bounded in entries: when half of it is new, the older half goes."""

    __slots__ = ("_new", "_old")

    _new: dict[Hashable, Entry]
    _old: dict[Hashable, Entry]

    def __init__(self) -> None:
        self._new = {}
        self._old = {}

    def find(self, key: Hashable) -> Entry | None:
        """Return what is known of a state, None where that is nothing."""
        entry = self._new.get(key)
        return entry if entry is not None else self._old.get(key)

    def keep(self, key: Hashable, entry: Entry) -> None:
        """Keep what was found out about a state, in place of what was known."""
        if len(self._new) >= ENTRIES // 2:
            self._old = self._new
            self._new = {}
        self._new[key] = entry
