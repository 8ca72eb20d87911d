"""Captures in which nothing moves but the capturing piece, searched over states.

Captured pieces stay where they are until the end, and the square of the capturing piece itself
counts as empty. So a capture is a walk through fixed jumps, and what matters of it is its
**state**: the point it has come to and the pieces it has taken, kept as one set of points. A
king among many men has millions of paths and few states.

Play needs a few dozen states. Only positions made up to defeat a search need many: who has others
waiting asks for a list ``quickly``, and is told where one would take long. Where even that is more
than a list may cost, the search goes on with a sample. What a sample leaves out is still legal, and
can be played by typing its whole path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import ClassVar, Final, TypeVar

from engine.values import Move

STATES: Final = 300_000
"""The states that one list of moves may cost, some tenths of a second. A king among nineteen loose
men needs 130,000."""

QUICK: Final = 2_000
"""The states of one piece that take a millisecond or two. Play needs some dozens."""

_quickly = ContextVar("_quickly", default=False)


class TakesLong(Exception):
    """A list of moves that takes longer than ``quickly`` allows."""


@contextmanager
def quickly() -> Iterator[None]:
    """Raise TakesLong in the block rather than list moves for longer than others can wait."""
    token = _quickly.set(True)
    try:
        yield
    finally:
        _quickly.reset(token)


def take_long() -> None:
    """Go on beyond ``QUICK`` states. Raises TakesLong in a block that is done ``quickly``."""
    if _quickly.get():
        raise TakesLong


K = TypeVar("K")
V = TypeVar("V")


def sample(level: dict[K, V], size: int) -> dict[K, V]:
    """Return the states of a level, or so many of them, at least one, at even distances."""
    if len(level) <= size:
        return level
    states = list(level)
    size = max(size, 1)
    chosen = (states[i * len(states) // size] for i in range(size))
    return {state: level[state] for state in chosen}


Level = dict[int, int]
"""The states after so many jumps, each with the one before it."""

Jump = tuple[int, int, int]
"""A jump: the alphabetical rank of the point where it lands, the piece it passes over as a bit,
and that bit with those of the points where it starts and lands: what it changes of a state."""


Jumps = Mapping[int, Sequence[Jump]]
"""The jumps from every point, were all pieces beside it enemies, in alphabetical order."""


class Captures:
    """What one piece can capture. It starts from the point ``start``, a bit like all points.

    ``jumps`` are those of a piece that jumps over the next point onto the one behind it. A game
    gives its bits and points, and overrides ``jumps_from`` for pieces that jump in another way.
    """

    bits: ClassVar[Sequence[int]]
    """The bit of each point."""
    points: ClassVar[Mapping[int, int]]
    """The point of each bit."""

    def __init__(self, start: int, jumps: Jumps, enemy: int, empty: int) -> None:
        self.start = start
        self.jumps = jumps
        self.enemy = enemy
        self.free = empty | start
        self._onward: dict[int, list[Jump]] = {}

    def jumps_from(self, square: int) -> list[Jump]:
        """Return the jumps over enemies, in alphabetical order of where they land.

        The point that the piece jumps from counts as empty only for later jumps.
        """
        enemy, landing = self.enemy, self.free ^ square
        onward = []
        for jump in self.jumps[square]:
            if jump[1] & enemy and jump[2] & landing:
                onward.append(jump)  # noqa: PERF401 - a comprehension costs a call here
        return onward

    def levels(self, states: int = STATES) -> list[Level]:
        """Return the states after 0, 1, 2... jumps, among so many at most.

        Each level is in the alphabetical order of the first path to each state, so the state
        from which another is reached first lies on its first path.
        """
        free, jumps = self.free, self._onward
        level: Level = {self.start: 0}
        levels = [level]
        to_take = self.enemy.bit_count()
        quick = states - QUICK
        while True:
            following: Level = {}
            for state in level:
                square = state & free
                onward = jumps.get(square)
                if onward is None:
                    onward = jumps[square] = self.jumps_from(square)
                for _, over, change in onward:
                    if not over & state and (after := state ^ change) not in following:
                        following[after] = state
            if not following:
                return levels
            room = states // to_take
            if len(following) > room:
                following = sample(following, room)
            states -= len(following)
            to_take -= 1
            if states < quick:
                take_long()
            level = following
            levels.append(level)

    def move(self, levels: Sequence[Level], state: int) -> Move:
        """Return the capture that leads to a state of the last of these levels."""
        points, free, enemy = self.points, self.free, self.enemy
        path = [points[state & free]]
        captured = []
        for level in levels[:0:-1]:
            before = level[state]
            captured.append(points[(state ^ before) & enemy])
            path.append(points[before & free])
            state = before
        return Move("move", tuple(path[::-1]), tuple(captured[::-1]))

    def walk(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return the pieces captured on a path from the start; none where it is no capture."""
        state, captured = self.start, []
        for here, there in pairwise(self.bits[point] for point in points):
            for _, over, change in self.jumps_from(here):
                if change == here | over | there and not over & state:
                    state ^= change
                    captured.append(self.points[over])
                    break
            else:
                return ()
        return tuple(captured)
