"""The strokes of soldiers and Generals: takings, played to their end.

Nothing moves during a stroke but the piece that takes: what it has taken stays, and blocks,
until the end, and its own square counts as empty. So what matters of a stroke is its **state**:
where it began, the square it has come to and the pieces it has taken. Different ways to the same
state are walked once. A General among many enemies has millions of ways and far fewer states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.captures import sample
from engine.games.allies.map.ground import Ground, bits
from engine.values import Move

WIDTH: Final = 3_000
"""The states of one length that are followed, of all pieces together. Play seldom has a
thousand; only positions made up to defeat the search have more."""


class Side(NamedTuple):
    """Who takes, and what: the pieces as sets of squares."""

    ground: Ground
    own: int
    enemy: int
    generals: int
    """Of both sides."""

    @property
    def empty(self) -> int:
        """The squares where nothing stands."""
        return self.ground.squares & ~(self.own | self.enemy)


class Strokes(NamedTuple):
    """Strokes, and whether they are all there are."""

    moves: tuple[Move, ...]
    complete: bool


def jumps(side: Side, point: int, general: bool, empty: int, taken: int) -> list[tuple[int, int]]:
    """Return where a piece can land that takes once, and what it takes there, as points.

    ``empty`` are the squares where nothing stands, that of the piece itself included, and
    ``taken`` the pieces that it has taken already.
    """
    enemy = side.enemy & ~taken
    if not general:
        return [
            (end, passed)
            for over, landing, end, passed in side.ground.jumps[point]
            if over & enemy and landing & empty
        ]
    found = []
    for line in side.ground.lines[point]:
        met = -1
        for other, bit in line:
            if bit & empty:
                if met >= 0:
                    found.append((other, met))
            elif met >= 0 or not bit & enemy:
                break
            else:
                met = other
    found.sort()
    return found


def able(side: Side, pieces: int) -> int:
    """Return those of some pieces that can take."""
    empty = side.empty
    enemy = side.enemy
    found = 0
    soldiers = pieces & ~side.generals
    table = side.ground.jumps
    while soldiers:
        bit = soldiers & -soldiers
        soldiers ^= bit
        for over, landing, _, _ in table[bit.bit_length() - 1]:
            if over & enemy and landing & empty:
                found |= bit
                break
    for point in bits(pieces & side.generals):
        if jumps(side, point, True, empty, 0):
            found |= 1 << point
    return found


def strokes(side: Side, pieces: int) -> Strokes:
    """Return the strokes of some pieces, each effect once, in the order of their paths.

    The path of each is the first in alphabetical order, as long as the search is complete.
    """
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    complete = True
    empty = side.empty
    level: dict[tuple[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {
        (point, point, 0): ((point,), ()) for point in bits(able(side, pieces))
    }
    while level:
        following: dict[tuple[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for (start, here, taken), (path, captured) in level.items():
            general = bool(side.generals >> start & 1)
            onward = jumps(side, here, general, empty | 1 << start, taken)
            if not onward:
                found.append((path, captured))
            for end, passed in onward:
                state = (start, end, taken | 1 << passed)
                if state not in following:
                    following[state] = ((*path, end), (*captured, passed))
        complete = complete and len(following) <= WIDTH
        level = sample(following, WIDTH)
    found.sort()
    return Strokes(tuple(Move("move", path, captured) for path, captured in found), complete)


def most(found: Strokes) -> Strokes:
    """Return those that take the most pieces."""
    best = max((len(move.captured) for move in found.moves), default=0)
    return found._replace(moves=tuple(m for m in found.moves if len(m.captured) == best))


def walk(side: Side, points: Sequence[int]) -> tuple[tuple[int, ...], bool]:
    """Return what is taken on a path, in its order, and whether the stroke can end there.

    Nothing is taken where the path is no taking, from its first square to its last.
    """
    start = points[0]
    general = bool(side.generals >> start & 1)
    empty = side.empty | 1 << start
    taken = 0
    captured: list[int] = []
    if not side.own >> start & 1:
        return (), False
    for here, there in pairwise(points):
        passed = dict(jumps(side, here, general, empty, taken)).get(there)
        if passed is None:
            return (), False
        captured.append(passed)
        taken |= 1 << passed
    return tuple(captured), not jumps(side, points[-1], general, empty, taken)


def quiet_moves(side: Side, pieces: int) -> Iterator[Move]:
    """Return the moves of some pieces that take nothing: a soldier's step, a General's flight."""
    empty = side.empty
    for point in bits(pieces):
        if side.generals >> point & 1:
            for line in side.ground.lines[point]:
                for end, bit in line:
                    if not bit & empty:
                        break
                    yield side.ground.moves[point, end]
        else:
            for bit, move in side.ground.steps[point]:
                if bit & empty:
                    yield move
