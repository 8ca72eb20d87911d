"""What a state is worth to a seat: how far its pieces still have to go, and what holds them up.

Values are points of the field. A step straight at the corner of the target camp is worth
``STEP``; a game lasts about a hundred of them for each seat. What counts:

- the **distance** of each piece to the far corner of the target camp;
- **stragglers**: the steps of a piece far behind count more than those of one far ahead, since
  a piece left alone finds nobody to jump over;
- the **centre line** from camp to camp, off which there is less to jump over;
- pieces **in** the target camp, which nobody can drive out;
- near the end the **holes**: as many steps as the last pieces need to those that are left;
- the **deadline**: a piece in the own camp shortly before it, and one deep in it at any time.
"""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from engine.board import points_of
from engine.games.halma.rules import Rules

STEP: Final = 10
"""The value of a step along the centre line."""

LAST: Final = 3
"""As many pieces outside the camp at most are matched with the holes that are left."""

WARNING: Final = 16
"""So many turns before the deadline a piece in the own camp begins to cost."""

_FAR: Final = 1 << 20


class Weights(NamedTuple):
    """The weights of one board, in points."""

    straggling: int
    """How much more the first step of a long way counts than the last one, in hundredths."""
    offset: float
    """A square off the centre line; twice as far costs four times as much."""
    pair: int
    """Two own pieces side by side: one can jump over the other."""
    inside: int
    """A piece in its target camp."""
    hole: int
    """A step of the last pieces to the holes that are left for them."""
    late: int
    """A piece in the own camp, for each turn less before the deadline."""
    depth: int
    """A step deeper in the own camp: the corner is left before others close it in."""


SQUARE: Final = Weights(straggling=130, offset=1.0, pair=0, inside=20, hole=6, late=8, depth=10)
STAR: Final = Weights(straggling=130, offset=2.0, pair=5, inside=12, hole=6, late=8, depth=0)


def weights_of(rules: Rules) -> Weights:
    """Return the weights for a board."""
    return STAR if rules.ground.board.style == "holes" else SQUARE


class Way:
    """A seat's way from camp to camp, measured from the far corner of its target camp."""

    __slots__ = ("along", "length", "offset")

    along: list[float]
    """By point: the steps still to go, along the centre line."""
    offset: list[float]
    """By point: how far it lies off that line, in squares."""
    length: float
    """The steps from corner to corner."""

    def __init__(self, rules: Rules, seat: int) -> None:
        places = rules.ground.board.xy
        begin, end = _corner(rules, seat, rules.homes), _corner(rules, seat, rules.targets)
        dx, dy = places[begin][0] - places[end][0], places[begin][1] - places[end][1]
        distance = hypot(dx, dy)
        dx, dy = dx / distance, dy / distance
        around = [places[point] for point in points_of(rules.ground.around[end])]
        longest = max((x - places[end][0]) * dx + (y - places[end][1]) * dy for x, y in around)
        self.along = []
        self.offset = []
        for x, y in places:
            right, down = x - places[end][0], y - places[end][1]
            self.along.append((right * dx + down * dy) / longest)
            self.offset.append(abs(right * dy - down * dx))
        self.length = distance / longest


def _corner(rules: Rules, seat: int, camps: tuple[int, ...]) -> int:
    """Return the point of the seat's camp that is farthest from the middle of the board."""
    board = rules.ground.board
    width, height = board.size
    return max(
        points_of(camps[seat]),
        key=lambda point: hypot(board.xy[point][0] - width / 2, board.xy[point][1] - height / 2),
    )


class Values:
    """The value of every point to every seat, and what the search adds to their sum."""

    __slots__ = ("distances", "full", "hole", "late", "pair", "points")

    points: tuple[tuple[int, ...], ...]
    """By seat and point: what its piece there is worth."""
    distances: dict[int, bytes]
    """By point of a camp: the steps to it from everywhere on an empty board."""
    full: tuple[int, ...]
    """By seat: what a full target camp is worth."""
    hole: int
    late: int
    pair: int

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self.points = tuple(_points(rules, seat, weights) for seat in range(rules.count))
        self.distances = {
            point: _distances(rules, point)
            for target in rules.targets
            for point in points_of(target)
        }
        self.hole = weights.hole
        self.late = weights.late
        self.pair = weights.pair
        self.full = tuple(
            self.worth(rules, seat, target) for seat, target in enumerate(rules.targets)
        )

    def worth(self, rules: Rules, seat: int, pieces: int) -> int:
        """Return what the points are worth on which a seat's pieces stand, and their pairs."""
        worth = 0
        for point in points_of(pieces):
            pairs = (rules.ground.around[point] & pieces).bit_count()
            worth += 2 * self.points[seat][point] + self.pair * pairs
        return worth // 2

    def closing(self, outside: list[int], holes: list[int]) -> int:
        """Return what the steps of the last pieces to the holes cost, on the shortest ways."""
        return self.hole * _assigned(self.distances, outside, holes, 0)

    def warning(self, waiting: int, turns: int) -> int:
        """Return what pieces waiting in the own camp cost so many turns before the deadline."""
        return waiting * (WARNING - turns) * self.late


def _points(rules: Rules, seat: int, weights: Weights) -> tuple[int, ...]:
    way = Way(rules, seat)
    edge = min(way.along[point] for point in points_of(rules.homes[seat]))
    values = []
    for point, (along, offset) in enumerate(zip(way.along, way.offset, strict=True)):
        farther = 1 + weights.straggling / 200 * along / way.length
        value = -STEP * along * farther - weights.offset * offset * offset
        if rules.targets[seat] >> point & 1:
            value += weights.inside
        if rules.homes[seat] >> point & 1:
            value -= weights.depth * (along - edge)
        values.append(round(value))
    return tuple(values)


def _distances(rules: Rules, to: int) -> bytes:
    """Return the number of steps from every point to one."""
    around = rules.ground.around
    distances = bytearray(len(around))
    seen = reached = 1 << to
    number = 0
    while reached:
        further = 0
        for point in points_of(reached):
            distances[point] = number
            further |= around[point]
        reached = further & ~seen
        seen |= reached
        number += 1
    return bytes(distances)


def _assigned(distances: dict[int, bytes], pieces: list[int], holes: list[int], taken: int) -> int:
    """Return the least sum of steps from the pieces to as many holes, but those ``taken``."""
    if not pieces:
        return 0
    best = _FAR
    piece, rest = pieces[0], pieces[1:]
    for number, hole in enumerate(holes):
        if not taken >> number & 1:
            steps = distances[hole][piece]
            if steps < best:
                steps += _assigned(distances, rest, holes, taken | 1 << number)
                best = min(best, steps)
    return 0 if best == _FAR else best
