"""The value of a state to a seat: the remaining way of its pieces, and the obstacles.

Values are in the usual points. A step straight towards the corner of the target camp is worth
``STEP``; a seat needs about a hundred such steps in a game. The terms:

- the **distance** of each piece to the far corner of the target camp;
- **stragglers**: the steps of a piece far behind count more than those of one far ahead, since a
  piece left alone finds nobody to jump over;
- the **centre line** from camp to camp, off which there is less to jump over;
- pieces **in** the target camp, which nobody can drive out;
- near the end the **holes**: the number of steps from the last pieces to the remaining ones;
- the **deadline**: pieces in their own camp shortly before it, and pieces deep in their own camp at
  any time.
"""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from engine.board import members
from engine.games.halma.boards import Camps, JumpingBoard

STEP: Final = 10
"""The value of a step along the centre line."""

LAST: Final = 3
"""The most pieces outside the camp that are matched with the remaining holes."""

WARNING: Final = 16
"""Pieces in their own camp cost points if fewer turns than these are left before the deadline."""

_UNREACHABLE: Final = 1 << 20


class HalmaWeights(NamedTuple):
    """The weights of one board, in points."""

    straggling: int
    """The extra weight of the first step from camp to camp over the last one, in hundredths."""
    offset: float
    """The cost of a square off the centre line; twice the distance costs four times as much."""
    pair: int
    """The value of two own pieces side by side: one can jump over the other."""
    inside: int
    """The value of a piece in its target camp."""
    hole: int
    """The cost of each step of the last pieces to the remaining holes."""
    late: int
    """The cost of a piece in its own camp for each turn that fewer than ``WARNING`` are left."""
    depth: int
    """The cost of each step deeper in the own camp, so that its corner is left early enough."""


SQUARE: Final = HalmaWeights(
    straggling=130, offset=1.0, pair=0, inside=20, hole=6, late=8, depth=10
)
STAR: Final = HalmaWeights(straggling=130, offset=2.0, pair=5, inside=12, hole=6, late=8, depth=0)


class CampToCamp:
    """The distances of a seat's way, measured from the far corner of its target camp."""

    __slots__ = ("along", "length", "offset")

    along: list[float]
    """By point: the steps still to go, along the centre line."""
    offset: list[float]
    """By point: the distance from the centre line, in squares."""
    length: float
    """The steps from corner to corner."""

    def __init__(self, board: JumpingBoard, home: int, target: int) -> None:
        places = board.board.xy
        begin, end = _corner(board, home), _corner(board, target)
        dx, dy = places[begin][0] - places[end][0], places[begin][1] - places[end][1]
        distance = hypot(dx, dy)
        dx, dy = dx / distance, dy / distance
        around = [places[point] for point in board.neighbours[end]]
        longest = max((x - places[end][0]) * dx + (y - places[end][1]) * dy for x, y in around)
        self.along = []
        self.offset = []
        for x, y in places:
            right, down = x - places[end][0], y - places[end][1]
            self.along.append((right * dx + down * dy) / longest)
            self.offset.append(abs(right * dy - down * dx))
        self.length = distance / longest


def _corner(board: JumpingBoard, camp: int) -> int:
    """Return the point of a camp farthest from the middle of the board."""
    xy = board.board.xy
    width, height = board.board.size
    return max(
        members(camp),
        key=lambda point: hypot(xy[point][0] - width / 2, xy[point][1] - height / 2),
    )


class HalmaValues:
    """The value of every point to every seat, and the further terms of the search."""

    __slots__ = ("_distances", "_hole", "_late", "_neighbours", "_pair", "full", "points")

    points: tuple[tuple[int, ...], ...]
    """By seat and point: the value of its piece there."""
    full: tuple[int, ...]
    """By seat: the value of a full target camp."""

    _distances: dict[int, bytes]
    """By point: the steps to it from every point of an empty board, computed on first use."""
    _neighbours: tuple[tuple[int, ...], ...]
    _hole: int
    _late: int
    _pair: int

    def __init__(self, board: JumpingBoard, camps: Camps) -> None:
        weights = STAR if board.board.style == "holes" else SQUARE
        self.points = tuple(
            _points(board, home, target, weights)
            for home, target in zip(camps.homes, camps.targets, strict=True)
        )
        self._pair = weights.pair
        self._distances = {}
        self._neighbours = board.neighbours
        self._hole = weights.hole
        self._late = weights.late
        self.full = tuple(
            self.worth(seat, bytes(members(target))) for seat, target in enumerate(camps.targets)
        )

    def worth(self, seat: int, pieces: bytes) -> int:
        """Return the value of a seat's pieces: that of their points and that of their pairs."""
        worth = 0
        for point in pieces:
            worth += 2 * self.points[seat][point]
            for neighbour in self._neighbours[point]:
                if neighbour in pieces:
                    worth += self._pair
        return worth // 2

    def gained(self, board: bytes, seat: int, start: int, end: int) -> int:
        """Return the value that a seat gained by a move, given the board after this move."""
        points = self.points[seat]
        gain = points[end] - points[start]
        pair = self._pair
        if pair:
            own = seat + 1
            for point in self._neighbours[end]:
                if board[point] == own:
                    gain += pair
            for point in self._neighbours[start]:
                if board[point] == own and point != end:
                    gain -= pair
        return gain

    def closing(self, outside: list[int], holes: list[int]) -> int:
        """Return the cost of the fewest steps that bring the last pieces to the holes."""
        return self._hole * _assigned([self._distances_to(hole) for hole in holes], outside, 0)

    def _distances_to(self, point: int) -> bytes:
        """Return the number of steps from every point to ``point``, cached."""
        distances = self._distances.get(point)
        if distances is None:
            distances = _steps_to(self._neighbours, point)
            self._distances[point] = distances
        return distances

    def warning(self, waiting: int, turns: int) -> int:
        """Return the cost of ``waiting`` pieces in the own camp, ``turns`` before the deadline."""
        return waiting * (WARNING - turns) * self._late


def _points(board: JumpingBoard, home: int, target: int, weights: HalmaWeights) -> tuple[int, ...]:
    way = CampToCamp(board, home, target)
    edge = min(way.along[point] for point in members(home))
    values = []
    for point, (along, offset) in enumerate(zip(way.along, way.offset, strict=True)):
        farther = 1 + weights.straggling / 200 * along / way.length
        value = -STEP * along * farther - weights.offset * offset * offset
        if target >> point & 1:
            value += weights.inside
        if home >> point & 1:
            value -= weights.depth * (along - edge)
        values.append(round(value))
    return tuple(values)


def _steps_to(neighbours: tuple[tuple[int, ...], ...], to: int) -> bytes:
    """Return the number of steps from every point to the point ``to``."""
    distances = [-1] * len(neighbours)
    distances[to] = 0
    reached = [to]
    for point in reached:
        for neighbour in neighbours[point]:
            if distances[neighbour] < 0:
                distances[neighbour] = distances[point] + 1
                reached.append(neighbour)
    return bytes(distances)


def _assigned(distances: list[bytes], pieces: list[int], taken: int) -> int:
    """Return the least sum of steps from the pieces to holes that are not ``taken``.

    Returns 0 if there are too few holes.
    """
    if not pieces:
        return 0
    best = _UNREACHABLE
    piece, rest = pieces[0], pieces[1:]
    for number, hole in enumerate(distances):
        if not taken >> number & 1:
            steps = hole[piece]
            if steps < best:
                steps += _assigned(distances, rest, taken | 1 << number)
                best = min(best, steps)
    return 0 if best == _UNREACHABLE else best
