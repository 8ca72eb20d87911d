"""The captures of Dames-Alliance that take the most.

Nothing moves during a capture but the capturing piece: jumped pieces stay where they are until
its end, and its own square counts as empty. So what matters of a capture on its way is its
**state**: the square it has come to and the pieces it has jumped, kept as one set of squares.

The search needs no budget of its own: a piece that jumps comes to sixteen squares at most, and
a side has no more than ``MEN`` pieces to be jumped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.games.alliance.board import (
    BITS,
    BOARD,
    KING_JUMPS,
    MAN_JUMPS,
    POINTS,
    bits,
)

MEN: Final = 12
"""The men a side begins with."""

_JUMPS: Final = MAN_JUMPS | {"": KING_JUMPS}
_SHIFTS: Final = {"x": (8, 10), "+": (1, 9), "": (1, 8, 9, 10)}
"""By cross, and for a king as ``""``: its jumps, and the shifts of a step in half of their
directions, the others being the opposites."""

Path = tuple[tuple[int, ...], tuple[int, ...]]
"""The points a capture passes, and those of the pieces it jumps."""

Level = dict[int, int]
"""The states after so many jumps, each with the one before it."""


def longest(
    own: Mapping[str, int], enemy_men: int, enemy_kings: int, empty: int
) -> list[tuple[str, Path]]:
    """The captures of a side that take the most pieces, each with the cross of who makes it.

    ``own`` are its men by their cross, and its kings as ``""``. Men and kings are weighed
    together, and a king that is taken counts one like a man.
    """
    most = 1
    found: list[tuple[str, Path]] = []
    for cross, pieces in own.items():
        takeable = takeable_by(cross, enemy_men, enemy_kings)
        for piece in bits(_capturing(pieces, takeable, empty, _SHIFTS[cross])):
            taken, paths = Captures(piece, cross, takeable, empty).longest()
            if taken > most:
                most, found = taken, []
            if taken == most:
                found += ((cross, path) for path in paths)
    return found


def takeable_by(cross: str, enemy_men: int, enemy_kings: int) -> int:
    """What a piece may jump: a king all enemies, a man no king."""
    return enemy_men if cross else enemy_men | enemy_kings


def _capturing(pieces: int, enemy: int, empty: int, shifts: Sequence[int]) -> int:
    """The pieces that can jump an enemy beside them onto an empty square behind it."""
    jumping = 0
    for shift in shifts:
        jumping |= (enemy & empty >> shift) >> shift | (enemy & empty << shift) << shift
    return pieces & jumping


class Captures:
    """What one piece can capture from the square ``start`` over the pieces it may jump."""

    def __init__(self, start: int, cross: str, enemy: int, empty: int) -> None:
        self._start = start
        self._jumps = _JUMPS[cross]
        self._enemy = enemy
        self._free = empty | start

    def longest(self) -> tuple[int, Iterator[Path]]:
        """How many pieces it can take at most, and the captures that take so many."""
        levels = self._levels()
        return len(levels) - 1, (self._path(levels, state) for state in levels[-1])

    def walk(self, points: Sequence[int]) -> tuple[int, ...]:
        """The pieces captured on a path from the start; none where it is no capture."""
        captured: list[int] = []
        for start, end in pairwise(points):
            for name, over, _ in self._jumps[BITS[start]]:
                if name == BOARD.names[end]:
                    point = POINTS[over]
                    if not over & self._enemy or point in captured or not BITS[end] & self._free:
                        return ()
                    captured.append(point)
                    break
            else:
                return ()
        return tuple(captured)

    def _levels(self) -> list[Level]:
        """The states after 0, 1, 2... jumps, as many as there can be.

        Each level is in the alphabetical order of the first path to each state, so the state
        from which another is reached first lies on its first path.
        """
        free, enemy, jumps = self._free, self._enemy, self._jumps
        level: Level = {self._start: 0}
        levels = [level]
        while True:
            following: Level = {}
            for state in level:
                square = state & free
                landing = free ^ square
                takeable = enemy & ~state
                for _, over, change in jumps[square]:
                    if over & takeable and change & landing:
                        after = state ^ change
                        if after not in following:
                            following[after] = state
            if not following:
                return levels
            level = following
            levels.append(level)

    def _path(self, levels: list[Level], state: int) -> Path:
        """The first path to a state of the last level."""
        path = [POINTS[state & self._free]]
        captured = []
        for level in levels[:0:-1]:
            before = level[state]
            captured.append(POINTS[(state ^ before) & self._enemy])
            path.append(POINTS[before & self._free])
            state = before
        return tuple(path[::-1]), tuple(captured[::-1])
