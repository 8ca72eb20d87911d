"""Boards: named points and the steps between them.

Everything the games share is here: squares, the crossings of a fortress, the holes of a star
and the blocks of a map are all points; a game's file holds nothing but that game's rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

NOWHERE = -1
"""The neighbour that a point does not have."""

Style = Literal["squares", "lines", "holes", "map"]
Labels = Literal["points", "edges"]


@dataclass(frozen=True, eq=False)
class Board:
    """Points ``0..n-1`` with names, places and neighbours. Boards are compared by identity.

    ``names[point]``
        what players type: ``"32"``, ``"e4"``.
    ``xy[point]``
        the centre of the point on the picture, in units of one square, from the top left
        corner of the board as the first seat sees it.
    ``size``
        width and height of the whole board in the same units.
    ``steps[direction][point]``
        the next point in that direction, or ``NOWHERE``. A step follows a direction once, a
        short jump twice, a flying piece further.
    ``style``
        what the painter draws: squares, lines between points, holes, or a map.
    ``labels``
        whether names are written at each point or along the edges.
    """

    names: tuple[str, ...]
    xy: tuple[tuple[float, float], ...]
    size: tuple[float, float]
    steps: tuple[tuple[int, ...], ...]
    style: Style = "squares"
    labels: Labels = "points"
    point: dict[str, int] = field(init=False, repr=False)
    """Point by lower-case name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "point", {name.lower(): i for i, name in enumerate(self.names)})

    def __len__(self) -> int:
        return len(self.names)

    def ray(self, point: int, direction: int) -> tuple[int, ...]:
        """The points beyond ``point`` in ``direction``, nearest first, to the board's edge."""
        steps = self.steps[direction]
        ray = []
        while (point := steps[point]) != NOWHERE:
            ray.append(point)
        return tuple(ray)
