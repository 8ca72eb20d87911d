"""How captures were found, for those who need their paths.

The search needs only what a capture takes and where it ends; a list for people has its path.
"""

from __future__ import annotations

from engine.capabilities.capture_limits import Listing
from engine.draughts.tables import CAPTURED, END, PLACE


class Trails:
    """How captures were found: the way before each way, by the place where the piece starts.

    Of ``whole`` ways none is left out.
    """

    __slots__ = ("_before", "_last", "listing")

    listing: Listing
    _before: dict[int, int]
    _last: dict[int, int]

    def __init__(self, whole: int = 0) -> None:
        self.listing = Listing(whole)
        self._before = {}
        self._last = {}

    def add(self, start: int, following: dict[int, int]) -> None:
        """Note ways, each with the one before it."""
        before = self._before
        for after, way in following.items():
            before[after << END | start] = way

    def end(self, move: int, way: int) -> None:
        """Note the first complete way of a move."""
        self._last.setdefault(move, way)

    def lead_to(self, move: int) -> bool:
        """Return whether a move was found."""
        return move in self._last

    def ways(self, move: int) -> list[int]:
        """Return the ways of a capture from its start to its end."""
        start = move & PLACE
        way = self._last[move]
        found = [way]
        while way >> CAPTURED:
            way = self._before[way << END | start]
            found.append(way)
        return found[::-1]
