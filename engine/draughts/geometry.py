"""The lines on which the pieces of a variant move, as tables by seat and point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.board import NOWHERE, Board
from engine.draughts.boards import opposite

Line = tuple[int, tuple[int, ...]]
"""A direction, and the points beyond a point in it, the nearest first."""

SHORT: Final = 2
"""A short jump goes to the second point in its direction."""


def as_set(points: Iterable[int]) -> int:
    """Return the points as a bit set."""
    return sum(1 << point for point in points)


class Geometry:
    """Where the pieces of a variant go. Directions are those of the first seat.

    ``man_ends[seat][point]``, ``man_lines[seat][point]``
        the points to which a man steps, and the lines along which it jumps;
    ``king_rays[point]``, ``king_lines[point]``
        the points to which a king goes, by direction, and the lines along which it jumps;
    ``last_row[seat]``, ``first_men[seat]``
        the points where a man becomes a king, and where the men stand at the beginning;
    ``squares``, ``beside[point]``, ``in_line[point]``
        all points, those next to a point, and all on any line with it: what no piece there can
        jump lies elsewhere.
    """

    def __init__(
        self,
        board: Board,
        *,
        men: int,
        free_behind: int,
        man_steps: Sequence[int],
        man_jumps: Sequence[int],
        king_lines: Sequence[int],
        flying: bool,
    ) -> None:
        points = range(len(board))
        self.man_ends = tuple(
            tuple(
                tuple(end for d in directions if (end := board.steps[d][point]) != NOWHERE)
                for point in points
            )
            for directions in _by_seat(man_steps)
        )
        self.man_lines = tuple(
            tuple(_lines(board, point, directions, SHORT) for point in points)
            for directions in _by_seat(man_jumps)
        )
        reach = None if flying else 1
        self.king_rays = tuple(
            tuple(board.ray(point, d)[:reach] for d in king_lines) for point in points
        )
        self.king_lines = tuple(
            _lines(board, point, king_lines, None if flying else SHORT) for point in points
        )
        heights = [y for _, y in board.xy]
        self.last_row = tuple(
            as_set(point for point in points if heights[point] == end(heights))
            for end in (min, max)
        )
        nearest = sorted(points, key=lambda point: -heights[point])
        self.first_men = tuple(
            as_set(order[free_behind : free_behind + men]) for order in (nearest, nearest[::-1])
        )
        self.squares = as_set(points)
        rays = [[board.ray(point, d) for d in range(len(board.steps))] for point in points]
        self.beside = tuple(as_set(end for ray in around for end in ray[:1]) for around in rays)
        self.in_line = tuple(as_set(end for ray in around for end in ray) for around in rays)


def _by_seat(directions: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    return directions, [opposite(direction) for direction in directions]


def _lines(
    board: Board, point: int, directions: Sequence[int], reach: int | None
) -> tuple[Line, ...]:
    """Return the lines from a point on which there is room to jump."""
    rays = ((direction, board.ray(point, direction)[:reach]) for direction in directions)
    return tuple((direction, ray) for direction, ray in rays if len(ray) >= SHORT)
