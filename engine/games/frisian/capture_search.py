"""The captures of one piece in Frisian draughts, searched over states and never over paths.

Captured pieces stay where they are until the end, and the square of the capturing piece itself
counts as empty. So a capture is a walk through fixed jumps, and what matters of it is its
**state**: the square that the piece has come to and the pieces it has taken, as one set of squares.
A king among many men has millions of paths and few states.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from mypy_extensions import i64

from engine.capabilities.capture_limits import take_long
from engine.games.frisian.best_captures import best_captures
from engine.games.frisian.board import (
    ALPHABETICAL,
    AXES,
    BITS,
    BOARD,
    EAST,
    INNER,
    SLOTS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    bits,
    by_slot,
    line_mask,
)

Jump = int
"""A jump as the bits that it changes in a state: the squares where it starts and lands, and the
piece that it passes over."""

Level = list[int]
"""The states after so many jumps."""

BROAD: Final = 300
"""With more states after as many jumps, the best captures are searched for. In play there are some
dozens."""


# Tables


class _Line(dict[int, tuple[int, list[tuple[int, Jump]]]]):
    """A king's jumps along one line by which squares of it are empty, filled when asked.

    A king jumps over one piece with only empty squares before it and lands on any of the
    empty squares behind it. The entry is the pieces it may jump and the jumps, whosever the
    pieces are, each after the alphabetical rank of the square where it lands.
    """

    def __init__(self, point: int, axis: int) -> None:
        super().__init__()
        self._start = BITS[point]
        self._rays = (BOARD.ray(point, axis), BOARD.ray(point, axis + 4))

    def __missing__(self, empty: int) -> tuple[int, list[tuple[int, Jump]]]:
        jumped = 0
        jumps: list[tuple[int, Jump]] = []
        for ray in self._rays:
            over = 0
            for point in ray:
                bit = BITS[point]
                if bit & empty:
                    if over:
                        jumped |= over
                        jumps.append((ALPHABETICAL[point], self._start | over | bit))
                elif over:
                    break
                else:
                    over = bit
        self[empty] = (jumped, jumps)
        return self[empty]


_KING_LINES: Final = by_slot(
    {
        bit: [(line_mask(point, axis), _Line(point, axis)) for axis in AXES]
        for point, bit in enumerate(BITS)
    },
    [],
)
"""By the slot of a king's square: the other squares of each of its lines, and the jumps along it.
"""


class _Jumps(dict[int, list[Jump]]):
    """A man's jumps from one square by which squares beside it hold enemies, filled when asked.

    A man captures in all eight directions, over the next square onto the one behind it. The jumps
    are in alphabetical order of where they land.
    """

    def __init__(self, point: int) -> None:
        super().__init__()
        rays = [BOARD.ray(point, direction) for direction in range(len(BOARD.steps))]
        rays = sorted((ray for ray in rays if len(ray) > 1), key=lambda ray: ALPHABETICAL[ray[1]])
        self._jumps = [(BITS[ray[0]], BITS[point] | BITS[ray[0]] | BITS[ray[1]]) for ray in rays]
        self.near = sum(over for over, _ in self._jumps)

    def __missing__(self, enemies: int) -> list[Jump]:
        self[enemies] = [jump for over, jump in self._jumps if over & enemies]
        return self[enemies]


def _man_jumps() -> list[tuple[int, _Jumps]]:
    tables = {bit: _Jumps(point) for point, bit in enumerate(BITS)}
    near = {bit: (jumps.near, jumps) for bit, jumps in tables.items()}
    return by_slot(near, near[BITS[0]])


_MAN_JUMPS: Final = _man_jumps()
"""By the slot of a man's square: the squares beside it over which it may jump, and the jumps."""


# Which pieces can capture


def jumping(enemy: i64, empty: i64) -> i64:
    """Return the squares from which a man captures: over an enemy beside it, onto an empty one.

    Compiled it counts in machine words, from which a step off the board simply falls.
    """
    inner = enemy & INNER
    return SQUARES & (
        (inner & empty >> EAST) >> EAST
        | (inner & empty << EAST) << EAST
        | (enemy & empty >> SOUTH_WEST) >> SOUTH_WEST
        | (enemy & empty << SOUTH_WEST) << SOUTH_WEST
        | (enemy & empty >> SOUTH_EAST) >> SOUTH_EAST
        | (enemy & empty << SOUTH_EAST) << SOUTH_EAST
        | (enemy & empty >> SOUTH) >> SOUTH
        | (enemy & empty << SOUTH) << SOUTH
    )


def capturing_kings(kings: i64, enemy: i64, empty: i64) -> i64:
    """Return the kings that capture: over the first piece on a line, an enemy, with room behind."""
    capturing: i64 = 0
    while kings:
        king = kings & -kings
        kings ^= king
        for mask, line in _KING_LINES[king % SLOTS]:
            if enemy & mask and line[empty & mask][0] & enemy:
                capturing |= king
                break
    return capturing


# The search


def man_captures(start: i64, enemy: i64, free: i64, jumps: i64) -> list[Level]:
    """Return the states of a man's captures after 1, 2, 3... jumps, or none if there are very many.

    ``free`` are the empty squares and that of the man himself, ``jumps`` the squares from which
    a man can jump as the position stands.
    """
    level: Level = []
    near, by_enemies = _MAN_JUMPS[start % SLOTS]
    onward: i64 = 0
    jump: i64
    state: i64
    for jump in by_enemies[enemy & near]:
        landing = jump & free ^ start
        if landing:
            level.append(start ^ jump)
            onward |= landing & jumps
    levels = [level]
    while onward:
        following: Level = []
        for state in level:
            square = state & free
            near, by_enemies = _MAN_JUMPS[square % SLOTS]
            for jump in by_enemies[enemy & near & ~state]:
                if jump & free ^ square:
                    following.append(state ^ jump)
        if not following:
            break
        level = following if len(following) == 1 else list(dict.fromkeys(following))
        if len(level) > BROAD:
            return []
        levels.append(level)
    return levels


def king_captures(start: i64, enemy: i64, free: i64) -> list[Level]:
    """Return the states of a king's captures, as ``man_captures`` does for a man."""
    levels: list[Level] = []
    level: Level = [start]
    jump: i64
    state: i64
    while True:
        following: Level = []
        for state in level:
            left = enemy & ~state
            for mask, line in _KING_LINES[(state & free) % SLOTS]:
                if left & mask:
                    over, along = line[free & mask]
                    if over & left:
                        for _, jump in along:
                            if jump & left:
                                following.append(state ^ jump)
        if not following:
            return levels
        level = following if len(following) == 1 else list(dict.fromkeys(following))
        if len(level) > BROAD:
            return []
        levels.append(level)


def best_of_many(
    start: int, king: bool, enemy: int, free: int, precious: int, least: int, budget: int
) -> list[Level]:
    """Return those states that lead to the best captures, if no value is less than ``least``.

    ``precious`` are the kings that count more than men, ``budget`` is the limit of this search.
    Raises TakesLong.
    """
    take_long()
    jumps = {}
    for square in bits(free):
        jumps[square] = jumps_from(square, king, enemy, free)
    return best_captures(start, jumps, enemy, precious, least, budget)


def jumps_from(square: int, king: bool, enemy: int, free: int) -> list[Jump]:
    """Return the jumps of a piece from a square, in alphabetical order of where they land."""
    if not king:
        near, by_enemies = _MAN_JUMPS[square % SLOTS]
        return [jump for jump in by_enemies[enemy & near] if jump & free ^ square]
    ranked: list[tuple[int, Jump]] = []
    for mask, line in _KING_LINES[square % SLOTS]:
        ranked += line[free & mask][1]
    return [jump for _, jump in sorted(ranked) if jump & enemy]


# Paths


def first_steps(
    start: int, king: bool, levels: list[Level], enemy: int, free: int
) -> dict[int, int]:
    """Return for every state in these levels the one before it on its first path.

    Of the paths to a state the first is the first in alphabetical order.
    """
    known: dict[int, list[Jump]] = {}
    before: dict[int, int] = {}
    order = [start]
    for level in levels:
        found = set(level)
        following: Level = []
        for state in order:
            square = state & free
            if square not in known:
                known[square] = jumps_from(square, king, enemy, free)
            left = enemy & ~state
            for jump in known[square]:
                if jump & left:
                    after = state ^ jump
                    if after in found and after not in before:
                        before[after] = state
                        following.append(after)
        order = following
    return before


def walk(squares: list[int], king: bool, enemy: int, free: int) -> list[int]:
    """Return the pieces captured on a path through these squares; none if it is no capture."""
    state = squares[0]
    captured: list[int] = []
    for here, there in pairwise(squares):
        for jump in jumps_from(here, king, enemy, free):
            over = jump & enemy
            if jump == here | over | there and not over & state:
                state ^= jump
                captured.append(over)
                break
        else:
            return []
    return captured
