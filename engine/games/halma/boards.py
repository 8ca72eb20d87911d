"""The boards of Halma and Chinese checkers: reach of steps and jumps, and sets of points.

A set of points is an integer with one bit a point: ``1 << point``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from engine import position_text
from engine.board import NOWHERE, Board, square_board
from engine.values import Move

Jump = tuple[int, int, bytes]
"""The point jumped over, the landing, and the points between that must be empty."""

STAR_ROWS: Final = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
"""The number of holes in each row of the star, from the south tip."""

_STAR_COMPASS: Final = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
"""Steps in half holes eastward and rows northward, clockwise from north-east."""

_ROW_HEIGHT: Final = 3**0.5 / 2
"""The distance between rows of holes that puts all six neighbours one unit away."""


class JumpingBoard(NamedTuple):
    """A board with the reach of its points; tables are by point, in alphabetical order."""

    board: Board
    rows: position_text.Rows
    neighbours: tuple[tuple[int, ...], ...]
    step_moves: Mapping[int, Move]
    """The moves that are steps, by ``start << 8 | end``."""
    jumps: tuple[tuple[Jump, ...], ...]
    """Jumps over an adjacent piece."""
    long_jumps: tuple[tuple[Jump, ...], ...]
    """Jumps over a piece with equal empty stretches before and behind it, or none."""


class Camps(NamedTuple):
    """By seat, the camp where it starts and its target camp, as sets of points."""

    homes: tuple[int, ...]
    targets: tuple[int, ...]


def camp(board: Board, ranges: str) -> int:
    """Return the set of points written as ``l1-p1 e5``: names, and ranges along a row.

    On a square board a range runs over the files, ``l1-p1``; on a star over the numbers,
    ``e1-e4``.
    """
    points = 0
    for words in ranges.split():
        first, _, last = words.partition("-")
        start, end = board.point[first], board.point[last or first]
        points |= (1 << end + 1) - (1 << start)
    return points


@cache
def square(size: int) -> JumpingBoard:
    """Return a square board of ``size`` squares a side, ``a1`` at the bottom left."""
    return _jumping_board(square_board(size, size))


@cache
def star() -> JumpingBoard:
    """Return the star of 121 holes, the south tip at the bottom."""
    places = [
        (2 * number + 1 - holes, row)
        for row, holes in reversed(list(enumerate(STAR_ROWS)))
        for number in range(holes)
    ]
    point_at = {place: point for point, place in enumerate(places)}
    width = max(STAR_ROWS)
    height = 1 + (len(STAR_ROWS) - 1) * _ROW_HEIGHT
    board = Board(
        names=tuple(
            f"{chr(ord('a') + row)}{(x + STAR_ROWS[row] - 1) // 2 + 1}" for x, row in places
        ),
        xy=tuple((width / 2 + x / 2, height - 0.5 - row * _ROW_HEIGHT) for x, row in places),
        size=(width, height),
        steps=tuple(
            tuple(point_at.get((x + dx, row + dy), NOWHERE) for x, row in places)
            for dx, dy in _STAR_COMPASS
        ),
        style="holes",
    )
    return _jumping_board(board)


def _jumping_board(board: Board) -> JumpingBoard:
    points = range(len(board))
    directions = range(len(board.steps))
    rays = [[board.ray(point, direction) for direction in directions] for point in points]
    neighbours = [{steps[point] for steps in board.steps} - {NOWHERE} for point in points]
    return JumpingBoard(
        board,
        position_text.rows(board),
        tuple(tuple(_alphabetical(board, around)) for around in neighbours),
        {
            start << 8 | end: Move("move", (start, end))
            for start in points
            for end in neighbours[start]
        },
        tuple(_jumps(board, from_point, longest=1) for from_point in rays),
        tuple(_jumps(board, from_point, longest=len(board)) for from_point in rays),
    )


def _jumps(board: Board, rays: Iterable[tuple[int, ...]], longest: int) -> tuple[Jump, ...]:
    """Return the jumps along rays over a piece at most ``longest`` steps away."""
    jumps = {}
    for ray in rays:
        for distance in range(1, min(longest, len(ray) // 2) + 1):
            over, landing = ray[distance - 1], ray[2 * distance - 1]
            between = bytes(point for point in ray[: 2 * distance - 1] if point != over)
            jumps[landing] = (over, landing, between)
    return tuple(jumps[landing] for landing in _alphabetical(board, jumps))


def _alphabetical(board: Board, points: Iterable[int]) -> list[int]:
    """Return points in the order of their names in the text of a move."""
    return sorted(points, key=lambda point: f"{board.names[point]}-")
