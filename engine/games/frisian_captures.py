"""The captures of Frisian draughts that take the most.

Nothing moves during a capture but the capturing piece: captured pieces stay where they are
until its end, and its own square counts as empty. So a capture is a walk through fixed jumps,
and what matters of it is its **state**: the square it has come to and the pieces it has taken,
kept as one set of squares. A king among many men has millions of paths and few states.
"""

from __future__ import annotations

from engine.game import Move
from engine.games.frisian_board import KING_JUMPS, MAN_JUMPS, POINTS, SHIFTS, Arc

MAN = 100
KING = 199
"""A king is worth more than one man and less than two, and n kings more than 2n - 1 men and
less than 2n, where captures are weighed by value."""

Level = dict[int, int]
"""The states after so many jumps, each with the one it came from."""


def capturing_men(men: int, enemy: int, empty: int) -> int:
    """The men who can capture: over an enemy beside them, onto an empty square behind it."""
    jumping = 0
    for shift in SHIFTS:
        jumping |= (enemy & empty >> shift) >> shift | (enemy & empty << shift) << shift
    return men & jumping


def capturing_kings(kings: int, enemy: int, empty: int) -> int:
    """The kings that can capture: over the first piece on a line, an enemy, with room behind."""
    jumping = 0
    while kings:
        king = kings & -kings
        kings ^= king
        for mask, line in KING_JUMPS[king]:
            if line[empty & mask][0] & enemy:
                jumping |= king
                break
    return jumping


class Captures:
    """The jumps of one piece, and what it can take with them.

    ``precious`` are the enemy kings where they count more than men, else nothing.
    """

    def __init__(self, start: int, king: bool, enemy: int, empty: int, precious: int) -> None:
        self.start = start
        self.king = king
        self.enemy = enemy
        self.free = empty | start
        self.precious = precious
        self._arcs: dict[int, tuple[Arc, ...]] = {}

    def arcs(self, square: int) -> tuple[Arc, ...]:
        """The jumps over enemies from a square, in alphabetical order of where they land."""
        arcs = self._arcs.get(square)
        if arcs is None:
            free, enemy = self.free, self.enemy
            if self.king:
                jumps = [
                    arc
                    for mask, line in KING_JUMPS[square]
                    for arc in line[free & mask][1]
                    if arc[1] & enemy
                ]
                arcs = tuple(sorted(jumps))
            else:
                arcs = tuple(
                    arc for arc in MAN_JUMPS[square] if arc[1] & enemy and arc[2] & free & ~square
                )
            self._arcs[square] = arcs
        return arcs

    def value(self, captured: int) -> int:
        """What captured pieces are worth."""
        return MAN * captured.bit_count() + (KING - MAN) * (captured & self.precious).bit_count()

    def best(self) -> tuple[int, list[Move]]:
        """The highest value and the captures that have it.

        States are searched level by level, in the alphabetical order of the first path to
        each. So the state from which another is reached first lies on its first path.
        """
        free = self.free
        level: Level = {self.start: 0}
        levels = [level]
        best, found = 0, [(0, 0)]
        while True:
            following: Level = {}
            for state in level:
                for _, over, change in self.arcs(state & free):
                    if not over & state:
                        after = state ^ change
                        if after not in following:
                            following[after] = state
            if not following:
                break
            levels.append(following)
            level = following
            for state in level if self.precious else ():
                value = self.value(state & self.enemy)
                if value >= best:
                    if value > best:
                        best, found = value, []
                    found.append((len(levels) - 1, state))
        if not self.precious:
            best = MAN * (len(levels) - 1)
            found = [(len(levels) - 1, state) for state in level]
        return best, [self._move(levels, depth, state) for depth, state in found]

    def _move(self, levels: list[Level], depth: int, state: int) -> Move:
        path = [POINTS[state & self.free]]
        captured = []
        for level in reversed(levels[1 : depth + 1]):
            before = level[state]
            captured.append(POINTS[(state ^ before) & self.enemy])
            path.append(POINTS[before & self.free])
            state = before
        return Move("move", tuple(path[::-1]), tuple(captured[::-1]))
