"""The captures of one piece in Frisian draughts, searched over states and never over paths.

Captured pieces stay in place until the end, and the square of the capturing piece itself counts as
empty. So a capture is a walk through fixed jumps, and only its **state** matters: the square the
piece has reached and the pieces it has taken, as one set of squares.

``PieceCaptures`` are searched as in all games. The computer lists captures by ``man_captures`` and
``king_captures``, which record no paths: compiled, they are 5 and 15 times as fast.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.capabilities.captures import Captures, Listing, take_long
from engine.games.frisian.best_captures import best_captures, value
from engine.games.frisian.board import (
    ALPHABETICAL,
    AXES,
    BITS,
    BOARD,
    DIVISORS,
    EAST,
    INNER,
    SLOTS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    by_slot,
    line_mask,
)

Jump = int
"""A jump as the bits it changes in a state: its start and landing squares, and the piece it passes
over.
"""

Level = list[int]
"""The states after a number of jumps."""

BROAD: Final = 300
"""The most states after the same number of jumps that are all followed: with more, only the best
captures are searched for. Play needs some dozens.
"""


# Tables


class _Along:
    """A king's jumps along a line with certain empty squares, over pieces of either side.

    ``over`` are the pieces it may jump, ``ranks`` the alphabetical ranks of the landing squares.
    """

    __slots__ = ("jumps", "over", "ranks")

    over: i64
    jumps: list[Jump]
    ranks: list[int]

    def __init__(self, over: i64, jumps: list[Jump], ranks: list[int]) -> None:
        self.over = over
        self.jumps = jumps
        self.ranks = ranks


class _Line:
    """A king's jumps along one line by the set of empty ``others``, computed on first use.

    A king jumps over one piece with only empty squares before it and lands on any of the empty
    squares behind it. ``others`` are the other squares of the line.
    """

    __slots__ = ("_divisor", "_known", "_rays", "_start", "others")

    others: i64
    _start: int
    _rays: tuple[tuple[int, ...], tuple[int, ...]]
    _divisor: i64
    _known: list[_Along | None]

    def __init__(self, point: int, axis: int) -> None:
        self.others = line_mask(point, axis)
        self._start = BITS[point]
        self._rays = (BOARD.ray(point, axis), BOARD.ray(point, axis + 4))
        self._divisor = DIVISORS[axis]
        self._known = [None] * DIVISORS[axis]

    def along(self, empty: i64) -> _Along:
        """Return the jumps if exactly ``empty`` of ``others`` are empty."""
        slot = empty % self._divisor
        known = self._known[slot]
        if known is None:
            known = self._found(empty)
            self._known[slot] = known
        return known

    def _found(self, empty: int) -> _Along:
        jumped = 0
        jumps: list[Jump] = []
        ranks: list[int] = []
        for ray in self._rays:
            over = 0
            for point in ray:
                bit = BITS[point]
                if bit & empty:
                    if over:
                        jumped |= over
                        jumps.append(self._start | over | bit)
                        ranks.append(ALPHABETICAL[point])
                elif over:
                    break
                else:
                    over = bit
        return _Along(jumped, jumps, ranks)


_KING_LINES: Final = by_slot(
    {bit: [_Line(point, axis) for axis in AXES] for point, bit in enumerate(BITS)}, []
)
"""The lines of a king, by the slot of its square."""


MAN_DIVISOR: Final = 511
"""A divisor by which all sets of the squares beside one square leave different remainders."""


class _Jumps:
    """A man's jumps from one square by the adjacent squares with enemies, computed on first use.

    A man captures in all eight directions, over the next square onto the square behind. ``near``
    are the squares over which it may jump. The jumps are in the alphabetical order of their
    landing squares.
    """

    __slots__ = ("_known", "_ways", "near")

    near: i64
    _ways: list[tuple[int, Jump]]
    _known: list[list[Jump] | None]

    def __init__(self, point: int) -> None:
        rays = [BOARD.ray(point, direction) for direction in range(len(BOARD.steps))]
        rays = sorted((ray for ray in rays if len(ray) > 1), key=lambda ray: ALPHABETICAL[ray[1]])
        self._ways = [(BITS[ray[0]], BITS[point] | BITS[ray[0]] | BITS[ray[1]]) for ray in rays]
        self.near = sum(over for over, _ in self._ways)
        self._known = [None] * MAN_DIVISOR

    def over(self, enemies: i64) -> list[Jump]:
        """Return the jumps if exactly ``enemies`` of ``near`` have enemies."""
        slot = enemies % MAN_DIVISOR
        known = self._known[slot]
        if known is None:
            known = [jump for over, jump in self._ways if over & enemies]
            self._known[slot] = known
        return known


def _man_jumps() -> list[_Jumps]:
    tables = {bit: _Jumps(point) for point, bit in enumerate(BITS)}
    return by_slot(tables, tables[BITS[0]])


_MAN_JUMPS: Final = _man_jumps()
"""The jumps of a man, by the slot of its square."""


# Which pieces can capture


def jumping(enemy: i64, empty: i64) -> i64:
    """Return the squares from which a man can capture: beside an enemy with an empty square behind.

    Compiled, this is done in machine words, in which a step off the board vanishes.
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
    """Return the kings that can capture: the first piece on a line is an enemy with room behind."""
    capturing: i64 = 0
    while kings:
        king = kings & -kings
        kings ^= king
        for line in _KING_LINES[king % SLOTS]:
            others = line.others
            if enemy & others and line.along(empty & others).over & enemy:
                capturing |= king
                break
    return capturing


# The search


def _distinct(states: Level) -> Level:
    """Return the states in their order, without the rare repetitions."""
    if len(states) == 1 or len(set(states)) == len(states):
        return states
    return list(dict.fromkeys(states))


def man_captures(start: i64, enemy: i64, free: i64, jumps: i64) -> list[Level]:
    """Return the states of a man's captures after 1, 2, 3... jumps, none if there are very many.

    ``free`` are the empty squares and the man's own, ``jumps`` the squares from which a man can
    jump in the position.
    """
    level: Level = []
    jumps_here = _MAN_JUMPS[start % SLOTS]
    onward: i64 = 0
    jump: i64
    state: i64
    for jump in jumps_here.over(enemy & jumps_here.near):
        landing = jump & free ^ start
        if landing:
            level.append(start ^ jump)
            onward |= landing & jumps
    levels = [level]
    while onward:
        following: Level = []
        for state in level:
            square = state & free
            jumps_here = _MAN_JUMPS[square % SLOTS]
            for jump in jumps_here.over(enemy & jumps_here.near & ~state):
                if jump & free ^ square:
                    following.append(state ^ jump)
        if not following:
            break
        level = _distinct(following)
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
            for line in _KING_LINES[(state & free) % SLOTS]:
                others = line.others
                if left & others:
                    along = line.along(free & others)
                    if along.over & left:
                        for jump in along.jumps:
                            if jump & left:
                                following.append(state ^ jump)
        if not following:
            return levels
        level = _distinct(following)
        if len(level) > BROAD:
            return []
        levels.append(level)


def best_of_many(
    start: int,
    king: bool,
    enemy: int,
    free: int,
    precious: int,
    least: int,
    budget: int,
    listing: Listing | None,
) -> list[Level]:
    """Return the states on the way to the best captures, unless their value is below ``least``.

    ``precious`` are the kings that count more than men, ``budget`` is the limit of this search. If
    the search may have left out some states and there is a ``listing``, all states are followed,
    and the listing records whether that was possible. Raises TakesLong in a ``quickly`` block.
    """
    take_long()
    piece = PieceCaptures(king, enemy, free)
    jumps = {}
    for square in BITS:
        if square & free:
            jumps[square] = piece.jumps_from(square)
    best, all_of_them = best_captures(start, jumps, enemy, precious, least, budget)
    if all_of_them or listing is None:
        return best
    piece.search({start: 0}, 1, listing)
    return _leading(piece.levels, enemy, precious) if listing.complete else best


def _leading(levels: list[dict[int, int]], enemy: int, precious: int) -> list[Level]:
    """Return the states of a whole search on the first paths to the captures of highest value."""
    highest = 0
    if precious:
        highest = max([value(state & enemy, precious) for level in levels for state in level])
    found: list[Level] = []
    leading: set[int] = set() if precious else set(levels[-1])
    for level in reversed(levels[1:]):
        states: Level = []
        for state in level:
            if state in leading or (precious and value(state & enemy, precious) == highest):
                states.append(state)
        leading = {level[state] for state in states}
        if states:
            found.append(states)
    found.reverse()
    return found


# The same for all of a piece's captures, as other games search them


class PieceCaptures(Captures):
    """A piece's captures, in the alphabetical order of the landing squares. Squares are bits.

    A state is the square of the piece and the pieces it has taken. If ``only`` is given, the search
    follows no other states.
    """

    __slots__ = ("_enemy", "_free", "_king", "_known", "_only")

    _known: dict[int, list[Jump]]
    _only: set[int] | None

    def __init__(self, king: bool, enemy: int, free: int, only: set[int] | None = None) -> None:
        self._king = king
        self._enemy = enemy
        self._free = free
        self._known = {}
        self._only = only

    def jumps_from(self, square: int) -> list[Jump]:
        """Return the jumps from a square in the position."""
        if square not in self._known:
            self._known[square] = _jumps_from(square, self._king, self._enemy, self._free)
        return self._known[square]

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        square = state & self._free
        jumps = self._known.get(square)
        if jumps is None:
            jumps = self.jumps_from(square)
        left = self._enemy & ~state
        only = self._only
        found = [state ^ jump for jump in jumps if jump & left]
        return found if only is None else [after for after in found if after in only]

    def place(self, state: int) -> int:
        """Return the square of the piece in a state."""
        return state & self._free


def paths(start: int, king: bool, levels: list[Level], enemy: int, free: int) -> PieceCaptures:
    """Return the search of a piece's captures through these states, with the first path to each."""
    states = {state for level in levels for state in level}
    search = PieceCaptures(king, enemy, free, states)
    search.search({start: 0}, len(states))
    return search


def _jumps_from(square: int, king: bool, enemy: int, free: int) -> list[Jump]:
    """Return the jumps of a piece from a square, in alphabetical order of the landing squares."""
    if not king:
        man_jumps = _MAN_JUMPS[square % SLOTS]
        return [jump for jump in man_jumps.over(enemy & man_jumps.near) if jump & free ^ square]
    ranked: list[tuple[int, Jump]] = []
    for line in _KING_LINES[square % SLOTS]:
        along = line.along(free & line.others)
        ranked += zip(along.ranks, along.jumps, strict=True)
    return [jump for _, jump in sorted(ranked) if jump & enemy]
