"""The captures of Frisian draughts that take the most.

Nothing moves during a capture but the capturing piece: captured pieces stay where they are
until its end, and its own square counts as empty. So a capture is a walk through fixed jumps,
and what matters of it is its **state**: the square it has come to and the pieces it has taken,
kept as one set of squares. A king among many men has millions of paths and few states.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.bounds import sample
from engine.games.frisian.board import BITS, KING_JUMPS, MAN_JUMPS, POINTS, SHIFTS, Arc
from engine.values import Move

MAN: Final = 100
KING: Final = 199
"""A king is worth more than one man and less than two, and n kings more than 2n - 1 men and
less than 2n, where captures are weighed by value."""

Level = dict[int, int]
"""The states after so many jumps, each with the one before it."""


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


def value(captured: int, precious: int) -> int:
    """What captured pieces are worth; ``precious`` are kings where they count more than men."""
    return MAN * captured.bit_count() + (KING - MAN) * (captured & precious).bit_count()


class Captures:
    """What one piece can capture. It starts from the square ``start``, a bit like all squares."""

    def __init__(self, start: int, king: bool, enemy: int, empty: int) -> None:
        self._start = start
        self._king = king
        self._enemy = enemy
        self._free = empty | start
        self._jumps: dict[int, list[Arc]] = {}

    def best(self, precious: int, states: int) -> tuple[int, list[Move]]:
        """The highest value and the captures that have it, among so many states at most."""
        levels = self._levels(states)
        if precious:
            best, found = 0, list[tuple[int, int]]()
            for depth, level in enumerate(levels):
                for state in level:
                    worth = value(state & self._enemy, precious)
                    if worth > best:
                        best, found = worth, []
                    if worth == best:
                        found.append((depth, state))
        else:
            depth = len(levels) - 1
            best, found = MAN * depth, [(depth, state) for state in levels[-1]]
        return best, [self._move(levels[: depth + 1], state) for depth, state in found]

    def walk(self, points: Sequence[int]) -> tuple[int, ...]:
        """The pieces captured on a path from the start; none where it is no capture."""
        state, captured = self._start, []
        for here, there in pairwise(BITS[point] for point in points):
            for _, over, change in self._from(here):
                if change == here | over | there and not over & state:
                    state ^= change
                    captured.append(POINTS[over])
                    break
            else:
                return ()
        return tuple(captured)

    def _levels(self, states: int) -> list[Level]:
        """The states after 0, 1, 2... jumps.

        Each level is in the alphabetical order of the first path to each state, so the state
        from which another is reached first lies on its first path.
        """
        free, jumps = self._free, self._jumps
        level: Level = {self._start: 0}
        levels = [level]
        to_take = self._enemy.bit_count()
        while True:
            following: Level = {}
            for state in level:
                square = state & free
                onward = jumps.get(square)
                if onward is None:
                    onward = self._from(square)
                for _, over, change in onward:
                    if not over & state and (after := state ^ change) not in following:
                        following[after] = state
            if not following:
                return levels
            following = sample(following, states // to_take)
            states -= len(following)
            to_take -= 1
            level = following
            levels.append(level)

    def _from(self, square: int) -> list[Arc]:
        """The jumps over enemies from a square, in alphabetical order of where they land."""
        jumps = self._jumps.get(square)
        if jumps is not None:
            return jumps
        jumps = []
        free, enemy = self._free, self._enemy
        if self._king:
            for mask, line in KING_JUMPS[square]:
                over, along = line[free & mask]
                if over & enemy:
                    jumps += [jump for jump in along if jump[1] & enemy]
            jumps.sort()
        else:
            landing = free ^ square
            for jump in MAN_JUMPS[square]:
                if jump[1] & enemy and jump[2] & landing:
                    jumps.append(jump)
        self._jumps[square] = jumps
        return jumps

    def _move(self, levels: list[Level], state: int) -> Move:
        """The capture that leads to a state of the last level."""
        path = [POINTS[state & self._free]]
        captured = []
        for level in levels[:0:-1]:
            before = level[state]
            captured.append(POINTS[(state ^ before) & self._enemy])
            path.append(POINTS[before & self._free])
            state = before
        return Move("move", tuple(path[::-1]), tuple(captured[::-1]))
