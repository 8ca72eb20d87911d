"""The captures of one piece, searched over states and never over paths.

What matters of a capture on its way is its state: the point it has come to, the pieces it has
taken, and for some games whether the piece has become a king and where it came from. A king
among many men has millions of paths and few states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.captures import QUICK, sample, take_long
from engine.values import Move

ANYWHERE: Final = -1
"""The direction of a way that may go on in every direction."""


class Way(NamedTuple):
    """A capture on its way: where it has come to, and the captured pieces as a bit set.

    ``king`` is whether it goes on as a king does, ``direction`` the one of its last jump where
    a game forbids to turn back.
    """

    point: int
    captured: int = 0
    king: bool = False
    direction: int = ANYWHERE


class Captures:
    """What one piece can capture.

    ``jumps`` gives every way that is one jump longer; ``lying`` is whether captured pieces stay
    where they are until the end, so that the jumps from a point are the same on every way;
    ``freely`` whether a capture need not take the most. It has to go on as long as it can: of
    the points behind a piece those are chosen from which it goes on, where there are any.
    """

    def __init__(
        self, first: Way, jumps: Callable[[Way], Iterable[Way]], *, lying: bool, freely: bool
    ) -> None:
        self._first = first
        self._jumps = jumps
        self._lying = lying
        self._freely = freely
        self._known: dict[Way, list[Way]] = {}
        self._before: dict[Way, Way] = {}

    def search(self, to_take: int, states: int) -> list[Way]:
        """Return the captures that are complete, among so many states at most.

        Without a free choice they are those that take the most. ``to_take`` counts the enemies.
        """
        level: Iterable[Way] = (self._first,)
        complete: list[Way] = []
        quick = states - QUICK
        while True:
            following: dict[Way, Way] = {}
            ended = complete if self._freely else []
            for way in level:
                onward = self.onward(way)
                if not onward:
                    ended.append(way)
                for after in onward:
                    if after not in following:
                        following[after] = way
            complete = ended
            if not following:
                break
            room = states // max(to_take, 1)
            following = sample(following, room)
            states -= len(following)
            to_take -= 1
            if states < quick:
                take_long()
            self._before |= following
            level = following
        distinct = {(way.point, way.captured): way for way in reversed(complete)}
        return list(distinct.values())[::-1]

    def onward(self, way: Way) -> list[Way]:
        """Return the ways that a capture may go on, none where it is complete."""
        ways = self._all(way)
        if self._freely and len(ways) > 1:
            behind: dict[int, list[Way]] = {}
            for after in ways:
                behind.setdefault(after.captured, []).append(after)
            if len(behind) < len(ways):
                going_on = {
                    captured: [way for way in landings if self._all(way)] or landings
                    for captured, landings in behind.items()
                }
                return [way for landings in going_on.values() for way in landings]
        return ways

    def _all(self, way: Way) -> list[Way]:
        if not self._lying:
            return list(self._jumps(way))
        point, captured, king, direction = way
        bare = Way(point, 0, king, direction)
        jumps = self._known.get(bare)
        if jumps is None:
            jumps = self._known[bare] = list(self._jumps(bare))
        if not captured:
            return jumps
        return [
            Way(there, captured | over, crowned, last)
            for there, over, crowned, last in jumps
            if not over & captured
        ]

    def to(self, way: Way) -> Move:
        """Return the capture that leads to a way which ``search`` has found."""
        ways = [way]
        while way in self._before:
            way = self._before[way]
            ways.append(way)
        return _move(ways[::-1])

    def along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture with that path, complete or not; None where there is none."""
        ways = [self._first]
        complete = False
        for point in points[1:]:
            after = next((way for way in self._all(ways[-1]) if way.point == point), None)
            if after is None:
                return None
            complete = after in self.onward(ways[-1]) and not self._all(after)
            ways.append(after)
        return Capture(_move(ways), complete)


class Capture(NamedTuple):
    """A capture that somebody typed, and whether it goes on as long as it can."""

    move: Move
    complete: bool


def _move(ways: Sequence[Way]) -> Move:
    taken = (after.captured ^ way.captured for way, after in pairwise(ways))
    captured = tuple(bit.bit_length() - 1 for bit in taken)
    return Move("move", tuple(way.point for way in ways), captured)
