"""Boards: named points and the steps between them.

They are common to all games: squares, the crossings of a fortress, the holes of a star and the
blocks of a map are all points; a game's file holds only that game's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from engine.map import Map

NOWHERE = -1
"""Stands for a missing neighbour of a point."""

COMPASS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps ``(dx, dy)`` to the eight neighbours of a square, clockwise from north.

Even directions lead across a side of the square, odd ones across a corner.
"""

Style = Literal["squares", "lines", "holes", "map"]
Labels = Literal["points", "edges"]


@dataclass(frozen=True, eq=False)
class Board:
    """Points ``0..n-1`` with names, places and neighbours. Boards are compared by identity.

    ``names[point]``
        the name that players type: ``"32"``, ``"e4"``.
    ``xy[point]``
        the centre of the point on the picture, in units of one square, from the top left
        corner of the board as the first seat sees it.
    ``size``
        width and height of the whole board in the same units.
    ``steps[direction][point]``
        the next point in that direction, or ``NOWHERE``. A step follows a direction once, a
        short jump twice, a flying piece further.
    ``style``
        the look of the board: squares, lines between points, holes, or a map.
    ``labels``
        whether names are written at each point or along the edges.
    ``checkered``
        whether light and dark squares alternate; if not, all are of one colour, with lines
        between them.
    ``map``
        the drawing under the points, given only for the style ``"map"``.

    Raises ValueError if that style lacks a map, or another style has one.
    """

    names: tuple[str, ...]
    xy: tuple[tuple[float, float], ...]
    size: tuple[float, float]
    steps: tuple[tuple[int, ...], ...]
    style: Style = "squares"
    labels: Labels = "points"
    checkered: bool = True
    map: Map | None = None
    also: Mapping[str, int] = field(default_factory=dict, repr=False)
    """The points by the lower-case names that other programs use on such a board."""
    point: dict[str, int] = field(init=False, repr=False)
    """The points by their lower-case names."""

    def __post_init__(self) -> None:
        if (self.style == "map") != (self.map is not None):
            raise ValueError("A board has the style of a map where it has a map, and only there.")
        object.__setattr__(self, "point", {name.lower(): i for i, name in enumerate(self.names)})

    def __len__(self) -> int:
        return len(self.names)

    def ray(self, point: int, direction: int) -> tuple[int, ...]:
        """Return the points beyond ``point`` in ``direction``, nearest first, up to the edge."""
        steps = self.steps[direction]
        ray = []
        while (point := steps[point]) != NOWHERE:
            ray.append(point)
        return tuple(ray)

    def line(self, start: int, end: int) -> tuple[int, ...]:
        """Return the points from ``start`` to ``end`` in a direction of the board, both included.

        Empty if no direction leads from ``start`` to ``end``.
        """
        for direction in range(len(self.steps)):
            ray = self.ray(start, direction)
            if end in ray:
                return (start, *ray[: ray.index(end) + 1])
        return ()

    @cached_property
    def rows(self) -> Mapping[str, tuple[int, ...]]:
        """The points of each row and file of the board, by its lower-case name.

        Row ``3`` and file ``c`` have the points whose names contain ``3`` or ``c``, in the order
        ``a3``, ``b3``... or ``c1``, ``c2``... If the points are numbered, row ``1`` is that of the
        first point, and row ``2`` the next one.
        """
        if self.names[0].isdecimal():
            rows: dict[float, list[int]] = {}
            for point, (_, y) in enumerate(self.xy):
                rows.setdefault(y, []).append(point)
            return {str(number): tuple(row) for number, row in enumerate(rows.values(), start=1)}
        named: dict[str, list[int]] = {}
        for point, name in enumerate(self.names):
            named.setdefault(name[0].lower(), []).append(point)
            named.setdefault(name[1:], []).append(point)
        return {
            name: tuple(sorted(row, key=lambda at: (int(self.names[at][1:]), self.names[at])))
            for name, row in named.items()
            if (len(row) > 1 or name.isalpha())
            and any(len({round(self.xy[at][axis], 3) for at in row}) == 1 for axis in (0, 1))
        }


def members(bits: int) -> Iterator[int]:
    """Yield the numbers in a set that has the bit ``1 << number`` for each, lowest first."""
    while bits:
        bit = bits & -bits
        bits ^= bit
        yield bit.bit_length() - 1


class PointSets:
    """Sets of a board's points as integers, in which each point has the bit of its place.

    A game chooses the places so that a step is the same shift from every point, and steps off the
    board end on a place without a point.

    ``places[point]`` and ``bits[point]`` are the place of a point and its bit, ``points[place]`` is
    the point of a place; ``all`` is the set of all points.
    """

    def __init__(self, board: Board, places: Sequence[int]) -> None:
        self.board = board
        self.places = list(places)
        self.bits = tuple([1 << place for place in places])
        self.points = {place: point for point, place in enumerate(places)}
        self.all = sum(self.bits)

    def of(self, points: Iterable[int]) -> int:
        """Return ``points`` as a set."""
        found = 0
        for point in points:
            found |= self.bits[point]
        return found

    def named(self, names: str) -> int:
        """Return the set of the points with these ``names``, which blanks separate."""
        return self.of([self.board.point[name] for name in names.lower().split()])

    def points_in(self, bits: int) -> list[int]:
        """Return the points of a set in order."""
        return sorted([self.points[place] for place in members(bits)])

    def names_in(self, bits: int) -> list[str]:
        """Return the names of a set's points in order."""
        return [self.board.names[point] for point in self.points_in(bits)]

    def has(self, bits: int, point: int) -> bool:
        """Return whether a point belongs to a set."""
        return bits >> self.places[point] & 1 == 1


def square_board(columns: int, rows: int, *, checkered: bool = True) -> Board:
    """Return a board of squares named by file and rank, all of them in use.

    ``a1`` is at the bottom left; points go row by row from the top, directions are ``COMPASS``.
    """
    places = [(x, y) for y in range(rows) for x in range(columns)]
    point_at = {place: point for point, place in enumerate(places)}
    return Board(
        names=tuple(f"{chr(ord('a') + x)}{rows - y}" for x, y in places),
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(columns, rows),
        steps=tuple(
            tuple(point_at.get((x + dx, y + dy), NOWHERE) for x, y in places) for dx, dy in COMPASS
        ),
        labels="edges",
        checkered=checkered,
    )
