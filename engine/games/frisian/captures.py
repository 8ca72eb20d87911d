"""The captures of Frisian draughts, and what they are worth."""

from __future__ import annotations

from typing import Final

from engine import captures
from engine.captures import Jump
from engine.games.frisian.board import BITS, KING_JUMPS, POINTS
from engine.values import Move

MAN: Final = 100
KING: Final = 199
"""A king is worth more than one man and less than two, and n kings more than 2n - 1 men and
less than 2n, where captures are weighed by value."""


def value(captured: int, precious: int) -> int:
    """Return the worth of captured pieces; ``precious`` are kings that count more than men."""
    return MAN * captured.bit_count() + (KING - MAN) * (captured & precious).bit_count()


class Captures(captures.Captures):
    """What a man can capture."""

    bits = BITS
    points = POINTS

    def best(self, precious: int, states: int) -> tuple[int, list[Move]]:
        """Return the highest value and the captures that have it, among so many states."""
        levels = self.levels(states)
        if precious:
            best, found = 0, list[tuple[int, int]]()
            for depth, level in enumerate(levels):
                for state in level:
                    worth = value(state & self.enemy, precious)
                    if worth > best:
                        best, found = worth, []
                    if worth == best:
                        found.append((depth, state))
        else:
            depth = len(levels) - 1
            best, found = MAN * depth, [(depth, state) for state in levels[-1]]
        return best, [self.move(levels[: depth + 1], state) for depth, state in found]


class KingCaptures(Captures):
    """What a king can capture."""

    def jumps_from(self, square: int) -> list[Jump]:
        """Return the jumps over enemies along the king's lines."""
        free, enemy = self.free, self.enemy
        jumps: list[Jump] = []
        for mask, line in KING_JUMPS[square]:
            over, along = line[free & mask]
            if over & enemy:
                jumps += [jump for jump in along if jump[1] & enemy]
        jumps.sort()
        return jumps
